from __future__ import annotations

import textwrap
import time

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paddle_migrate.report.html.align import align, marks

LINES = st.lists(
    st.sampled_from(["", "a", "  a", "b", "x = f(1)", "x = g(1)", "    x = g(1)", "return x"]), max_size=30
)
ON_ANY_MACHINE = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@ON_ANY_MACHINE
@given(LINES, LINES)
def test_every_line_once_and_in_order(old: list[str], new: list[str]) -> None:
    rows = align(old, new)
    assert [row.old for row in rows if row.old is not None] == list(range(len(old)))
    assert [row.new for row in rows if row.new is not None] == list(range(len(new)))
    for row in rows:
        same = row.old is not None and row.new is not None and old[row.old] == new[row.new]
        assert (row.kind == "same") <= same
        assert row.kind == "other" or (row.old is not None and row.new is not None)


@ON_ANY_MACHINE
@given(LINES)
def test_equal_texts(lines: list[str]) -> None:
    assert all(row.kind == "same" and row.old == row.new for row in align(lines, lines))


def kinds(old: str, new: str) -> list[tuple[int | None, int | None, str]]:
    rows = align(textwrap.dedent(old).splitlines(), textwrap.dedent(new).splitlines())
    return [(row.old, row.new, row.kind) for row in rows]


def test_a_block_that_came_out_of_a_with() -> None:
    old = """\
        with fluid.dygraph.guard():
            net = Net()
            loss.backward()
        print(1)
        """
    new = """\
        net = Net()
        loss.backward()
        print(1)
        """
    assert kinds(old, new) == [(0, None, "other"), (1, 0, "indent"), (2, 1, "indent"), (3, 2, "same")]


def test_like_stands_beside_like() -> None:
    old = """\
        strategy = prepare_context()
        conv = Conv2D(1, 20, 5, act='relu')
        fc = Linear(980, 10)
        """
    new = """\
        conv = nn.Conv2D(1, 20, 5)
        fc = nn.Linear(980, 10)
        """
    assert kinds(old, new) == [(0, None, "other"), (1, 0, "similar"), (2, 1, "similar")]


def test_lines_that_have_nothing_in_common_stand_side_by_side() -> None:
    assert kinds("a(b)\n", "c[d]\ne\n") == [(0, 0, "other"), (None, 1, "other")]


def test_marks_are_whole_words() -> None:
    old, new = "y = fluid.layers.relu(x)", "y = F.relu(x)"
    left, right = marks(old, new)
    assert [old[slice(*span)] for span in left] == ["fluid.layers"]
    assert [new[slice(*span)] for span in right] == ["F"]


def test_time_does_not_grow_with_the_square() -> None:
    """Fifty thousand lines of a few kinds, where each occurs a thousand times: difflib's worst case."""
    start = time.perf_counter()
    for count, other in ((50, 51), (50_000, 50_000)):
        old = [f"x = {n % count}" for n in range(50_000)]
        new = [f"x = {n % other}" if n % 3 else f"y = {n}" for n in range(50_000)]
        align(old, new)
    assert time.perf_counter() - start < 20
