"""Each Chinese page has what the English one has: its headings, code, commands, tables and links."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from curves import ROOT

PAGES = ["README.md", *(f"docs/en/{path.name}" for path in sorted((ROOT / "docs" / "en").glob("*.md")))]
FENCED = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
COMMENT = re.compile(r"\s*#.*")


def headings(text: str) -> list[int]:
    return [len(marks) for marks in re.findall(r"^(#+) ", FENCED.sub("", text), re.MULTILINE)]


def code(text: str) -> list[tuple[str, str]]:
    return [(language, "\n".join(COMMENT.sub("", line) for line in block.split("\n")))
            for language, block in FENCED.findall(text)]


def commands(text: str) -> list[str]:
    return [COMMENT.sub("", line) for line in re.findall(r"^    (\S.*)$", FENCED.sub("", text), re.MULTILINE)]


def tables(text: str) -> list[tuple[int, list[str]]]:
    """Of each row how many cells it has, and the code in the first."""
    rows = re.findall(r"^\|.*$", text, re.MULTILINE)
    return [(row.count("|"), sorted(re.findall(r"`[^`]*`", row.split("|")[1]))) for row in rows]


def links(text: str) -> list[str]:
    targets = re.findall(r"\]\(([^)#\s]+)", FENCED.sub("", text))
    return sorted(target.replace("docs/zh/", "docs/en/").replace(".zh.", ".") for target in targets)


def english_and_chinese(page: str) -> tuple[str, str]:
    other = "README.zh.md" if page == "README.md" else page.replace("docs/en/", "docs/zh/")
    return tuple(Path(ROOT, name).read_text(encoding="utf-8") for name in (page, other))


@pytest.mark.parametrize("what", [headings, code, commands, tables, links], ids=lambda what: what.__name__)
@pytest.mark.parametrize("page", PAGES)
def test_both_have_the_same(page: str, what: Callable[[str], object]) -> None:
    english, chinese = map(what, english_and_chinese(page))
    assert chinese == english


def test_there_is_something_to_compare() -> None:
    for what in (headings, code, commands, tables, links):
        assert sum(len(what(english_and_chinese(page)[0])) for page in PAGES) >= 5
