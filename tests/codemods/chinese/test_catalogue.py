"""No sentence of the tool lacks its Chinese half, and none of the catalogue is left behind."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import click
import pytest
from curves import ROOT
from paddle_migrate.arguments import COMMANDS, command_of
from paddle_migrate.chinese.help import paragraphs
from paddle_migrate.chinese.sentences import catalogue
from paddle_migrate.cli import main
from paddle_migrate.codes import CODES

TOOL = ROOT / "codemods" / "paddle_migrate"
COMPAT = ROOT / "compat" / "paddle_compat"
# Strings that look like sentences and that nobody is shown: beside the test, with what they are.
NOT_SHOWN = json.loads(Path(__file__).with_name("not_shown.json").read_text(encoding="utf-8"))
_PROSE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z(`'{]")
_NO_PROSE = re.compile(r"<[a-z/!]|^\n[A-Zb]|^[^.,;:]{300,}$")  # HTML, tables, lists of names
_WORDS = ("dropped", "gone", "differs", "same_dtype", "dynamic_only")


def template(node: ast.expr) -> str | None:
    """A string with {} where a value goes in: a constant, an f-string, or a sum of them."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(template(part) or "{}" if isinstance(part, ast.Constant) else "{}" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = template(node.left), template(node.right)
        if left is not None or right is not None:
            return ("{}" if left is None else left) + ("{}" if right is None else right)
    return None


def templates(node: ast.AST):
    """Of everything below a node but docstrings."""
    text = template(node) if isinstance(node, ast.expr) else None
    if text is not None:
        yield text
        parts = [node.left, node.right] if isinstance(node, ast.BinOp) else getattr(node, "values", [])
        for part in parts:
            inner = part.value if isinstance(part, ast.FormattedValue) else part
            if not isinstance(inner, ast.Constant) and (isinstance(part, ast.FormattedValue) or not template(inner)):
                yield from templates(inner)
        return
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            yield from templates(child)


@cache
def sentences() -> dict[str, str]:
    """What the tool may say, and where it stands."""
    found = {}
    for path in sorted(TOOL.rglob("*.py")):
        if not {"written", "child"} & set(path.parts):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {text: path.name for text in templates(tree) if _PROSE.search(text) and not _NO_PROSE.search(text)}
    for path in sorted(COMPAT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
            if name.startswith(_WORDS):
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
                found |= {text: path.name for text in map(template, values) if text and _PROSE.search(text)}
    return found


def commands() -> list[click.Command]:
    return [main, *map(command_of, COMMANDS)]


def shown() -> dict[str, str]:
    found = dict(sentences())
    for command in commands():
        found |= dict.fromkeys(paragraphs(command.help or ""), f"help of {command.name}")
        helps = [each.help for each in command.params if isinstance(each, click.Option) and each.help]
        found |= dict.fromkeys(helps, f"option of {command.name}")
    found |= {text: code for code, about in CODES.items() for text in (about.title, about.text)}
    return found


def test_every_sentence_has_its_other_half() -> None:
    missing = {text: where for text, where in shown().items() if text not in catalogue() and text not in NOT_SHOWN}
    assert missing == {}


def test_what_is_not_shown_is_there_and_not_translated() -> None:
    assert set(NOT_SHOWN) - set(sentences()) == set()
    assert set(NOT_SHOWN) & set(catalogue()) == set()


def test_the_catalogue_has_nothing_left_behind() -> None:
    short = {text for text in catalogue() if not _PROSE.search(text)}
    text = "\n".join(path.read_text(encoding="utf-8") for path in TOOL.rglob("*.py"))
    assert {each for each in catalogue() if each not in shown() and each not in short} == set()
    assert {each for each in short if each not in shown() and each.strip(" {}:;,.") not in text} == set()


@pytest.mark.parametrize(
    "file", [f.name for f in files("paddle_migrate.chinese").joinpath("catalogue").iterdir()]
)
def test_both_halves_have_the_same_holes(file: str) -> None:
    text = files("paddle_migrate.chinese").joinpath("catalogue", file).read_text(encoding="utf-8")
    pairs = json.loads(text, object_pairs_hook=lambda found: found)
    assert len(dict(pairs)) == len(pairs)
    for english, chinese in pairs:
        holes, filled = (re.findall(r"\{([\w:]*)\}", half) for half in (english, chinese))
        assert len(holes) == len(filled), english
        assert "}{" not in english, f"which of two holes side by side holds what, nobody knows: {english}"
        numbers = [int(each) for each in filled if each.isdigit()]
        assert not numbers or sorted(numbers) == list(range(len(holes))), english
        assert re.search("[\u4e00-\u9fff]", chinese) or chinese == "true 或 false" or not re.search("[a-z]{3}", english)
