"""Changes to a text: which count, in which order they stand, and who made them."""

from __future__ import annotations

import pytest
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.origins import Origin

FIRST, SECOND = Origin(1, "first"), Origin(2, "second")


def test_what_no_edit_touches_stays():
    assert Edits("a\r\n\tb ").result() == "a\r\n\tb "
    assert not Edits("a")


def test_of_overlapping_ones_the_outermost_counts():
    edits = Edits("f(g(x))")
    edits.replace(2, 3, "h")
    edits.replace(0, 7, "nothing")
    assert edits.result() == "nothing"


def test_and_may_render_the_inner_ones():
    edits = Edits("f(g(x))")
    edits.replace(0, 7, lambda: f"[{edits.render(2, 6)}]")
    edits.replace(2, 3, "h")
    assert edits.result() == "[h(x)]"


def test_what_is_wrapped_nearest():
    edits = Edits("x")
    edits.insert(1, ", y")
    edits.wrap(0, 1, "f(", ")")
    edits.insert(0, "a=")
    assert edits.result() == "a=f(x), y"


def test_what_is_put_around_whatever_is_wrapped():
    edits = Edits("x")
    edits.replace(0, 0, "f(", rank=1)
    edits.replace(1, 1, ", 1)", rank=0)
    edits.wrap(0, 1, "g(", ")")
    assert edits.result() == "f(g(x), 1)"
    edits = Edits("x")
    edits.wrap(0, 1, "g(", ")")
    edits.replace(0, 0, "f(", rank=1)
    edits.replace(1, 1, ", 1)", rank=0)
    assert edits.result() == "f(g(x), 1)"


def test_what_is_wrapped_twice_closes_from_the_inside():
    edits = Edits("x + y")
    edits.wrap(4, 5, "f(", ", 1)")
    edits.wrap(4, 5, "g(", ", 2)")
    edits.wrap(0, 5, "h(", ", 3)")
    assert edits.result() == "h(x + f(g(y, 2), 1), 3)"


def test_what_is_wrapped_is_so_once_where_what_begins_there_is_put_elsewhere():
    edits = Edits("x.f()")
    edits.wrap(0, 5, "set(", ")")
    edits.replace(0, 5, lambda: f"f({edits.render(0, 1)})")
    edits.wrap(0, 1, "of(", ")")
    assert edits.result() == "set(f(of(x)))"


@pytest.mark.parametrize("lines", [[(0, 2)], [(1, 2)], [(0, 1), (1, 2)]])
def test_what_is_kept_stays(lines):
    edits = Edits("ab")
    edits.keep(lines)
    edits.replace(0, 2, "c")
    assert edits.result() == "ab"
    assert not edits


def test_before_and_behind_a_block_that_stays_there_is_room():
    edits = Edits("ab")
    edits.keep_blocks([(0, 2)])
    edits.insert(0, "<")
    edits.insert(2, ">")
    edits.insert(1, "!")
    assert edits.result() == "<ab>"


def _inserted(*origins: Origin) -> str:
    edits = Edits("x")
    for origin in origins:
        with edits.by(origin):
            edits.insert(1, f" {origin.rewrite}")
    return edits.result()


def test_at_one_place_they_stand_in_the_order_of_their_rewrites():
    assert _inserted(FIRST, SECOND) == _inserted(SECOND, FIRST) == "x first second"


# -- who wrote what ----------------------------------------------------------------------------------------------


def _by(edits: Edits) -> list[tuple[str, str]]:
    """What each wrote, the outer ones first."""
    text = edits.result()
    return [(piece.origin.rewrite, text[piece.start : piece.end]) for piece in edits.origins()]


def test_each_knows_who_made_it():
    edits = Edits("a b")
    with edits.by(FIRST):
        edits.replace(0, 1, "A")
        with edits.by(SECOND):
            edits.replace(2, 3, "B")
    assert _by(edits) == [("first", "A"), ("second", "B")]
    assert edits.origin.rewrite == ""


def test_inside_of_another_one():
    edits = Edits("f(g(x))")
    with edits.by(FIRST):
        edits.replace(0, 7, lambda: f"[{edits.render(2, 6)}]")
    with edits.by(SECOND):
        edits.replace(2, 3, "long")
    assert _by(edits) == [("first", "[long(x)]"), ("second", "long")]


def test_texts_that_others_put_together():
    edits = Edits("x")
    with edits.by(SECOND):
        part = edits.signed("part")
    with edits.by(FIRST):
        edits.replace(0, 1, lambda: "the " + part())
    assert _by(edits) == [("first", "the part"), ("second", "part")]
    assert [piece.edit for piece in edits.origins()] == [(0, 1), (0, 1)]


def test_what_only_takes_away():
    edits = Edits("ab")
    with edits.by(FIRST):
        edits.delete(0, 1)
    assert _by(edits) == [("first", "")]


def test_what_changes_nothing_was_written_by_nobody():
    assert _by(Edits("ab")) == []
    edits = Edits("ab")
    edits.keep([(0, 2)])
    with edits.by(FIRST):
        edits.delete(0, 1)
    assert _by(edits) == []


def test_asking_changes_nothing():
    edits = Edits("f(g(x))")
    with edits.by(FIRST):
        edits.replace(0, 7, lambda: f"[{edits.render(2, 6)}]")
    before = edits.result()
    edits.origins()
    assert edits.result() == before == "[g(x)]"


def test_covered_and_lost() -> None:
    edits = Edits("0123456789")
    edits.replace(2, 5, "x")
    edits.replace(4, 7, "y")
    edits.insert(8, "z")
    assert edits.covered([9, 7, 6, 2, 1]) == [2, 6]
    assert edits.lost([9, 6, 4, 2, 1]) == [4, 2], "of two that overlap the first counts"


@pytest.mark.parametrize("numbers", [(1, 2), (2, 1)])
@pytest.mark.parametrize(("first", "second", "after"), [
    ((4, 5), (4, 5), {(1, 2): "x = a(b(y, 2), 1)", (2, 1): "x = b(a(y, 1), 2)"}),
    ((4, 5), (4, 9), "x = b(a(y, 1) + z, 2)"), ((4, 9), (8, 9), "x = a(y + b(z, 2), 1)"),
])  # fmt: skip
def test_what_is_wrapped_twice_is_closed_in_turn(first, second, after, numbers):
    edits = Edits("x = y + z"[: max(first[1], second[1])])
    for name, number, span in (("a", 1, first), ("b", 2, second)):
        with edits.by(Origin(numbers[number - 1], name)):
            edits.wrap(*span, f"{name}(", f", {number})")
    assert edits.result() == (after[numbers] if isinstance(after, dict) else after)
