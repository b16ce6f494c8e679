"""Models saved with layers that are functions of Python today, which neither Paddle writes into a file."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project
from paddle_migrate.rules import sequences
from paddle_migrate.rules.rule import Rule

HEAD = """\
import paddle.fluid as fluid
boxes, scores = fluid.data("boxes", [None, 6, 4]), fluid.data("scores", [None, 3, 6])
"""
NMS = "fluid.layers.multiclass_nms(boxes, scores, 0.01, 10, 5)"
SAVE = "fluid.io.save_inference_model('m', ['boxes', 'scores'], {}, exe)\n"


def told(text, **options):
    found = migrate_source(text, options=Options(**options)).findings
    return [each.line for each in found if "is run in Python" in each.message]


@pytest.mark.parametrize(("text", "targets"), [
    (f"out = {NMS}\n", "[out]"),
    (f"out = {NMS}\n", "out"),
    (f"out = fluid.layers.scale({NMS}, 2.0) * 2\n", "[scores, out]"),
    (f"def net(boxes):\n    return boxes, {NMS}\n\n\na, b = net(boxes)\n", "[b]"),
    (f"made = {{'out': {NMS}}}\n", "list(made.values())"),
    (f"made = [{NMS}]\n", "[each for each in made]"),
    (f"class Net(object):\n    def __init__(self, boxes):\n        self.out = {NMS}\n\n\nnet = Net(boxes)\n",
     "[net.out]"),
    (f"if test:\n    out = {NMS}\nelse:\n    out = scores\n", "[out]"),
    ("a = fluid.layers.detection_output(loc, scores, prior, var)\n", "[a]"),
    ("o = block.create_var(name='o', shape=[2], dtype='float32')\nfluid.layers.py_func(f, scores, o)\n", "[o]"),
    ("o = block.create_var(name='o', shape=[2], dtype='float32')\np = block.create_var(name='p', shape=[2], "
     "dtype='float32')\nfluid.layers.py_func(f, scores, [o, p])\nq = fluid.layers.relu(p)\n", "[q]"),
])
def test_what_is_saved_with_python(text, targets):
    text = f"{HEAD}block = fluid.default_main_program().global_block()\n{text}"
    assert told(text + SAVE.format(targets)) == [text.count("\n") + 1]


@pytest.mark.parametrize(("text", "targets"), [
    (f"out = {NMS}\n", "[boxes, scores]"),  # what it is given
    (f"out = {NMS}\ny = fluid.layers.relu(scores)\n", "[y]"),
    ("made = {'y': scores}\n", "list(made.values())"),
    ("out = other.multiclass_nms(boxes, scores)\n", "[out]"),
])
def test_what_is_saved_without(text, targets):
    assert told(HEAD + text + SAVE.format(targets)) == []


@pytest.mark.parametrize(("named", "lines"), [(NMS, [4]), ("fluid.layers.relu(scores)", [])])
@pytest.mark.parametrize("targets", [
    "targets", "model.test(boxes)", "list(model.test(boxes).values())", "[made['out']]"])
def test_what_is_not_seen(targets, named, lines):
    """A layer of the program that is run in Python may be among what they are computed by."""
    saved = f"def save(targets, model, made):\n    {SAVE.format(targets)}\n\ndef head():\n    return {named}\n"
    assert told(HEAD + saved) == lines


def test_a_line_that_is_skipped():
    saved = SAVE.format("[out]").replace("\n", "  # paddle-migrate: skip\n")
    assert told(f"{HEAD}out = {NMS}\n{saved}") == []


def test_a_net_of_another_file(tmp_path):
    net = f"import paddle.fluid as fluid\n\n\ndef net(boxes, scores):\n    return {NMS}\n"
    main = f"from net import net\n{HEAD}out = net(boxes, scores)\n{SAVE.format('[out]')}"
    (tmp_path / "net.py").write_text(net)
    (tmp_path / "main.py").write_text(main)
    project = Project([tmp_path / "net.py", tmp_path / "main.py"], [tmp_path])
    found = migrate_module(main, tmp_path / "main.py", Options(), project).findings
    assert [each.line for each in found if "is run in Python" in each.message] == [5]


def _is_run_in_python(rule, seen):
    if not isinstance(rule, Rule) or rule.node is None or rule in seen:
        return False
    names = {node.id for node in ast.walk(rule.node) if isinstance(node, ast.Name)}
    found = filter(None, map(rule.module.find, names))
    return "py_func" in names or any(_is_run_in_python(each, {*seen, rule}) for each in found)


def test_these_are_all():
    module = sequences.module()
    names = {name for name in module.names() if _is_run_in_python(module.find(name), frozenset())}
    assert {name.removesuffix("_of_rows") for name in names} | {"py_func"} == sequences.RUN_IN_PYTHON


SCRIPT = """\
import numpy as np
import paddle.fluid as fluid

boxes, scores = fluid.data("boxes", [None, 6, 4]), fluid.data("scores", [None, 3, 6])
kept = fluid.layers.multiclass_nms(boxes, scores, 0.01, 10, 5, nms_threshold=0.4, background_label=-1)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
rng = np.random.RandomState(0)
feed = {"boxes": np.sort(rng.rand(1, 6, 4).astype("float32"), -1), "scores": rng.rand(1, 3, 6).astype("float32")}
whole, = exe.run(feed=feed, fetch_list=[kept], return_numpy=False)
print(np.round(np.array(whole), 4).tolist())
fluid.io.save_inference_model("m", ["boxes", "scores"], [boxes * 1.0, scores * 1.0], exe)
program, fed, targets = fluid.io.load_inference_model("m", exe)
found = exe.run(program, feed=feed, fetch_list=targets)
last = fluid.Program()
with fluid.program_guard(last, fluid.Program()):
    boxes, scores = fluid.data("boxes", [None, 6, 4]), fluid.data("scores", [None, 3, 6])
    kept = fluid.layers.multiclass_nms(boxes, scores, 0.01, 10, 5, nms_threshold=0.4, background_label=-1)
feed = {"boxes": found[0], "scores": found[1]}
whole, = exe.run(last, feed=feed, fetch_list=[kept], return_numpy=False)
print(np.round(np.array(whole), 4).tolist())
"""


def test_what_is_said_can_be_done(run_both_ways):
    assert told(SCRIPT) == []
    old, new = run_both_ways({"one": {"main.py": SCRIPT}})
    assert new == old
    assert old["one"][0] == old["one"][1] != "[[-1.0]]"
