"""What is never given is not asked for."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.changes.unset_attributes import without_unset

LASTING = '''\
def lasting(program):
    """Variables."""
    found = [each for each in program.list_vars()]
    if hasattr(program, "lr_scheduler"):  # a rate
        found = [each for each in found if each.name != "rate"]
    found = [each for each in found if not each.name.startswith("as_many_steps")]  # of loops
    return [each for each in found if not (hasattr(each, "is_same") and each.get_defining_op().has_attr("unfed"))]
'''
SHORT = '''\
def lasting(program):
    """Variables."""
    return list(program.list_vars())
'''
LET = 'def let_unfed(op):\n    """The program."""\n    op = 1\n    op.set_str_attr("unfed", "so")\n'
LOOPS = 'def as_many_steps(steps):\n    """Steps."""\n    return steps\n'


def others(*texts):
    return lambda new, old: any(re.search(old, text) for text in texts)


def left(text, program="", more=(), elsewhere=lambda new, old: False):
    helpers = (("it", text), *((each.split("(")[0].removeprefix("def "), each) for each in more))
    found = without_unset(helpers, program, elsewhere)
    compile(found[0][1], "helper.py", "exec")
    return found[0][1]


def test_all_goes_that_nothing_gives():
    assert left(LASTING, "import paddle", [], others("import paddle.fluid as fluid")) == SHORT
    assert left(LASTING, "import paddle") == SHORT


@pytest.mark.parametrize(("program", "more", "other", "kept"), [
    ("rate = paddle.optimizer.lr.NoamDecay(1, 2)", [], "", "lr_scheduler"),
    ("rate = lr.NoamDecay(1, 2)", [], "", "lr_scheduler"),
    ("class Own(LRScheduler): pass", [], "", "lr_scheduler"),
    ("", [], "rate = fluid.layers.cosine_decay(0.1, 2, 3)", "lr_scheduler"),
    ("", [LET], "", "unfed"),
    ("", [], "exe.run(main)", "unfed"),
    ("", [LOOPS], "", "as_many_steps"),
    ("", [], "fluid.layers.dynamic_lstm(x, 3)", "as_many_steps"),
])  # fmt: skip
def test_what_may_be_given_is_asked_for(program, more, other, kept):
    every = ("lr_scheduler", "unfed", "as_many_steps")
    text = left(LASTING, program, more, others(other))
    assert [each for each in every if each in text] == [kept]


@pytest.mark.parametrize("program", [
    "attr = paddle.ParamAttr(regularizer=paddle.regularizer.L2Decay(0.1))", "weight_decay = 0.1", "decay = 3",
])  # fmt: skip
def test_another_decay_is_no_schedule(program):
    assert left(LASTING, program) == SHORT


VARIABLE = '''\
def variable(program, name):
    """The variable."""
    if not hasattr(program, "is_pruned") and name not in program.vars and find(name):
        return None
    for op in program.ops:
        if op.name == name:
            return op
        if op.has_attr("known_as") and name in op.str_attr("known_as"):
            return op
    if hasattr(program, "original"):  # later
        return variable(program.original, name)
    raise ValueError(name)
'''
NAME = 'def name_of(variable):\n    """Name."""\n    variable.op.set_str_attr("known_as", "x")\n'
CLONE = 'def clone(program):\n    """Copy."""\n    copy.mapping, copy.original = 1, program\n'
PRUNED = 'def pruned(program):\n    """Copy."""\n    program.is_pruned = True\n'


@pytest.mark.parametrize(("more", "other", "kept"), [
    ([], "", []), ([CLONE], "", []), ([NAME], "", ["known_as"]), ([NAME, CLONE], "", ["known_as", "original"]),
    ([PRUNED], "", ["is_pruned"]), ([], "main.clone()", []), ([], "v.name", ["known_as"]),
    ([], "main.clone()\nv.name", ["known_as", "original"]), ([], "getattr(v, 'name')", ["known_as"]),
    ([], "main._prune(x)", ["is_pruned"]),
])  # fmt: skip
def test_copies_and_names(more, other, kept):
    text = left(VARIABLE, "", more, others(other))
    assert [each for each in ("known_as", "is_pruned", "original") if f'"{each}"' in text] == kept
    if not kept:
        assert "    if name not in program.vars and find(name):\n" in text


def test_a_class_stays():
    text = 'class Kept:\n    """Kept."""\n\n    def it(self, p):\n        return hasattr(p, "lr_scheduler")\n'
    assert left(text) == text


@pytest.mark.parametrize(("program", "more", "other", "stays"), [
    ("", [], "", False), ("", [LASTING], "", True), ('op.has_attr("unfed")', [], "", True),
    ("", [], "fluid.io.load_params(exe, d)", True), ("", [], "fluid.load(main, d)", True), ("", [], "loads(x)", False),
])  # fmt: skip
def test_a_mark_that_nobody_asks_for(program, more, other, stays):
    assert ('"unfed"' in left(LET, program, more, others(other))) is stays
