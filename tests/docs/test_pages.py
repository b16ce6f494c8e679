"""What the pages for those who build say is so: their links and paths, the phases, the wings, and the example."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import make_api
import pytest
from paddle_migrate import rewrites, rewriting
from paddle_migrate.api import migrate_source
from paddle_migrate.formats import texts

DOCS = make_api.ROOT / "docs"
PAGES = ["adding-a-format.md", "adding-a-rewrite.md", "adding-a-rule.md", "architecture.md"]
INVENTED = ("made_tensors", "asciidoc")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    targets = [target for target in re.findall(r"\]\(([^)]+)\)", page(name)) if not target.startswith("#")]
    assert targets
    assert [target for target in targets if not (DOCS / target.partition("#")[0]).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_paths_are_there(name):
    paths = re.findall(r"`((?:codemods|compat|tests|docs)/[\w./-]+)`", page(name))
    assert [p for p in paths if not any(i in p for i in INVENTED) and not (make_api.ROOT / p).exists()] == []


def test_the_phases_are_those_of_the_page():
    assert tuple(re.findall(r"^\| `(\w+)/` \|", page("adding-a-rewrite.md"), re.MULTILINE)) == rewrites.PHASES


def test_every_wing_is_on_the_page():
    house = make_api.ROOT / "codemods" / "paddle_migrate"
    wings = {path.name for path in house.iterdir() if (path / "__init__.py").exists()}
    assert {name for name in wings if f"`{name}/`" not in page("architecture.md")} == set()


@pytest.fixture
def example(monkeypatch) -> None:
    """The rewrite on the page, beside the others."""
    module = ModuleType("made_tensors")
    exec(re.search(r"```python\n(.*?)```", page("adding-a-rewrite.md"), re.DOTALL)[1], module.__dict__)
    every = rewrites.rewrites()
    one = rewrites.Rewrite("patterns", module.__name__, len(every), module)
    place = next(n for n, other in enumerate(every) if other.phase == "following")
    monkeypatch.setattr(rewriting, "rewrites", lambda: (*every[:place], one, *every[place:]))


LAYER = "import paddle.fluid as fluid\nclass Net(fluid.dygraph.Layer):\n    def f(self):\n        return {}\n"


def test_the_example_does_what_the_page_says(example):
    result = migrate_source(LAYER.format("self.create_variable('seen', True)"))
    assert "return self.create_tensor('seen', True)\n" in result.text
    assert ("PM105", "create_variable") in [(f.code, f.name) for f in result.findings]


@pytest.mark.parametrize("call", ["block.create_variable()", "self.create_variable(*given)"])
def test_and_leaves_what_it_says(example, call):
    assert f"return {call}\n" in migrate_source(LAYER.format(call)).text


@pytest.fixture
def format_on_the_page(monkeypatch) -> None:
    finder, wrapper, _ = re.findall(r"```python\n(.*?)```", page("adding-a-format.md"), re.DOTALL)
    module = ModuleType("asciidoc")
    exec(finder, module.__dict__)
    names = {**vars(texts), "migrate_asciidoc": module.migrate_asciidoc}
    exec(wrapper, names)
    monkeypatch.setitem(texts._BY_ENDING, ".adoc", names["_asciidoc"])


def test_the_cases_of_the_format_on_the_page(format_on_the_page):
    cases: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", page("adding-a-format.md"), re.DOTALL)[2], cases)
    tests = [case for name, case in cases.items() if name.startswith("test_")]
    assert len(tests) == 4
    for test in tests:
        marks = getattr(test, "pytestmark", [])
        for given in marks[0].args[1] if marks else [()]:
            test(*(given if isinstance(given, tuple) else (given,)))
