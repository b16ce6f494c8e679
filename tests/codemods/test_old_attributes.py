"""What 1.6's layers called their parameters."""

from __future__ import annotations

import pytest

NET = """\
    import {module}
    class Net({base}):
        def __init__(self):
            super().__init__()
            self.emb = {emb}
            self.own = make()
        def forward(self, x):
            return {use}
    net = Net()
    print({outside})
    """
OLD = {"module": "paddle.fluid as fluid", "base": "fluid.dygraph.Layer", "emb": "fluid.dygraph.Embedding([5, 3])"}
NEW = {"module": "paddle.nn as nn", "base": "nn.Layer", "emb": "nn.Embedding(5, 3)"}


@pytest.mark.parametrize(
    ("before", "after"), [("self.emb._w", "self.emb.weight"), ("self.emb._w.numpy()", "self.emb.weight.numpy()")]
)
def test_a_weight(check_transformed, before, after):
    result = check_transformed(
        NET.format(use=before, outside="net.emb._w", **OLD), NET.format(use=after, outside="net.emb.weight", **NEW))
    assert len([f for f in result.findings if f.name == "_w"]) == 2


def test_that_is_shared(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        first = fluid.dygraph.Conv2D(1, 2, 3)
        second = fluid.dygraph.Conv2D(1, 2, 3)
        second._filter_param = first._filter_param
        second._bias_param = first._bias_param
        """,
        """\
        import paddle.nn as nn
        first = nn.Conv2D(1, 2, 3)
        second = nn.Conv2D(1, 2, 3)
        second.weight = first.weight
        second.bias = first.bias
        """,
    )


@pytest.mark.parametrize("use", ["self.own._w", "self._w", "self.emb.weight", "self.emb._b", "self.emb._w1"])
def test_other_attributes_stay(check_transformed, use):
    check_transformed(NET.format(use=use, outside="net", **OLD), NET.format(use=use, outside="net", **NEW))


def test_today_s_own_stays(check_noop):
    check_noop(NET.format(use="self.emb._w", outside="net", **NEW))
