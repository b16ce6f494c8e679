"""Comments above what is left to a person."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\n"


def _annotated(text: str) -> list[str]:
    """The lines behind the import; a comment only with the name that it is about."""
    new = migrate_source(HEAD + text, "script.py", Options(annotate=True)).text
    assert migrate_source(new, "script.py", Options(annotate=True)).text == new
    lines = [line.partition(": is no")[0] for line in new.splitlines()]
    return lines[lines.index(HEAD.strip()) + 1 :]


def _todo(name: str, indent: str = "") -> str:
    return f"{indent}# TODO(paddle-migrate): fluid.layers.{name}"


@pytest.mark.parametrize(
    ("text", "line", "indent"),
    [
        ("x = fluid.layers.nothing(1)\n", 0, ""),
        ("if x:\n    y = fluid.layers.nothing(1)\n", 1, "    "),
        ("def f():\n    return g(1,\n             fluid.layers.nothing(1))\n", 1, "    "),
        ("x = 1 + \\\n    fluid.layers.nothing(1)\n", 0, ""),
        ("x = '''\n%s\n''' % fluid.layers.nothing(1)\n", 0, ""),
        ("if x:\n    f()\nelse:\n    fluid.layers.nothing(1)\n", 3, "    "),
    ],
)
def test_above_the_statement(text, line, indent):
    lines = text.splitlines()
    assert _annotated(text) == [*lines[:line], _todo("nothing", indent), *lines[line:]]


def test_one_for_each_thing_that_is_left():
    text = "x = fluid.layers.nothing(1) + fluid.layers.nonsense(1)\n"
    assert sorted(_annotated(text)[:-1]) == [_todo("nonsense"), _todo("nothing")]


@pytest.mark.parametrize(
    "text",
    [
        "# TODO(paddle-migrate): look here\nx = fluid.layers.nothing(1)\n",
        "x = fluid.layers.nothing(1)  # paddle-migrate: skip\n",
        "# paddle-migrate: skip-file\nx = fluid.layers.nothing(1)\n",
    ],
)
def test_nothing_is_added_to(check_noop, text):
    check_noop(HEAD + text, annotate=True)


def test_what_was_rewritten_needs_none(check_transformed):
    text = "import paddle.nn.functional as F\nx = F.relu(y)\n"
    check_transformed(HEAD + "x = fluid.layers.relu(y)\n", text, annotate=True)


def test_none_unless_asked(check_noop):
    check_noop(HEAD + "x = fluid.layers.nothing(1)\n")
