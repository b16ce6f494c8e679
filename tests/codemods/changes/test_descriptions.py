"""What describes a function whose parameter is gone."""

from __future__ import annotations

import pytest
from paddle_migrate.changes.descriptions import without_description


def described(*lines):
    return "def f(x, p=1):\n" + "".join(f"    {line}".rstrip() + "\n" for line in lines) + "    return x\n"


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        (['"""Of ``x``.', "", "``p`` is what divides it.", '"""'], None, ['"""Of ``x``."""']),
        (['"""Of ``x``.', "", "``p`` is what divides it. ``q`` does not,", "nor the others.", '"""'], None,
         ['"""Of ``x``.', "", "``q`` does not, nor the others.", '"""']),
        (['"""Of ``x``.', "", "It divides. ``p``: by", "what.", "", "Really.", '"""'], None,
         ['"""Of ``x``.', "", "It divides.", "", "Really.", '"""']),
        (['"""0 where ``x`` is ``p``."""'], -100, ['"""0 where ``x`` is -100."""']),
        (['"""Of ``x``.', "", "As ``p`` says.", "", "``p`` is", "a number.", '"""'], 0.5,
         ['"""Of ``x``.', "", "As 0.5 says.", '"""']),
    ],
)
def test_its_sentences_go(before, value, after):
    assert without_description(described(*before), "p", value) == described(*after)


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (['"""Of ``x`` and ``p``."""'], None),
        (['"""Of ``x`` where ``p``."""'], True),
        (['"""Of ``x``.', "", "``pp`` is another. See ``q``", "and p.", '"""'], 1),
        (["x = '``p``'"], 1),
        (['"""Of "``p``"."""'], 1),
    ],
)
def test_what_stays(lines, value):
    text = described(*lines)
    assert without_description(text, "p", value) == text
