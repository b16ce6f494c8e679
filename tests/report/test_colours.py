from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paddle_migrate.report.html.colours import spans, to_html


def coloured(*lines: str) -> list[str]:
    return [to_html(line, found) for line, found in zip(lines, spans(list(lines)), strict=True)]


def test_python() -> None:
    assert coloured("def f(x): return len(x) + 1.5e3  # if") == [
        "<i class=k>def</i> <i class=f>f</i>(x): <i class=k>return</i> <i class=b>len</i>(x) + <i class=n>1.5e3</i>  "
        "<i class=c># if</i>"
    ]


def test_attributes_are_no_keywords() -> None:
    assert coloured("fluid.layers.sum(a).print") == ["fluid.layers.sum(a).print"]


def test_a_string_over_lines() -> None:
    lines = ['x = r"""if', "# 1", "", 'end""" if y else "#"']
    assert coloured(*lines) == [
        "x = <i class=s>r&quot;&quot;&quot;if</i>",
        "<i class=s># 1</i>",
        "",
        "<i class=s>end&quot;&quot;&quot;</i> <i class=k>if</i> y <i class=k>else</i> <i class=s>&quot;#&quot;</i>",
    ]


def test_a_string_without_an_end_ends_with_its_line() -> None:
    assert coloured("x = 'a", "if y:") == ["x = <i class=s>&#x27;a</i>", "<i class=k>if</i> y:"]


def test_marks_cut_through_colours() -> None:
    assert to_html("'ab'", [(0, 4, "s")], [(2, 4)]) == "<i class=s>&#x27;a</i><mark><i class=s>b&#x27;</i></mark>"


def test_a_very_long_line_is_cut() -> None:
    found = to_html("x" * 1000, [])
    assert found == "x" * 600 + "<em>… 400 more characters</em>"


@pytest.mark.parametrize("hidden", ["\u202e", "\u2066", "\u200b", "\x1b", "\x00", "\ufeff"])
def test_characters_that_would_not_show(hidden: str) -> None:
    """Such as those that make a reader see the code in another order than Python does."""
    assert coloured(f"a{hidden}b") == [f"a⟨U+{ord(hidden):04X}⟩b"]


@given(st.lists(st.text(st.sampled_from("ab'\"#\\\t<>&/01.@f \u202e中"), max_size=30), max_size=6))
def test_the_text_itself_is_never_lost(lines: list[str]) -> None:
    for line, found in zip(lines, coloured(*lines), strict=True):
        text = re.sub(r"</?(?:i|mark)(?: class=\w)?>", "", found)
        assert "<" not in text
        assert html.unescape(text) == line.replace("\u202e", "⟨U+202E⟩")
