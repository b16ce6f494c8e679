"""The same program in other clothes: old under compat and migrated without us it prints the same numbers, or a finding
of level person says what is left.

What is compared with is the undressed program under compat, which is held to real 1.8.5 here where one is at hand; a
sample of dressed ones runs there, too, to show that the changes keep the meaning. PADDLE_MIGRATE_FUZZ_SECONDS=3600 goes
on for an hour, PADDLE_MIGRATE_FUZZ_SEED=N begins elsewhere. A failure names program, seed and changes.
"""

from __future__ import annotations

import functools
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import paddle
import pytest
from bases import Files, dygraph_programs, static_programs
from clothes import dressed
from compare import difference
from ways import Migrated, Ran, Way, migrated

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("PADDLE_MIGRATE_FUZZ_SECONDS", "0"))
FIRST = int(os.environ.get("PADDLE_MIGRATE_FUZZ_SEED", "0"))
CHANGES = 4  # on top of each other
# Rounding of other kernels and of another order of additions, amplified over a few steps.
CLOSE = 1e-4


@dataclass(frozen=True)
class Kind:
    """Programs of one mode: how many clothes of each are tried, and what part of their uses of the old API has to be
    rewritten dressed, as a share of what is undressed."""

    programs: dict[str, Files]
    clothes: int
    general: float


def here(programs: dict[str, Files]) -> dict[str, Files]:
    """All of them where there is time. Else Paddle 2 and 3 take turns: what the tool makes of a program is the same."""
    first = 1 if hasattr(paddle.static.Program, "to_string") else 0  # which Paddle 3's has not
    return programs if SECONDS else dict([*programs.items()][first::2])


KINDS = {"static": Kind(static_programs(), 1, 0.95), "dygraph": Kind(dygraph_programs(), 1, 0.95)}


@functools.cache
def undressed(way: Way, mode: str) -> dict[str, Ran]:
    """What the programs print as they are."""
    return {name: way.run(files) for name, files in KINDS[mode].programs.items()}


def wardrobe(kind: Kind, number: int) -> Iterator[tuple[str, int, Files, list[str]]]:
    """So many clothes of each program, or as many as the time allows: name, seed, files, the changes."""
    end, seed = time.monotonic() + SECONDS, FIRST
    while seed < FIRST + number or time.monotonic() < end:
        for name, files in here(kind.programs).items():
            yield name, seed, *dressed(files, random.Random(f"{name} {seed}"), CHANGES)
        seed += 1


def told(name: str, seed: int, changes: list[str], what: str, *programs: Files) -> str:
    texts = (f"--- {file}\n{text}" for files in programs for file, text in files.items() if file[0] not in "su")
    return f"{name}, seed {seed}, {', '.join(changes)}: {what}\n{''.join(texts)}"


@pytest.mark.parametrize("mode", KINDS)
def test_dressed_programs(mode: str, compat: Way, bare: Way, tmp_path) -> None:
    kind = KINDS[mode]
    plain: dict[str, Migrated] = {}
    counts: Counter[str] = Counter()
    faults = []
    for name, files in here(kind.programs).items():
        wanted, new = undressed(compat, mode)[name], migrated(files, tmp_path / f"undressed {name}")
        plain[name] = new
        assert not wanted.error, told(name, 0, [], wanted.error, files)
        if not new.left:
            wrong = difference(bare.run(new.files), wanted, CLOSE)
            assert not wrong, told(name, 0, [], wrong, files, new.files)
    for name, seed, files, changes in wardrobe(kind, kind.clothes):
        wanted = undressed(compat, mode)[name]
        old = difference(compat.run(files), wanted, CLOSE)
        new = migrated(files, tmp_path / f"{name} {seed}")
        wrong = "" if new.left else difference(bare.run(new.files), wanted, CLOSE)
        counts["left to a person" if new.left else "different" if wrong else "equal"] += 1
        counts.update({"plain": plain[name].rewritten, "plain left": len(plain[name].left)})
        counts.update({"dressed": new.rewritten, "dressed left": len(new.left)})
        faults += [told(name, seed, changes, f"under compat: {old}", files)] if old else []
        faults += [told(name, seed, changes, wrong, files, new.files)] if wrong else []
        if len(faults) > 2:
            break
    share = counts["dressed"] / (counts["dressed"] + counts["dressed left"])
    before = counts["plain"] / (counts["plain"] + counts["plain left"])
    print(f"{mode}: {dict(counts)}, rewritten undressed {before:.1%}, dressed {share:.1%}")
    assert not faults, "\n".join(faults)
    assert share >= kind.general * before


def test_networks_in_clothes_as_layers(compat: Way, bare: Way, tmp_path) -> None:
    """With --dygraph. A program that became a loop draws its parameters under other names: that it runs is all that
    is asked of it here."""
    kind, counts, faults = KINDS["static"], Counter[str](), []
    wanted = undressed(compat, "static")
    for name, seed, files, changes in wardrobe(kind, 1):
        new = migrated(files, tmp_path / f"{name} {seed}", "--dygraph")
        text = "\n".join(new.files.values())
        left = [each for each in new.left if "PM340" not in each]  # where it is a program still, which has to run
        ran = bare.run(new.files)
        wrong = ran.error if ".clear_grad()" in text else difference(ran, wanted[name], CLOSE)
        counts["left to a person" if left else "different" if wrong else "equal"] += 1
        counts["with classes"] += ".Layer)" in text and not left
        faults += [told(name, seed, changes, wrong, files, new.files)] if wrong and not left else []
    print(f"as layers: {dict(counts)}")
    assert not faults, "\n".join(faults[:2])
    assert counts["with classes"] > len(here(kind.programs)) / 10


@pytest.mark.oracle
@pytest.mark.parametrize("mode", KINDS)
def test_undressed_they_are_185s(mode: str, oracle: Way, compat: Way) -> None:
    for name, files in KINDS[mode].programs.items():
        wrong = difference(undressed(compat, mode)[name], undressed(oracle, mode)[name], CLOSE)
        assert not wrong, told(name, 0, [], wrong, files)


@pytest.mark.tool
@pytest.mark.oracle
@pytest.mark.parametrize("mode", KINDS)
def test_clothes_change_nothing_on_1_8_5(mode: str, oracle: Way) -> None:
    for name, seed, files, changes in wardrobe(KINDS[mode], 1):
        wrong = difference(oracle.run(files), undressed(oracle, mode)[name], CLOSE)
        assert not wrong, told(name, seed, changes, wrong, files)


@pytest.mark.parametrize(
    ("right", "wrong"), [("act='tanh'", "act='relu'"), ("rate=0.05", "rate=0.0501"), ("[avg_loss, acc]", "[acc, acc]")]
)
def test_what_is_wrong_shows(right: str, wrong: str, compat: Way) -> None:
    """A mistake in a program is a difference of the kind that the first test looks for."""
    faults = []
    programs = static_programs()
    for files in (programs[name] for name in ("digits", "fit_a_line", "images", "loaded")):
        broken = {file: text.replace(right, wrong) for file, text in files.items()}
        faults += [difference(compat.run(broken), compat.run(files), CLOSE)] if broken != files else []
    assert faults
    assert all(faults)
