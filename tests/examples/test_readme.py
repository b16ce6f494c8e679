"""The before and after in the READMEs are an input of the tool and its output; the guide leads somewhere."""

from __future__ import annotations

import re

import pytest
from curves import ROOT
from paddle_migrate.api import migrate_source

READMES = sorted(ROOT.glob("README*.md"))
GUIDE = sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("??/*.md")])
DATA = re.compile(r"https?:|mailto:")


def blocks(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def test_both_languages_are_here() -> None:
    assert [path.name for path in READMES] == ["README.md", "README.zh.md"]
    english, chinese = ({path.name for path in (ROOT / "docs" / each).iterdir()} for each in ("en", "zh"))
    assert english == chinese


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_after_is_the_output_for_before(name: str) -> None:
    before, after = blocks(name)
    result = migrate_source(before)
    assert result.text == after
    # The snippet is shown as a plain case: the tool has nothing to say about it.
    assert {finding.level for finding in result.findings} <= {"rewritten"}


@pytest.mark.parametrize("path", [*READMES, *GUIDE], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(#[^)]*)?\)", text):
        if not DATA.match(target):
            assert not target or (path.parent / target).exists(), target
            assert not anchor or target or f'id="{anchor[1:]}"' in text or anchor[1:] in headings(text), anchor


def headings(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub and mkdocs make them."""
    found = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in found}


@pytest.mark.parametrize("name", ["en", "zh"])
def test_every_option_is_described(name: str) -> None:
    from paddle_migrate.cli import main

    text = (ROOT / "docs" / name / "migrate.md").read_text(encoding="utf-8")
    for option in main.params:
        if option.name not in ("paths", "version"):
            assert all(f"`{spelling}" in text for spelling in option.opts), option.name


@pytest.mark.parametrize("name", ["en", "zh"])
def test_every_option_of_pyproject_is_named(name: str) -> None:
    from paddle_migrate.config import _HARMLESS

    text = (ROOT / "docs" / name / "repository.md").read_text(encoding="utf-8")
    line = text[text.index("`annotate`") : text.index("`why`") + len("`why`")]
    assert set(re.findall(r"`(\w+)`", line)) == _HARMLESS


@pytest.mark.parametrize("name", ["en", "zh"])
def test_every_command_of_the_guide_is_one(name: str) -> None:
    """Its words, options and codes; what it names of the reader's is not there."""
    from click.testing import CliRunner
    from paddle_migrate.arguments import COMMANDS, command_of
    from paddle_migrate.cli import main

    pages = [*(ROOT / "docs" / name).glob("*.md"), ROOT / {"en": "README.md", "zh": "README.zh.md"}[name]]
    lines = [line.partition("  #")[0].split(" && ")[0] for path in pages
             for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("    paddle-migrate ")]
    assert len(lines) > 10
    for line in lines:
        words = line.split()[1:]
        words = words[: words.index("--")] if "--" in words else words
        command = command_of(words[0]) if words[0] in COMMANDS else main
        known = {spelling for option in command.params for spelling in option.opts}
        assert {word for word in words if word.startswith("-")} <= known, line
        if words[0] == "explain":
            assert CliRunner().invoke(command, words[1:]).exit_code == 0, line
