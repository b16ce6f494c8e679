"""Clips of a script's own, and heirs of fluid's."""

import pytest

pytestmark = pytest.mark.oracle

TRAIN = """\
layer = fluid.dygraph.Linear(2, 2, param_attr=fluid.initializer.Constant(0.5))
sgd = fluid.optimizer.SGDOptimizer(1.0, parameter_list=layer.parameters(), grad_clip={clip})
loss = fluid.layers.reduce_sum(layer(fluid.dygraph.to_variable(np.ones([1, 2], 'float32'))))
loss.backward()
sgd.minimize(loss)
out += [layer.weight, layer.bias]
"""
HALF = """\
class Half(fluid.clip.GradientClipBase):
    def __init__(self{parameter}):
        super(Half, self).__init__({handed})
    def _dygraph_clip(self, params_grads):
        return [(p, {scaled}) for p, g in params_grads]
"""
CASES = {
    "own": HALF.format(parameter="", handed="", scaled="g * 0.5") + TRAIN.format(clip="Half()"),
    "own_given_none": HALF.format(parameter="", handed="None", scaled="g * 0.5") + TRAIN.format(clip="Half()"),
    "own_given": HALF.format(parameter=", need_clip=None", handed="need_clip",
                             scaled="g * 0.5 if self._need_clip_func(p) else g * 0.25")
    + TRAIN.format(clip="Half(lambda p: 'b_0' in p.name)"),
    "wrong": "class Own(fluid.clip.GradientClipBase):\n    pass\nOwn(need_clip=3)\n",
    "heir": "class Tenth(fluid.clip.GradientClipByValue):\n    def __init__(self):\n        super().__init__(0.1)\n"
    + TRAIN.format(clip="Tenth()"),
    "heir_given_none": "class Tenth(fluid.clip.GradientClipByValue):\n    def __init__(self):\n"
    "        super().__init__(max=0.1, min=None, need_clip=None)\n" + TRAIN.format(clip="Tenth()"),
    "heir_without_init": "class Short(fluid.clip.GradientClipByNorm):\n    pass\n"
    + TRAIN.format(clip="Short(clip_norm=0.3)"),
    "some": TRAIN.format(clip="fluid.clip.GradientClipByValue(0.1, need_clip=lambda p: 'b_0' in p.name)"),
}
LEFT = dict.fromkeys(["own_given", "wrong", "some"], "need_clip= has no equivalent today")


@pytest.fixture(scope="module")
def answers(three_ways):
    return three_ways("clip", CASES, left=LEFT)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)
