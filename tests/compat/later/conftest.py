"""Packages of a test's own, as libraries are made."""

import sys
import textwrap

import pytest
from paddle_compat._runtime import warn


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Writes a package of these files and imports its ``model``."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("PADDLE_COMPAT_ERA", raising=False)
    monkeypatch.setattr(warn, "_warned", set())
    made = []

    def make(name, **files):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in {"__init__": "", **files}.items():
            (folder / f"{file}.py").write_text(textwrap.dedent(text))
        made.append(name)
        return __import__(f"{name}.model", fromlist=["model"])

    yield make
    for name in [name for name in sys.modules if name.split(".")[0] in made]:
        del sys.modules[name]
