"""`make generated`: writes docs/api.md, the API matrix, from the rules and the tests; it needs no Paddle."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from paddle_migrate.explain.pages import Page, State, page_of, unsized_forms
from paddle_migrate.rules.rule import Rule, RuleModule

ROOT = Path(__file__).resolve().parents[1]
ORACLE = ROOT / "tests" / "oracle"
REWRITES = ROOT / "codemods" / "paddle_migrate" / "rewrites"

HEAD = """# The API matrix

<!-- Made by docs/make_api.py; make it again with `make generated`. Stamp: {stamp} -->

Every public name of PaddlePaddle 1.8.5's `paddle.fluid` and `paddle.complex`, as [the rules](../compat/RULES.md) have
it: {works} work and {gone} are gone: using one of these raises an error that says why, and what to do.
`paddle-migrate explain fluid.layers.mean` shows the page of one name. How to add one:
[adding-a-rule.md](adding-a-rule.md).

- **Today**: what the tool writes for a call that gives only what it must. *among* …: the arguments choose. *helper*: a
  small function that is written into the script. *in a program*: what it is in a static graph.
  *pattern*: the tool rewrites it where it recognises the whole pattern, by the file named. *compat only*: it runs
  unchanged, and the tool leaves it and says so.
- **Dropped**: arguments that mean nothing today; the number leads to the reason below.
- **Notes**: *0-D*: a full reduction had shape [1] and has no dimension in migrated code; the compat layer keeps [1].
  *dtype*: migrated code has another dtype for some whole numbers. *numbers*: it computes something slightly different.
  The tool says either at the line.
- **Dialects**: the lines of Paddle 1 in whose form it may be written. Layers of 1.5 and 1.6 took `name_scope` first and
  no input size; what had the form of 1.8 already then is not told apart.
- **Paddle**: the lines of today's Paddle on which it runs.
- **Tested**: *1.8.5* leads to the test that compares it with real PaddlePaddle 1.8.5; *ours* to one that looks at this
  package alone; *same* means that it is today's own object, by another name.
"""


def matrix() -> str:
    """The page's text."""
    reasons = Reasons()
    found = {module: list(filter(None, map(page_of, names))) for module, names in legacy_names().items()}
    counts = count(page for pages in found.values() for page in pages)
    sections = [section(module, pages, reasons) for module, pages in found.items()]
    body = "\n".join([*sections, reasons.text()])
    stamp = hashlib.sha256(body.encode()).hexdigest()[:16]
    head = HEAD.format(stamp=stamp, works=counts["works"], gone=counts["gone"])
    return f"{head}\n{body}"


def count(pages: Iterable[Page]) -> dict[State, int]:
    """How many names are in each state."""
    counts: dict[State, int] = {"works": 0, "gone": 0}
    for page in pages:
        counts[page.state] += 1
    return counts


def states() -> dict[State, int]:
    """How many of the public names of 1.8.5 are in each state."""
    return count(page for names in legacy_names().values() for page in map(page_of, names) if page is not None)


def legacy_names() -> dict[str, list[str]]:
    """The public names of 1.8.5, as recorded from it, by module; and the layers that only 1.5 and 1.6 had."""
    below: dict[str, list[str]] = recorded("names", "names")
    modules = {".".join(filter(None, ["paddle.fluid", module])): names for module, names in below.items()}
    found = {module: [f"{module}.{name}" for name in names] for module, names in modules.items()}
    older = unsized_forms() - set(below["dygraph"])
    found["paddle.complex"] = [f"paddle.complex.{name}" for name in recorded("complex.names", "signatures")]
    found["paddle.fluid.dygraph"] += [f"paddle.fluid.dygraph.{name}" for name in sorted(older)]
    return found


def recorded(name: str, answer: str) -> Any:
    """What 1.8.5 answered as JSON."""
    record = json.loads((ORACLE / "recorded" / f"{name}.json").read_text(encoding="utf-8"))
    return json.loads(record[answer][2][0])


def section(module: str, pages: list[Page], reasons: Reasons) -> str:
    """A module's names: what works as a table, what is gone with its words."""
    lines = [f"## {module.removeprefix('paddle.')}", ""]
    works = [page for page in pages if page.state == "works" and isinstance(page.rule, Rule)]
    if works:
        lines += ["| Name | Today | Dropped | Notes | Dialects | Paddle | Tested |", "|---|---|---|---|---|---|---|"]
        lines += [row(page, reasons) for page in works]
        lines.append("")
    modules = [short(page) for page in pages if isinstance(page.rule, RuleModule)]
    if modules:
        lines += [f"Modules: {', '.join(modules)}.", ""]
    gone = [page for page in pages if page.state == "gone"]
    if gone:
        lines += ["| Gone | Why | What to do |", "|---|---|---|"]
        lines += [f"| {short(p)} | {p.rule.why} | {p.rule.do} |" for p in gone if isinstance(p.rule, Rule)]
        lines.append("")
    return "\n".join(lines)


def row(page: Page, reasons: Reasons) -> str:
    """One name that works."""
    rule = page.rule
    assert isinstance(rule, Rule)
    dropped = ", ".join(f"`{name}` {reasons.link(reason)}" for name, reason in rule.dropped.items())
    said = {"0-D": rule.vector_result, "dtype": rule.same_dtype, "numbers": rule.differs}
    notes = ", ".join(word for word, holds in said.items() if holds)
    paddles = ", ".join("3.x" if line == "3" else line for line in page.paddles)
    cells = [short(page), today(page), dropped, notes, page.dialects, paddles, test_of(rule)]
    return f"| {' | '.join(cells)} |"


def short(page: Page) -> str:
    return f"`{page.name.rpartition('.')[2]}`"


def today(page: Page) -> str:
    """The cell for today's form."""
    rule = page.rule
    assert isinstance(rule, Rule)
    if rule.kind == "code" and not page.today:
        return pattern(rule)
    if page.today:
        text = f"`{page.today}`".replace("|", r"\|")
        text += " *in a program*" if page.example.in_program else ""
        return f"{text} *helper*" if rule.kind == "helper" or page.example.helper else text
    if len(page.choices) == 1:
        return f"`{page.choices[0]}(…)`"
    return f"*among* {', '.join(f'`{name}`' for name in page.choices)}" if page.choices else "depends on the call"


def pattern(rule: Rule) -> str:
    """The structural rewrite that speaks of a name, if any."""
    for path in sorted(REWRITES.rglob("*.py")):
        if re.search(rf"[\"']{rule.short}[\"']", path.read_text(encoding="utf-8")):
            return f"*pattern* [{path.stem}](../{path.relative_to(ROOT).as_posix()})"
    return "*compat only*"


@cache
def tests() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """By full name of a rule, the test files that ask 1.8.5 about it, and those that name it at all."""
    covered = load("covered")
    return covered.covered(), covered.tested()


def load(name: str) -> ModuleType:
    """A module of tests/oracle, which no import path leads to."""
    spec = importlib.util.spec_from_file_location(name, ORACLE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_of(rule: Rule) -> str:
    """The cell for the test, with a link to it."""
    for word, files in zip(("1.8.5", "ours"), tests(), strict=True):
        if rule.name in files:
            return f"[{word}](../tests/{files[rule.name][0]})"
    return "same" if rule.kind == "move" else "no"


class Reasons:
    """The reasons for dropped arguments, numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def link(self, reason: str) -> str:
        number = self._numbers.setdefault(reason, len(self._numbers) + 1)
        return f"[{number}](#dropped-{number})"

    def text(self) -> str:
        lines = [f'{number}. <a id="dropped-{number}"></a>{reason}' for reason, number in self._numbers.items()]
        return "\n".join(["## Why arguments are dropped", "", *lines, ""])


if __name__ == "__main__":
    Path(__file__).with_name("api.md").write_text(matrix(), encoding="utf-8")
