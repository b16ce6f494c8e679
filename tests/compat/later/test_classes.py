"""Classes of 1.8.5 whose rules are functions."""

import inspect

import numpy as np
import paddle
import pytest
from paddle import nn

ALL = [("Xavier", nn.initializer.XavierUniform, nn.initializer.XavierNormal),
       ("MSRA", nn.initializer.KaimingUniform, nn.initializer.KaimingNormal)]


@pytest.mark.parametrize(("name", "uniform", "normal"), ALL)
def test_a_call_makes_todays(fluid, name, uniform, normal):
    kind = getattr(fluid.initializer, name)
    assert inspect.isclass(kind)
    assert kind is getattr(fluid.initializer, f"{name}Initializer")
    assert isinstance(kind(), uniform)
    assert isinstance(kind(False), normal)
    assert all(isinstance(made, kind) for made in (kind(), kind(uniform=False), normal()))
    assert not isinstance(nn.initializer.Constant(0.0), kind)
    with pytest.raises(TypeError):
        kind(no_such=1)


def test_it_may_be_derived_from(fluid):
    """As a library does that gives its own names to the two kinds."""

    class Wide(fluid.initializer.MSRAInitializer):
        def __init__(self, fan_in=None):
            super().__init__(uniform=False, fan_in=fan_in, seed=0)

    paddle.seed(3)
    linear = nn.Linear(400, 300, weight_attr=paddle.ParamAttr(initializer=Wide(fan_in=50)))
    assert abs(float(np.std(linear.weight.numpy())) - 0.2) < 0.005  # sqrt(2 / 50)
    assert isinstance(Wide(), fluid.initializer.MSRA)
    assert isinstance(Wide(), paddle.nn.initializer.Initializer)


def test_of_a_library_that_asks_first(fluid):
    try:
        from paddle.fluid.initializer import MSRAInitializer, NormalInitializer
    except ImportError:
        pytest.fail("this road was there in 1.8.5 and in 2.4")

    class KaimingUniform(MSRAInitializer):
        def __init__(self, fan_in=None):
            super().__init__(uniform=True, fan_in=fan_in)

    class Normal(NormalInitializer):
        def __init__(self, mean=0.0, std=1.0):
            super().__init__(loc=mean, scale=std, seed=0)

    for kind in (KaimingUniform, Normal):
        with fluid.dygraph.guard():
            weight = fluid.dygraph.Linear(4, 4, param_attr=fluid.ParamAttr(initializer=kind())).weight
        assert weight.numpy().std() > 0
