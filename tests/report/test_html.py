"""What the page holds, without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Literal

import pytest
from paddle_migrate.chinese.wanted import choose
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.reasons import By, Origins
from paddle_migrate.report.html import render

NASTY = """</script><script>alert(1)</script><img src=x onerror=alert(1)>'"&--><!--"""


class Page(HTMLParser):
    """The tags with their attributes, and the text within each kind of tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.text = ""
        self._in = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.scripts[-1] += data
        elif self._in != "style":
            self.text += data

    def all(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        return [a for t, a in self.tags if t == tag and attributes.items() <= a.items()]


def long(changes: dict[int, str], length: int = 100) -> str:
    return "".join(changes.get(n, f"x{n} = {n}\n") for n in range(1, length + 1))


def test_nothing_is_loaded(outcomes: list[Outcome]) -> None:
    page = Page(render(outcomes))
    for _, attributes in page.tags:
        assert not attributes.keys() & {"src", "srcset", "action", "style"}
        assert (attributes.get("href") or "#").startswith("#")
        assert not any(name.startswith("on") for name in attributes)
    (policy,) = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert (policy["content"] or "").startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in (policy["content"] or "")


def test_charset_and_language(outcomes: list[Outcome]) -> None:
    page = Page(render(outcomes))
    assert page.all("meta", charset="utf-8")
    assert page.all("html", lang="en")
    assert "中文注释" in page.text
    assert "旧 API" in page.text


@pytest.fixture(autouse=True)
def _as_the_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("PADDLE_MIGRATE_LANG", raising=False)
    yield
    choose(None)


@pytest.mark.parametrize(("chosen", "html"), [("zh", '<html lang="zh-CN" data-chosen>'),
                                              ("en", '<html lang="en" data-chosen>'), (None, '<html lang="en">')])
def test_it_begins_in_the_language_that_was_chosen(
    outcomes: list[Outcome], chosen: Literal["en", "zh"] | None, html: str
) -> None:
    choose(chosen)
    assert html in render(outcomes)


def test_what_is_said_of_a_finding_stands_there_in_both_languages() -> None:
    message = "is no name of 1.8.5; left as it was: write it in today's Paddle, or mend the slip"
    finding = Finding(1, "PM301", "fluid.x", message)
    text = render([Outcome("a.py", "fluid.x\n", "fluid.x\n", [finding])])
    assert text.count("<span lang=\"zh-CN\">1.8.5 中没有这个名称；") == 2  # in the list and under its line
    page = Page(text)
    assert all("data-zh" in attributes for attributes in page.all("option"))
    titles = {attributes["data-en"]: attributes["data-zh"] for attributes in page.all("b") if "title" in attributes}
    assert titles
    assert all(english != chinese for english, chinese in titles.items())


def test_every_finding_once(outcomes: list[Outcome]) -> None:
    page = Page(render(outcomes))
    codes = [a["data-code"] for a in page.all("li")]
    assert sorted(map(str, codes)) == ["PM101", "PM101", "PM104", "PM202", "PM301", "PM902"]


def test_every_link_leads_to_a_row(outcomes: list[Outcome]) -> None:
    page = Page(render(outcomes))
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids))
    links = [(a["href"] or "").removeprefix("#") for a in page.all("a")]
    assert len(links) == 6
    assert set(links) <= set(ids)


def test_files_with_something_left_come_first_and_plain_ones_not_at_all(outcomes: list[Outcome]) -> None:
    page = Page(render(outcomes))
    paths = [a["data-path"] for a in page.all("details") if "data-path" in a]
    assert paths == ["src/train.py", "数据/old two.py", "src/done.py"]


def test_progress(outcomes: list[Outcome]) -> None:
    bars = [(a["value"], a["max"]) for a in Page(render(outcomes)).all("progress")]
    assert bars == [("3", "4"), ("2", "3"), ("1", "1")]


def test_user_text_is_never_markup() -> None:
    findings = [Finding(1, "PM301", NASTY, NASTY), Finding(0, "PM902", "", NASTY, NASTY)]
    old = long({1: f"a = '''{NASTY}'''\n", 50: f"{NASTY}\n", 99: "old\n"})
    clean = Page(render([Outcome("a.py", "x\n", "y\n", [])]))
    page = Page(render([Outcome(f"{NASTY}.py", old, old.replace("old", NASTY), findings)]))
    assert not page.all("img")
    assert len(page.scripts) == len(clean.scripts)
    assert all("alert" not in page.scripts[n] for n in range(len(page.scripts)) if n != 0)
    folds = json.loads(page.scripts[0])
    assert any("&lt;/script&gt;" in line for fold in folds for _, _, line in fold)
    assert not any(re.search(r"<(?!/?i\b)", line) for fold in folds for _, _, line in fold)
    assert page.text.count(NASTY) >= 6


def test_unchanged_lines_are_folded_around_changes_and_findings() -> None:
    old = long({})
    page = Page(render([Outcome("a.py", old, old.replace("x50 ", "y50 "), [Finding(20, "PM301", "fluid.x", "left")])]))
    folds = json.loads(page.scripts[0])
    assert [(fold[0][0], fold[-1][0]) for fold in folds] == [(1, 16), (24, 46), (54, 100)]
    assert folds[0][0] == [1, 1, "x1 = <i class=n>1</i>"]


def test_a_few_unchanged_lines_are_not_worth_a_fold() -> None:
    old = long({}, 7)
    assert json.loads(Page(render([Outcome("a.py", old, old.replace("x7 ", "y7 "))])).scripts[0]) == []


def notebook(*cells: str) -> str:
    made = [{"cell_type": "code", "source": cell} for cell in cells]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": "prose"}, *made]})


def test_a_notebook_is_shown_as_its_cells() -> None:
    finding = Finding(2, "PM301", "fluid.x", "left", "cell 3")
    old, new = notebook("a = 1\n", "b = 2\nc = fluid.x\n"), notebook("a = 0\n", "b = 2\nc = fluid.x\n")
    page = Page(render([Outcome("a.ipynb", old, new, [finding])]))
    assert "# cell 3" in page.text
    assert "cell_type" not in page.text
    (link,) = page.all("a")
    assert page.all("tr", id=(link["href"] or "")[1:])


@pytest.mark.parametrize("text", ["", "[]", "{", '{"cells": [1]}', '{"cells": {"a": 1}}'])
def test_a_broken_notebook_is_shown_as_text(text: str) -> None:
    render([Outcome("a.ipynb", text, text, [Finding(0, "PM901", "", "not a notebook")])])


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_line_ends(ends: str) -> None:
    """Lines are counted as the findings count them."""
    text = ends.join(["a = '\f'", "b = 2", "c = fluid.x"])
    page = Page(render([Outcome("a.py", text, text, [Finding(3, "PM301", "fluid.x", "left")])]))
    assert [a["href"] for a in page.all("a")] == ["#f0-2"]


def test_why_where_the_mouse_rests() -> None:
    origins = Origins({1: [By("calls", "fluid.layers.relu", 'a"<b>.py:1')]})
    page = Page(render([Outcome("a.py", "x = 1\ny = 1\n", "x = 2\ny = 1\n", origins=origins)]))
    assert [cell["title"] for cell in page.all("td") if "title" in cell] == ['rule of fluid.layers.relu (a"<b>.py:1)']


def test_and_nowhere_else(outcomes: list[Outcome]) -> None:
    assert not [cell for cell in Page(render(outcomes)).all("td") if "title" in cell]
