"""What the tool itself has written into a script: known by its name and by what its docstring says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.library import library

# a function or class, the lines that its header goes on in, and the first line of its docstring
_DEFINITION = re.compile(
    r'^(?:def|class) (\w+)\b.*\n(?:(?: {4}(?!"""|def |class ).*|\).*)\n)*?    """(.*)', re.MULTILINE
)

_PARAMETER = re.compile(r"``\w+``|(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?\b")


def is_written(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it stands in such a function or class."""
    at = facts.source.parent(node, cst.FunctionDef, cst.ClassDef)
    while at is not None:
        if is_helper(at.name.value, at.get_docstring()):  # type: ignore[attr-defined]
            return True
        at = facts.source.parent(at, cst.FunctionDef, cst.ClassDef)
    return False


def calls_helper(facts: Facts, node: cst.CSTNode | None) -> bool:
    """Whether it is a call of such a function, of this file or of the module of helpers of several."""
    called = values_of(facts).called(Spot(facts, node)) if isinstance(node, cst.Call) else []
    functions = [each.node for each in called if isinstance(each.node, cst.FunctionDef)]
    return any(is_helper(each.name.value, each.get_docstring()) for each in functions)


def is_helper(name: str, docstring: str | None) -> bool:
    """Whether a function or class of this name that says this of itself is one that scripts are given."""
    return docstring is not None and _first_line(docstring) in _docstrings().get(name.rstrip("_"), ())


def is_of_tensors(name: str, docstring: str | None) -> bool:
    """Whether one of these means the same in programs and in dynamic mode: it is a legacy function of tensors."""
    return docstring is not None and _first_line(docstring) in _docstrings(True).get(name.rstrip("_"), ())


@cache
def _docstrings(are_of_tensors: bool = False) -> dict[str, set[str]]:
    """The first line of each docstring in ``written/`` and in compat, by the name of the function or class."""
    found: dict[str, set[str]] = {}
    for path in _files_of_tensors() if are_of_tensors else _files():
        for name, line in _DEFINITION.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name.rstrip("_"), set()).add(_first_line(line.removesuffix('"""')))
    return found


def _files() -> Iterator[Path]:
    yield from Path(str(files("paddle_migrate.written"))).glob("*.py")
    yield from library().root.rglob("*.py")


_OTHERS = frozenset((  # modules of layers whose functions go by more than the tensors that they are given
    "sequence_lod", "decoding", "decode_helpers", "classes", "rnn", "rows", "programs", "learning_rate_scheduler",
    "control_flow", "io", "learned", "branches", "parametric", "metric_op", "device", "ctr", "network", "nn"))


def _files_of_tensors() -> Iterator[Path]:
    yield Path(str(files("paddle_migrate.written"))) / "tensors.py"
    layers = library().root / "fluid" / "layers"
    every = [*layers.glob("*.py"), *(layers / "detection").glob("*.py")]
    yield from (path for path in every if path.stem not in _OTHERS)


def _first_line(text: str) -> str:
    """Without the names of parameters, for which numbers may stand where these are given by nobody."""
    return _PARAMETER.sub("…", text.strip().partition("\n")[0].strip())
