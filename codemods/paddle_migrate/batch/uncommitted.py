"""Which files git could not give back: what is rewritten in place had better be committed first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paddle_migrate.batch.git import by_checkout, differing


def uncommitted(paths: Iterable[Path]) -> list[Path]:
    """Those of the files that lie in a git repository and are not there as they are in its last commit.

    Where there is no git, or no repository, nothing is known of them, and none is named; nor is what git ignores.
    """
    paths = list(paths)
    dirty: set[Path] = set()
    for top, each in by_checkout(paths).items():
        dirty |= differing(Path(top), each, "HEAD") if top else set()
    return [path for path in paths if path in dirty]
