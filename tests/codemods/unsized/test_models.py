"""Nineteen models of the 1.6 dialect: migrated, and compared with their own 1.8 form."""

from __future__ import annotations

from collections import Counter

import numpy as np
import paddle
import paddle_compat
import pytest
from paddle.base.layer_helper_base import LayerHelperBase
from paddle_migrate.api import Options, migrate_source

from . import texts

NOT_IN_THE_TEXT = {"config_file", "loaded_arrays"}  # their sizes are in data that only a run reads


def test_there_are_nineteen():
    assert len(texts.NAMES) == 19
    assert len(set(texts.NAMES) - NOT_IN_THE_TEXT) >= 16


@pytest.mark.parametrize("name", sorted(set(texts.NAMES) - NOT_IN_THE_TEXT))
def test_static(name):
    result = migrate_source(texts.in_1_6(name))
    assert not result.left
    assert "fluid" not in result.text
    assert not migrate_source(result.text).changed


@pytest.mark.parametrize("name", sorted(NOT_IN_THE_TEXT))
def test_what_the_text_does_not_tell_is_said_and_the_rest_is_migrated(name):
    result = migrate_source(texts.in_1_6(name))
    assert {(f.code, f.name.rpartition(".")[2]) for f in result.left} == {("PM309", "Conv2D"), ("PM309", "FC")}
    assert "nn.Layer" in result.text
    assert "import paddle.fluid as fluid" not in result.text
    assert not migrate_source(result.text).changed


@pytest.mark.slow
@pytest.mark.parametrize("name", texts.NAMES)
def test_traced(name, tmp_path, monkeypatch):
    """With nothing but the run to tell the sizes, the same text comes out."""
    script = tmp_path / "model.py"
    script.write_text(texts.in_1_6(name), encoding="utf-8")
    static = migrate_source(texts.in_1_6(name))
    monkeypatch.setattr("paddle_migrate.unsized.apply.interpret", lambda *_: [])
    traced = migrate_source(texts.in_1_6(name), str(script), Options(trace=True))
    assert not traced.left
    assert "fluid" not in traced.text
    assert any(f.code == "PM216" for f in traced.findings)
    assert traced.text == static.text or name in NOT_IN_THE_TEXT


@pytest.mark.parametrize("name", texts.NAMES)
def test_parity(name, tmp_path, monkeypatch):
    """Old under compat, 1.8 form under compat, migrated: the losses of some steps from equal weights."""
    script = tmp_path / "model.py"
    script.write_text(texts.in_1_6(name), encoding="utf-8")
    new = migrate_source(texts.in_1_6(name), str(script), Options(trace=name in NOT_IN_THE_TEXT)).text
    paddle_compat.install()
    runs = [_losses(text, monkeypatch) for text in (texts.in_1_8(name), texts.in_1_6(name), new)]
    assert len(runs[0]) >= 3
    assert len(set(np.round(runs[0], 6))) > 1
    np.testing.assert_allclose(runs[1], runs[0], rtol=1e-6)
    np.testing.assert_allclose(runs[2], runs[0], rtol=1e-6)


def _losses(text, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(LayerHelperBase, "create_parameter", _same_start(LayerHelperBase.create_parameter))
        names = {"__name__": "script"}
        exec(compile(text, "script.py", "exec"), names)
    paddle.disable_static()
    return np.array([float(np.asarray(loss).reshape(-1)[0]) for loss in names["losses"]])


def _same_start(create):
    """Parameters that are drawn at random start by their shape, and by how many of that shape there were."""
    counts = Counter()

    def create_parameter(self, *args, **kwargs):
        parameter = create(self, *args, **kwargs)
        start = parameter.numpy() if parameter is not None else np.zeros(0)
        if start.size > 1 and (start != start.flat[0]).any():
            counts[start.shape] += 1
            random = np.random.RandomState(sum(start.shape) + 1000 * counts[start.shape])
            parameter.set_value((random.rand(*start.shape) - 0.5).astype(start.dtype))
        return parameter

    return create_parameter
