"""Dynamic, static or not known: what is no dygraph stays as it is, and is said."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.batch.migrating import look_at
from paddle_migrate.facts.facts import Facts
from paddle_migrate.options import Options
from paddle_migrate.project.project import Project
from paddle_migrate.text.source import Source

HEAD = "import paddle\nimport paddle.fluid as fluid\n"
STEPS = """\
def steps(model, opt, x):
    loss = fluid.layers.mean(model(x))
    loss.backward()
    opt.minimize(loss)
    model.clear_gradients()
"""
PROGRAM = """\
def build():
    x = fluid.data("x", [None, 4])
    y = fluid.layers.relu(fluid.layers.fc(x, 3))
    loss = fluid.layers.mean(y)
    rate = fluid.layers.cosine_decay(0.1, 10, 10)
    fluid.optimizer.SGD(rate).minimize(loss)
    return loss
"""


def findings(text, level="person"):
    return [f for f in migrate_source(text, "script.py").findings if f.level == level]


@pytest.mark.parametrize(
    "body",
    [
        PROGRAM,
        "sgd = fluid.optimizer.SGD(0.1)\nsgd.minimize(loss)\nexe.run(main, feed={}, fetch_list=[loss])\n",
        "def f(loss):\n    fluid.optimizer.SGD(0.1).minimize(loss)\n    return fluid.Executor(fluid.CPUPlace())\n",
        "with fluid.program_guard(main):\n    y = fluid.layers.relu(x)\n    opt.minimize(fluid.layers.mean(y))\n",
        "class Net:\n    def block(self, x):\n        return fluid.layers.conv2d(x, 3, 3)\n"
        "    def net(self, x):\n        return fluid.layers.relu(self.block(x))\n",
        "test = fluid.default_main_program().clone(for_test=True)\ny = fluid.layers.relu(x)\n",
        "fluid.io.save_inference_model(p, ['x'], [y], exe)\nprint(loss.numpy()[0] if 0 else fluid.layers.relu(x))\n"
        .replace("loss.numpy()[0] if 0 else ", ""),
        "from paddle.fluid.layers import fc, relu\ndef f(x): return relu(fc(x, 3))\n",
        "loader = fluid.io.DataLoader.from_generator(feed_list=[x, y], capacity=3)\ny = fluid.layers.relu(x)\n",
        "paddle.enable_static()\ny = fluid.layers.relu(x)\n",
        "y = fluid.nets.simple_img_conv_pool(x, 3, 3, 2, 2)  # np.int\nz = fluid.layers.relu(y)\n",
    ],
)
def test_a_program_is_left_and_said_once(check_noop, body):
    result = check_noop(HEAD + body, programs=False)
    assert [(f.code, f.level) for f in result.findings] == [("PM315", "person")]
    assert "fluid." in result.findings[0].message


@pytest.mark.parametrize("optimizer", ["paddle.optimizer.SGD(0.1)", "paddle.optimizer.Adam(rate)"])
def test_todays_programs_come_out_unchanged_and_without_a_word(check_noop, optimizer):
    result = check_noop(
        f"""\
        import paddle
        from paddle import static
        # in 1.8: import paddle.fluid as fluid
        paddle.enable_static()
        x = static.data("x", [None, 4])
        rate = paddle.optimizer.lr.StepDecay(0.1, 3)
        loss = paddle.mean(static.nn.fc(x, 3))
        opt = {optimizer}
        opt.minimize(loss)  # fluid did the same
        exe = static.Executor()
        static.default_main_program().random_seed = 3
        """
    )
    assert result.findings == []


def test_both_modes_in_one_file_keep_each_right(check_transformed):
    train = """\
def train():
    with fluid.dygraph.guard():
        net = Net()
        opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
        loss = half(net(fluid.dygraph.to_variable(a)))
        loss.backward()
        opt.minimize(loss)
        net.clear_gradients()
"""
    helper = "def half(x): return fluid.layers.reduce_mean(x)\ndef act(x): return fluid.layers.relu(x)\n"
    net = "class Net(fluid.dygraph.Layer):\n    def forward(self, x):\n        return act(x)\n"
    result = check_transformed(
        HEAD + PROGRAM.replace("mean(y)", "mean(act(y))") + helper + net + train,
        f"""\
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
import paddle.fluid as fluid
{PROGRAM.replace("mean(y)", "mean(act(y))")}def half(x): return paddle.mean(x)
def act(x): return F.relu(x)
class Net(nn.Layer):
    def forward(self, x):
        return act(x)
def train():
    net = Net()
    opt = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    loss = half(net(paddle.to_tensor(a)))
    loss.backward()
    opt.step()
    opt.clear_grad()
""",
        programs=False,
    )
    assert [(f.code, f.line, f.name) for f in result.left] == [("PM315", 4, "build")]


def test_a_place_that_a_program_needs_too(check_transformed):
    check_transformed(
        HEAD
        + """\
place = fluid.CPUPlace()
exe = fluid.Executor(place)
with fluid.dygraph.guard(place):
    x = fluid.layers.relu(fluid.dygraph.to_variable(a))
y = fluid.layers.relu(z)
""",
        HEAD.replace("paddle\n", "paddle\nimport paddle.nn.functional as F\n", 1)
        + """\
place = fluid.CPUPlace()
exe = fluid.Executor(place)
paddle.device.set_device("cpu")
x = F.relu(paddle.to_tensor(a))
y = fluid.layers.relu(z)
""",
        programs=False,
    )


@pytest.mark.parametrize(
    "body",
    [
        "def make(loss):\n    opt = fluid.optimizer.SGD(0.1)\n    opt.minimize(loss)\n    return opt\n",
        "def make():\n    return fluid.optimizer.Adam(fluid.layers.cosine_decay(0.1, 10, 10))\n",
        "opt = fluid.optimizer.SGD(fluid.layers.piecewise_decay([1], [0.1, 0.2]))\nopt.minimize(l)\n",
        "if fast: fluid.optimizer.SGD(0.1).minimize(loss)\n",
        "opt = fluid.optimizer.SGD(0.1)\nprint(opt.current_step_lr())\n",
    ],
)
def test_what_depends_on_a_mode_that_nothing_shows_is_left_and_said(check_noop, body):
    result = check_noop(HEAD + body)
    assert [(f.code, f.level) for f in result.findings] == [("PM316", "person")]


def test_what_means_the_same_in_both_modes_is_rewritten_all_the_same(check_transformed):
    result = check_transformed(
        HEAD + "def f(x):\n    return fluid.layers.relu(x) + fluid.layers.reduce_sum(x, dim=1)\n",
        "import paddle\nimport paddle.nn.functional as F\n"
        "def f(x):\n    return F.relu(x) + paddle.sum(x, axis=1)\n",
    )
    assert not result.left


@pytest.mark.parametrize(
    "body",
    [
        "def f(x):\n    exe = fluid.Executor(place)\n    y = fluid.layers.relu(fluid.dygraph.to_variable(x))\n",
        "def f(loss):\n    if fluid.in_dygraph_mode():\n        loss.backward()\n        opt.minimize(loss)\n"
        "    else:\n        fluid.optimizer.SGD(0.1).minimize(fluid.layers.fc(loss, 1))\n",
    ],
)
def test_signs_of_both_in_one_function_leave_it_alone(check_noop, body):
    result = check_noop(HEAD + body)
    assert [(f.code, f.name) for f in result.left] == [("PM316", "f")]


@pytest.mark.parametrize(
    "sign",
    [
        "class N(fluid.dygraph.Layer): pass\n",
        "opt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())\n",
        "with fluid.dygraph.guard(): pass\n",
        "fluid.enable_dygraph()\n",
        "x = fluid.dygraph.to_variable(a)\n",
        "from paddle.fluid.dygraph import to_variable\nx = to_variable(a)\n",
        "model.set_dict(fluid.load_dygraph(p)[0])\n",
        "loader = fluid.io.DataLoader.from_generator(capacity=3, return_list=True)\n",
        "",
    ],
)
def test_signs_of_dygraph(sign):
    assert "opt.step()" in migrate_source(HEAD + sign + STEPS.replace("opt, x", "x") + "opt = fluid.optimizer.SGD("
                                          "0.1, parameter_list=m.parameters())\n").text


def _mode(text, mark="relu"):
    facts = Facts.find(Source(text))
    return facts.mode.of(facts.source.attributes[mark][-1])


BOTH = "exe = fluid.Executor(place)\nwith fluid.dygraph.guard():\n    pass\n"
NET = "class Net(fluid.dygraph.Layer):\n    def forward(self, x):\n        return f(x)\n"


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("def f(x): return fluid.layers.relu(x)\n", "unknown"),
        ("def f(x): return fluid.layers.relu(x)\n" + NET, "dynamic"),
        ("def f(x): return fluid.layers.relu(x)\nwith fluid.dygraph.guard():\n    f(1)\n", "dynamic"),
        ("def f(x): return fluid.layers.relu(x)\ndef g(): return f(fluid.data('x', [1]))\n", "static"),
        ("def f(x): return fluid.layers.relu(x)\ndef g(): return f(fluid.data('x', [1]))\n" + NET, "unknown"),
        ("def g(): return h()\ndef h(): return fluid.layers.fc(1, 2)\nclass A:\n    pass\ndef f(x):\n    g()\n"
         "    return fluid.layers.relu(x)\n", "static"),
        ("def f():\n    def inner(x): return fluid.layers.relu(x)\n    return fluid.layers.fc(1, 2)\n", "static"),
        ("def f():\n    with fluid.dygraph.guard():\n        def g(x): return fluid.layers.relu(x)\n", "dynamic"),
        ("class A:\n    def b(self, x): return fluid.layers.fc(x, 1)\n    def c(self, x): return fluid.layers.relu(x)",
         "static"),
        ("def a(x): return b(x)\ndef b(x):\n    a(x)\n    return fluid.layers.relu(x)\n", "unknown"),
    ],
)
def test_through_functions_of_a_file_of_both_modes(text, mode):
    assert _mode(HEAD + BOTH + text) == mode


def test_switches_divide_a_function():
    text = HEAD + "def f():\n    x = fluid.data('x', [1])\n    fluid.enable_dygraph()\n    y = fluid.layers.{}(x)\n" \
                  "    fluid.disable_dygraph()\n    z = fluid.layers.{}(y)\n"
    assert _mode(text.format("relu", "tanh")) == "dynamic"
    assert _mode(text.format("tanh", "relu")) == "static"


def test_a_file_that_shows_nothing_is_asked_of_those_that_use_it(tmp_path):
    make = "def make():\n    return fluid.optimizer.SGD(0.1)\n"
    texts = {
        "a/optim.py": HEAD + make,
        "a/train.py": HEAD + "from optim import make\nwith fluid.dygraph.guard():\n    make()\n",
        "b/optim.py": HEAD + make,
        "b/train.py": HEAD + "import optim\nexe = fluid.Executor(fluid.CPUPlace())\n",
        "c/optim.py": HEAD + make,
        "c/train.py": HEAD + "import optim\nexe = fluid.Executor(fluid.CPUPlace())\n",
        "c/other.py": HEAD + "import optim\nwith fluid.dygraph.guard():\n    pass\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    paths = [tmp_path / name for name in texts]
    project = Project(paths, [tmp_path])
    found = [look_at(tmp_path / f"{folder}/optim.py", Options(programs=False), project).outcome for folder in "abc"]
    assert [[f.code for f in o.findings if f.level == "person"] for o in found] == [["PM310"], ["PM315"], ["PM316"]]
    assert [o.changed for o in found] == [True, False, False]


def test_a_note_above_what_is_left(check_transformed):
    text = HEAD + PROGRAM
    after = migrate_source(text, "script.py", Options(annotate=True, programs=False)).text
    assert after.count("# TODO(paddle-migrate): static graph") == 1
    assert [line for line in after.splitlines() if "TODO" not in line] == text.splitlines()
    both = migrate_source(text + NET + "build()\n", "script.py", Options(annotate=True)).text
    assert "\n    # TODO(paddle-migrate): build" in both
    assert "# TODO" not in both.partition("class Net")[2]


@pytest.mark.parametrize(
    "body",
    [
        "exe = fluid.Executor(fluid.CPUPlace())\nprint(exe.run(feed={}, fetch_list=[l])[0].numpy()[0])\n",
        "exe = fluid.Executor(fluid.CPUPlace())\ndef show(t):\n    return t.numpy()[0], fluid.layers.relu(t)\n",
        "x = fluid.data('x', [1])\nfluid.optimizer.SGD(0.1).minimize(fluid.layers.relu(x))\nlist(torch.parameters())\n",
    ],
)
def test_what_other_libraries_have_too_makes_no_program_dygraph(check_noop, body):
    assert [f.code for f in check_noop(HEAD + body, programs=False).findings] == ["PM315"]


def test_a_branch_for_each_mode(check_transformed):
    result = check_transformed(
        HEAD
        + """\
def run(args):
    if args.dygraph:
        with fluid.dygraph.guard():
            loss = fluid.layers.mean(model(fluid.dygraph.to_variable(a)))
            loss.backward()
    else:
        loss = fluid.layers.mean(fluid.layers.fc(x, 1))
        fluid.optimizer.SGD(0.1).minimize(loss)
""",
        HEAD
        + """\
def run(args):
    if args.dygraph:
        loss = paddle.mean(model(paddle.to_tensor(a)))
        loss.backward()
    else:
        loss = fluid.layers.mean(fluid.layers.fc(x, 1))
        fluid.optimizer.SGD(0.1).minimize(loss)
""",
        programs=False,
    )
    assert [(f.code, f.line) for f in result.left] == [("PM315", 9)]


def test_cells_and_blocks_of_both_modes():
    from paddle_migrate.formats.documents import migrate_markdown

    text = """\
```python
import paddle.fluid as fluid
x = fluid.data("x", [None, 4])
fluid.optimizer.SGD(0.1).minimize(fluid.layers.mean(fluid.layers.fc(x, 1)))
```
and in dygraph
```python
with fluid.dygraph.guard():
    y = fluid.layers.relu(fluid.dygraph.to_variable(a))
```
"""
    result = migrate_markdown(text, "a.md")
    assert text.splitlines()[2:4] == result.text.split("import paddle.fluid as fluid\n")[1].splitlines()[:2]
    assert "y = F.relu(paddle.to_tensor(a))" in result.text
    assert [(f.code, f.line) for f in result.left] == [("PM315", 3)]


@pytest.mark.parametrize(
    "line",
    [
        "opt = paddle.optimizer.SGD(0.1, parameters=p)", "class Net(paddle.nn.Layer):\n    pass", "s = paddle.load(p)",
        "loss.backward()",
    ],
)
def test_what_an_earlier_run_made_of_dygraph_shows_it_still(check_noop, line):
    build = "def build(x):\n    return fluid.layers.fc(fluid.data('x', [1]), 3)\n"
    result = check_noop(f"{HEAD}{line}\n{build}build(p)\n")
    assert [f.code for f in result.left] == ["PM315"]


@pytest.mark.parametrize("line", ["opt = paddle.optimizer.SGD(0.1)", "y = paddle.nn.Linear(2, 3)(x)", "paddle.seed(3)"])
def test_what_programs_have_of_today_shows_none(line):
    text = f"{HEAD}{line}\ndef build(x):\n    y = fluid.data('x', [1])\n    return fluid.layers.fc(y, 3)\n"
    assert "fluid" not in migrate_source(text).text


def test_parameters_that_are_none_are_no_sign_of_dygraph():
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [2, 2])\nloss = fluid.layers.mean(x)\n" \
        "opt = fluid.optimizer.SGD(0.1, parameter_list=None)\nopt.minimize(loss)\n"
    assert "opt.minimize(loss)" in migrate_source(text).text
