"""A layer is told its old name where it, or another one of its kind in the same program, has parameters without one."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\n"
READS = "print([p.name for p in fluid.default_main_program().list_vars()])\n"
NAMED = "param_attr=fluid.ParamAttr(name='w'), bias_attr=fluid.ParamAttr(name='b')"


def counts(text):  # of layers that do not count themselves
    return "def counted(" in migrate_source(HEAD + text + READS, options=Options(programs=True)).text


@pytest.mark.parametrize("layer", [
    "y = fluid.layers.fc(x, 3, 2)\n",
    "y = fluid.layers.fc(x, 3, 2, param_attr='w')\n",
    "y = fluid.layers.fc(x, 3, 2, bias_attr=False, param_attr=fluid.ParamAttr(learning_rate=2.0))\n",
    f"y = fluid.layers.fc(fluid.layers.fc(x, 3, 2, {NAMED}), 3, 2)\n",
    "def f(attr):\n    return fluid.layers.fc(x, 3, 2, param_attr=attr, bias_attr=False)\n",
    "made = [fluid.layers.fc]\ny = fluid.layers.fc(x, 3, 2, param_attr='w', bias_attr='b')\n",
])
def test_what_is_told_its_name(layer):
    assert counts(layer)


@pytest.mark.parametrize("layer", [
    f"y = fluid.layers.fc(x, 3, 2, {NAMED})\n",
    "y = fluid.layers.fc(x, 3, 2, 'w', False)\n",
    "def f(name):\n    attr = fluid.ParamAttr(name + '_w')\n"
    "    return fluid.layers.fc(x, 3, 2, param_attr=attr, bias_attr=False)\n",
])
def test_what_has_its_names(layer):
    assert not counts(layer)


def test_another_file(tmp_path):
    """A kind is counted over the files that import the layers, and not over what is imported beside them."""
    backbone = f"import paddle.fluid as fluid\ndef body(x):\n    return fluid.layers.fc(x, 3, 2, {NAMED})\n"
    other = "import paddle.fluid as fluid\ndef head(x):\n    return fluid.layers.fc(x, 3, 2)\n"
    for top, counted in ((f"{HEAD}import backbone, other\nbackbone.body(x)\n{READS}", False),
                         (f"{HEAD}import backbone\nfluid.layers.fc(backbone.body(x), 2, 2)\n{READS}", True)):
        texts = {"backbone.py": backbone, "other.py": other, "main.py": top}
        for name, text in texts.items():
            (tmp_path / name).write_text(text)
        project = Project([tmp_path / name for name in texts], [tmp_path])
        result = migrate_module(backbone, tmp_path / "backbone.py", Options(programs=True), project)
        assert ("def counted(" in result.text) == counted


def test_what_is_loaded_by_a_made_name(tmp_path):
    """A loader loads one of many, which are not counted together; what it makes itself is counted with each."""
    loader = "import importlib\n{}\ndef load(name):\n    return importlib.import_module('nets.' + name)\n"
    own = f"import paddle.fluid as fluid\ndef head(x):\n    return fluid.layers.fc(x, 3, 2)\n{READS}"
    net = f"import paddle.fluid as fluid\nimport loader\ndef body(x):\n    return fluid.layers.fc(x, 3, 2, {NAMED})\n"
    other = "import paddle.fluid as fluid\ndef body(x):\n    return fluid.layers.fc(x, 3, 2)\n"
    for head, counted in ((READS, False), (own, True)):
        texts = {"nets/net.py": net + READS, "nets/other.py": other, "loader.py": loader.format(head)}
        (tmp_path / "nets").mkdir(exist_ok=True)
        for name, text in texts.items():
            (tmp_path / name).write_text(text)
        project = Project([tmp_path / name for name in texts], [tmp_path])
        result = migrate_module(texts["nets/net.py"], tmp_path / "nets/net.py", Options(programs=True), project)
        assert ("def counted(" in result.text) == counted
