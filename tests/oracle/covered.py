"""Which legacy names the tests ask real 1.8.5 about, found in the tests' own text.

Expressions and scripts for 1.8.5 are strings in the tests, and the files that are executed beside either. Names are
read in them, never imported, so that the API matrix can be made where there is no Paddle.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

TESTS = Path(__file__).resolve().parents[1]
# What expressions call the modules, and where the names come from that they call without one.
SHORT = {"fluid": "", "C": ".contrib", "D": ".dygraph", "L": ".layers", "M": ".metrics", "io": ".io"}
BARE = ["paddle.fluid.optimizer", "paddle.fluid.dygraph", "paddle.fluid.initializer"]
NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(\()?")
IMPORT = re.compile(r"from (paddle\.fluid[\w.]*) import (\([\w,\s]+|[\w, ]+)")
ALIAS = re.compile(r"^(\w+) = fluid((?:\.\w+)+)$", re.MULTILINE)


def covered() -> dict[str, list[str]]:
    """The full name of each rule that 1.8.5 is asked about: the test files that do, below ``tests/``."""
    return by_name((path, names_in(texts, home(path))) for path, texts in questions())


def tested() -> dict[str, list[str]]:
    """The full name of each rule that the compat tests' own code names, asked of 1.8.5 or not: the test files."""
    paths = sorted(TESTS.joinpath("compat").rglob("test_*.py"))
    return by_name((path, names_in([path.read_text(encoding="utf-8")], home(path))) for path in paths)


def by_name(named: Iterable[tuple[Path, set[str]]]) -> dict[str, list[str]]:
    """The files of each name, those about its own module first."""
    found: dict[str, list[str]] = {}
    for path, names in named:
        for name in names:
            found.setdefault(name, []).append(path.relative_to(TESTS).as_posix())
    return {name: sorted(paths, key=lambda path: home(TESTS / path) not in name) for name, paths in found.items()}


def questions() -> Iterator[tuple[Path, list[str]]]:
    """Each file that holds something for 1.8.5, and that something."""
    for path in sorted(TESTS.joinpath("compat").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if path.parent.name == "scripts":
            yield path, [source]
        elif path.name.startswith("test_") and "oracle" in source:
            yield path, strings(source)
    fixtures = TESTS.joinpath("compat", "conftest.py").read_text(encoding="utf-8")
    for path in sorted(TESTS.joinpath("oracle").glob("*.py")):
        if f"def {path.stem}():" in fixtures:
            source = path.read_text(encoding="utf-8")
            yield path, [source, *strings(source)]


def strings(source: str) -> list[str]:
    """Every string of the file; of an f-string, what stands around its braces."""
    nodes = list(ast.walk(ast.parse(source)))
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def home(path: Path) -> str:
    """The legacy module that a test file is about: calls of bare names mean what is in it."""
    below = path.relative_to(TESTS).with_suffix("").parts[1:]
    return ".".join(["paddle", *below[:-1], below[-1].removeprefix("test_")])


def names_in(texts: list[str], module: str) -> set[str]:
    """The rules named in pieces of one file's source; ``module`` is the legacy module that it is about."""
    return {name for text in texts for name in names_in_text(text, [module, *BARE])}


def names_in_text(text: str, bare: list[str]) -> Iterator[str]:
    """The full name of every rule that the text names; called names without a module come from one of ``bare``."""
    known = {short: "paddle.fluid" + rest for short, rest in SHORT.items()}
    known.update({alias: "paddle.fluid" + rest for alias, rest in ALIAS.findall(text)})
    for origin, names in IMPORT.findall(text):
        known.update({name: f"{origin}.{name}" for name in re.findall(r"\w+", names)})
    for match in NAME.finditer(text):
        first, _, rest = match[0].removesuffix("(").partition(".")
        is_bare = first not in known
        if not is_bare or (match[1] and not rest):
            starts = [f"{module}.{first}" for module in bare] if is_bare else [known[first]]
            yield from (rule.name for rule in map(rule_of, [f"{s}.{rest}".rstrip(".") for s in starts]) if rule)


def rule_of(name: str) -> Rule | None:
    """The rule that a dotted legacy name leads to."""
    rule, _ = library().legacy(name)
    return rule if isinstance(rule, Rule) else None
