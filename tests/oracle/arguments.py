"""Which arguments the tests' cases give to legacy names, read from the expressions that they ask 1.8.5 about."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

TESTS = Path(__file__).resolve().parents[1]
# What expressions call the modules, and where the names come from that they call without one.
SHORT = {
    "fluid": "paddle.fluid", "paddle": "paddle", "C": "paddle.fluid.contrib", "D": "paddle.fluid.dygraph",
    "I": "paddle.fluid.initializer", "L": "paddle.fluid.layers", "M": "paddle.fluid.metrics", "io": "paddle.fluid.io",
}
ALIAS = re.compile(r"^ *(\w+) = (fluid(?:\.\w+)+)$", re.MULTILINE)
IMPORT = re.compile(r"from (paddle\.fluid[\w.]*) import (\([\w,\s]+|[\w, ]+)")
BARE = ("paddle.fluid.optimizer", "paddle.fluid.dygraph", "paddle.fluid.initializer")


def given(signatures):
    """The parameters that leave their default in some case, by the name of the rule.

    ``signatures`` are 1.8.5's, by rule: name and text of the default (``None`` where there is none) of each parameter.
    """
    found = {name: set() for name in signatures}
    for text in cases():
        short = SHORT | aliases(text)
        for call in calls(text):
            for rule in rules_of(call.func, short):
                if rule in signatures:
                    found[rule] |= set(off_default(call, signatures[rule]))
    return found


def cases() -> Iterator[str]:
    """Every piece of source that the tests of compat ask 1.8.5 about, as it is asked."""
    for path in sorted(TESTS.joinpath("compat").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if path.parent.name == "scripts":
            yield source
        elif path.name.startswith("test_") and "oracle" in source:
            yield from strings(vars(module(path)))
    for path in sorted(TESTS.joinpath("oracle").glob("*.py")):
        if path.name != Path(__file__).name and not path.name.startswith("test_"):
            yield path.read_text(encoding="utf-8")
            yield from strings(vars(module(path)))


def doors():
    """Each door whose cases are expressions: its file, the cases and the inputs that they use."""
    for path in sorted(TESTS.joinpath("compat").rglob("test_*.py")):
        if "return both(" in path.read_text(encoding="utf-8"):
            found = module(path)
            yield path.relative_to(TESTS).as_posix(), found.CASES, found.GIVEN


def migrated():
    """The rules named in cases whose migrated form is run and compared: all but what a door's ``LEFT`` leaves out."""
    found = set()
    for path in sorted(TESTS.joinpath("compat").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "return both(" in source or "migrated.Door(" in source:
            tables = vars(module(path))
            for name in tables.get("FORMS", tables["CASES"]).keys() - tables.get("LEFT", {}).keys():
                text = tables.get("FUNCTIONS", {}).get(name) or tables["CASES"][name]
                found |= {rule for call in calls(text) for rule in rules_of(call.func)}
    return found


def with_argument(expression, rule, parameter, text):
    """The expression with the argument added to its first call of the rule; ``""`` where that is given already."""
    tree = ast.parse(expression, mode="eval")
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and rule in rules_of(call.func):
            if any(keyword.arg == parameter for keyword in call.keywords):
                return ""
            call.keywords.append(ast.keyword(parameter, ast.parse(text, mode="eval").body))
            return ast.unparse(tree)
    return ""


def module(path):
    """A test file as a module, its tables built."""
    name = f"cases_of_{path.relative_to(TESTS).as_posix()}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def strings(value, depth=0) -> Iterator[str]:
    """The strings in a module's tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < 4:
        for key, inner in value.items():
            if not str(key).startswith("__"):
                yield from strings(inner, depth + 1)
    elif isinstance(value, (list, tuple)) and depth < 4:
        for inner in value:
            yield from strings(inner, depth + 1)


def calls(text) -> Iterator[ast.Call]:
    """The calls in a piece of source; ``super().__init__(...)`` as a call of the base class."""
    try:
        tree = ast.parse(text.strip())
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node
        if isinstance(node, ast.ClassDef) and node.bases:
            yield from (ast.Call(node.bases[0], call.args, call.keywords) for call in ast.walk(node) if is_super(call))


def is_super(node) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("super(") and (
        ast.unparse(node.func).endswith(").__init__")
    )


def aliases(text) -> dict[str, str]:
    """What a script calls things of fluid by itself: ``P = fluid.optimizer``, ``from paddle.fluid import io``."""
    found = {alias: f"paddle.{name}" for alias, name in ALIAS.findall(text)}
    for module, names in IMPORT.findall(text):
        found.update({name: f"{module}.{name}" for name in re.findall(r"\w+", names)})
    return found


def rules_of(func, short=SHORT) -> Iterator[str]:
    """The rules that a called name may mean."""
    first, _, rest = ast.unparse(func).partition(".")
    bases = [short[first]] if first in short else [f"{module}.{first}" for module in BARE]
    for base in bases:
        rule, beyond = library().legacy(f"{base}.{rest}".rstrip("."))
        if isinstance(rule, Rule):
            yield ".".join([rule.name, *beyond])


def off_default(call, parameters) -> Iterator[str]:
    """The parameters to which a call gives something else than their defaults."""
    by_name = dict(zip([name for name, _ in parameters], call.args, strict=False))
    by_name.update({keyword.arg: keyword.value for keyword in call.keywords})
    others = by_name.keys() - {None, *(name for name, _ in parameters)}
    for name, default in parameters:
        given = name in by_name and (default is None or ast.unparse(by_name[name]) != default)
        if given or (name == "kwargs" and others):
            yield name
