"""What a guard did besides: names counted afresh, a place for its block only. Kept where a script can tell."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import os\nimport numpy as np\nimport paddle.fluid as fluid\nfrom paddle.fluid.dygraph import guard\n"


def test_what_it_becomes(check_transformed):
    check_transformed(
        HEAD
        + """\
def run(resume):
    # the device
    with guard(fluid.CPUPlace()):
        opt.set_dict(resume)
        if resume:
            return 1
run(0)
run(1)
""",
        """\
import os
import numpy as np
import paddle
def run(resume):
    # the device
    paddle.device.set_device("cpu")
    with paddle.utils.unique_name.guard():
        opt.set_state_dict(resume)
        if resume:
            return 1
run(0)
run(1)
""",
    )


ONCE = "    opt = fluid.optimizer.SGD(0.1, parameter_list=p)\n    opt.set_dict(state)\n"
NOW = "opt = paddle.optimizer.SGD(0.1, parameters=p)\nopt.set_state_dict(state)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"with guard():\n{ONCE}", NOW),
        ("if train:\n    with guard():\n        f(fluid)\nelse:\n    with guard():\n        opt.set_dict(1)\n", None),
        ("def f():\n    with guard():\n        opt.set_dict(1)\nif __name__ == '__main__':\n    f()\n",
         "def f():\n    opt.set_state_dict(1)\nif __name__ == '__main__':\n    f()\n"),
        ("def f():\n    with guard():\n        opt.state_dict()\ndef main():\n    f()\nmain()\n",
         "def f():\n    opt.state_dict()\ndef main():\n    f()\nmain()\n"),
        ("with guard(fluid.CPUPlace()):\n    f()\nwith guard(fluid.CPUPlace()):\n    g()\n",
         'paddle.device.set_device("cpu")\nf()\npaddle.device.set_device("cpu")\ng()\n'),
        ("with guard():\n    f()\nwith guard(fluid.CPUPlace()):\n    g()\n",
         'f()\npaddle.device.set_device("cpu")\ng()\n'),
        ("with guard():\n    with guard():\n        f()\n", "f()\n"),
        ("with guard():\n    opt.set_dict(state)\nwith guard():\n    test()\n", "opt.set_state_dict(state)\ntest()\n"),
        ("def train():\n    with guard():\n        opt.state_dict()\n"
         "def predict():\n    with guard():\n        f()\n"
         "if a:\n    train()\n    if b:\n        predict()\nelif b:\n    predict()\n",
         "def train():\n    opt.state_dict()\ndef predict():\n    f()\n"
         "if a:\n    train()\n    if b:\n        predict()\nelif b:\n    predict()\n"),
    ],
)
def test_scripts_that_cannot_tell_stay_as_tidy_as_they_were(before, after):
    head = "import paddle\nfrom paddle.fluid.dygraph import guard\nimport paddle.fluid as fluid\n"
    text = migrate_source(head + before)
    assert "unique_name" not in text.text
    assert "get_device" not in text.text
    assert "device_count" not in text.text
    if after is not None:
        assert text.text == "import paddle\n" + after


COUNT = 'paddle.device.set_device("gpu" if paddle.device.cuda.device_count() else "cpu")\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with guard(fluid.CPUPlace()):\n    f()\nwith guard():\n    g()\n",
         f'paddle.device.set_device("cpu")\nf()\n{COUNT}g()\n'),
        ("def a():\n    with guard(fluid.CPUPlace()):\n        f()\ndef b():\n    with guard(None):\n        g()\n"
         "b()\na()\nb()\n",
         f'def a():\n    paddle.device.set_device("cpu")\n    f()\ndef b():\n    {COUNT}    g()\nb()\na()\nb()\n'),
        ("for i in r:\n    with guard():\n        g()\n    with guard(fluid.CPUPlace()):\n        f()\n",
         f'for i in r:\n    {COUNT}    g()\n    paddle.device.set_device("cpu")\n    f()\n'),
    ],
)
def test_a_plain_guard_behind_another_device(check_transformed, before, after):
    check_transformed(f"import paddle\nfrom paddle.fluid.dygraph import guard\nimport paddle.fluid as fluid\n{before}",
                      f"import paddle\n{after}")


NAMED = """\
def build():
    with guard(fluid.CPUPlace()):
        layer = fluid.dygraph.Linear(2, 1, param_attr=fluid.ParamAttr({name}))
        print(layer.weight.shape)
"""
TWICE = """\
def build():
    paddle.device.set_device("cpu")
    with paddle.utils.unique_name.guard():
        layer = nn.Linear(2, 1, weight_attr=paddle.ParamAttr(name="w"))
        print(layer.weight.shape)
"""


@pytest.mark.parametrize("calls", [
    "f()\nglobals()['f']()\n", "f()\ng = f\ng()\n", "f()\nlater(f)\n", "for one in (f, f):\n    one()\n",
])
def test_functions_that_are_called_by_other_ways(calls):
    text = migrate_source(f"{HEAD}def f():\n    with guard():\n        opt.set_dict(1)\n{calls}").text
    assert "    with paddle.utils.unique_name.guard():\n" in text


def test_a_parameter_s_name_may_be_given_again():
    assert TWICE in migrate_source(HEAD + NAMED.format(name='name="w"') + "build()\nbuild()\n").text


@pytest.mark.parametrize(
    ("name", "calls"),
    [('name="w"', "build()\n"), ("learning_rate=0.1", "build()\nbuild()\n"), ("name=None", "build()\nbuild()\n")],
)
def test_a_model_made_once_or_without_names_needs_no_block(name, calls):
    assert "unique_name" not in migrate_source(HEAD + NAMED.format(name=name) + calls).text


def test_named_parameters_of_two_guards_run(run_both_ways):
    text = HEAD.replace("import os\n", "") + NAMED.format(name='name="w"') + "build()\nbuild()\n"
    old, new = run_both_ways({"named": {"main.py": text}})
    assert old == new


WITHIN = """\
def inner({given}):
    {one}
    with guard(place):
        g()
def outer(number, cpu=fluid.CPUPlace()):
    {other}
    with guard({asked}):
        inner({gives})
        g()
number = int(os.environ['N'])
outer(number)
"""


@pytest.mark.parametrize(("given", "one", "other", "asked", "gives", "same"), [
    ("", "place = fluid.CPUPlace()", "place = fluid.CPUPlace()", "place", "", True),
    ("", "place = fluid.CPUPlace()", "where = fluid.CPUPlace()", "where", "", True),
    ("n", "place = fluid.CUDAPlace(n)", "device = fluid.CUDAPlace(number)", "device", "number", False),  # other words
    ("number", "place = fluid.CUDAPlace(number)", "device = fluid.CUDAPlace(number)", "device", "number", True),
    ("", "place = fluid.CUDAPlace(number)", "device = fluid.CUDAPlace(number)", "device", "", True),
    ("", "place = fluid.CPUPlace()", "place = fluid.CUDAPlace(0)", "place", "", False),
    ("number", "place = fluid.CUDAPlace(number)", "place = fluid.CUDAPlace(number)", "place", "1", False),
    ("place", "pass", "place = cpu", "place", "fluid.CUDAPlace(0)", False),
    ("place", "pass", "place = cpu", "place", "place", True),
])  # fmt: skip
def test_a_guard_within_another_is_of_its_place_by_value(given, one, other, asked, gives, same):
    text = WITHIN.format(given=given, one=one, other=other, asked=asked, gives=gives)
    assert ("with on_device(" in migrate_source(HEAD + text).text) is not same


IN_TURN = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear, guard, to_variable
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        weight = fluid.ParamAttr(name='w', initializer=fluid.initializer.Constant(.5))
        self.fc = Linear(3, 1, param_attr=weight, bias_attr=False)
    def forward(self, x):
        return self.fc(x)
def make():
    net = Net()
    return net, fluid.optimizer.Adam(.1, parameter_list=net.parameters())
def step(net, opt):
    loss = fluid.layers.mean(net(to_variable(np.ones((2, 3), 'float32'))))
    loss.backward()
    opt.minimize(loss)
    net.clear_gradients()
    print('%.5f' % loss.numpy()[0])
{run}"""
ONE_FUNCTION = """\
def main():
    with guard():
        net, opt = make()
        step(net, opt)
        fluid.save_dygraph(net.state_dict(), 'net')
        fluid.save_dygraph(opt.state_dict(), 'net')
    with guard():
        net, opt = make()
        state, rest = fluid.load_dygraph('net')
        net.set_dict(state)
        opt.set_dict(rest)
        step(net, opt)
        step(net, opt)
main()
"""
CALLED = """\
def train():
    with guard():
        step(*make())
def test():
    with guard():
        step(*make())
def main():
    train()
    test()
if __name__ == '__main__':
    main()
"""


def test_guards_that_one_call_leads_to(run_both_ways):
    """A parameter's name may be given again, and an optimizer's state goes by names."""
    runs = {"one": ONE_FUNCTION, "called": CALLED}  # in one process, so that names differ
    files = {name: {"main.py": IN_TURN.format(run=run).replace("'w'", f"'{name}'")} for name, run in runs.items()}
    old, new = run_both_ways(files)
    assert new == old
    assert old["called"][0] == old["called"][1]


def test_guards_that_a_function_calls_itself_for():
    text = "def f(n):\n    with guard():\n        opt.set_dict(1)\n    if n:\n        f(n - 1)\nf(3)\n"
    assert "unique_name" in migrate_source(HEAD + text).text
