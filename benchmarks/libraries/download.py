"""Downloads what packages.txt lists, each into a folder of its own below FOLDER; what most need goes into FOLDER/.site.

    python benchmarks/libraries/download.py FOLDER
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PIP = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--ignore-requires-python"]
NEEDED = ["attrs", "colorama", "colorlog", "cython<3", "easydict", "packaging", "psutil", "pyyaml",
          "six", "tqdm", "yacs"]
WHEELS = ["--only-binary=:all:", "--python-version", "3.7", "--platform", "any", "--platform", "manylinux1_x86_64",
          "--platform", "manylinux2010_x86_64", "--platform", "manylinux2014_x86_64"]


def main() -> None:
    site = Path(sys.argv[1]) / ".site"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--upgrade", "--target", str(site)]
    subprocess.run([*command, *NEEDED], check=True)
    for line in Path(__file__).with_name("packages.txt").read_text(encoding="utf-8").split():
        folder = Path(sys.argv[1]) / line.replace("==", "-")
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()) and not download(line, folder):
            print(f"{line}: not to be had", file=sys.stderr)


def download(requirement: str, folder: Path) -> bool:
    """A wheel of those years, or else the source archive."""
    for options in (WHEELS, [], ["--no-build-isolation"]):
        if subprocess.run([*PIP, *options, "--dest", str(folder), requirement], check=False).returncode == 0:
            return True
    return False


if __name__ == "__main__":
    main()
