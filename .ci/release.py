"""Build what is uploaded, and try it as somebody gets it: `make release`.

The source distribution is built from what git knows, the wheel from the source distribution; both are checked by
twine, and the wheel is installed, without Paddle, into an environment that has nothing else, and used there.
Nothing is uploaded. `--as-it-is`: with changes that are not committed, too, to see whether it would do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
# beside the two packages, the sdist has what its tests and its pages are made of, and no environments
NOT_FOR_USERS = (".venv", "build/", "dist/", "work/", "__pycache__", ".git/")


def main() -> int:
    changed = run("git", "status", "--porcelain", at=ROOT).strip()
    if changed and "--as-it-is" not in sys.argv:
        sys.exit(f"not released: what git does not know would go along or be missing:\n{changed}")
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--quiet", str(ROOT))
    (sdist,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    run(sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel))
    check_content(sdist, wheel)
    about = metadata(wheel)
    if f"## {about['Version']}" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        print(f"note: CHANGELOG.md has no heading '## {about['Version']}'")
    if not about.get_all("Project-URL"):
        print("note: pyproject.toml has no [project.urls]: users are not told where to report what fails")
    try_out(wheel, about["Version"])
    print(f"{sdist.name}: {sdist.stat().st_size // 1024} KB\n{wheel.name}: {wheel.stat().st_size // 1024} KB, tried")
    return 0


def check_content(sdist: Path, wheel: Path) -> None:
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    strange = [name for name in inside if any(part in f"{name}/" for part in NOT_FOR_USERS)]
    missing = [name for name in ("LICENSE", "README.md", "pyproject.toml", "CHANGELOG.md") if name not in inside]
    if strange or missing:
        sys.exit(f"{sdist.name}: must not hold {strange[:5]}, lacks {missing}")
    with zipfile.ZipFile(wheel) as opened:
        top = {name.partition("/")[0] for name in opened.namelist() if ".dist-info/" not in name}
    if top != {"paddle_compat", "paddle_migrate", "paddle_migrate.pth", "paddle_migrate.start"}:
        sys.exit(f"{wheel.name}: holds {sorted(top)}")


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(opened.read(name).decode())


def try_out(wheel: Path, version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        venv.create(here / "venv", with_pip=True)
        binaries = here / "venv" / "bin"
        run(str(binaries / "python"), "-m", "pip", "--disable-pip-version-check", "install", "-q", str(wheel))
        if version not in run(str(binaries / "paddle-migrate"), "--version", at=here):
            sys.exit("the installed tool says another version")
        shutil.copy(ROOT / "examples" / "legacy" / "mnist_single.py", here / "old.py")
        run(str(binaries / "paddle-migrate"), "old.py", "-o", "new.py", at=here)
        if "fluid" in (here / "new.py").read_text():
            sys.exit("the installed tool leaves fluid in the example")


def run(*command: str, at: Path = Path("/")) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PADDLE_COMPAT")}
    done = subprocess.run(command, cwd=at, env=clean, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
