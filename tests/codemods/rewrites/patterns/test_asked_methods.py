"""Methods that optimizers have under other names today, asked for by hasattr() and getattr(), or taken uncalled."""

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid
fluid.enable_dygraph()
net = fluid.dygraph.Linear(2, 1)
opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
"""


def of(lines, head=HEAD):
    return migrate_source(f"{head}{lines}\n")


@pytest.mark.parametrize(("old", "new"), [
    ("rate = hasattr(opt, 'current_step_lr')", "rate = hasattr(opt, 'get_lr')"),
    ("if hasattr(opt, \"set_dict\"):\n    pass", "if hasattr(opt, \"set_state_dict\"):"),
    ("f = getattr(opt, 'current_step_lr', None)", "f = getattr(opt, 'get_lr', None)"),
    ("f = getattr(opt, 'set_dict', print)", "f = getattr(opt, 'set_state_dict', print)"),
    ("f = opt.current_step_lr", "f = opt.get_lr"),
    ("f = [opt.set_dict]", "f = [opt.set_state_dict]"),
    ("NAME = 'current_step_lr'\nasked = hasattr(opt, NAME)", "asked = hasattr(opt, 'get_lr')"),
    ("def f(o):\n    return o.current_step_lr() if hasattr(o, 'current_step_lr') else 0",
     "return o.get_lr() if isinstance(o, paddle.optimizer.Optimizer) else 0"),
    ("class A(object):\n    def f(self):\n        return hasattr(self.opt, 'current_step_lr')",
     "return isinstance(self.opt, paddle.optimizer.Optimizer)"),
    ("def f(objects):\n    return [each for each in objects if hasattr(each, 'set_dict')]",
     "[each for each in objects if hasattr(each, 'set_state_dict')]"),
])
def test_by_todays_name(old, new):
    result = of(old)
    assert new in result.text
    assert not result.left
    assert not migrate_source(result.text).changed


@pytest.mark.parametrize("line", [
    "asked = [hasattr(opt, name) for name in ('current_step_lr', 'set_dict')]",
    "def f(o):\n    return getattr(o, 'current_step_lr', None)",
    "class Mine(object):\n    def current_step_lr(self):\n        return 1\ndef f(o):\n"
    "    return hasattr(o, 'current_step_lr')",
])
def test_what_may_be_several_is_a_persons(line):
    result = of(line)
    assert line in result.text
    assert [each.code for each in result.left] == ["PM303"]


@pytest.mark.parametrize("line", ["f = opt.current_step_lr", "f = opt.set_dict", "f = getattr(opt, 'set_dict', None)"])
def test_with_a_schedule(line):
    result = of(line, HEAD.replace("0.1", "fluid.dygraph.NoamDecay(10, 10)"))
    assert line in result.text
    assert "PM303" in {each.code for each in result.left}


@pytest.mark.parametrize("line", [
    "asked = hasattr(net, 'set_dict')", "f = net.set_dict", "asked = hasattr(opt, 'minimize')",
    "asked = hasattr(opt, name())",
    "class Mine(object):\n    def set_dict(self, d):\n        pass\nmine = Mine()\nasked = hasattr(mine, 'set_dict')",
    "def hasattr(a, b):\n    return a\nasked = hasattr(opt, 'set_dict')", "opt.current_step_lr = None",
])
def test_others_stay(line):
    result = of(line)
    assert line in result.text
    assert not result.left


def test_a_file_of_today_stays(check_noop):
    check_noop("import paddle\ndef f(opt):\n    return hasattr(opt, 'current_step_lr') or opt.set_dict\n")
