"""The new files."""

from __future__ import annotations

import copy
from pathlib import Path

from paddle_migrate.model import files, program, running
from paddle_migrate.model.convert import convert
from paddle_migrate.model.files import Model


def write(model: Model, folder: Path, target: str) -> list[str]:
    """Write a model for that Paddle; the kinds of operators that were written in others. Raises `ValueError`."""
    new = copy.deepcopy(model.program)
    rewritten = convert(new, target)
    if target == "1.8":
        files.write_old(folder, new, model.tensors)
    elif target == "2.6":
        files.write(folder, model.name, new, model.tensors)
    else:
        _write_for_3(model, new, folder)
    return rewritten


def _write_for_3(model: Model, new: program.Program, folder: Path) -> None:
    source, names = folder.parent / "program", folder.parent / "names"
    source.write_bytes(program.write(new))
    try:
        held = running.save_for_3(source, folder / model.name, names)
    except running.Failed as error:
        raise ValueError(f"Paddle {running.installed()} cannot write it: {error}") from None
    files.write_tensors(folder / f"{model.name}.pdiparams", {name: model.tensors[name] for name in held})
