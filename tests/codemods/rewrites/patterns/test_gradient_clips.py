"""`set_gradient_clip()` of programs becomes an argument of the optimizer."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nout = fluid.layers.fc(x, 1)\n"
CLIP = "fluid.clip.set_gradient_clip(clip=fluid.clip.GradientClipByGlobalNorm(\n    clip_norm=5.0))\n"
NEW = "grad_clip = nn.ClipGradByGlobalNorm(\n    clip_norm=5.0)\n"


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt = fluid.optimizer.SGD(0.1)\n", "opt = paddle.optimizer.SGD(0.1, grad_clip=grad_clip)\n"),
        (
            "if fast:\n    opt = fluid.optimizer.SGD(0.1)\nelse:\n    opt = fluid.optimizer.Adagrad(rate)\n",
            "if fast:\n    opt = paddle.optimizer.SGD(0.1, grad_clip=grad_clip)\n"
            "else:\n    opt = paddle.optimizer.Adagrad(rate, grad_clip=grad_clip)\n",
        ),
    ],
)
def test_the_optimizer_gets_it(old, new):
    result = migrated(CLIP + old)
    assert result.text.endswith(NEW + new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(("around", "program", "is_left"), [
    ("fluid.program_guard(main, startup)", "main", False), ("fluid.program_guard(main)", "program=main", False),
    ("fluid.unique_name.guard(), fluid.program_guard(main_program=self.main)", "program=self.main", False),
    ("fluid.program_guard(main)", "program=fluid.default_main_program()", False),
    ("fluid.program_guard(main)", "program=other", True), ("fluid.unique_name.guard()", "program=main", True),
    ("fluid.program_guard(main)", "param_list=names", True),
])
def test_the_program_that_it_is_told(around, program, is_left):
    name = program if "=" in program else f"None, {program}"
    clip = CLIP.replace("))\n", f"), {name})\n") if "=" in program else f"fluid.clip.set_gradient_clip(clip, {name})\n"
    lines = f"{clip}opt = fluid.optimizer.SGD(0.1)\nopt.minimize(loss)\n".replace("\n", "\n    ").rstrip()
    result = migrated(f"with {around}:\n    {lines}\n".replace(", None, ", ", program="))
    assert ("set_gradient_clip" in [each.name.rpartition(".")[2] for each in result.left]) == is_left
    assert ("SGD(0.1, grad_clip=" in result.text) != is_left


@pytest.mark.parametrize("norm", ["5.0", "float(norm)"])
def test_an_optimizer_above_that_has_not_minimized(norm):
    given = CLIP.replace("5.0", norm).replace("\n", "\n    ").rstrip()
    old = f"def train(loss, norm):\n    opt = fluid.optimizer.SGD(0.1)\n    {given}\n    opt.minimize(loss)\n"
    result = migrated(old)
    clip = NEW.replace("5.0", norm).replace("\n", "\n    ").rstrip()
    made = "opt = paddle.optimizer.SGD(0.1, grad_clip=grad_clip)"
    assert result.text.endswith(f"def train(loss, norm):\n    {clip}\n    {made}\n    opt.minimize(loss)\n")
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


WORKED_OUT = """\
def train(loss, warm, norm, strategy=None):
    if warm:
        opt = fluid.optimizer.SGD(0.1)
    else:
        opt = fluid.optimizer.Adam(rate)
    norm = norm * 2
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(norm))
    {}
"""


@pytest.mark.parametrize("rest", [
    "opt.minimize(loss)", "pairs = opt.backward(loss)\n    opt.apply_gradients(pairs)",
    "if strategy is not None:\n        opt = fleet.distributed_optimizer(opt, strategy)\n    opt.minimize(loss)",
])  # fmt: skip
def test_a_clip_that_is_worked_out_behind_the_optimizer(rest):
    fleet = "from paddle.fluid.incubate.fleet.collective import fleet\n"
    result = migrated(fleet + WORKED_OUT.format(rest))
    assert "    opt._grad_clip = nn.ClipGradByGlobalNorm(norm)\n" in result.text
    assert not result.left


@pytest.mark.parametrize("text", [
    WORKED_OUT.format("other.minimize(loss)"), WORKED_OUT.format("opt = made(opt)\n    opt.minimize(loss)"),
    WORKED_OUT.format("opt.minimize(loss)").replace("    norm = ", "    opt.minimize(loss)\n    norm = "),
    WORKED_OUT.format("opt.minimize(loss)").replace("opt = fluid.optimizer.Adam", "opt = alone = fluid.optimizer.Adam"),
])  # fmt: skip
def test_a_clip_that_is_worked_out_behind_what_has_worked_or_is_not_seen(text):
    assert "set_gradient_clip" in {each.name.rpartition(".")[2] for each in migrated(text).left}


@pytest.mark.parametrize(
    ("made", "new"),
    [
        ("one = SGD(0.1)\nother = SGD(0.2)\n", "one = SGD(0.1, C)\nother = SGD(0.2, C)\n"),
        ("if fast:\n    opt = SGD(0.1)\n", "if fast:\n    opt = SGD(0.1, C)\n"),
        (
            "if fast:\n    opt = SGD(0.1)\n    opt._learning_rate_map[main] = rate\nelse:\n    opt = SGD(rate)\n",
            "if fast:\n    opt = SGD(0.1, C)\n    opt._learning_rate_map[main] = rate\nelse:\n    opt = SGD(rate, C)\n",
        ),
    ],
)
def test_optimizers_above_get_it(made, new):
    result = migrated(made.replace("SGD", "fluid.optimizer.SGD") + CLIP + "print(1)\n")
    new = new.replace("SGD", "paddle.optimizer.SGD").replace("C)", "grad_clip=grad_clip)")
    assert result.text.endswith(f"{NEW}{new}print(1)\n")
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "text",
    [
        CLIP,
        "opt = fluid.optimizer.SGD(0.1)\nopt.minimize(out)\n" + CLIP,
        "opt = fluid.optimizer.SGD(0.1)\nif clipped:\n    " + CLIP,
        "if fast:\n    opt = fluid.optimizer.SGD(0.1)\n    opt.minimize(out)\n" + CLIP,
        "if fast:\n    opt = fluid.optimizer.SGD(0.1)\nelse:\n    opt = make(fluid.optimizer.SGD(0.2))\n" + CLIP,
        "one = fluid.optimizer.SGD(0.1)\nother = fluid.optimizer.SGD(0.1)\nuse(other)\n" + CLIP,
        "opt = fluid.optimizer.SGD(0.1, grad_clip=other)\n" + CLIP,
        "opt = fluid.optimizer.SGD(0.1)\n" + CLIP.replace("5.0", "norm()"),
        "norm = 4.0\nopt = kept = fluid.optimizer.SGD(0.1)\n" + CLIP.replace("5.0", "norm"),
        "fluid.optimizer.SGD(0.1).minimize(out)\n" + CLIP,
        CLIP + "def make():\n    return fluid.optimizer.SGD(0.1)\n",
        CLIP + "opt = fluid.optimizer.SGD(0.1, grad_clip=other)\n",
        CLIP.replace("))\n", "), param_list=['w'])\n") + "opt = fluid.optimizer.SGD(0.1)\n",
    ],
)
def test_what_a_person_does(text):
    result = migrated(text)
    assert [finding.name for finding in result.left] == ["fluid.clip.set_gradient_clip"]
    assert "fluid.clip.set_gradient_clip(clip=" in result.text


@pytest.mark.parametrize(("old", "new"), [
    ("if clipped:\n    C\nopt = O(0.1)\n", "N\nif clipped:\n    C\nopt = O(0.1, G)\n"),
    ("if clipped:\n    C\nelse:\n    opt = O(0.1)\n", "N\nif clipped:\n    C\nelse:\n    opt = O(0.1, G)\n"),
    ("if a:\n    b\nelif c:\n    C\nopt = O(0.1)\n", "N\nif a:\n    b\nelif c:\n    C\nopt = O(0.1, G)\n"),
    ("for each in clips:\n    C\nopt = O(0.1)\n", "N\nfor each in clips:\n    C\nopt = O(0.1, G)\n"),
    ("if clipped: C\nopt = O(0.1)\n", "N\nif clipped: C\nopt = O(0.1, G)\n"),
    ("def make():\n    if clipped:\n        C\n    return O(0.1)\n",
     "def make():\n    N\n    if clipped:\n        C\n    return O(0.1, G)\n"),
    ("while more():\n    if first:\n        C\n    O(0.1).minimize(out)\n",
     "N\nwhile more():\n    if first:\n        C\n    O(0.1, G).minimize(out)\n"),
    ("def make(kind, **options):\n    if clipped:\n        C\n    kind = getattr(fluid.optimizer, kind)\n"
     "    return kind(0.1, **options)\n",
     "def make(kind, **options):\n    N\n    if clipped:\n        C\n    kind = optimizer_named(kind)\n"
     "    return kind(0.1, **{\"grad_clip\": grad_clip, **options})\n"),
    ("kinds = {'sgd': O}\nif clipped:\n    C\nopt = kinds[kind](0.1)\n",
     "kinds = {'sgd': O}\nN\nif clipped:\n    C\nopt = kinds[kind](0.1, G)\n"),
])
def test_where_it_may_not_run(old, new):
    clip = "fluid.clip.set_gradient_clip(fluid.clip.GradientClipByNorm(1.0))"
    result = migrated(old.replace("C\n", f"{clip}\n").replace("O", "fluid.optimizer.SGD"))
    new = new.replace("C\n", "grad_clip = nn.ClipGradByNorm(1.0)\n").replace("N\n", "grad_clip = None\n")
    new = new.replace("O", "paddle.optimizer.SGD").replace(", G)", ", grad_clip=grad_clip)")
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


BUILT = "def build():\n    return fluid.layers.fc(x, 1)\n"


@pytest.mark.parametrize(("text", "is_left"), [
    ("S\nmore = fluid.layers.fc(x, 1)\nO.minimize(more)\n", True),
    (BUILT + "S\nmore = build()\nO.minimize(more)\n", True),
    (BUILT + "S\nO.minimize(build())\n", True),
    ("from nets import build\nS\nmore = build(x)\nO.minimize(more)\n", True),
    ("import nets\nS\nmore = nets.block(x)\nO.minimize(more)\n", True),
    ("def make():\n    S\n    return O\nopt = make()\nopt.minimize(fluid.layers.fc(x, 1))\n", True),
    ("class Nets:\n    def build(self):\n        return fluid.layers.fc(x, 1)\n"
     "def train(nets=Nets()):\n    S\n    more = nets.build()\n    O.minimize(more)\n", True),
    ("S\nO.minimize(out)\nmore = fluid.layers.fc(x, 1)\n", False),
    ("S\nmore = fluid.layers.mean(out)\nprint(more.name, options.copy(), time.time())\nO.minimize(more)\n", False),
    ("exe = fluid.Executor()\nS\nexe.run(fluid.default_startup_program())\nO.minimize(out)\n", False),
    ("def make():\n    S\n    return O\nmake().minimize(out)\nmore = fluid.layers.fc(x, 1)\n", False),
])
def test_layers_that_are_made_behind_it_were_not_clipped(text, is_left):
    clip = "fluid.clip.set_gradient_clip(fluid.clip.GradientClipByNorm(1.0))\n"
    result = migrated("import time\n" + text.replace("S\n", clip).replace("O", "fluid.optimizer.SGD(0.1)"))
    words = [each.message for each in result.left if each.name == "fluid.clip.set_gradient_clip"]
    assert [each.startswith("it set the clip of the parameters that were there") for each in words] == [True] * is_left
    assert ("SGD(0.1, grad_clip=grad_clip)" in result.text) != is_left


def test_one_that_has_run_in_its_own_branch_or_with():
    inside = "if clipped:\n    with fluid.program_guard(main):\n        " + CLIP
    inside += "    opt = fluid.optimizer.SGD(0.1)\n"
    result = migrated("main = fluid.Program()\n" + inside)
    assert not result.left
    assert "    opt = paddle.optimizer.SGD(0.1, grad_clip=grad_clip)\n" in result.text


def test_another_function_of_that_name():
    assert migrated("set_gradient_clip(1)\nopt = fluid.optimizer.SGD(0.1)\n").text.endswith("SGD(0.1)\n")


PAIRS = "pairs = fluid.backward.append_backward(out)\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pairs = fluid.clip.append_gradient_clip_ops(pairs)\nuse(pairs)\n", "use(pairs)\n"),
        ("more = fluid.clip.append_gradient_clip_ops(pairs[1:])\n", "more = pairs[1:]\n"),
        ("opt.apply_gradients(fluid.clip.append_gradient_clip_ops(pairs))\n", "opt.apply_gradients(pairs)\n"),
    ],
)
def test_clips_that_nothing_sets(old, new):
    result = migrated(PAIRS + old)
    assert result.text.endswith(PAIRS.replace("fluid.backward.", "") + new)
    assert not result.left


@pytest.mark.parametrize(
    "more", ["w = fluid.ParamAttr(gradient_clip=clip)\n", "set_gradient_clip(1)\n", "w.gradient_clip_attr = clip\n"]
)
def test_clips_that_something_sets(more):
    result = migrated(f"{PAIRS}pairs = fluid.clip.append_gradient_clip_ops(pairs)\n{more}")
    assert "fluid.clip.append_gradient_clip_ops" in [finding.name for finding in result.left]
    assert "pairs = fluid.clip.append_gradient_clip_ops(pairs)\n" in result.text


CLIPPED = """\
import numpy as np
import paddle.fluid as fluid
main, startup = fluid.Program(), fluid.Program()
with fluid.scope_guard(fluid.Scope()), fluid.program_guard(main, startup):
    x = fluid.data('x', [None, 3])
    out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(2.0), bias_attr=False)
    loss = fluid.layers.mean(fluid.layers.square(out))
    clip = fluid.clip.{}
    {}
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for _ in range(3):
        got = exe.run(main, feed={{'x': np.array([[1, -0.1, 3]], 'float32')}}, fetch_list=[loss])[0]
        print('%.5f' % got[0])
"""
BY_VALUE = ("GradientClipByValue(0.5)", "GradientClipByValue(max=0.5, min=-0.1)", "ClipByValue(0.5)")
HANDED = ("fluid.optimizer.SGD(0.1, grad_clip=clip).minimize(loss)",
          "fluid.clip.set_gradient_clip(clip); fluid.optimizer.SGD(0.1).minimize(loss)")


def test_clips_by_value_clip_in_programs(run_both_ways):
    """Paddle 3's own raises NotImplementedError there; 1.8.5 gives these numbers."""
    texts = {f"{a}{b}": {"main.py": CLIPPED.format(clip, handed)}
             for a, clip in enumerate(BY_VALUE) for b, handed in enumerate(HANDED)}
    old, new = run_both_ways(texts)
    assert old["00"] == ["60.84000", "57.68403", "54.61211"]
    assert new == old


BUILDERS = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import optimizer as optim
class Builder(object):
    def __init__(self, clip, **optimizer):
        self.clip, self.optimizer = clip, optimizer
    def __call__(self, rate):
        if self.clip is not None:
            fluid.clip.set_gradient_clip(clip=fluid.clip.GradientClipByGlobalNorm(clip_norm=self.clip))
        given = self.optimizer.copy()
        kind = given.pop('type')
        op = getattr(optim, kind)
        return op(learning_rate=rate, **given)
def held(rate, clip):
    kinds = {'sgd': fluid.optimizer.SGD, 'ada': fluid.optimizer.Adagrad}
    for each in [clip]:
        if each:
            fluid.clip.set_gradient_clip(fluid.clip.GradientClipByNorm(each))
    return kinds['ada'](learning_rate=rate)
def train(make):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.scope_guard(fluid.Scope()), fluid.program_guard(main, startup):
        x = fluid.data('x', [None, 3])
        hidden = fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(2.0), bias_attr=False)
        loss = fluid.layers.mean(fluid.layers.square(hidden))
        make(0.1).minimize(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        for _ in range(3):
            got = exe.run(main, feed={'x': np.array([[1, -0.1, 3]], 'float32')}, fetch_list=[loss])[0]
            print('%.5f' % got[0])
"""
MAKERS = ("Builder(0.01, type='Momentum', momentum=0.9)", "Builder(None, type='SGD')",
          "Builder(0.1, type='SGD', grad_clip=fluid.clip.GradientClipByNorm(0.5))",
          "lambda rate: held(rate, 0.01)", "lambda rate: held(rate, 0)")


def test_builders_of_optimizers_clip_as_they_did(run_both_ways):
    old, new = run_both_ways({each: {"main.py": f"{BUILDERS}train({each})\n"} for each in MAKERS})
    assert all(len(each) == 3 for each in old.values())
    assert len(set(map(tuple, old.values()))) == len(MAKERS)
    assert new == old


MIXED = """\
import paddle.fluid as fluid
def made(*args, **kwargs):
    return fluid.optimizer.Adam(*args, **kwargs)
class Holder(object):
    def __init__(self, rate, optimizer=None):
        self.optimizer = fluid.optimizer.SGD(rate)
def build(loss, warm, given, kinds):
    {before}optimizer = fluid.optimizer.SGD(0.1)
    if warm:
        optimizer = {other}
    {behind}optimizer.minimize(loss)
x = fluid.data('x', [None, 2])
build(fluid.layers.mean(fluid.layers.fc(x, 1)), True, None, {{}})
"""
SET = "fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(1.0))\n    "


@pytest.mark.parametrize("place", ["before", "behind"])
@pytest.mark.parametrize(("other", "is_left"), [
    ("made(learning_rate=0.2)", True),
    ("given", True),
    ("Holder(0.1).optimizer", True),
    ("kinds['sgd'](0.1)", True),  # of which no file shows what is in it
    ("fluid.optimizer.Adam(learning_rate=0.2)", False),
])
def test_every_optimizer_that_minimizes_behind_it_is_told(place, other, is_left):
    text = MIXED.format(other=other, before=SET * (place == "before"), behind=SET * (place == "behind"))
    result = migrate_source(text, options=Options(programs=True))
    words = [each.message for each in result.left if each.name.endswith("set_gradient_clip")]
    assert [each.startswith("optimizers clip today, and not all that minimize behind this") for each in words] \
        == [True] * is_left
    assert ("grad_clip=grad_clip)" in result.text) != is_left


BRANCHES = """\
import numpy as np
import paddle.fluid as fluid

def optimization(loss, warmup, scale):
    if warmup > 0:
        rate = fluid.layers.noam_decay(1 / (warmup * 0.5 ** 2), warmup)
        optimizer = fluid.optimizer.Adam(learning_rate=rate)
    else:
        optimizer = fluid.optimizer.SGD(learning_rate=0.5)
    threshold = 0.1
    if scale > 1:
        threshold *= scale
    fluid.clip.set_gradient_clip(clip=fluid.clip.GradientClipByGlobalNorm(clip_norm=threshold))
    optimizer.minimize(loss)

def run(warmup, scale):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1])
        h = fluid.layers.fc(x, 4, act='tanh', param_attr=fluid.ParamAttr('w1', fluid.initializer.Constant(.3)))
        out = fluid.layers.fc(h, 1, param_attr=fluid.ParamAttr('w2', fluid.initializer.Constant(.2)))
        loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
        optimization(loss, warmup, scale)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    drawn = np.random.RandomState(1)
    for _ in range(4):
        a = drawn.rand(5, 3).astype('float32')
        print('%.2f' % exe.run(main, feed={'x': a, 'y': a.sum(1, keepdims=True) * 3}, fetch_list=[loss])[0][0])

for warmup, scale in ((0, 1), (0, 30), (3, 30)):
    run(warmup, scale)
"""
# of 1.8.5
CLIPPED_SO = ["9.81", "18.76", "21.15", "10.38", "9.81", "4.43", "2.03", "1.85", "9.81", "12.70", "4.91", "5.64"]


def test_a_clip_that_is_worked_out_later_clips_as_it_did(run_both_ways):
    old, new = run_both_ways({"branches": {"main.py": BRANCHES}})
    assert old["branches"] == CLIPPED_SO
    assert new == old


SEVERAL = """\
import numpy as np
import paddle.fluid as fluid
C = fluid.clip

def train(before, behind):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x = fluid.data('x', [None, 3])
        loss = fluid.layers.mean(fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(.5)) * 9.)
        if before:
            C.set_gradient_clip(C.GradientClipByGlobalNorm(clip_norm=0.5))
        else:
            C.set_gradient_clip(C.GradientClipByValue(.25))
        if behind:
            C.set_gradient_clip(clip=C.GradientClipByNorm(clip_norm=0.05))
        optimizer = fluid.optimizer.SGD(learning_rate=0.1)
        optimizer.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for step in range(3):
        print('%.5f' % exe.run(main, feed={'x': np.ones([2, 3], 'float32') * step}, fetch_list=[loss])[0][0])

def above():
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x = fluid.data('x', [None, 3])
        loss = fluid.layers.mean(fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(.5)) * 9.)
        optimizer = fluid.optimizer.SGD(learning_rate=0.1)
        C.set_gradient_clip(C.GradientClipByGlobalNorm(clip_norm=0.5))
        C.set_gradient_clip(C.GradientClipByNorm(clip_norm=0.05))
        optimizer.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for step in range(3):
        print('%.5f' % exe.run(main, feed={'x': np.ones([2, 3], 'float32') * step}, fetch_list=[loss])[0][0])

for given in ((True, True), (True, False), (False, True), (False, False)):
    train(*given)
above()
"""


def test_several_of_which_the_last_counts(run_both_ways):
    """Whichever ran last: in branches, behind one another, and behind the optimizer."""
    old, new = run_both_ways({"several": {"main.py": SEVERAL}})
    assert old == new
    assert len({*old["several"]}) > 5
    text = migrate_source(SEVERAL).text
    assert text.count("SGD(learning_rate=0.1, grad_clip=grad_clip)") == 1
    assert compile(text, "main.py", "exec")  # no argument is given twice
