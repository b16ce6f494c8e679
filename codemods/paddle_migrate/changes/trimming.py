"""Helpers once the program is known that they are for: what it has no use for is not written."""

from __future__ import annotations

import re

from paddle_migrate.changes.changes import Changes
from paddle_migrate.changes.unused_methods import (
    asked_for,
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
    program = changes.edits.result()
    helpers = tuple(changes.helpers.items())
    names = names_in(helpers)
    words = {*_WORD.findall(program)}
    here = _ASKED.findall(_COMMENT.sub("", program)) if not words.isdisjoint((*names, "next")) else []
    elsewhere = others.find(pattern_of(names)) if names and others is not None else set()
    asked = asked_for({each for each in here if each in names or each in ("", "next")} | elsewhere) if names else names
    named = frozenset(words.intersection(changes.helpers))
    left = without_unnamed(without_unused(helpers, asked, named), helpers, named)
    left = without_unnamed(without_unused_parameters(left, program, names - asked), left, named)
    changes.helpers.clear()
    changes.helpers.update(left)
