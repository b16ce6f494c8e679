"""What other repositories take from ours, taken from a clone: the pre-commit hooks, the GitHub Action, the image.

    .venv/bin/python .ci/from_a_clone.py            # hooks and action
    .venv/bin/python .ci/from_a_clone.py image      # as root, where .ci/bare.py works: the Dockerfile's own lines

What is committed counts. The hooks are run by pre-commit itself, which makes its environment from the clone; the
action's steps are run as a runner would, in an environment of their own. Of the image each RUN, COPY and ENV is done on
a bare Debian, Python's own images being played by pyenv's Pythons; what is not tried is Docker, and these images.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import bare

ROOT = Path(__file__).parents[1]
OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
NEW = "import paddle.nn.functional as F\ny = F.relu(x)\n"
CONFIG = """\
repos:
- repo: {clone}
  rev: {rev}
  hooks:
    - id: {hook}
      args: [--target, "3", --]
"""


def main() -> int:
    if "image" in sys.argv[1:]:
        return image()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        clone = here / "clone"
        run("git", "clone", "-q", str(ROOT), str(clone))
        hooks(here, clone)
        action(here, clone)
    print("hooks and action: as they should be")
    return 0


def hooks(here: Path, clone: Path) -> None:
    venv(here / "pre-commit", "pre-commit")
    theirs = repository(here / "theirs")
    rev = run("git", "-C", str(clone), "rev-parse", "HEAD").strip()
    own = {"PRE_COMMIT_HOME": str(here / "cache")}
    command = (str(here / "pre-commit" / "bin" / "pre-commit"), "run", "--all-files")
    for hook in ("paddle-migrate", "paddle-migrate-write"):
        (theirs / ".pre-commit-config.yaml").write_text(CONFIG.format(clone=clone, rev=rev, hook=hook))
        run("git", "-C", str(theirs), "add", ".")
        said = run(*command, at=theirs, status=1, **own)
        check("old.py" in said or hook != "paddle-migrate", f"{hook} does not name the file:\n{said}")
    check((theirs / "old.py").read_text() == NEW, "the hook that writes has not written")
    run("git", "-C", str(theirs), "add", ".")
    run(*command, at=theirs, **own)


def action(here: Path, clone: Path) -> None:
    venv(here / "runner")
    theirs = repository(here / "checked")
    text = (clone / "action.yml").read_text(encoding="utf-8")
    install = re.search(r"run: (python .*)", text)
    check(install is not None, "action.yml installs nothing")
    script = textwrap.dedent(text.split("run: |\n")[-1])
    path = f"{here / 'runner' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run("bash", "-e", "-c", install[1], at=theirs, PATH=path, GITHUB_ACTION_PATH=str(clone))
    given = {"PATH": path, "PATHS": ".", "REPORT": "found.sarif"}
    said = run("bash", "-e", "-c", script, at=theirs, status=1, OPTIONS="--check", **given)
    check("would change: old.py" in said, f"the action says nothing:\n{said}")
    check((theirs / "found.sarif").stat().st_size > 0, "the action has written no report")
    run("bash", "-e", "-c", script, at=theirs, OPTIONS="--check --exclude old.py", **given)


def image() -> int:
    """The lines of both stages on one machine: what the first leaves in /usr/local goes where the second copies it."""
    if not bare.can_be_made():
        return 0
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
    oracle, _, own = text.partition("\nFROM python:3.11")
    with bare.started(bare.WORK / "image", bare.Machine()) as root:
        for version, prefix in (("3.7", "/opt/python3.7"), ("3.11", "/usr/local")):
            found = run("sh", str(ROOT / "examples" / "find_python.sh"), version).strip()
            shutil.copytree(Path(found).resolve().parents[1], root / prefix[1:], symlinks=True, dirs_exist_ok=True)
        pip = root / "usr/local/bin/pip"  # pyenv's names a Python that is not here
        pip.write_text('#!/bin/sh\nexec /usr/local/bin/python3.11 -m pip "$@"\n')
        first = "PATH=/opt/python3.7/bin:$PATH LD_LIBRARY_PATH=/opt/python3.7/lib"
        lines = [f"env {first} python3.7 -m {line[4:]}" for line in oracle.splitlines() if line.startswith("RUN pip")]
        for line in own.splitlines():
            word, _, rest = line.partition(" ")
            if word == "RUN":
                lines.append(rest)
            elif word == "ENV":
                lines.append(f"export {rest}")
            elif word == "COPY" and not rest.startswith("--from"):
                *sources, target = shlex.split(rest)
                inside = [f"{each}/." if (ROOT / each).is_dir() else each for each in sources]  # of a folder, as Docker
                lines.append(f"mkdir -p {target} && cp -r {' '.join(inside)} {target}")
        entry = re.search(r'ENTRYPOINT \["(.*)"\]', own)
        check(entry is not None, "the image starts nothing")
        lines += ["mkdir ../mine; cp examples/legacy/mnist_single.py ../mine/old_train.py; cd ../mine",
                  f"{entry[1]} old_train.py", f"{entry[1]} doctor", "$PADDLE_ORACLE_PYTHON -c 'import paddle.fluid'"]
        for line, said, rc in bare.typed(root, lines):
            check(rc == 0, f"$ {line}\n{said[-3000:]}")
    print("image: its lines end well, and what it starts works")
    return 0


def repository(folder: Path) -> Path:
    folder.mkdir()
    (folder / "old.py").write_text(OLD)
    (folder / "new one.py").write_text(NEW)
    run("git", "init", "-q", str(folder))
    run("git", "-C", str(folder), "add", ".")
    return folder


def venv(folder: Path, *packages: str) -> None:
    run(sys.executable, "-m", "venv", str(folder))
    if packages:
        run(str(folder / "bin" / "python"), "-m", "pip", "install", "-q", *packages)


def check(good: bool, problem: str) -> None:
    if not good:
        sys.exit(problem)


def run(*command: str, at: Path = ROOT, status: int = 0, **variables: str) -> str:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, cwd=at, env=os.environ | variables, text=True, check=False, **pipes)
    check(done.returncode == status, f"{shlex.join(command)}: status {done.returncode}, not {status}\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
