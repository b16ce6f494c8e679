"""README's lines, typed as they stand on bare machines: `make bare`, as root, where there is debootstrap.

A machine is a folder with Debian's smallest system, entered with chroot; its Python is Debian's own, or one of pyenv's,
with the libraries that an image such as python:3.12-slim has. What pip is told on this machine of its index, it is told
there. Machines are thrown away; the system and what pip loaded are kept in work/bare. Names choose: `.ci/bare.py 3.12`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "work" / "bare"
SYSTEM, CACHE = WORK / "system", WORK / "pip"
CLONE = "/home/somebody/paddle-migrate"
# as images of Python have them, and the one that Paddle needs
LIBRARIES = "ca-certificates,libbz2-1.0,libffi8,libgomp1,liblzma5,libreadline8,libsqlite3-0,libssl3,zlib1g"
README = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Five minutes")[2].partition("\n## ")[0]
LINES = re.findall(r"^    (\S.*)$", README, re.MULTILINE)
OF_PADDLE = tuple(line.replace('".[cpu]"', '"."') for line in LINES[1:])  # where Paddle is there


@dataclass(frozen=True)
class Machine:
    """`python`: a version of pyenv's, Debian's own where empty; `apt`: what is installed beside; `before`: typed first;
    `lines`: typed then; `says`: what the first line that fails has to say, empty where all have to end well."""

    python: str = ""
    apt: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    lines: tuple[str, ...] = tuple(LINES)
    says: str = ""


def has(packages: str) -> tuple[str, ...]:
    return LINES[0], f"pip install -q {packages}"


MACHINES = {
    "debian": Machine(apt=("python3", "python3-venv")),
    "debian-no-venv": Machine(apt=("python3",), says="apt install python3.11-venv"),
    "debian-no-environment": Machine(apt=("python3", "python3-pip"), lines=tuple(LINES[1:]),
                                     says="externally-managed-environment"),
    "no-libgomp": Machine("3.11", before=("rm /usr/lib/*/libgomp.so.1",), says="apt-get install libgomp1"),
    "3.9": Machine("3.9", says="needs Python 3.10 or later, and this is 3.9"),
    "3.10": Machine("3.10"),
    "3.12": Machine("3.12"),
    "3.13": Machine("3.13"),
    "new-numpy": Machine("3.12", before=has("paddlepaddle==2.6.2 setuptools 'numpy>=2.4'"), lines=OF_PADDLE),
    "1.8.5": Machine("3.7", before=has("paddlepaddle==1.8.5 'protobuf<3.21'"), lines=OF_PADDLE,
                     says="needs Python 3.10 or later, and this is 3.7"),
    "no-paddle": Machine("3.11", lines=(LINES[0], 'pip install "."', LINES[2]), says="not here, and scripts run on it"),
    # pip asks for wheels of musl as it would on Alpine
    "alpine": Machine("3.11", lines=(LINES[0], "pip download -q --no-deps --only-binary=:all: paddlepaddle "
                                     "--platform musllinux_1_2_x86_64"),
                      says="No matching distribution found for paddlepaddle"),
}


def main() -> int:
    if not can_be_made():
        return 0
    failed = 0
    for name in sys.argv[1:] or MACHINES:
        began = time.monotonic()
        problem = tried(name, MACHINES[name])
        failed += bool(problem)
        print(f"{name:22} {problem or MACHINES[name].says or 'all lines end well'}; {time.monotonic() - began:.0f} s",
              flush=True)
    return 1 if failed else 0


def can_be_made() -> bool:
    """Makes the system that machines begin as, once; says so where this machine cannot."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("not tried: bare machines need root and debootstrap")
        return False
    if not SYSTEM.exists():
        WORK.mkdir(parents=True, exist_ok=True)
        part = WORK / "part"
        shutil.rmtree(part, ignore_errors=True)
        call("debootstrap", "--variant=minbase", f"--include={LIBRARIES}", "bookworm", str(part))
        part.rename(SYSTEM)
    return True


def tried(name: str, machine: Machine) -> str:
    """What is wrong; empty where everything is as it should be."""
    with started(WORK / name, machine) as root:
        outputs = list(typed(root, [*machine.before, *machine.lines]))
        (WORK / f"{name}.log").write_text("\n".join(f"$ {line}\n{said}-> {rc}" for line, said, rc in outputs))
        bad = next(((line, said) for line, said, rc in outputs if rc), None)
        if bad is None:
            return f"FAILED: nothing says {machine.says!r}" if machine.says else ""
        line, said = bad
        return "" if machine.says and machine.says in said else f"FAILED\n$ {line}\n{said[-3000:]}"


@contextmanager
def started(folder: Path, machine: Machine) -> Iterator[Path]:
    """The machine's file system, over the common one, with this repository's files as git knows them."""
    shutil.rmtree(folder, ignore_errors=True)
    root, upper, other = folder / "root", folder / "upper", folder / "other"
    for each in (root, upper, other):
        each.mkdir(parents=True)
    call("mount", "-t", "overlay", "overlay", "-o", f"lowerdir={SYSTEM},upperdir={upper},workdir={other}", str(root))
    mounted = [root]
    try:
        CACHE.mkdir(exist_ok=True)
        for source, target in shared(machine, root):
            target.mkdir(parents=True, exist_ok=True)
            call("mount", "--bind", str(source), str(target))
            mounted.append(target)
        shutil.copy("/etc/resolv.conf", root / "etc")
        for file in told_to_pip():
            (root / str(file)[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, root / str(file)[1:])
        if machine.apt:
            install = f"apt-get install -y -qq --no-install-recommends {' '.join(machine.apt)}"
            call("chroot", str(root), "sh", "-c", f"apt-get update -qq && {install}", DEBIAN_FRONTEND="noninteractive")
        clone = root / CLONE[1:]
        clone.mkdir(parents=True)
        known = f"git -C '{ROOT}' ls-files -z -co --exclude-standard"
        call("sh", "-c", f"{known} | tar -C '{ROOT}' --null -T - -c | tar -x -C '{clone}'")
        yield root
    finally:
        for each in reversed(mounted):
            call("umount", str(each))
        shutil.rmtree(folder, ignore_errors=True)


def shared(machine: Machine, root: Path) -> Iterator[tuple[Path, Path]]:
    """Folders of this machine that are there, too."""
    yield Path("/proc"), root / "proc"
    yield CACHE, root / "root/.cache/pip"
    if machine.python:
        found = call("sh", str(ROOT / "examples" / "find_python.sh"), machine.python).strip()
        home = Path(found).resolve().parents[1]
        yield home, root / str(home)[1:]
        binaries = root / "usr/local/bin"
        for name in ("python3", "python", "pip"):
            link = binaries / name
            link.unlink(missing_ok=True)
            link.symlink_to(home / "bin" / (name if name != "python" else "python3"))


def told_to_pip() -> Iterator[Path]:
    """Files that say what the index is: pip's configuration, and the certificates that it names."""
    for path in (Path("/etc/pip.conf"), *Path("/etc/xdg/pip").glob("*"), Path(os.environ.get("PIP_CERT", "/none"))):
        if path.is_file():
            yield path


def typed(root: Path, lines: list[str]) -> Iterator[tuple[str, str, int]]:
    """Each line, typed into one shell in the clone, what it said, and how it ended."""
    script = "".join(f"{line}\nprintf '\\001%d\\001' $?\n" for line in lines)
    told = {name: value for name, value in os.environ.items() if name in ("PIP_CERT", "PIP_INDEX_URL")}
    path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    done = subprocess.run(
        ["chroot", str(root), "bash", "-c", f"cd {CLONE} && exec bash -s 2>&1"],
        input=script,
        env={"HOME": "/root", "PATH": path, "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", **told},
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    parts = done.stdout.split("\1")
    for line, said, rc in zip(lines, parts[::2], parts[1::2], strict=False):
        yield line, said, int(rc)


def call(*command: str, **variables: str) -> str:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, env=os.environ | variables, text=True, check=False, **pipes)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
