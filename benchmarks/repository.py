"""The tool on a whole repository: how many files a second, on two processes, again from the cache, in long files.

`python benchmarks/repository.py FOLDER` measures on 300 old files of a folder outside this repository, and with
`--paddle-upgrade-tool PATH` beside the official tool; `make bench` measures what needs no such files.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from paddle_migrate.api import migrate_source

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
FILES = 300
# one of each, so that the time grows with whatever is not linear: layers, calls, scopes, comments
UNIT = """\
class Net{n}(fluid.dygraph.Layer):
    def __init__(self):
        super(Net{n}, self).__init__()
        self.conv = fluid.dygraph.Conv2D(3, {n}, 3, act="relu")

    def forward(self, x, y):
        x = fluid.layers.reshape(self.conv(x), [-1, {n}])  # {n}
        # y = fluid.layers.relu(x)
        for _ in range(3):
            x = x + fluid.layers.mean(fluid.layers.cross_entropy(x, y))
        return fluid.layers.no_such_layer(x)


"""

LIBCST = """\
import gc, pathlib, sys
import libcst
gc.disable()
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    try:
        libcst.parse_module(path.read_bytes()).code
    except libcst.ParserSyntaxError:
        pass
"""


class Took(NamedTuple):
    """Seconds on the clock, and of the processors."""

    wall: float
    cpu: float


def run(*arguments: str, cache: Path | None = None, cwd: Path | None = None) -> Took:
    """One run of a command; Python's words are those of paddle-migrate."""
    paths = os.pathsep.join(str(ROOT / part) for part in ("codemods", "compat"))
    environment = {**os.environ, "PYTHONPATH": paths, "XDG_CACHE_HOME": str(cache or "")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # installed packages come compiled
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(arguments, env=environment, cwd=cwd, capture_output=True, check=False)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def check(folder: Path, *options: str, cache: Path | None = None) -> Took:
    options = options if cache else ("--no-cache", *options)
    return run(sys.executable, "-m", "paddle_migrate", "--check", *options, str(folder), cache=cache)


def row(figure: str, measured: float, goal: str, **more: float) -> dict[str, Any]:
    return {"figure": figure, "measured": measured, "goal": goal, **more}


def measure() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for n in range(10_000):
            (folder / str(n % 100)).mkdir(exist_ok=True)
            text = f"import os\nfrom numpy import array\n\n\ndef f(x):\n    return x + {n}\n" * 20
            (folder / str(n % 100) / f"f{n}.py").write_text(text)
        took = check(folder, "-j", "1")
        yield row("10,000 files without Paddle, s", took.wall, "< 3", cpu=took.cpu)
    yield row("time a line in 50,000 lines / in 12,500", *linear())


def linear() -> tuple[float, str]:
    def seconds(units: int) -> float:
        text = "import paddle.fluid as fluid\n\n\n" + "".join(UNIT.replace("{n}", str(n)) for n in range(units))
        start = time.process_time()
        migrate_source(text)
        return (time.process_time() - start) / units

    lines = UNIT.count("\n")
    seconds(100)
    return seconds(50_000 // lines) / seconds(12_500 // lines), "< 1.5"


def outside(source: Path, other: Path | None, rounds: int) -> Iterator[dict[str, Any]]:
    """On files from outside: the first of them, by name, that hold fluid and have plain line ends."""
    raw = {p: p.read_bytes() for p in sorted(source.rglob("*.py"))}
    chosen = [r for r in raw.values() if b"fluid" in r and b"\r" not in r][:FILES]  # the official tool stops at \r
    with tempfile.TemporaryDirectory() as temporary:
        here = Path(temporary)

        def fresh(name: str) -> Path:
            shutil.rmtree(here / name, ignore_errors=True)
            (here / name).mkdir()
            for n, content in enumerate(chosen):
                (here / name / f"f{n:03}.py").write_bytes(content)
            return here / name

        yield from against(fresh, other, rounds, here, len(chosen))
        yield from processes(fresh("two"), rounds)
        yield from cached(fresh("cached"), here / "cache", rounds)
        yield from migrated(fresh("migrated"), here / "modern")


def against(
    fresh: Callable[[str], Path], other: Path | None, rounds: int, here: Path, files: int
) -> Iterator[dict[str, Any]]:
    ours, bare, theirs = [], [], []
    for _ in range(rounds):  # side by side, so that a machine that grows slower meanwhile does so for all
        ours.append(run(sys.executable, "-m", "paddle_migrate", "-w", "-j", "1", str(fresh("ours"))).cpu)
        bare.append(run(sys.executable, "-c", LIBCST, str(fresh("ours"))).cpu)
        if other is not None:
            backup = here / "backup"
            words = ("-w", "--no-confirm", "--no-log-file", "-b", str(backup), "-i", str(fresh("theirs")))
            theirs.append(run(str(other), *words, cwd=here).cpu)
    yield row(f"{files} old files, one core, files/s", files / statistics.median(ours), "")
    yield row("one core / LibCST's parse and code generation", ratio(ours, bare), "<= 1.5")
    if theirs:
        theirs_a_second = files / statistics.median(theirs)
        yield row("files/s / paddle_upgrade_tool's files/s", ratio(theirs, ours), ">= 4", theirs=theirs_a_second)


def ratio(these: list[float], those: list[float]) -> float:
    """The median of the rounds' ratios."""
    return statistics.median(a / b for a, b in zip(these, those, strict=True))


def processes(folder: Path, rounds: int) -> Iterator[dict[str, Any]]:
    one, two = [], []
    for _ in range(rounds):
        one.append(check(folder, "-j", "1").wall)
        two.append(check(folder, "-j", "2").wall)
    yield row("-j 1 / -j 2", ratio(one, two), ">= 1.8")


def cached(folder: Path, cache: Path, rounds: int) -> Iterator[dict[str, Any]]:
    first, second = [], []
    for _ in range(rounds):
        shutil.rmtree(cache, ignore_errors=True)
        first.append(check(folder, "-j", "1", cache=cache).cpu)
        second.append(check(folder, "-j", "1", cache=cache).cpu)
    yield row("second --check / first", ratio(second, first), "<= 0.1")


LEGACY = (b"fluid", b"clear_gradients", b"scale_loss", b"apply_collective_grads", b"selected_gpus")


def migrated(folder: Path, modern: Path) -> Iterator[dict[str, Any]]:
    """On what the tool makes of the old files, as far as nothing legacy is left in it."""
    run(sys.executable, "-m", "paddle_migrate", "-w", str(folder))
    done = [r for p in sorted(folder.iterdir()) if b"paddle" in (r := p.read_bytes())]
    done = [r for r in done if not any(name in r for name in LEGACY)]
    modern.mkdir()
    for n in range(1000 if done else 0):
        (modern / f"f{n:04}.py").write_bytes(done[n % len(done)] + f"\n# {n}\n".encode())
    yield row("1,000 files with Paddle and no legacy name, files/s", 1000 / check(modern, "-j", "1").cpu, ">= 500")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--paddle-upgrade-tool", type=Path, metavar="PATH")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    rows = itertools.chain(measure(), outside(given.folder, given.paddle_upgrade_tool, given.rounds))
    for measured in rows:
        more = ", ".join(f"{k} {v:.2f}" for k, v in measured.items() if k not in ("figure", "measured", "goal"))
        print(f"{measured['figure']:<58} {measured['measured']:>10.3f} {measured['goal']:>8}  {more}", flush=True)


if __name__ == "__main__":
    main()
