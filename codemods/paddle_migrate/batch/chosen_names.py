"""What `--only` and `--except` may be given."""

from __future__ import annotations

from fnmatch import fnmatchcase

from paddle_migrate.choosing import REST
from paddle_migrate.explain.pages import did_you_mean, names
from paddle_migrate.rewrites import rewrites


def names_to_choose() -> frozenset[str]:
    """The legacy names without their packages, the rewrites, and the word for all that leans on one another."""
    return frozenset((REST, *names(), *(rewrite.name for rewrite in rewrites())))


def what_is_wrong(pattern: str) -> str:
    """Why a pattern is for nothing at all; empty for one that is for something."""
    last, known = pattern.rpartition(".")[2], names_to_choose()
    if any(fnmatchcase(name, last) for name in known):
        return ""
    meant = did_you_mean(last, sorted(known))
    return f"{pattern!r} is neither a legacy name such as fluid.layers.mean nor a rewrite that --why names{meant}"
