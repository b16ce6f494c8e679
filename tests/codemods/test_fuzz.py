"""Random texts: no crash, no text that does not parse, no foreign byte changed, nothing left for a second run.

PADDLE_MIGRATE_FUZZ_SECONDS=3600 goes on for an hour instead of a few rounds, PADDLE_MIGRATE_FUZZ_CORPUS=FOLDER takes
its Python files instead of the examples, PADDLE_MIGRATE_FUZZ_SEED=N begins elsewhere.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.formats import migrator
from paddle_migrate.options import Options
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.parsing import python_error

CORPUS = Path(os.environ.get("PADDLE_MIGRATE_FUZZ_CORPUS") or Path(__file__).resolve().parents[2] / "examples/legacy")
SECONDS = float(os.environ.get("PADDLE_MIGRATE_FUZZ_SECONDS", "0"))
FIRST_SEED = int(os.environ.get("PADDLE_MIGRATE_FUZZ_SEED", "0"))
# Where parts of a file are left for their mode, a guard that showed it may have gone from the rest: a second run can
# see less, and its result is test_mode.py's business.
BOTH_MODES = {"PM315", "PM316"}
PIECES = [
    *"()[]{},:#\n\t \"'\\=*.",
    "fluid",
    "act='relu'",
    "if x:\n",
    "with fluid.dygraph.guard():\n",
    "fluid.layers.",
    "é",
    "\r",
    "\f",
    "# fluid.layers.relu(x)\n",
]


def scripts() -> list[str]:
    raw = [p.read_bytes() for p in sorted(CORPUS.rglob("*.py"))]
    return [r.decode("utf-8", errors="replace") for r in raw if b"paddle" in r and b"fluid" in r]


def mutate(chance: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    first = chance.randrange(len(lines))
    last = min(len(lines), first + chance.randint(1, 8))
    at = chance.randrange(len(text))
    ways = (
        lambda: "".join(lines[:first] + lines[first + 1 :]),
        lambda: "".join([*lines[:first], lines[last - 1], *lines[first:]]),
        lambda: text[:at] + chance.choice(PIECES) + text[at:],
        lambda: text[:at] + text[at + chance.randint(1, 6) :],
        lambda: "".join([*lines[:first], "if True:\n", *("    " + s for s in lines[first:last]), *lines[last:]]),
        lambda: text.replace("    ", "\t", chance.randint(1, 3)),
        lambda: text.replace("\n", "\r\n"),
    )
    return chance.choice(ways)() or "\n"


class Programs:
    """Random programs over the legacy API: every name with its own parameters, in every spelling of an import."""

    IMPORTS = (
        ("import paddle.fluid as fluid", "fluid."),
        ("import paddle", "paddle.fluid."),
        ("import paddle.fluid", "paddle.fluid."),
        ("import paddle.fluid as fluid, os", "fluid."),
        ("from paddle import fluid", "fluid."),
    )
    VALUES = (
        *("0", "1", "-1", "0.5", "None", "True", "'relu'", "'float32'", "[1,2]", "(3,)"),
        *("x", "y.shape[0]", "f(x)", "lambda:x", "x[0]", "-x", "x+1", "not_x"),
    )

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        found = [(m, n, m.find(n)) for m in library().modules() for n in m.names()]
        rules = [(f"{m.name.removeprefix('paddle_compat.')}.{n}", r) for m, n, r in found if isinstance(r, Rule)]
        self.apis = rules
        self.fillers: list[str] = []

    def program(self) -> str:
        self.fillers = []
        statement, self.root = self.chance.choice(self.IMPORTS)
        self.direct: dict[str, None] = {}
        body = "".join(self.statement(0) for _ in range(self.chance.randint(1, 8)))
        return "".join(f"{line}\n" for line in (statement, *self.direct)) + body

    def name(self, api: str) -> str:
        """`fluid.layers.relu`, or `relu` with an import of its own."""
        full = api.removeprefix("fluid.")
        module, _, last = full.rpartition(".")
        way = self.chance.randrange(8)
        if way == 0 and module:
            self.direct[f"from paddle.fluid.{module} import {last}"] = None
            return last
        if way == 1 and module:
            self.direct[f"import paddle.fluid.{module} as M_{module.replace('.', '_')}"] = None
            return f"M_{module.replace('.', '_')}.{last}"
        if way == 2 and module == "layers":
            self.direct["from paddle.fluid.layers import *"] = None
            return last
        return self.root + full

    def value(self, depth: int) -> str:
        return self.call(depth + 1) if depth < 3 and self.chance.random() < 0.3 else self.chance.choice(self.VALUES)

    def call(self, depth: int = 0) -> str:
        api, rule = self.chance.choice(self.apis)
        names = [p.name for p in rule.params if p.name.isidentifier()]
        positional = self.chance.randint(0, min(4, len(names)))
        given = [self.value(depth) for _ in range(positional)]
        rest = [n for n in names[positional:] if self.chance.random() < 0.3]
        self.chance.shuffle(rest)
        given += [f"{n}={self.value(depth)}" for n in rest]
        given += self.chance.choice([[]] * 12 + [["**kw"], ["no_such=1"], ["*xs"] if not rest else []])
        between = self.chance.choice([", "] * 6 + [",", " , ", ",\n         ", ",  # why\n  "])
        return f"{self.name(api)}({between.join(given)})"

    def filler(self) -> str:
        line = f"marker_{len(self.fillers)}  = [1 ,{self.chance.randrange(99)}]  #  é"
        self.fillers.append(line)
        return line

    def statement(self, depth: int) -> str:
        pad = "    " * depth
        simple = (
            lambda: f"x = {self.call()}",
            lambda: f"{self.call()}",
            lambda: f"self.x = {self.call()}",
            lambda: f"x, y = {self.call()}, {self.call()}",
            lambda: f"print(({self.call()}), [{self.call()} for x in y])",
            lambda: f"# {self.call()}".replace("\n", " "),
            lambda: f"x = {self.call()}.{self.chance.choice(('numpy()[0]', 'shape', 'backward()', 'minimize(x)'))}",
            lambda: f"opt.{self.chance.choice(('minimize(x)', 'clear_gradients()', 'set_dict(x)'))}",
            self.filler,
            self.filler,
        )
        heads = (
            lambda: f"with {self.root}dygraph.guard({self.chance.choice(('', 'place', self.value(2)))}):",
            lambda: f"if {self.value(1)}:",
            lambda: "for x in y:",
            lambda: "def f(x, y=None):",
            lambda: f"class C({self.root}dygraph.Layer):",
            lambda: "try:",
        )
        if depth > 2 or self.chance.random() < 0.6:
            return f"{pad}{self.chance.choice(simple)()}\n"
        head = self.chance.choice(heads)()
        body = "".join(self.statement(depth + 1) for _ in range(self.chance.randint(1, 4)))
        tail = f"{pad}finally:\n{pad}    pass\n" if head == "try:" else ""
        return f"{pad}{head}\n{body}{pad}    pass\n{tail}"


def check(text: str, name: str = "a.py", fillers: tuple[str, ...] = ()) -> None:
    migrate = migrator(name) or migrate_source
    result = migrate(text, name, Options())
    assert not [f for f in result.findings if f.code == "PM903"], text
    if result.failed and name.endswith(".py"):
        assert result.text == text
    if not result.changed:
        assert result.text == text
        return
    if name.endswith(".py"):
        assert python_error(result.text) is None, text
    if not BOTH_MODES & {f.code for f in result.findings}:
        # where a guard stood that is gone, what is left inside of it may show a program
        again = migrate(result.text, name, Options(programs="guard(" not in text))
        assert again.text == result.text, text
    kept = {line.strip() for line in result.text.splitlines()}
    assert [f for f in fillers if f not in kept] == [], text


def edits(chance: random.Random, known: list[str]) -> Callable[[], None]:
    def one() -> None:
        text = chance.choice(known)
        for _ in range(chance.randint(1, 4)):
            text = mutate(chance, text)
        check(text)

    return one


def programs(chance: random.Random, known: list[str]) -> Callable[[], None]:
    made = Programs(chance)

    def one() -> None:
        text = made.program()
        check(text, fillers=tuple(made.fillers) if python_error(text) is None else ())

    return one


def notebooks(chance: random.Random, known: list[str]) -> Callable[[], None]:
    def one() -> None:
        lines = chance.choice(known).splitlines(keepends=True)
        cuts = sorted(chance.randrange(len(lines) + 1) for _ in range(chance.randint(0, 3)))
        parts = [lines[a:b] for a, b in zip([0, *cuts], [*cuts, len(lines)], strict=True)]
        extra = [["%matplotlib inline\n"], ["!pip list"], ["%%bash\n", "ls\n"], []]
        codes = [chance.choice(extra) + part for part in parts]
        cells = [{"cell_type": "code", "source": code, "outputs": [], "metadata": {}} for code in codes]
        text = json.dumps({"cells": cells}, indent=chance.choice([None, 1]), ensure_ascii=chance.random() < 0.5)
        for _ in range(chance.choice([0, 0, 1, 2])):
            text = mutate(chance, text)
        check(text, "a.ipynb")

    return one


def rounds(number: int) -> Iterator[int]:
    """So many, or as many as the time that is given allows."""
    end = time.monotonic() + SECONDS
    yield from range(number)
    while time.monotonic() < end:
        yield number


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + 4))
@pytest.mark.parametrize(("kind", "number"), [(edits, 30), (programs, 14), (notebooks, 12)])
def test_random(kind, number, seed):
    one = kind(random.Random(seed), scripts())
    for _ in rounds(number):
        one()
