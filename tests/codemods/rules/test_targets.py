"""What is common to the recorded signatures of every supported Paddle."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.rules import targets as module
from paddle_migrate.rules.targets import is_default, lines_with, targets

PARTED = {
    "2.6": {"f": [["x", None], ["axis", "None"]], "g": [["x", None], ["k", "1"]], "old": [["x", None]], "none": None},
    "3": {"f": [["x", None], ["axis", "0"]], "g": [["x", None], ["more", "0"], ["k", "1"]], "none": [["x", None]]},
}


@pytest.fixture
def parted(monkeypatch):
    """Two lines of Paddle whose signatures part."""
    monkeypatch.setattr(module, "_recorded", lambda: PARTED)
    targets.cache_clear()
    yield
    targets.cache_clear()


@pytest.mark.usefixtures("parted")
def test_what_all_have_in_common():
    assert targets() == {"f": [["x", None], ["axis", "<differs>"]], "g": [["x", None], [None, None], ["k", "1"]]}


@pytest.mark.usefixtures("parted")
@pytest.mark.parametrize(
    ("names", "lines"),
    [(["f"], ["2.6", "3"]), (["f", "old"], ["2.6"]), (["none"], ["2.6", "3"]), (["nobody"], ["2.6", "3"])],
)
def test_which_have_the_names(names, lines):
    assert lines_with(names) == lines


@pytest.mark.parametrize(("keyword", "value"), [("axis", None), ("keepdim", False)])
def test_todays_default(keyword, value):
    assert is_default("paddle.sum", keyword, ast.Constant(value))


@pytest.mark.parametrize(
    ("target", "keyword", "value"),
    [
        ("paddle.sum", "axis", ast.Constant(0)),
        ("paddle.sum", "keepdim", ast.Constant(0)),  # equal, and of another type
        ("paddle.sum", "x", ast.Constant(None)),  # it has none
        ("paddle.sum", "nonsense", ast.Constant(None)),
        ("paddle.sum", "axis", ast.Name("None_")),
        ("paddle.nonsense", "axis", ast.Constant(None)),
    ],
)
def test_no_default(target, keyword, value):
    assert not is_default(target, keyword, value)


@pytest.mark.usefixtures("parted")
@pytest.mark.parametrize(("target", "keyword", "value"), [("f", "axis", None), ("f", "axis", 0), ("g", "more", 0)])
def test_no_default_where_they_differ(target, keyword, value):
    assert not is_default(target, keyword, ast.Constant(value))
