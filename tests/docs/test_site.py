"""The site's sources: every legacy name and every code has a page in both languages, and links lead to pages."""

from __future__ import annotations

import json
import re

import make_api
import make_site
import pytest
from paddle_migrate.codes import CODES
from words import WORDS

LANGUAGES = ["en", "zh"]


@pytest.fixture(scope="module", params=LANGUAGES)
def site(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / request.param
    make_site.write_pages(request.param, folder)
    return folder


def texts(folder):
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.md")}


def test_every_name_and_code_has_its_page(site):
    there = texts(site)
    names = {name for listed in make_api.legacy_names().values() for name in listed}
    assert {f"names/{name.removeprefix('paddle.')}.md" for name in names} <= set(there)
    assert {f"codes/{code}.md" for code in CODES} <= set(there)
    assert {f"{name}.md" for name in make_site.DEVELOPERS} <= set(there)


def test_links_lead_to_pages(site):
    for name, text in texts(site).items():
        plain = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)", plain):
            assert target.startswith("http") or (site / name).parent.joinpath(target).exists(), (name, target)


def test_a_page_speaks_its_language(site):
    number = LANGUAGES.index(site.name)
    fc, gone = texts(site)["names/fluid.layers.fc.md"], texts(site)["names/fluid.metrics.DetectionMAP.md"]
    assert WORDS["today"][number] in fc
    assert WORDS["program"][number] in fc
    assert WORDS["today"][1 - number] not in fc
    assert re.search("[\u4e00-\u9fff]", gone.split("\n", 2)[2]) is not None if number else WORDS["do"][0] in gone
    told = json.loads(site.with_suffix(".yml").read_text(encoding="utf-8"))
    assert told["theme"]["language"] == site.name


def test_an_example_is_what_the_tool_writes(site):
    page = texts(site)["names/fluid.layers.relu.md"]
    assert re.search(r"```python\nfluid.layers.relu\(x\) .*```\n\n```python\nF.relu\(x\) ", page, re.DOTALL)


def test_links_to_code_become_its_path():
    source = make_site.DOCS / "en" / "how.md"
    assert make_site.linked(source, "[a](../../compat/RULES.md#x) [b](../../examples) [c](../api.md) [d](run.md)") == (
        "[a](rules.md#x) `examples` [c](names/index.md) [d](run.md)")
    assert make_site.linked(source, "no [link], no (target.md)") == "no [link], no (target.md)"
