"""Layer classes that scripts derive from, hand on, and call by other names."""

import pytest

pytestmark = pytest.mark.oracle

X = "x = fluid.dygraph.to_variable(np.cos(np.arange(18.0)).reshape([1, 2, 3, 3]).astype('float32'))\n"
SET = (
    "for p in layer.parameters():\n"
    "    p.set_value(np.cos(np.arange(p.numpy().size) + 0.5).reshape(p.numpy().shape).astype('float32'))\n"
    "out += [layer(x)] + [p.numpy() for p in layer.parameters()]\n"
)
HEIR = "class Own(fluid.dygraph.{base}):\n    {body}\nlayer = {made}\n"
NET = """\
class Net(fluid.dygraph.Layer):
    def __init__(self, norm={default}):
        {init}
        self.norm = norm({given})
    def forward(self, x):
        return self.norm(x)
layer = Net({made})
"""
INIT = "super(Net, self).__init__()"


def net(default="fluid.dygraph.BatchNorm", given="2", made="", init=INIT):
    return X + NET.format(default=default, given=given, made=made, init=init) + SET


def heir(base, made, body="pass"):
    return X + HEIR.format(base=base, body=body, made=made) + SET


CASES = {
    "heir": heir("Conv2D", "Own(num_channels=2, num_filters=3, filter_size=2, padding=1)"),
    "heir_by_place": heir("Conv2D", "Own(2, 3, 2, 1, 1)"),
    "heir_with_a_method": heir("Conv2D", "Own(2, num_filters=3, filter_size=2)",
                               "def forward(self, x):\n        return super(Own, self).forward(x) * 2"),
    "heir_with_a_text": heir("InstanceNorm", "Own(num_channels=2, param_attr=fluid.ParamAttr())", "'''mine'''"),
    "heir_act": heir("Conv2D", "Own(2, 3, 2, act='relu')"),
    "heir_of_heir": X + "class A(fluid.dygraph.Conv2D):\n    pass\nclass B(A):\n    def __init__(self):\n"
    "        super(B, self).__init__(num_channels=2, num_filters=1, filter_size=3)\nlayer = B()\n" + SET,
    "heir_handed_on": X + "class A(fluid.dygraph.Conv2D):\n    pass\nmake = A\n"
    "layer = make(num_channels=2, num_filters=1, filter_size=3)\n" + SET,
    "heir_asked_for": heir("Conv2D", "Own(num_channels=2, num_filters=3, filter_size=2)")
    + "out += [isinstance(layer, Own), isinstance(layer, fluid.dygraph.Conv2D)]\n",
    "layer_init": net(init="fluid.dygraph.Layer.__init__(self)"),
    "layer_init_scope": net(init="fluid.dygraph.Layer.__init__(self, 'net')"),
    "default": net(),
    "keyword": net(default="None", made="norm=fluid.dygraph.BatchNorm"),
    "by_place": net(default="None", made="fluid.dygraph.BatchNorm"),
    "keyword_same_name": net(given="num_channels=2, momentum=0.5"),
    "another_name_today": net(default="fluid.dygraph.InstanceNorm", given="num_channels=2"),
    "either": net(default="None", made="fluid.dygraph.InstanceNorm if len(out) else fluid.dygraph.BatchNorm"),
    "chosen": X + "kinds = {'b': fluid.dygraph.BatchNorm, 'i': fluid.dygraph.InstanceNorm}\n"
    "layer = kinds['b'](2)\n" + SET,
    "got": X + "kinds = dict(b=3)\nkinds['b'] = fluid.dygraph.BatchNorm\nlayer = kinds.get('b')(2)\n" + SET,
    "listed": X + "layer = [fluid.dygraph.Conv2D, fluid.dygraph.Linear][0](num_channels=2, num_filters=1,"
    " filter_size=2)\n" + SET,
    "listed_by_place": X + "layer = [fluid.dygraph.Conv2D, fluid.dygraph.Conv2D][0](2, 1, 2)\n" + SET,
    "looped": X + "for kind in (fluid.dygraph.BatchNorm, fluid.dygraph.InstanceNorm):\n    layer = kind(2)\n" + SET,
    "act": X + "kind = fluid.dygraph.Conv2D\nlayer = kind(2, 1, 2, act='relu')\n" + SET,
    "asked_for": X + "layer = fluid.dygraph.BatchNorm(2)\nkinds = fluid.dygraph.BatchNorm\n"
    "out += [isinstance(layer, (fluid.dygraph.Conv2D, fluid.dygraph.BatchNorm)), type(layer) is kinds]\n",
    "output_size_none": X + "layer = fluid.dygraph.Conv2DTranspose(2, 3, 3, None, 1, 2)\n" + SET,
    "output_size_none_named": X + "layer = fluid.dygraph.Conv2DTranspose(2, 3, 3, output_size=None, stride=2)\n" + SET,
    "no_grad_of_a_function": X + "x.stop_gradient = False\ndef twice(x):\n    return x * 2\n"
    "out += [fluid.dygraph.no_grad(twice)(x).stop_gradient, fluid.dygraph.no_grad(lambda x: x * 3)(x)]\n",
    "no_grad_above": X + "x.stop_gradient = False\n@fluid.dygraph.no_grad\ndef twice(x):\n    return x * 2\n"
    "@fluid.dygraph.no_grad()\ndef thrice(x):\n    return x * 3\n"
    "out += [twice(x).stop_gradient, thrice(x).stop_gradient]\n"
    "with fluid.dygraph.no_grad():\n    out += [(x * 2).stop_gradient]\n",
    "core_avx": X + "out += [isinstance(x, fluid.core_avx.VarBase), isinstance(3, fluid.core_avx.VarBase)]\n",
    "core_avx_imported": "from paddle.fluid.core_avx import VarBase\n" + X + "out += [isinstance(x, VarBase)]\n",
    "lamb": "layer = fluid.dygraph.Linear(2, 2, param_attr=fluid.initializer.Constant(0.5))\n"
    "lamb = fluid.optimizer.Lamb(0.1, parameter_list=layer.parameters())\n"
    "loss = fluid.layers.reduce_sum(layer(fluid.dygraph.to_variable(np.ones([1, 2], 'float32'))))\n"
    "loss.backward()\nlamb.minimize(loss)\nout += [layer.weight]\n",
}
LEFT = {
    "heir_act": "act= in the constructor of a subclass",
    "heir_handed_on": "is used as a value",
}


@pytest.fixture(scope="module")
def answers(three_ways):
    return three_ways("dygraph.classes", CASES, left=LEFT)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)
