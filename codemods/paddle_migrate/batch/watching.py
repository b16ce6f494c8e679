"""`--watch`: which files change, asked of the disk again and again, which every system answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from paddle_migrate.batch.finding import Walk

_PAUSE = 0.5  # seconds
_SHOWN = 5
_State = dict[Path, tuple[int, int]]


def changes(walk: Walk, wait: Callable[[float], None] = time.sleep) -> Iterator[list[Path]]:
    """Nothing at first; then, whenever files of the walk came, went or changed, the first of them."""
    before = _state(walk)
    yield []
    while True:
        wait(_PAUSE)
        now = _state(walk)
        different = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
        before = now
        if different:
            yield different[:_SHOWN]


def _state(walk: Walk) -> _State:
    found: _State = {}
    for path in walk.files():
        try:
            about = path.stat()
        except OSError:
            continue
        found[path] = about.st_mtime_ns, about.st_size
    return found
