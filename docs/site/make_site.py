"""`make site`: the documentation in English and Chinese, as pages that load nothing from anywhere.

The READMEs are the first pages, those of the guide stand in docs/en and docs/zh; the page of each legacy name and of
each code is made from the rules. What has no Chinese page is shown in English.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import make_api
from name_page import code_page, name_page
from paddle_migrate.chinese.wanted import Language, choose
from paddle_migrate.codes import CODES
from paddle_migrate.explain.pages import Page, page_of
from paddle_migrate.rules.rule import Rule
from words import word

HERE = Path(__file__).parent
DOCS = HERE.parent
GUIDE = ("index", "run", "migrate", "repository", "editor", "verify", "parallel", "checkpoints", "models", "libraries",
         "differs", "numbers", "supported", "how")
DEVELOPERS = ("architecture", "adding-a-rule", "adding-a-rewrite", "adding-a-format", "rules")
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)]*)?\)")


def write_pages(language: Language, folder: Path) -> None:
    """The site's sources in one language: Markdown in `folder`, and what mkdocs is told beside it."""
    choose(language)
    try:
        for name, text in pages(language):
            path = folder / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for image in DOCS.glob("*.png"):
            shutil.copy(image, folder)
        told = json.dumps(settings(language, folder), ensure_ascii=False, indent=1)  # which is YAML
        folder.with_suffix(".yml").write_text(told, encoding="utf-8")
    finally:
        choose(None)


def pages(language: Language) -> Iterator[tuple[str, str]]:
    """Each page's name and text."""
    for name in (*GUIDE, *DEVELOPERS):
        source = source_of(name, language)
        if source is not None:
            yield name, linked(source, source.read_text(encoding="utf-8"))
    for page in legacy_pages():
        yield f"names/{page.name.removeprefix('paddle.')}", name_page(page, tests_of(page))
    for code in CODES:
        yield f"codes/{code}", code_page(code)
    yield "names/index", names_index()
    yield "codes/index", codes_index()


def source_of(name: str, language: Language) -> Path | None:
    """The file of a page: the README, one of the guide in its language or in English, or a developer's."""
    if name == "rules":
        return make_api.ROOT / "compat" / "RULES.md"
    if name == "index":
        return make_api.ROOT / ("README.md" if language == "en" else "README.zh.md")
    places = (DOCS / language / f"{name}.md", DOCS / "en" / f"{name}.md", DOCS / f"{name}.md")
    return next((path for path in places if path.exists()), None)


def linked(source: Path, text: str) -> str:
    """Links between pages as the site has them; what leads to the repository's code is the path itself."""

    def link(found: re.Match[str]) -> str:
        image, words, target, anchor = found.groups()
        path = (source.parent / target).resolve()
        name = "rules" if path.name == "RULES.md" else path.stem
        if image:
            return f"![{words}]({path.name})"
        if path.name.startswith("README"):
            return ""  # each page has a switch to the other language
        if path.name == "api.md":
            return f"[{words}](names/index.md)"
        if path.suffix == ".md" and name in (*GUIDE, *DEVELOPERS):
            return f"[{words}]({name}.md{anchor or ''})"
        return words if "`" in words else f"`{path.relative_to(make_api.ROOT).as_posix()}`"

    return _LINK.sub(link, text)


def legacy_pages() -> list[Page]:
    """The names of 1.8.5 that have a page, each once."""
    names = dict.fromkeys(name for listed in make_api.legacy_names().values() for name in listed)
    return [page for page in map(page_of, names) if page is not None]


def tests_of(page: Page) -> list[str]:
    """The tests that ask 1.8.5 about it."""
    return make_api.tests()[0].get(page.rule.name, []) if isinstance(page.rule, Rule) else []


def names_index() -> str:
    """All names, by module."""
    lines = [f"# {word('names')}", "", word("names intro"), ""]
    for module, listed in make_api.legacy_names().items():
        known = [name for name in listed if page_of(name) is not None]
        links = [f"[{name.rpartition('.')[2]}]({name.removeprefix('paddle.')}.md)" for name in known]
        lines += [f"## {module.removeprefix('paddle.')}", "", " · ".join(links), ""] if links else []
    return "\n".join(lines)


def codes_index() -> str:
    """All codes with their titles."""
    titles = {code: code_page(code).splitlines()[2] for code in CODES}
    return "\n".join([f"# {word('codes')}", "", word("codes intro"), "",
                      *(f"- [{code}]({code}.md): {title}" for code, title in titles.items()), ""])


def settings(language: Language, folder: Path) -> dict[str, Any]:
    """What mkdocs is told beyond mkdocs.yml."""
    there = [name for name in GUIDE if source_of(name, language)]
    others = [{"name": {"en": "English", "zh": "中文"}[each], "lang": each,
               "link": "/" if each == "en" else f"/{each}/"} for each in get_args(Language)]
    return {
        "INHERIT": str(HERE / "mkdocs.yml"),
        "site_description": word("tagline"),
        "docs_dir": str(folder),
        "theme": {"language": language},
        "plugins": {"search": {"lang": ["en"] if language == "en" else ["en", "zh"]}},
        "extra": {"alternate": others, "generator": False},
        "nav": [{word("guide"): [f"{name}.md" for name in there]}, {word("names"): "names/index.md"},
                {word("codes"): "codes/index.md"}, {word("developers"): [f"{name}.md" for name in DEVELOPERS]}],
        "not_in_nav": "/names/*\n/codes/*\n",
    }


def build(target: Path, work: Path) -> None:
    """Both languages, into `target`; `work` gets their sources. Raises CalledProcessError where a link is broken."""
    for language in get_args(Language):
        folder = work / language
        shutil.rmtree(folder, ignore_errors=True)
        write_pages(language, folder)
        there = target if language == "en" else target / language
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--clean",
                        "-f", str(folder.with_suffix(".yml")), "-d", str(there)], check=True)


if __name__ == "__main__":
    build(make_api.ROOT / "build" / "site", make_api.ROOT / "build" / "site-sources")
