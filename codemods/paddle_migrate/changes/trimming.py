"""Helpers once the program is known that they are for: what it has no use for is not written."""

from __future__ import annotations

import re
from collections.abc import Callable

from paddle_migrate.changes.changes import Changes
from paddle_migrate.changes.merged_helpers import merged_helpers
from paddle_migrate.changes.unset_attributes import Given, without_unset
from paddle_migrate.changes.unused_methods import (
    names_in,
    pattern_of,
    without_unnamed,
    without_unused,
)
from paddle_migrate.changes.unused_parameters import without_unused_parameters

_COMMENT = re.compile(r"\n[ \t]*#[^\n]*")
_WORD = re.compile(r"\w+")
_ASKED = re.compile(pattern_of([r"\w+"]))


def trim_helpers(changes: Changes) -> None:
    """Take out of the helpers what neither the new text nor the other files of its programs ask for. Where nobody
    tells what these ask for, and in files that are rewritten step by step, all stays."""
    others, options = changes.facts.others, changes.options
    is_whole = others is not None or options.excerpts  # a page is a program of its own
    if not changes.helpers or not is_whole or options.half or options.dygraph:
        return
    left = trimmed(changes.helpers, changes.edits.result(), others.find if others is not None else None)
    changes.helpers.clear()
    changes.helpers.update(left)


def trimmed(
    helpers: dict[str, str], program: str, others: Callable[[str], set[str]] | None = None, given: Given | None = None
) -> dict[str, str]:
    """The helpers without what the text has no use for; `others`: what other files have of a pattern's group; `given`:
    whether they have one of two, the first of them in a new text."""
    whole = tuple(helpers.items())
    names = names_in(whole)
    words = {*_WORD.findall(program)}
    here = _ASKED.findall(_COMMENT.sub("", program)) if not words.isdisjoint(names) else []
    elsewhere = others(pattern_of(names)) if names and others is not None else set()
    asked = names.intersection(here) | elsewhere
    named = frozenset(words.intersection(helpers))
    left = without_unnamed(without_unused(whole, asked, named), whole, named)
    left = without_unnamed(without_unset(left, program, given or _asked_of(others)), left, named)
    left = without_unnamed(without_unused_parameters(left, program, names - asked), left, named)
    return dict(merged_helpers(left, program))


def _asked_of(others: Callable[[str], set[str]] | None) -> Given:
    """Files of which the new text is not known."""
    return lambda new, old: others is not None and bool(others(old))
