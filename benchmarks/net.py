"""What a change of the codemods changes: the old and the new code over whole projects, and each difference shown.

`python benchmarks/net.py OLD_CHECKOUT NEW_CHECKOUT FOLDER...` runs `paddle-migrate -v -o` of both checkouts over every
folder as one project, and over the programs of the new one's tests; what stands behind `--` goes to both:
`... FOLDER -- --dygraph --target 3`. It prints findings and outputs that differ, a count of them by kind, and ends
with 1 where something differs. Whether a difference is better, same or worse is for whoever reads it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

PROGRAMS = ("examples/legacy", "tests/programs/legacy", "tests/programs/projects", "tests/codemods/unsized/models")
_FINDING = re.compile(r"(?P<path>.+?)(?: [\w ,]+?)?(?::\d+)?: (?P<level>rewritten|note|person|error) (?P<code>PM\d+): ")


@dataclass
class Result:
    """What one checkout made of one folder: the files that it wrote, by their place below the folder, and its words."""

    written: dict[str, bytes]
    findings: dict[str, list[str]]
    status: int
    seconds: float
    rest: list[str] = field(default_factory=list)  # of what was said, what is no finding

    def left(self, path: str) -> bool:
        """Whether a person, or nobody, has to go on with the file."""
        return any(_kind(line)[0] in ("person", "error") for line in self.findings.get(path, ()))


def run(checkout: Path, folder: Path, options: list[str], jobs: int) -> Result:
    """Run the checkout's tool over the folder, from within, so that both checkouts say the same paths."""
    checkout = checkout.resolve()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(checkout / part) for part in ("codemods", "compat")),
                   "PADDLE_COMPAT": "0", "PADDLE_MIGRATE_LANG": "en", "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as temporary:
        output = Path(temporary) / "out"
        command = [sys.executable, "-m", "paddle_migrate", "-v", "--output-format", "text", "-j", str(jobs),
                   *options, "-o", str(output), "."]
        start = time.perf_counter()
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
        seconds = time.perf_counter() - start
        written = {str(p.relative_to(output)): p.read_bytes() for p in output.rglob("*") if p.is_file()}
    result = Result(written, {}, done.returncode, seconds)
    for line in done.stderr.decode("utf-8", "replace").splitlines():
        said = _FINDING.match(line)
        if said:
            result.findings.setdefault(said["path"], []).append(line)
        else:
            result.rest.append(line)
    return result


def _kind(line: str) -> tuple[str, str]:
    """Level and code of a finding."""
    said = _FINDING.match(line)
    return (said["level"], said["code"]) if said else ("", "")


@dataclass
class Net:
    """Compares two results, and counts."""

    folder: Path
    counts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)  # "+person PM303"

    def compare(self, old: Result, new: Result) -> Iterator[str]:
        """What is to be printed: of each file that differs its findings and the difference of both outputs."""
        if old.status != new.status:
            self.counts["exit statuses that differ"] += 1
            yield f"exit status {old.status} → {new.status}"
        yield from _lines_that_differ(old.rest, new.rest)
        for path in sorted({*old.written, *new.written, *old.findings, *new.findings}):
            lines = [*self._findings(old, new, path), *self._outputs(old, new, path)]
            self.counts["files that differ" if lines else "files unchanged"] += 1
            if lines:
                yield f"=== {self.folder / path}"
                yield from lines

    def _findings(self, old: Result, new: Result, path: str) -> Iterator[str]:
        for line in _lines_that_differ(old.findings.get(path, []), new.findings.get(path, [])):
            level, code = _kind(line[2:])
            self.codes[f"{line[0]}{level} {code}"] += 1
            yield line

    def _outputs(self, old: Result, new: Result, path: str) -> Iterator[str]:
        for name, result in (("old", old), ("new", new)):
            self.counts[f"{name}: files whole"] += self._is_changed(result, path) and not result.left(path)
            if self._is_broken(result, path):
                self.counts[f"{name}: outputs that are no Python"] += 1
                if name == "new" and not self._is_broken(old, path):
                    yield "! the new output is no Python"
        before, after = old.written.get(path), new.written.get(path)
        if before == after:
            return
        self.counts["outputs that differ"] += 1
        texts = [[] if data is None else data.decode("utf-8", "replace").splitlines() for data in (before, after)]
        yield from unified_diff(*texts, "old" if before is not None else "not written",
                                "new" if after is not None else "not written", lineterm="")

    def _is_changed(self, result: Result, path: str) -> bool:
        before = self.folder / path  # none of a file that the tool makes
        return path in result.written and not (before.exists() and result.written[path] == before.read_bytes())

    def _is_broken(self, result: Result, path: str) -> bool:
        """Whether an output is no Python, though its input was."""
        if not path.endswith(".py") or not self._is_changed(result, path):
            return False
        return not _compiles(result.written[path]) and _compiles((self.folder / path).read_bytes())


def _compiles(raw: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(raw, "<net>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _lines_that_differ(old: list[str], new: list[str]) -> Iterator[str]:
    """With a sign, those of one side only; a line that is said twice counts twice."""
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    yield from (f"- {line}" for line in gone.elements())
    yield from (f"+ {line}" for line in come.elements())


def _programs(checkout: Path, place: Path) -> Path:
    """The programs of the tests, each folder a project of its own inside of one."""
    place.mkdir()
    for part in PROGRAMS:
        if (checkout / part).is_dir():
            shutil.copytree(checkout / part, place / part.replace("/", "-"))
    return place


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    own, options = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    given = parser.parse_args(own)
    total, codes = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as temporary:
        for folder in [_programs(given.new, Path(temporary) / "programs"), *given.folders]:
            old, new = (run(checkout, folder, options, given.jobs) for checkout in (given.old, given.new))
            net = Net(folder)
            for line in net.compare(old, new):
                total["lines of differences"] += 1
                print(line)
            print(f"--- {folder}: {old.seconds:.0f} s → {new.seconds:.0f} s", flush=True)
            total.update(net.counts)
            codes.update(net.codes)
    for about, count in sorted(total.items()):
        print(f"{count:6}  {about}")
    for kind, count in sorted(codes.items(), key=lambda item: (item[0][1:], item[0][0])):
        print(f"{count:6}  {kind}")
    return 1 if total["lines of differences"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
