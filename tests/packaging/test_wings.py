"""The plan of the codemods' house: its wings, of which each imports from those below it only, and no circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import pytest
from curves import ROOT

HOUSE = ROOT / "codemods" / "paddle_migrate"
# from the ground up; a folder with all below it, or the modules at the root that belong together
WINGS = {
    "chinese": ("chinese",),
    "words": ("codes", "findings", "options", "outcome", "reasons"),
    "machine": ("child", "interrupts", "streams"),
    "text": ("text",),
    "rules": ("rules",),
    "project": ("project",),
    "facts": ("facts",),
    "interpreter": ("interpreter",),
    "written": ("written",),
    "changes": ("changes", "script"),
    "unsized": ("unsized",),
    "unfolded": ("unfolded",),
    "dynamic": ("dynamic",),
    "layers": ("layers",),
    "rewrites": ("rewrites", "choosing", "as_layers", "rewriting"),
    "formats": ("formats",),
    "api": ("api",),
    "explain": ("explain",),
    "report": ("report",),
    "checkpoint": ("checkpoint",),
    "verify": ("verify",),
    "model": ("model",),
    "doctor": ("doctor",),
    "terminal": ("terminal",),
    "batch": ("batch",),
    "dashboard": ("dashboard",),
    "door": ("", "__main__", "arguments", "cli", "config", "run"),
    "lsp": ("lsp",),
}
FLOOR = {root: (number, wing) for number, (wing, roots) in enumerate(WINGS.items()) for root in roots}


def _name(path) -> str:
    return ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix("__init__").rstrip(".")


MODULES = {_name(path): path for path in sorted(HOUSE.rglob("*.py")) if "child" not in path.parts}


def imported(module: str) -> Iterator[str]:
    """The modules of the house that a module imports, wherever in it, for its types alone as well."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports relatively"
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if _own(name) in MODULES else str(node.module) for name in full]
        else:
            continue
        yield from (_own(name) for name in names if name.partition(".")[0] == HOUSE.name)


def _own(name: str) -> str:
    """A module's name inside the house."""
    return name.removeprefix(HOUSE.name).lstrip(".")


def floor(module: str) -> tuple[int, str]:
    return FLOOR[module.partition(".")[0]]


def test_every_module_has_a_wing() -> None:
    assert len(MODULES) > 200
    assert {module.partition(".")[0] for module in MODULES} == set(FLOOR)


@pytest.mark.parametrize("module", MODULES, ids=lambda name: name or "paddle_migrate")
def test_imports_go_down(module: str) -> None:
    up = [other for other in imported(module) if floor(other) > floor(module)]
    assert not up


def test_no_circle() -> None:
    graph = {module: set(imported(module)) - {module} for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(name or "paddle_migrate" for name in error.args[1]))
