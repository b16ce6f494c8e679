"""Random edits of real scripts: no crash, nothing that does not parse, and a second run that changes nothing."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.source import python_error

LEGACY = Path(__file__).resolve().parents[2] / "examples" / "legacy"
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
ROUNDS = int(os.environ.get("PADDLE_MIGRATE_FUZZ", "60"))


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
    return chance.choice(ways)()


@pytest.mark.parametrize("seed", range(8))
def test_random_edits(seed):
    chance = random.Random(seed)
    scripts = [p.read_text(encoding="utf-8") for p in sorted(LEGACY.glob("*.py"))]
    for _ in range(ROUNDS):
        text = chance.choice(scripts)
        for _ in range(chance.randint(1, 4)):
            text = mutate(chance, text)
        result = migrate_source(text)
        assert not [f for f in result.findings if f.code == "PM903"], text
        if result.failed:
            assert result.text == text
        elif result.changed:
            assert python_error(result.text) is None, text
            assert migrate_source(result.text).text == result.text, text
