"""Functions and classes of the compat layer that are written into the script, with what they need."""

from __future__ import annotations

import ast
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.changes.templates import unread
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

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
    assert defined(result.text)[-2:] == ["pool_2d", "layer"]
    assert result.text.endswith(f"\nlayer = {after}\n")
    assert not result.left
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize(
    "call", ["Pool2D(2, 'max')", "Pool2D(k, 'avg', 2)", "Pool2D(k, pool_type='avg', global_pooling=True)"]
)
def test_a_pooling_layer_that_is_known_needs_no_function(call):
    result = migrate_source(f"from paddle.fluid.dygraph.nn import Pool2D\n\nlayer = {call}\n")
    assert defined(result.text) == ["layer"]


@pytest.mark.parametrize("call", ["Pool2D(2, 'sum')", "Pool2D(pool_type='max')"])
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
        ("box.len = 3", " len(x.shape)"),
    ],
)
def test_python_s_own_names_may_be_the_script_s(names, spelled):
    result = migrate_source(f"{HEAD}{PADDED}{names}\n")
    assert not result.left
    assert spelled in result.text.replace("(len", "( len")
    assert ("import builtins\n" in result.text) == spelled.startswith("builtins")
    assert migrate_source(result.text).text == result.text


IN_PROGRAM = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4], lod_level=1)\n"


POOL = "(input, pool_type, pad_value=0.0):"
WHOLE_SOFTMAX = "def sequence_softmax(input, use_cudnn=False, name=None):"


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("p = fluid.layers.sequence_pool(x, 'max')", POOL),
        ("p = fluid.layers.sequence_pool(x, 'max', pad_value=1.0)", POOL),
        ("p = fluid.layers.sequence_softmax(x)", "def sequence_softmax(input):"),
        ("p, _ = fluid.layers.dynamic_lstm(x, 4)", 'candidate_activation="tanh", dtype="float32"):'),
    ],
)
def test_a_parameter_that_is_neither_read_nor_given_is_not_written(line, written):
    assert written in migrate_source(f"{IN_PROGRAM}{line}\n", options=Options(programs=True)).text


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("p = fluid.layers.sequence_softmax(x, False)", "def sequence_softmax(input, use_cudnn=False):"),
        ("p = fluid.layers.sequence_softmax(x, False, 'p')", WHOLE_SOFTMAX),
        ("p = fluid.layers.sequence_softmax(x, *given)", WHOLE_SOFTMAX),
        ("p = fluid.layers.sequence_softmax(x)\nq = fluid.layers.sequence_softmax(x, name='q')",
         "def sequence_softmax(input, name=None):"),
    ],
)  # fmt: skip
def test_one_that_is_given_stays(line, written):
    assert written in migrate_source(f"{IN_PROGRAM}{line}\n", options=Options(programs=True)).text


def test_no_helper_gives_another_what_that_does_not_read():
    every = [module.find(name) for module in _modules() for name in module.definitions]
    rules = {rule.short: rule for rule in every if isinstance(rule, Rule) and rule.kind == "helper"}
    assert unread(rules["sequence_softmax"].node) == ("use_cudnn", "name")
    for rule in rules.values():
        for call in ast.walk(rule.node):
            named = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
            if named in rules:
                given = [k.arg for k in call.keywords] + [p.name for p in rules[named].params[: len(call.args)]]
                assert set(given).isdisjoint(unread(rules[named].node)), rule.name


def _modules():
    """All of compat's, and what stands in programs for functions of sequences, which no legacy name leads to."""
    root = Path(find_spec("paddle_compat").origin).parent
    paths = [path.relative_to(root.parent).with_suffix("") for path in root.rglob("*.py")]
    return filter(None, (library().module(".".join(path.parts).removesuffix(".__init__")) for path in paths))


def test_one_that_another_needs_has_no_parameters_that_it_does_not_read():
    text = f"{IN_PROGRAM}p = fluid.layers.detection_output(x, y, b, v)\n"
    written = migrate_source(text, options=Options(programs=True)).text
    assert re.search(r"def multiclass_nms\([\w, =.\n]*background_label=0\):", written)
    given = migrate_source(f"{text}q = fluid.layers.multiclass_nms(x, y, 0.1, 4, 4, name='q')\n",
                           options=Options(programs=True))
    assert "name=None" in given.text
    assert migrate_source(written).text == written
