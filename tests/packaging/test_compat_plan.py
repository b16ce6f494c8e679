"""The plan of the compat layer: what a start costs, what stands on what, and no circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import pytest
from curves import ROOT

COMPAT = ROOT / "compat" / "paddle_compat"


def _name(path) -> str:
    return ".".join(path.relative_to(COMPAT).with_suffix("").parts).removesuffix("__init__").rstrip(".")


MODULES = {_name(path): path for path in sorted(COMPAT.rglob("*.py"))}


def imported(module: str) -> Iterator[str]:
    """The modules of compat that a module imports, wherever in it, for its types alone as well."""
    parts = module.split(".") if module else []
    package = parts if MODULES[module].name == "__init__.py" else parts[:-1]
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module.split(".") if node.module else [])]
            for alias in node.names:
                inner = ".".join([*base, alias.name])
                yield inner if inner in MODULES else ".".join(base)


def test_no_circle() -> None:
    """A package is imported before its modules; none of them may need what stands in the package itself."""
    graph = {module: set(imported(module)) - {module} for module in MODULES}
    assert sum(map(len, graph.values())) > 200
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(name or "paddle_compat" for name in error.args[1]))


@pytest.mark.parametrize("module", MODULES, ids=lambda name: name or "paddle_compat")
def test_what_stands_on_what(module: str) -> None:
    """Rules are written in words, and these stand on the recorder and the runtime, which know of neither."""
    if module == "_language":
        assert all(name.startswith(("_runtime.", "_static.")) for name in imported(module))
    elif module.startswith("_runtime"):
        rules = {name for name in imported(module) if name.partition(".")[0] in ("_language", "fluid", "complex")}
        assert rules <= ({"fluid.framework"} if module == "_runtime.complex_pairs" else set())


def test_a_start_imports_sys_only() -> None:
    """What `paddle_migrate.pth` wakes at every start of Python; everything else waits for an import of Paddle."""
    for module in ("", "_finder"):
        body = ast.parse(MODULES[module].read_text(encoding="utf-8")).body
        imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
        names = [alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names]
        own = [node.module for node in imports if isinstance(node, ast.ImportFrom)]
        assert (names, own) == ((["sys"], []) if module else ([], ["_finder"]))
