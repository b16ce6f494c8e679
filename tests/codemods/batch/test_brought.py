"""Packages that Paddle 1.8 brought along are named where a rewritten file imports one that is not installed."""

from __future__ import annotations

import importlib.util

import pytest
from click.testing import CliRunner
from paddle_migrate.batch import brought
from paddle_migrate.cli import main

OLD = "import paddle.fluid as fluid\nx = fluid.dygraph.to_variable(a)\n"
SAID = "no longer brought by Paddle: pip install"


@pytest.fixture
def lacking(monkeypatch):
    """An environment that has neither six nor matplotlib, and has requests."""
    missing = {"six", "matplotlib"}
    there = importlib.util.find_spec("json")
    monkeypatch.setattr(brought, "find_spec", lambda name: None if name in missing else there)


def said(tmp_path, *texts):
    for number, text in enumerate(texts):
        (tmp_path / f"f{number}.py").write_text(text)
    result = CliRunner().invoke(main, [str(tmp_path)])
    assert result.exit_code in (0, 1), result.output
    return [line.partition(SAID)[2].strip() for line in result.output.splitlines() if SAID in line]


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("import six\n", "six"),
        ("from six.moves import range\n", "six"),
        ("import os, six as s\n", "six"),
        ("try:\n    import six\nexcept ImportError: pass\nimport matplotlib.pyplot as plt\n", "matplotlib six"),
    ],
)
def test_what_is_not_installed(tmp_path, lacking, head, names):
    assert said(tmp_path, head + OLD, "import six\nx = 1\n") == [names]


@pytest.mark.parametrize("head", ["import requests\n", "import sixty\n", "from net import six\n", "import f1 as six\n"])
def test_what_needs_no_word(tmp_path, lacking, head):
    assert said(tmp_path, head + OLD) == []
    assert said(tmp_path, "import json\n" + OLD, "import six\n") == []


def test_a_module_of_the_project(tmp_path, lacking):
    (tmp_path / "six.py").write_text("def moves(): pass\n")
    assert said(tmp_path, "import six\n" + OLD) == []
