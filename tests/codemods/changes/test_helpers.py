"""Functions and classes of the compat layer that are written into the script, with what they need."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import numpy as np\nimport paddle.fluid as fluid\n"


def defined(text):
    """The names that the migrated script defines at its top."""
    return re.findall(r"^(?:def |class |)(\w+)(?=[(:]| =)", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("m = fluid.metrics.Accuracy()", ["MetricBase", "_check", "_NUMBER", "Accuracy", "m"]),
        ("class M(fluid.metrics.MetricBase):\n    pass", ["MetricBase", "M"]),
        ("is_auc = isinstance(m, fluid.metrics.Auc)", ["MetricBase", "_check", "_ARRAY", "Auc", "is_auc"]),
        ("w = fluid.average.WeightedAverage()", ["_is_number", "WeightedAverage", "w"]),
        ("cell = fluid.dygraph.GRUUnit(6)", ["_ACTIVATIONS", "gru_step", "GRUUnit", "cell"]),
        (
            "a = fluid.metrics.Precision()\nb = fluid.metrics.Recall()",
            ["MetricBase", "_check", "_ARRAY", "Precision", "Recall", "a", "b"],
        ),
    ],
)
def test_a_class_comes_behind_what_it_needs(source, names):
    result = migrate_source(f"{HEAD}{source}\n")
    assert sorted(defined(result.text)) == sorted(names)
    assert defined(result.text)[-1] == names[-1]
    assert not result.left
    assert "Any" not in result.text
    assert migrate_source(result.text).text == result.text


def test_the_name_of_the_import_that_goes_is_free():
    result = migrate_source("from paddle.fluid.metrics import Recall\n\nm = Recall()\n")
    assert "\nm = Recall()\n" in result.text
    assert "fluid" not in result.text


def test_other_names_are_not():
    result = migrate_source(HEAD + "class MetricBase:\n    pass\n\n\nm = fluid.metrics.Recall()\n")
    assert "class Recall(MetricBase_):" in result.text
    assert "class MetricBase_:" in result.text


def test_todays_metrics_are_left(check_noop):
    check_noop("import paddle\nm = paddle.metric.Accuracy()\nclass Recall(paddle.metric.Metric):\n    pass\n")


def test_what_is_gone_is_left(check_noop):
    result = check_noop(HEAD + "m = fluid.metrics.DetectionMAP(x, y, z)\n")
    assert [finding.code for finding in result.left] == ["PM302"]


def test_a_class_of_the_same_name_elsewhere_is_left(check_noop):
    check_noop("from metrics import Accuracy\n\n\nm = Accuracy()\nm.update(1.0, 2)\n")


def test_a_class_stands_behind_a_later_import_that_it_needs(check_transformed):
    """Its base class is asked for when it is defined; the script itself has code before that import."""
    text = migrate_source(
        '''\
"""Trains."""
import os


def flags():
    os.environ["FLAGS_x"] = "1"


flags()
import numpy as np
import paddle.fluid as fluid
from net import Net

m = fluid.metrics.MetricBase("m")
cell = fluid.dygraph.GRUUnit(6)
'''
    ).text
    assert text.startswith('"""Trains."""\nimport copy\nimport os\n\n\ndef flags():')
    assert "\nfrom net import Net\n\n\nclass MetricBase:" in text
    assert text.index("import paddle.nn as nn\n") < text.index("class GRUUnit(nn.Layer)")
    assert text.index("class GRUUnit(nn.Layer)") < text.index('\nm = MetricBase("m")')
    check_transformed(text, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Pool2D(2, kind, 2)", "pool_2d(2, kind, 2)"),
        (
            "Pool2D(pool_size=k, pool_stride=2, pool_type='avg', global_pooling=every, use_cudnn=False)",
            "pool_2d(pool_size=k, pool_stride=2, pool_type='avg', global_pooling=every)",
        ),
        ("Pool2D(pool_type=kind, global_pooling=True)", "pool_2d(pool_type=kind, global_pooling=True)"),
        ("Pool2D('pool', k, kind)", "pool_2d(k, kind)"),  # 1.6
    ],
)
def test_a_pooling_layer_that_an_argument_chooses(before, after):
    result = migrate_source(f"from paddle.fluid.dygraph.nn import Pool2D\n\nlayer = {before}\n")
    assert defined(result.text) == ["pool_2d", "layer"]
    assert result.text.endswith(f"\nlayer = {after}\n")
    assert not result.left
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize(
    "call", ["Pool2D(2, 'max')", "Pool2D(k, 'avg', 2)", "Pool2D(k, pool_type='avg', global_pooling=True)"]
)
def test_a_pooling_layer_that_is_known_needs_no_function(call):
    result = migrate_source(f"from paddle.fluid.dygraph.nn import Pool2D\n\nlayer = {call}\n")
    assert defined(result.text) == ["layer"]


@pytest.mark.parametrize("call", ["Pool2D(2, 'sum')", "Pool2D(pool_type='max')", "Pool2D(*sizes)"])
def test_a_pooling_layer_that_1_8_refused_is_left(check_noop, call):
    result = check_noop(f"from paddle.fluid.dygraph.nn import Pool2D\n\nlayer = {call}\n")
    assert [finding.code for finding in result.left] == ["PM303"]


PADDED = """\
x = fluid.data('x', [None, 5], lod_level=1)
padded, lengths = fluid.layers.sequence_pad(x, fluid.layers.assign(np.array([0.0], 'float32')))
"""


@pytest.mark.parametrize(
    ("names", "spelled"),
    [
        ("len = 3", "builtins.len(x.shape)"),
        ("for len in []: pass", "builtins.len(x.shape)"),
        ("def len(x): pass", "builtins.len(x.shape)"),
        ("from mine import len", "builtins.len(x.shape)"),
        ("from six.moves import range, len", " len(x.shape)"),
        ("def f(len): return len", " len(x.shape)"),
        ("class C:\n    len = 3", " len(x.shape)"),
        ("x.len = 3", " len(x.shape)"),
    ],
)
def test_python_s_own_names_may_be_the_script_s(names, spelled):
    result = migrate_source(f"{HEAD}{PADDED}{names}\n")
    assert not result.left
    assert spelled in result.text.replace("(len", "( len")
    assert ("import builtins\n" in result.text) == spelled.startswith("builtins")
    assert migrate_source(result.text).text == result.text
