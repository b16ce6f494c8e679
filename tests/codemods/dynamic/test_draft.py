"""Statements replaced and taken out."""

from __future__ import annotations

import pytest
from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.reading import Reading, Stays, body_of

TEXT = """\
def f(x):
    a = 1

    # of b
    b = 2

    if x:
        c = 3
    return a
"""


def drafted(number, texts, **more):
    reading = Reading(TEXT)
    draft = Draft(reading)
    draft.replace(body_of(reading.functions["f"])[number], texts, **more)
    return draft


def test_a_statement_becomes_others():
    assert "    a = 1\n    b = 1\n\n    # of b\n" in drafted(0, ["a = 1", "b = 1"]).result()


def test_one_goes():
    assert "    a = 1\n\n    # of b\n\n    if x:\n" in drafted(1, []).result()


def test_no_comment_is_lost():
    with pytest.raises(Stays, match="a comment stands inside of what goes; move it: # of b"):
        drafted(1, [], moved=True).result()


def test_a_block_is_not_empty():
    reading = Reading(TEXT)
    draft = Draft(reading)
    draft.replace(body_of(reading.functions["f"])[2].body.body[0], [])
    assert "    if x:\n        pass\n" in draft.result()


def test_what_is_left_of_what_went_is_found():
    reading = Reading(TEXT)
    draft = Draft(reading)
    scope = reading.scope(reading.functions["f"])
    draft.vanish(scope, "b")
    draft.check()
    draft.vanish(scope, "a")
    with pytest.raises(Stays, match="a is used here otherwise"):
        draft.check()
    draft.settle(reading.uses(scope, "a")[0])
    draft.check()
