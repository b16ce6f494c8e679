"""Where --output puts each file: never two in one place, and never one over an input."""

from __future__ import annotations

import os
from collections.abc import Container
from pathlib import Path

from paddle_migrate.text.parsing import SourceError


def places(paths: dict[Path, Path], output: Path) -> dict[Path, Path]:
    """The place of each file, given with the argument that it came from: the same place below `output`.

    Raises ValueError, with words for the user, where files would be lost; then nothing has been written.
    """
    alone = len(paths) == 1 and next(iter(paths)) == next(iter(paths.values()))
    is_file = alone and not output.is_dir()
    found = {path: output if is_file else output / _below(path, base) for path, base in paths.items()}
    inputs = {os.path.realpath(path): path for path in paths}
    taken: dict[str, Path] = {}
    for path, place in found.items():
        real = os.path.realpath(place)
        if real in inputs:
            raise ValueError(f"{place} is an input; to rewrite files where they are, give --write")
        if real in taken:
            raise ValueError(
                f"{taken[real]} and {path} both become {place}; give the folder that both lie in, or each by itself"
            )
        taken[real] = path
    if not is_file:
        _make_folder(output)
    return found


def copies(paths: dict[Path, Path], written: Container[Path], output: Path) -> dict[Path, Path]:
    """The places of the other files below the given folders, which go along as they are."""
    return {path: output / _below(path, base) for path, base in paths.items() if path != base and path not in written}


def check_inside(place: Path, output: Path) -> None:
    """Raises SourceError for a place that a link below `output` has taken elsewhere."""
    folder, root = os.path.realpath(place.parent), os.path.realpath(output)
    if place != output and folder != root and not folder.startswith(os.path.join(root, "")):
        raise SourceError(f"cannot be written: {place.parent} is a link that leads out of {output}")


def _make_folder(output: Path) -> None:
    try:
        output.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise ValueError(f"{output} is a file, but there are several inputs; name a directory") from None
    except OSError as error:
        raise ValueError(f"{output} cannot be made: {error.strerror or error}") from None


def _below(path: Path, base: Path) -> Path:
    return path.relative_to(base if path != base else base.parent)
