"""Names that 1.8.5 had, outside of its public ones too, are told from slips, and say what they are today."""

from __future__ import annotations

import contextlib
import importlib

import pytest
from click.testing import CliRunner
from paddle_migrate.api import migrate_source
from paddle_migrate.cli import main
from paddle_migrate.rules import old_names


@pytest.mark.parametrize(("name", "home"), [
    ("core.AnalysisConfig", "paddle.inference.Config"),
    ("core.AnalysisConfig.Precision.Half", "paddle.inference.Config"),
    ("core.op_proto_and_checker_maker.OpRole.Optimize", "paddle.base.core.op_proto_and_checker_maker.OpRole"),
    ("contrib.slim.quantization.QuantizationTransformPass", "paddle.static.quantization.QuantizationTransformPass"),
    ("clip.error_clip_callback", "paddle.nn.clip.error_clip_callback"),
    ("core.avx_supported", "paddle.base.core.avx_supported"),
    ("core.load_noavx", ""),
    ("layers.tensor.Variable", ""),
])
def test_names_of_1_8_5(name, home):
    assert old_names.was_there(f"paddle.fluid.{name}")
    assert old_names.today(f"paddle.fluid.{name}") == home


@pytest.mark.parametrize("name", ["paddle.fluid.layers.fcc", "paddle.fluid.nonsense", "paddle.nn.Layer", "numpy.zeros"])
def test_slips(name):
    assert not old_names.was_there(name)
    assert old_names.today(name) == ""


@pytest.mark.parametrize(("use", "words"), [
    ("fluid.clip.error_clip_callback(x)", "give the optimizer its grad_clip="),
    ("clip = fluid.framework.unique_name", "look at today's paddle.base.framework.unique_name"),
    ("fluid.layers.tensor.Variable", "has no rewrite; left as it was: paddle.static.Variable is the class today"),
    ("fluid.layers.fcc(x)", "is no name of 1.8.5"),
])
def test_what_is_said(use, words):
    result = migrate_source(f"import paddle.fluid as fluid\n{use}\n", "script.py")
    assert any(finding.code == "PM301" and words in finding.message for finding in result.findings)
    assert use in result.text


@pytest.mark.parametrize("use", [
    "import paddle.fluid as F\nF.core.{0}()\n",
    "from paddle.fluid import core as c\ny = {{'a': c.{0}}}\n",
    "from paddle.fluid.core import {0}\n{0}()\n",
    "import paddle.fluid.core as core\ndef f(make=core.{0}):\n    return make()\n",
    "import paddle\nclass A(paddle.fluid.core.{0}):\n    pass\n",
    "from old import *\ncore.{0}()\n",
])
@pytest.mark.parametrize(("name", "words"), [
    ("load_noavx", "stood inside of 1.8.5 and has no rewrite"),
    ("avx_supported", "look at today's paddle.base.core.avx_supported"),
    ("load_avx_", "is no name of 1.8.5"),
])
def test_in_other_clothes(tmp_path, use, name, words):
    (tmp_path / "old.py").write_text("from paddle.fluid import core\n")
    (tmp_path / "main.py").write_text(use.format(name))
    result = CliRunner().invoke(main, ["--no-cache", str(tmp_path)])
    said = [line for line in result.output.splitlines() if "person PM301" in line]
    assert [words in line for line in said] == [True]
    assert f"-{name}" not in result.output.replace(" ", "")


def test_what_they_are_today_is_there():
    pytest.importorskip("paddle")
    for home in list(old_names._recorded()["today"].values())[::7]:
        parts = home.split(".")
        thing = importlib.import_module("paddle")
        for number, part in enumerate(parts[1:], 2):
            with contextlib.suppress(ImportError):
                importlib.import_module(".".join(parts[:number]))
            assert hasattr(thing, part), home
            thing = getattr(thing, part)
