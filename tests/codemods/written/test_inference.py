"""Which files of a model a migrated script finds."""

from __future__ import annotations

import pytest
from paddle_migrate.written.inference import model_files

OLD = ("__model__", "__params__")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("inf").mkdir()

    def put(*names):
        for name in names:
            tmp_path.joinpath("inf", name).touch()

    return put


@pytest.mark.parametrize(
    ("there", "asked", "files"),
    [
        (OLD, ["inf"], ["inf"]),
        (OLD, ["inf/__model__", "inf/__params__"], ["inf/__model__", "inf/__params__"]),
        (["net", "net_params"], ["inf/net", "inf/net_params"], ["inf/net", "inf/net_params"]),
        # what a migrated script has saved
        (["model.json", "model.pdiparams"], ["inf"], ["inf/model.json", "inf/model.pdiparams"]),
        (["model.pdmodel", "model.pdiparams"], ["inf/"], ["inf/model.pdmodel", "inf/model.pdiparams"]),
        ([*OLD, "__model__.json", "__model__.pdiparams"], ["inf/__model__", "inf/__params__"],
         ["inf/__model__.json", "inf/__model__.pdiparams"]),
        (["model.json", "model.pdiparams"], ["inf/__model__", "inf/weights"],
         ["inf/model.json", "inf/model.pdiparams"]),
        (["net.json", "net.pdiparams", "model.json"], ["inf/net.bin", "inf/weights"],
         ["inf/net.json", "inf/net.pdiparams"]),
        # what `paddle-migrate model` has written
        (["inference.json", "inference.pdiparams"], ["inf"], ["inf/inference.json", "inf/inference.pdiparams"]),
        (["inference.pdmodel"], ["inf"], ["inf/inference.pdmodel", ""]),
        # today's names, as they are given
        (["net.pdmodel", "net.json", "net.pdiparams"], ["inf/net.pdmodel", "inf/net.pdiparams"],
         ["inf/net.pdmodel", "inf/net.pdiparams"]),
        (["model.json"], ["inf/net", "inf/weights"], ["inf/net", "inf/weights"]),
    ],
)  # fmt: skip
def test_model_files(folder, there, asked, files):
    folder(*there)
    assert model_files(*asked) == files
