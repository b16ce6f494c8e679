"""The before and after in the READMEs are an input of the tool and its output; the guide leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from curves import ROOT
from paddle_migrate.api import migrate_source

READMES = sorted(ROOT.glob("README*.md"))
GUIDE = sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("??/*.md")])
DATA = re.compile(r"https?:|mailto:")


def blocks(name: str, language: str = "python") -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


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
            spellings = option.secondary_opts or option.opts  # of a default, how it is turned off
            assert all(f"`{spelling}" in text for spelling in spellings), option.name


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


@pytest.mark.parametrize("name", ["en", "zh"])
def test_the_table_of_pyproject_is_taken(name: str, tmp_path: Path) -> None:
    from paddle_migrate.cli import main
    from paddle_migrate.config import load_config

    (table,) = blocks(f"docs/{name}/repository.md", "toml")
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    assert load_config([p for p in main.params if isinstance(p, click.Option)], tmp_path)


@pytest.mark.parametrize("name", ["en", "zh"])
def test_the_hook_and_the_action_take_what_the_page_gives_them(name: str) -> None:
    hook, action = blocks(f"docs/{name}/repository.md", "yaml")
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    (identity,) = re.findall(r"- id: (\S+)", hook)
    assert f"id: {identity}\n" in hooks
    inputs = (ROOT / "action.yml").read_text(encoding="utf-8").partition("inputs:")[2].partition("runs:")[0]
    given = re.findall(r"^    (\w+): ", action, re.M)
    assert given
    assert set(given) <= set(re.findall(r"^  ([\w-]+):$", inputs, re.M))


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_targets_of_the_readme_are_there(name: str) -> None:
    targets = re.findall(r"^    make (\w+)", (ROOT / name).read_text(encoding="utf-8"), re.M)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    assert all(f"\n{target}:" in makefile for target in targets)
