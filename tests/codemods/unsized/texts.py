"""The models of this folder: each text holds its own 1.8 form, behind `# 1.8:` on the lines that differ."""

from __future__ import annotations

import re
from pathlib import Path

MODELS = Path(__file__).parent / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.py"))


def in_1_6(name: str) -> str:
    """The model in the 1.6 dialect."""
    return re.sub(r"  # 1\.8: .*", "", _text(name))


def in_1_8(name: str) -> str:
    """The same with every size written out; a line whose 1.8 form is `-` has none."""
    lines = []
    for line in _text(name).splitlines(keepends=True):
        differs = re.fullmatch(r"(\s*).*?  # 1\.8: (.*)\n", line)
        if differs is None:
            lines.append(line)
        elif differs[2] != "-":
            lines.append(f"{differs[1]}{differs[2]}\n")
    return "".join(lines)


def _text(name: str) -> str:
    return (MODELS / f"{name}.py").read_text(encoding="utf-8")
