"""Statements replaced and taken out."""

from __future__ import annotations

import pytest
from paddle_migrate.dynamic.draft import MUTE_GAP, Draft
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


@pytest.mark.parametrize(("more", "left"), [
    ({}, "    a = 1\n\n    # of b\n\n    if x:\n"),
    ({"comments": True}, "    a = 1\n\n    if x:\n"),
    ({"gap": MUTE_GAP}, "    a = 1\n\n    if x:\n"),
])
def test_one_goes(more, left):
    assert left in drafted(1, [], **more).result()


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
