"""The page's words in both languages."""

from __future__ import annotations

import html
import re

import pytest
from paddle_migrate.codes import Level
from paddle_migrate.report.html.words import LEVEL_NAMES, both, level_name
from paddle_migrate.report.tally import LEVELS


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_name_in_both(level: Level) -> None:
    found = re.fullmatch(r'<span lang="en">(.+)</span><span lang="zh-CN">(.+)</span>', level_name(level))
    assert found is not None
    english, chinese = found.groups()
    assert english.isascii()
    assert not chinese.isascii()


def test_no_name_twice() -> None:
    names = [name for pair in LEVEL_NAMES.values() for name in pair]
    assert len(set(names)) == 2 * len(LEVELS)


@pytest.mark.parametrize("text", ["<b>", "a & b", '"x"'])
def test_words_are_no_markup(text: str) -> None:
    assert text not in both(text, text)
    assert html.unescape(both(text, text)).count(text) == 2
