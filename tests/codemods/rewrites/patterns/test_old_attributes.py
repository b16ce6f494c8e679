"""What 1.6's layers called their parameters."""

from __future__ import annotations

import contextlib
import io
import textwrap

import pytest
from paddle_migrate.api import migrate_source

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


LENET = """\
    import paddle.fluid as fluid
    class Net(fluid.dygraph.Layer):
        def __init__(self, size, act='relu'):
            super().__init__()
            self.conv = fluid.dygraph.Conv2D(1, 8, 3, padding=1, act='relu')
            self.pool = fluid.dygraph.Pool2D(2, 'max', pool_stride=2)
            self.fc = fluid.dygraph.Linear(8, 10)
            self.any = fluid.dygraph.Pool2D(size, 'avg')
            self.drop = fluid.dygraph.Dropout(0.5)
    net = Net(2)
    print({old})
    """


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("net.conv._num_filters", "net.conv._out_channels"),
        ("net.conv._num_channels", "net.conv._in_channels"),
        ("net.conv._stride, net.conv._dilation", "net.conv._stride, net.conv._dilation"),
        ("net.conv._padding", "[1, 1]"),
        ("net.conv._filter_size", "3"),
        ("net.conv._act", "'relu'"),
        ("net.conv._groups", "None"),
        ("net.fc._act", "None"),
        ("net.pool._pool_type", "'max'"),
        ("net.pool._pool_size", "[2, 2]"),
        ("'{}, {}'.format(net.pool._pool_stride, net.pool._pool_padding)", "'{}, {}'.format([2, 2], [0, 0])"),
        ("net.any._pool_type", "'avg'"),
        ("net.drop._dropout_prob", "net.drop.p"),
    ],
)
def test_what_an_argument_was(old, new):
    result = migrate_source(textwrap.dedent(LENET).replace("{old}", old))
    assert result.left == []
    assert result.text.endswith(f"print({new})\n")
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize(
    "old", ["net.any._pool_size", "other._pool_type", "[layer._act for layer in net.sublayers()]"]
)
def test_what_the_file_does_not_tell_is_left_to_a_person(old):
    result = migrate_source(textwrap.dedent(LENET).replace("{old}", old))
    (finding,) = result.left
    assert (finding.code, finding.line) == ("PM331", 11)
    assert result.text.endswith(f"print({old})\n")


def test_a_change_of_one_is_left_to_a_person():
    result = migrate_source(textwrap.dedent(LENET).replace("print({old})", "net.pool._pool_type = 'avg'"))
    (finding,) = result.left
    assert (finding.code, "make the layer anew" in finding.message) == ("PM331", True)


@pytest.mark.parametrize(
    ("made", "read"),
    [
        ("[5, 3]", "-1"),
        ("[5, 3], padding_idx=2", "2"),
        ("[5, 3], padding_idx=-2", None),  # 3 there, -2 today
        ("[5, 3], padding_idx=row", None),
    ],
)
def test_the_row_that_is_taken_for_zeros(made, read):
    text = f"import paddle.fluid as fluid\nemb = fluid.dygraph.Embedding({made})\nprint(emb._padding_idx)\n"
    result = migrate_source(text)
    assert result.text.endswith(f"print({read or 'emb._padding_idx'})\n")
    assert [(f.code, f.line) for f in result.left] == ([] if read else [("PM331", 3)])


def test_the_row_of_another_s_stays():
    result = migrate_source("import paddle.fluid as fluid\nemb = Own(2)\nprint(emb._padding_idx)\n")
    assert result.left == []
    assert result.text.endswith("print(emb._padding_idx)\n")


@pytest.mark.parametrize("code", ["self._act", "config._pool_size", "x._padding", "net.conv._kernel_size"])
def test_attributes_of_one_s_own_stay(code):
    text = textwrap.dedent(LENET).replace("{old}", code) + "config._pool_size = 3\nself._act = 1\n"
    result = migrate_source(text)
    assert result.left == []
    assert f"print({code})\n" in result.text
    assert not [f for f in result.findings if f.code == "PM229"]


def test_attributes_in_today_s_code_stay(check_noop):
    check_noop("import paddle\nprint(net._act, net.pool._pool_type)\n")


@pytest.fixture
def printed():
    """What a script prints; one that uses fluid, under compat."""
    import paddle_compat

    paddle_compat.install()

    def run(text):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, "script.py", "exec"), {"__name__": "script"})
        return out.getvalue()

    return run


def test_what_is_written_is_what_the_layer_has(printed):
    """Under compat, which test_attributes.py holds to 1.8.5, and migrated: the same text comes out."""
    names = ("conv._num_filters", "conv._stride", "conv._padding", "conv._filter_size", "conv._act", "pool._pool_type",
             "pool._pool_size", "pool._pool_stride", "pool._global_pooling", "fc._act", "any._pool_type",
             "drop._dropout_prob")
    text = textwrap.dedent(LENET).replace("{old}", ", ".join(f"net.{name}" for name in names))
    assert printed(migrate_source(text).text) == printed(text)


DROPS = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Dropout, Layer, Linear
import more
class Net(Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = Linear(4, 4, param_attr=fluid.initializer.Constant(.5))
        self.drop = Dropout(.9)
    def forward(self, x):
        return self.drop(self.fc(x))
class Loud(Dropout):
    def forward(self, x):
        return super(Loud, self).forward(x) * (1 + self._dropout_prob)
def by_kind(net):
    for each in net.sublayers():
        if isinstance(each, Dropout):
            each._dropout_prob = 0.
def by_name(net):
    for each in net.sublayers():
        if hasattr(each, '_dropout_prob'):
            each._dropout_prob = getattr(each, '_dropout_prob', 1.) * 0.
def by_setattr(net):
    [setattr(each, '_dropout_prob', 0.) for each in [net.drop]]
def by_itself(net):
    net.drop._dropout_prob = 0.
def loud(net):
    net.drop = Loud(.9)
    by_kind(net)
with fluid.dygraph.guard():
    for change in by_kind, by_name, by_setattr, by_itself, loud, more.off:
        net = Net()
        before = net.drop._dropout_prob
        change(net)
        out = net(fluid.dygraph.to_variable(np.ones((2, 4), 'float32')))
        print(change.__name__, before, net.drop._dropout_prob, float(out.numpy().sum()))
"""
MORE = """\
import paddle.fluid as fluid
def off(net, name='drop', to=0.):
    layer = getattr(net, name)
    layer._dropout_prob = to
"""


def test_how_much_any_layer_of_dropout_drops(run_both_ways):
    old, new = run_both_ways({"drops": {"main.py": DROPS, "more.py": MORE}})
    assert old == new
    assert [line.split()[2:] for line in old["drops"]] == [["0.0", "16.0"]] * 6


def test_how_much_an_own_class_drops_stays():
    text = textwrap.dedent(LENET).replace("{old}", "other._dropout_prob")
    own = "class Drop(object):\n    def __init__(self, p):\n        self._dropout_prob = p\n"
    assert "print(other._dropout_prob)" in migrate_source(text + own).text
