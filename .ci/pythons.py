"""The wheel on every Python that Paddle has wheels for: installed with its extra, an old script run, migrated, run.

    make pythons
    .venv/bin/python .ci/pythons.py 3.11 3.13

For each Python, by default those that `make test` does not run on: the newest Paddle that installs, and 2.6.2. With
--once each has one of them, turn about: an environment takes a minute or two.
Environments are kept (`make clean` takes them away); a Python that is not on the machine, or that a Paddle has no wheel
for, is said and passed over.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "examples")]

from curves import LOSS  # noqa: E402
from make_digits import make_digits, write_splits  # noqa: E402

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
PADDLES = ("2.6.2", "")  # the second is the newest that installs
STEPS = ("--data", "digits.json.gz", "--init", "mnist", "--steps", "4", "--batch_size", "20", "--print_every", "1")
TESTS = ("codemods/facts/test_names.py", "compat/fluid/layers/test_loss.py", "compat/test_arrays.py")
CLOSE = 1e-6


class Failed(Exception):
    pass


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        call([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, str(ROOT)])
        write_splits(work / "digits.json.gz", make_digits())
        own = ".".join(map(str, sys.version_info[:2]))
        pythons = [each for each in sys.argv[1:] if each != "--once"] or [each for each in PYTHONS if each != own]
        pairs = [(python, paddle) for python in pythons for paddle in PADDLES]
        if "--once" in sys.argv:
            pairs = [pair for number, pair in enumerate(pairs) if number // 2 % 2 != number % 2]
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda pair: one(*pair, work), pairs))
    for (python, paddle), result in zip(pairs, results, strict=True):
        print(f"CPython {python:5} Paddle {paddle or 'newest':7} {result}")
    tried = [r for r in results if r.startswith("ok")]
    return 1 if not tried or any(r.startswith("FAILED") for r in results) else 0


def one(python: str, paddle: str, work: Path) -> str:
    found = call(["sh", str(ROOT / "examples" / "find_python.sh"), python]).strip()
    if not found:
        return "is not on this machine"
    folder = work / f"{python}-{paddle}"
    folder.mkdir()
    try:
        binaries = install(found, python, paddle, next(work.glob("*.whl")))
        return "has no wheel" if binaries is None else f"ok, {try_out(binaries, folder, work / 'digits.json.gz')}"
    except Failed as error:
        return f"FAILED\n{error}"


def install(found: str, python: str, paddle: str, wheel: Path) -> Path | None:
    """The commands of an environment that has what the extra brings, and nothing else: no setuptools by chance."""
    environment = ROOT / f".venv-python-{python}-{paddle or 'newest'}"
    binaries = environment / "bin"
    pip = [str(binaries / "python"), "-m", "pip", "--disable-pip-version-check"]
    add = [*pip, "install", "-q", "--no-compile"]
    if not (environment / ".installed").exists():
        shutil.rmtree(environment, ignore_errors=True)
        call([found, "-m", "venv", str(environment)])
        call([*pip, "uninstall", "-q", "-y", "setuptools"])
        try:
            call([*add, f"{wheel}[cpu]", *([f"paddlepaddle=={paddle}"] if paddle else [])])
        except Failed as error:
            shutil.rmtree(environment)
            if paddle and "No matching distribution found for paddlepaddle" in str(error):
                return None
            raise
        newest = [] if paddle else ["numpy"]  # what pip brings to who does not ask for the extra
        call([*add, "-U", "pytest", "hypothesis", *newest])
        (environment / ".installed").touch()
    call([*pip, "install", "-q", "--no-deps", "--force-reinstall", str(wheel)])
    return binaries


def try_out(binaries: Path, folder: Path, digits: Path) -> str:
    """A few steps of the old script as it is and migrated, from equal parameters; some of the tests."""
    shutil.copy(ROOT / "examples" / "legacy" / "mnist_single.py", folder / "old.py")
    (folder / "digits.json.gz").symlink_to(digits)
    python = str(binaries / "python")
    call([python, "old.py", "--data", "digits.json.gz", "--steps", "1"], folder)
    call([str(binaries / "paddle-migrate"), "old.py", "-o", "new.py"], folder)
    old = losses(call([python, "old.py", *STEPS, "--save", "old"], folder))
    new = losses(call([python, "new.py", *STEPS, "--save", "new"], folder, PADDLE_COMPAT="0"))
    if len(old) != 4 or any(abs(a - b) > CLOSE * abs(a) for a, b in zip(old, new, strict=True)):
        raise Failed(f"old script: {old}\nmigrated:   {new}")
    tests = [str(ROOT / "tests" / name) for name in TESTS]
    pytest = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(folder / "tmp")]
    said = call([*pytest, *tests], ROOT)
    version = "import json, paddle, platform as p; print(json.dumps([p.python_version(), paddle.__version__]))"
    python_version, paddle_version = json.loads(call([python, "-c", version], folder).splitlines()[-1])
    passed = re.findall(r"\d+ passed", said)
    return f"{python_version} with Paddle {paddle_version}: trains unchanged and migrated; {' '.join(passed)}"


def losses(said: str) -> list[float]:
    return [float(loss) for loss in LOSS.findall(said)]


def call(command: list[str], folder: Path = Path("/"), **variables: str) -> str:
    """Run a command and return what it says; raises Failed with it when it fails. Python keeps what it compiles itself
    of Paddle: pip would compile all."""
    hidden = ("PYTHONPATH", "PADDLE_COMPAT", "PYTHONDONTWRITEBYTECODE")
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, cwd=folder, env=env | variables, text=True, check=False, **pipes)
    if done.returncode:
        raise Failed(f"{' '.join(command)}\n{done.stdout[-4000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
