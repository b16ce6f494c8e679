from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import curves
import make_digits
import pytest


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    curves.prepare(folder)
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path) -> Path:
    """A folder with the data and the starting weights, as the scripts expect them."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture
def small_folder(folder: Path) -> Path:
    """The same with few digits only, which load and validate sooner."""
    data = folder / "work" / "mnist.json.gz"
    splits = json.loads(gzip.decompress(data.read_bytes()))
    make_digits.write_splits(data, [[images[:60], labels[:60]] for images, labels in splits])
    return folder
