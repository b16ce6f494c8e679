"""What a legacy name means is asked of the rules: outside of `rules/` and `rewrites/` no string is one.

A name is taken for legacy where it is nothing else: dotted ones that begin with `paddle.fluid`, classes, functions with
an underscore that today's Paddle does not have. `relu` and `shape` may be anything.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from curves import ROOT
from paddle_migrate.rules.legacy import is_legacy, is_legacy_module
from paddle_migrate.rules.library import library

HOUSE = ROOT / "codemods" / "paddle_migrate"
RECORDED = ROOT / "tests" / "oracle" / "recorded"
TODAY = HOUSE / "rules" / "targets.json"
# Where such strings stand all the same, how many at most, and why.
ALLOWED = {
    "changes/devices.py": (7, "the three places of 1.8, which the name of a device takes the place of"),
    "changes/folded_parameters.py": (2, "the linear layer and the attributes of parameters, called so today, too"),
    "changes/program_variables.py": (2, "all layers, and the data of programs"),
    "checkpoint/convert.py": (7, "layers of 1.8 in checkpoints, and their parameters"),
    "dynamic/convert.py": (1, "the base of every network, called so today, too"),
    "dynamic/held.py": (1, "a method of scopes, called so today, too"),
    "dynamic/helpers.py": (19, "functions and classes that the tool itself has written, under the old ones' names"),
    "dynamic/parameters.py": (1, "the attributes of parameters, called so today, too"),
    "changes/inline.py": (5, "what may be made for nothing where a call of today's takes none"),
    "facts/held_rates.py": (3, "a method of scopes, called so today, too"),
    "facts/handing_on.py": (1, "what writes into variables, by its text in any file"),
    "unfolded/calling.py": (1, "a method of scopes, called so today, too"),
    "unfolded/known.py": (1, "the class of variables, which what a program is built of belongs to"),
    "unfolded/shapes.py": (4, "layers with parameters, whose bodies belong to programs and tell no shapes"),
    "dynamic/sharing.py": (6, "today's layers, whose parameters are told"),
    "dynamic/writing.py": (1, "the base of every network, called so today, too"),
    "dynamic/modes.py": (3, "today's functions and layers that do otherwise in tests"),
    "dynamic/guards.py": (1, "the class of programs, called so today, too"),
    "layers/convert.py": (6, "the base of every network, called so today, too"),
    "layers/functions.py": (17, "today's layers, of which the sizes are asked"),
    "layers/text.py": (2, "the base of every network and the list of layers, called so today, too"),
    "facts/device_counts.py": (1, "a function that gives places, looked for in the text of a file"),
    "facts/guards.py": (1, "the attributes of parameters, called so today, too"),
    "facts/lasting_names.py": (2, "the function that makes global variables, looked for in other files, too"),
    "facts/programs.py": (9, "what loads, compiles and runs programs, and their class, called so today, too"),
    "facts/rebound.py": (2, "the class of programs and what compiles them, called so today, too"),
    "facts/variable_rates.py": (2, "functions that make variables, looked for in the text of other files"),
    "facts/without_gradient.py": (8, "what makes values that nothing is trained through"),
    "interpreter/interpreter.py": (1, "the base of every model, called so today, too"),
    "interpreter/knows/compat.py": (1, "the same"),
    "interpreter/knows/readers.py": (2, "generators of Python, which run as they are"),
    "unsized/dialect.py": (1, "a function that gives a string, in any Paddle"),
    "verify/child/paddle_verify/descriptions.py": (1, "a kind of variable in descriptions of programs, of any year"),
    "verify/child/paddle_verify/hooks.py": (1, "the function that runs, of any year"),
    "verify/child/paddle_verify/programs.py": (1, "the processor of the Paddle that runs, of any year"),
    "verify/child/paddle_verify/runs.py": (1, "the class that runs, of any year"),
    "written/datasets.py": (2, "classes that scripts are given, under the old ones' names"),
    "verify/command.py": (1, "a class of an optimizer that ran, today's as well"),
    "verify/play.py": (1, "the same"),
}


def _recorded(name: str) -> dict[str, list[str]]:
    names: dict[str, list[str]] = json.loads(json.loads((RECORDED / f"{name}.json").read_text())[name][2][0])
    return names


def _todays() -> set[str]:
    lines = json.loads(TODAY.read_text(encoding="utf-8")).values()
    return {name.rpartition(".")[2] for line in lines for name in line}


PUBLIC = {name for names in _recorded("names").values() for name in names}
PUBLIC |= {name for module in library().modules() for name in module.names()}
CLASSES = {name for name in PUBLIC if name[:1].isupper() and re.search("[a-z]", name)}
FUNCTIONS = {name for name in PUBLIC - CLASSES if "_" in name.strip("_")} - _todays()


def strings(path: Path) -> Iterator[str]:
    """Every string of a file but docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docs:
            yield node.value.decode("latin-1") if isinstance(node.value, bytes) else str(node.value)


def legacy_names(text: str) -> list[str]:
    """The legacy names that a string is, or is a list of; what is said to people may name them."""
    words = text.split()
    if len(words) > 1 and 2 * sum(word in PUBLIC for word in words) < len(words):
        return []
    found = []
    for word in words:
        if is_legacy(word.rstrip(".")) or is_legacy_module(word):
            found.append(word)
        elif not word.startswith("paddle."):
            found += [name for name in re.findall(r"\w+", word.replace(r"\b", " ")) if name in CLASSES | FUNCTIONS]
    return found


# the last two by today's names, of which some are the same, and by those of the operators in a model's file
ASIDE = ("rules/", "rewrites/", "interpreter/knows/today/", "model/")
FILES = {
    file: path for path in sorted(HOUSE.rglob("*.py"))
    if not (file := path.relative_to(HOUSE).as_posix()).startswith(ASIDE)
}


@functools.cache
def names_in(file: str) -> list[str]:
    return [name for text in strings(FILES[file]) for name in legacy_names(text)]


@pytest.mark.parametrize("file", FILES)
def test_what_a_legacy_name_means_is_asked_of_the_rules(file: str) -> None:
    allowed, _ = ALLOWED.get(file, (0, ""))
    assert len(names_in(file)) <= allowed, f"{file}: {' '.join(names_in(file))}"


def test_how_many_are_left() -> None:
    print(f"legacy names outside of rules/ and rewrites/: {sum(len(names_in(file)) for file in FILES)}")
    assert set(ALLOWED) <= set(FILES)
    assert all(why for _, why in ALLOWED.values())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("paddle.fluid.layers.", ["paddle.fluid.layers."]),
        ("to_variable", ["to_variable"]),
        (".PyReader", ["PyReader"]),
        ("fc embedding conv2d batch_norm", ["batch_norm"]),
        (r"\bExecutor\(|\breduce_sum\(", ["Executor", "reduce_sum"]),
        ("fluid.dygraph.Linear", ["Linear"]),
    ],
)
def test_what_is_a_legacy_name(text: str, names: list[str]) -> None:
    assert legacy_names(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "", "relu", "shape", "name", "paddle", "paddle.nn.Linear", "paddle.to_tensor", "zeros_like", "learning_rate",
        "to_variable(x) of a tensor is the tensor itself", "write it as paddle.io.DataLoader does",
    ],
)
def test_what_is_none(text: str) -> None:
    assert legacy_names(text) == []
