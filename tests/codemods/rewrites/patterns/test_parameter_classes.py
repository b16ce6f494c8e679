"""What chooses parameters by their class chooses the same ones in today's programs."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.framework import Parameter\nx = fluid.data('x', [2])\n"
UNKNOWN = "from paddle.fluid.framework import Parameter\n"
BOTH = "paddle.static.Variable, paddle.pir.Value"


def migrated(text, head=HEAD):
    return migrate_source(head + text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print(isinstance(v, Parameter))\n", "print(getattr(v, 'is_parameter', False))\n"),
        ("if not isinstance(v, fluid.framework.Parameter): pass\n", "if not getattr(v, 'is_parameter', False): pass\n"),
        ("f = lambda v: isinstance(v, (Parameter, fluid.framework.ParamBase)) and v.name\n",
         "f = lambda v: getattr(v, 'is_parameter', False) and v.name\n"),
        ("print(type(v) == Parameter)\n", "print(getattr(v, 'is_parameter', False))\n"),
        ("print(type(v) is not Parameter)\n", "print(not getattr(v, 'is_parameter', False))\n"),
        ("print(isinstance(v, (fluid.Variable, Parameter)))\n", f"print(isinstance(v, ({BOTH})))\n"),
        ("print(isinstance(v, (Parameter, fluid.Variable)))\n", f"print(isinstance(v, ({BOTH})))\n"),
        ("print(isinstance(next(vs), Parameter))\n", "print(is_parameter(next(vs)))\n"),
    ],
)
def test_of_programs(old, new):
    result = migrated(old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_where_the_mode_is_not_known():
    result = migrated("def choose(v):\n    return isinstance(v, Parameter)\n", UNKNOWN)
    assert result.text.endswith("    return is_parameter(v)\n")
    assert "paddle.base.framework.EagerParamBase" in result.text


@pytest.mark.parametrize(
    "text",
    ["p = Parameter(block, shape=[2], dtype='float32')\n",
     "def master(b, **kwargs):\n    return Parameter(block=b, **kwargs)\n",
     "P = Parameter\np = P(fluid.default_main_program().global_block(), [2], 'float32')\n",
     "class Kept(object):\n    kind = Parameter\n    def make(self, b):\n        return self.kind(block=b)\n",
     "from functools import partial\nmake = partial(Parameter, shape=[2], dtype='float32')\n",
     "kinds = [Parameter]\n", "issubclass(kind, Parameter)\n",
     "isinstance(v, (Parameter, list))\n", "class Own(Parameter):\n    pass\n"],
)
def test_what_is_left_to_a_person(text):
    assert ("PM333", "fluid.framework.Parameter") in [(f.code, f.name) for f in migrated(text).left]


def test_layers_have_a_class_of_them():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n"
    text += "    print(isinstance(v, fluid.framework.Parameter))\n"
    assert "isinstance(v, paddle.base.framework.EagerParamBase)" in migrate_source(text).text


@pytest.mark.parametrize("text", ["print(isinstance(v, Parameters))\n", "isinstance(v, inspect.Parameter)\n"])
def test_what_stays(text):
    assert migrated(text).text.endswith(text)


NET = """\
import paddle.fluid as fluid
import paddle.fluid.framework as framework
from choosing import Choose, is_param

main = fluid.default_main_program()
x = fluid.data('x', [None, 4], 'float32')
g = fluid.layers.create_global_var([1], 2., 'float32', persistable=True, name='g')
h = fluid.layers.fc(x, 3, param_attr=fluid.ParamAttr(name='w'), bias_attr=fluid.ParamAttr(name='b'))
h = fluid.layers.batch_norm(h, param_attr=fluid.ParamAttr(name='s'), bias_attr=fluid.ParamAttr(name='o'),
                            moving_mean_name='m', moving_variance_name='v')
fluid.optimizer.Momentum(.1, .9).minimize(fluid.layers.mean(h * g))
lasting = [v for v in main.list_vars() if v.persistable]

def show(of):
    print(sorted(v.name for v in lasting if of(v) and 'velocity' not in v.name and 'rate' not in v.name))

show(is_param)
show(Choose(['w', 'g']))
show(lambda v: type(v) == framework.Parameter)
show(lambda v: type(v) != framework.Parameter)
show(lambda v: isinstance(v, (framework.Parameter, framework.Variable)))
print(isinstance(h, framework.Parameter), isinstance(3, framework.Parameter), is_param(None))
"""
OTHER = """\
import paddle.fluid.framework as F

def is_param(var):
    return isinstance(var, F.Parameter)

class Choose(object):
    def __init__(self, only):
        self.only = only

    def __call__(self, var):
        if not isinstance(var, F.Parameter):
            return False
        return var.name in self.only
"""


def test_old_and_new_choose_the_same(run_both_ways):
    old, new = run_both_ways({"chosen": {"main.py": NET, "choosing.py": OTHER}})
    assert old == new
    assert old["chosen"][:2] == ["['b', 'm', 'o', 's', 'v', 'w']", "['w']"]
