from __future__ import annotations

import ast
import functools
import gc
import inspect
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import curves
import paddle_compat
import pytest
from paddle_compat._runtime import era

HERE = Path(__file__).parent
OURS = (str(HERE), str(HERE.parent / "codemods"))
TOOL = {
    "benchmarks": {"test_earns.py", "test_net.py"},
    "codemods": {
        "batch", "changes", "chinese", "dashboard", "explain", "facts", "formats", "lsp", "project", "terminal", "text",
        "test_cli.py", "test_codes.py", "test_completion.py", "test_config.py", "test_fuzz.py", "test_identifiers.py",
        "test_killed.py",
        "test_strangers.py", "test_streams.py", "test_visible.py",
    },
    "packaging": {
        "test_install.py", "test_laws.py", "test_legacy_names.py", "test_release.py", "test_wheel.py", "test_wings.py",
    },
    "docs": {"test_make_api.py", "test_pages.py", "test_site.py"},
    "examples": {"test_bounds.py"},  # what is asked, here and of five networks, is how sharp the comparison is
    "verify": {"test_command.py", "test_faults.py", "test_five_networks.py", "test_interrupts.py", "test_kept.py"},
    "report": {path.name for path in (HERE / "report").iterdir()},
}  # fmt: skip


# rooms of codemods whose tests run what is written only by fixtures
TEXTS = ("dynamic", "layers", "rewrites", "rules", "unfolded")
WITHOUT_PADDLE = sys.stdlib_module_names - {"importlib", "subprocess"} | {"click", "libcst", "paddle_migrate", "pytest"}


class _Names:
    """What the functions of a file of tests reach by name: what else in the file, and what of other modules."""

    def __init__(self, path: Path) -> None:
        self.may_run_paddle: set[str] = set()
        self._named_by: dict[str, set[str]] = {}
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self._import(node.module or "", [alias.asname or alias.name for alias in node.names])
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    self._import(alias.name, [alias.asname or alias.name.split(".")[0]])
        for statement in tree.body:
            nodes = list(ast.walk(statement))
            used = {node.id for node in nodes if isinstance(node, ast.Name)}
            for node in nodes:
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    self._named_by.setdefault(node.id, set()).update(used)
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                self._named_by.setdefault(statement.name, set()).update(used)

    def _import(self, module: str, names: list[str]) -> None:
        if module.split(".")[0] not in WITHOUT_PADDLE or module.startswith("paddle_migrate.written."):
            self.may_run_paddle.update(names)

    def reached(self, first: str) -> set[str]:
        found: set[str] = set()
        left = [first]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left.extend(self._named_by.get(name, ()))
        return found


@functools.cache
def _names(path: Path) -> _Names:
    return _Names(path)


def _asks_nothing_of_paddle(item: pytest.Item) -> bool:
    first, second = (*item.path.relative_to(HERE).parts, "")[:2]
    if second in TOOL.get(first, ()):
        return True
    if first != "codemods" or second not in TEXTS or any(map(item.get_closest_marker, ("oracle", "numeric"))):
        return False
    names = _names(item.path)
    reached = names.reached(item.originalname).union(item.fixturenames)  # type: ignore[attr-defined]
    return "environment" not in reached and not reached & names.may_run_paddle


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks nothing of Paddle; files with slow tests come first, so that no worker is left with them."""
    for item in items:
        if _asks_nothing_of_paddle(item):
            item.add_marker(pytest.mark.tool)
    slow = {item.path for item in items if item.get_closest_marker("slow") is not None}
    items.sort(key=lambda item: item.path not in slow)


def pytest_report_header() -> list[str]:
    oracle = "live" if curves.oracle_python() else "recorded"
    return [f"Paddle: {curves.paddle_version()}", f"PaddlePaddle 1.8.5: {oracle}"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end of every run how far the legacy names are."""
    from make_api import states

    words = ", ".join(f"{state} {count}" for state, count in states().items())
    terminalreporter.write_line(f"names of 1.8.5: {words}")


@pytest.fixture(scope="session", autouse=True)
def _english() -> Iterator[None]:
    """What is said, whatever the machine's locale."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PADDLE_MIGRATE_LANG", "en")
        yield


@pytest.fixture(scope="session", autouse=True)
def _for_1_8() -> Iterator[None]:
    """The tests' own files, and what they call of the tool's, are code for 1.8, though they use today's names, too."""
    decided = era._is_of_2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(era, "_is_of_2", lambda file: not file.startswith(OURS) and decided(file))
        yield


@pytest.fixture(scope="session", autouse=True)
def _temporary_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What scripts under test put into the system's temporary folder goes where pytest's own goes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("temporary")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _short_stacks() -> Iterator[None]:
    """Of each operator of a static graph Paddle 3 notes all callers, pytest's among them. Paddle 2.6 wants one, looks
    each up in all modules, and reads its source: two thirds of the time of a program that is executed from a string."""
    extracted = traceback.extract_stack
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspect, "stack", lambda context=1: [
            (each, each.f_code.co_filename, each.f_lineno, each.f_code.co_name, None, None)
            for each in (sys._getframe(1), sys._getframe(2))
        ])
        patch.setattr(traceback, "extract_stack", lambda f=None, limit=None: extracted(
            sys._getframe(1) if f is None else f, 12 if limit is None else limit))
        yield


@pytest.fixture(scope="module", autouse=True)
def _old_garbage() -> None:
    """What earlier modules hold on to lies still: millions of objects, which every collection would go through."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def environment() -> Callable[..., dict[str, str]]:
    """A function of whether a process runs under the compat layer, and of the folders that it imports from: its
    environment, without what this one's says of Paddle."""

    def environment(compat: bool, *paths: Path) -> dict[str, str]:
        made = {k: v for k, v in os.environ.items() if not k.startswith(("PADDLE_", "FLAGS_", "PYTHON"))}
        folders = [*paths, Path(paddle_compat.__file__).parents[1]] if compat else paths
        made["PYTHONPATH"] = os.pathsep.join(map(str, folders))
        return made if compat else {**made, "PADDLE_COMPAT": "0"}

    return environment
