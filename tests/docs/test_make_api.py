"""The API matrix is the one that the rules give, and every name of 1.8.5 is in it."""

from __future__ import annotations

import re

import make_api
import pytest


@pytest.fixture(scope="module")
def text() -> str:
    return make_api.matrix()


def section(text: str, module: str) -> str:
    return text.partition(f"\n## {module}\n")[2].partition("\n## ")[0]


def test_the_page_is_fresh(text):
    written = (make_api.ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert written == text, "docs/api.md is not what the rules give; make it again: make generated"


def test_every_name_of_185_is_there_once(text):
    names = make_api.legacy_names()
    assert sum(map(len, names.values())) > 640
    for module, listed in names.items():
        there = section(text, module.removeprefix("paddle."))
        heads = re.findall(r"^\| `(\w+)` \|", there, re.MULTILINE)
        heads += re.findall(r"`(\w+)`", "".join(re.findall(r"^(?:Modules|Not yet): .*", there, re.MULTILINE)))
        assert sorted(heads) == sorted(name.rpartition(".")[2] for name in listed)


def test_every_name_that_works_is_tested(text):
    """Against 1.8.5, or as ours alone, unless it is today's own object."""
    assert re.findall(r"^\| `(\w+)` .* \| no \|$", text, re.MULTILINE) == []


def test_links_lead_somewhere(text):
    for target in set(re.findall(r"\]\(([^)]+)\)", text)):
        if target.startswith("#"):
            assert f'<a id="{target[1:]}">' in text
        else:
            assert (make_api.ROOT / "docs" / target).exists(), target


def test_a_row_of_each_kind(text):
    layers = section(text, "fluid.layers")
    assert re.search(r"\| `relu` \| `F.relu\(x\)` \| `name` \[\d+\].* \| 2.6, 3.x \| \[1.8.5\]\(.*ops.py\) \|", layers)
    assert re.search(r"\| `smooth_l1` \| `smooth_l1\(x, y\)` \*helper\* \|", layers)
    assert re.search(r"\| `reduce_sum` \| `paddle.sum\(input\)` \|.*\| 0-D", layers)
    assert re.search(r"\| `guard` \| \*pattern\* \[devices\]", section(text, "fluid.dygraph"))
    assert re.search(r"\| `DetectionMAP` \| Paddle dropped", section(text, "fluid.metrics"))


def test_states_are_those_of_all_names():
    states = make_api.states()
    assert sum(states.values()) == sum(map(len, make_api.legacy_names().values()))
    assert min(states["works"], states["gone"]) > 0
