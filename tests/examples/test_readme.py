"""The before and after in the READMEs are an input of the tool and its output."""

from __future__ import annotations

import re

import pytest
from curves import ROOT
from paddle_migrate.api import migrate_source

READMES = sorted(ROOT.glob("README*.md"))


def blocks(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def test_both_languages_are_here() -> None:
    assert [path.name for path in READMES] == ["README.md", "README.zh.md"]


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_after_is_the_output_for_before(name: str) -> None:
    before, after = blocks(name)
    result = migrate_source(before)
    assert result.text == after
    # The snippet is shown as a plain case: the tool has nothing to say about it.
    assert {finding.level for finding in result.findings} <= {"rewritten"}


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", text)
    assert targets
    for target in targets:
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_every_option_is_described(name: str) -> None:
    from paddle_migrate.cli import main

    text = (ROOT / name).read_text(encoding="utf-8")
    for option in main.params:
        if option.name not in ("paths", "version"):
            assert all(f"`{spelling}" in text for spelling in option.opts), option.name
