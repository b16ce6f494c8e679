"""The project around a file: which of its modules an import means, and which legacy names that module hands on.

Everything is read when it is first asked for and only once; only what is certain is answered.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TypeVar, cast

from paddle_migrate.project import files
from paddle_migrate.project.helper_modules import is_helper_module
from paddle_migrate.project.search_path import added_folders
from paddle_migrate.project.statements import bindings, imported, modules_of
from paddle_migrate.project.with_helpers import IMPORTS_HELPERS, with_helpers
from paddle_migrate.rules.legacy import is_legacy, is_legacy_module
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import RuleModule
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.pytree import nodes, python_tree

T = TypeVar("T")


@dataclass
class Importing:
    """Who imports each file, as far as files were read for it; importers.py fills it."""

    by: dict[Path, list[Module]] = field(default_factory=dict)
    read: set[Path] = field(default_factory=set)
    folders: set[Path | None] = field(default_factory=set)  # whose files are all read; None: that of no file
    unnamed: list[Module] | None = None  # that no file of the run names in an import


# what Python itself imports before a script's folder is on its path, or cannot begin without
_STARTED = (
    *sys.builtin_module_names, "abc", "codecs", "collections", "contextlib", "encodings", "enum", "functools",
    "genericpath", "heapq", "importlib", "io", "keyword", "ntpath", "operator", "os", "posixpath", "re", "reprlib",
    "site", "stat", "types", "warnings", "zipimport",
)


class Project:
    """The folders and files that a run was given; `texts`: what files hold that are open in an editor."""

    def __init__(
        self, paths: Iterable[Path] = (), bases: Iterable[Path] = (), texts: Mapping[Path, bytes] | None = None
    ) -> None:
        self.paths = frozenset(p.absolute() for p in paths)
        given = {b.absolute() for b in bases}
        self.roots = sorted(set(map(_root, given)))
        self.directories = sorted(given & set(self.roots))  # that were given themselves, not by a file in them
        self.cuts = 0  # how often an answer was cut short by a circle of imports
        self.starts_itself: dict[Path, bool] = {}  # scripts, and whether they come to call dist.spawn()
        self.importing = Importing()
        self.texts = texts or {}
        self._modules: dict[Path, Module] = {}
        self._entries: dict[Path, frozenset[str]] = {}
        self._found: dict[Path, dict[str, list[Module]]] = {}  # by folder
        self._found_from: dict[Path, dict[str, list[Module]]] = {}  # the same, by file
        self._above: dict[Path, list[Path]] = {}
        self._beside: dict[Path, list[Path]] = {}  # the files of this run, by folder
        self._adding: dict[Path, list[Path]] = {}

    def hands_on(self, path: Path, raw: bytes) -> bool:
        """Whether the file imports from a module of the project that may hand on legacy names."""
        return any(module.may_hand_on for name in imported(raw) for module in self.modules(path, name))

    def meaning(self, path: Path, module: str, name: str) -> str:
        """The legacy name that `from module import name` in the file at `path` means; empty when not certain."""
        meanings = {m.meaning(name) for m in self.modules(path, module)}
        return meanings.pop() if len(meanings) == 1 else ""

    def star(self, path: Path, module: str) -> dict[str, str]:
        """What `from module import *` in the file at `path` brings: legacy names by the name that they get."""
        found = [m.star() for m in self.modules(path, module)]
        return found[0] if found and all(f == found[0] for f in found) else {}

    def scripts(self, path: Path, name: str) -> list[Path]:
        """The files of this run that `name` can mean in a command in the file at `path`."""
        folders = self._folders(path.absolute().parent)
        return [file for f in folders if (file := Path(os.path.normpath(f / name))) in self.paths]

    def beside(self, path: Path, text: re.Pattern[bytes]) -> bool:
        """Whether another Python file of this run, in the same folder, has the text: what one writes, others read."""
        if not self._beside:
            for each in sorted(self.paths):
                self._beside.setdefault(each.parent, []).append(each)
        others = self._beside.get(path.absolute().parent, [])
        return any(each.suffix == ".py" and self.file(each).has(text) for each in others if each != path.absolute())

    def modules(self, path: Path, name: str) -> list[Module]:
        """The files that a module's name (`utils`, `.utils`, `pkg.utils`) can mean in the file at `path`."""
        known = self._found_from.get(path)
        if known is None:
            known = self._found_from[path] = self._found.setdefault(path.parent, {})
        if name not in known:
            known[name] = self._find(path.absolute().parent, name)
            known[name] = known[name] or self._under_another_name(path, name)
        return known[name]

    def _under_another_name(self, path: Path, name: str) -> list[Module]:
        """`net.ops`, where `net` has it of `from . import operators as ops`."""
        package, dot, last = name.rpartition(".")
        around = self.modules(path, package) if dot and package.strip(".") else []
        renamed = re.compile(rf"\bas[ \t]+{re.escape(last)}\b".encode())
        asked = [(each, module) for each in around if each.path != path and each.has(renamed)
                 for node in nodes(each.tree) for local, module in modules_of(node) if local == last]
        return [found for each, module in asked for found in self.modules(each.path, module)]

    def file(self, path: Path) -> Module:
        """The module in this file, read once."""
        if path not in self._modules:
            self._modules[path] = Module(self, path)
        return self._modules[path]

    def read_anew(self, path: Path) -> None:
        """Forget what this one file says; what was made of it for others stays."""
        self._modules.pop(path, None)

    def helper_module(self, path: Path, name: str) -> str | None:
        """The text of the module of helpers that the name means in the file at `path`, where it is one."""
        plain = name.lstrip(".").split(".")
        found = [folder.joinpath(*plain) for folder in self._where(path.absolute().parent, name)]
        found += [root.joinpath(*plain[1:]) for root in self._packages(plain[0]) if plain[1:] and plain[0]]
        paths = (each.with_name(f"{each.name}.py") for each in found)
        return next((self.file(file).raw.decode() for file in paths if is_helper_module(file)), None)

    def _where(self, folder: Path, name: str) -> list[Path]:
        """The folders in which a module of this name may be for a file in `folder`."""
        dots = len(name) - len(name.lstrip("."))
        if dots:
            return [[folder, *folder.parents][dots - 1]]
        if name.partition(".")[0] in sys.stdlib_module_names:
            return self._of_script(folder, name)
        return self._folders(folder)

    def _of_script(self, folder: Path, name: str) -> list[Path]:
        """Where a script has a module of a name of the standard library's: beside it, unless Python had that first."""
        is_first = name.partition(".")[0] not in _STARTED and not os.path.isfile(folder / "__init__.py")
        return [folder] if is_first else []

    def _find(self, folder: Path, name: str) -> list[Module]:
        plain = name.lstrip(".")
        first = plain.partition(".")[0]
        found = self._modules_in(self._where(folder, name), first, plain)
        if found or name.startswith(".") or first in sys.stdlib_module_names:
            return found
        return self._modules_in(self._added(folder), first, plain)[:1] or self._installed(first, plain)

    def _installed(self, first: str, name: str) -> list[Module]:
        """Of a folder that is a package as a whole, and is installed under its name in small letters."""
        found = (self._module(root, name.partition(".")[2]) for root in self._packages(first))
        return [module for module in found if module is not None]

    def _packages(self, name: str) -> list[Path]:
        """The folders of the run that are installed as this package."""
        return [r for r in self.directories if r.name.lower() == name and os.path.isfile(r / "__init__.py")]

    def _modules_in(self, folders: list[Path], first: str, name: str) -> list[Module]:
        found = (self._module(folder, name) for folder in folders if not first or self._has(folder, first))
        return [module for module in found if module is not None]

    def _added(self, folder: Path) -> list[Path]:
        """The folders, of those that this run may read, that scripts in `folder` put on Python's path themselves."""
        if folder not in self._adding:
            files = sorted(folder.glob("*.py")) if folder.is_dir() else []
            found = dict.fromkeys(each for path in files for each in added_folders(path, self.file(path).raw))
            self._adding[folder] = [f for f in found if any(r == f or r in f.parents for r in self.roots)]
        return self._adding[folder]

    def _folders(self, folder: Path) -> list[Path]:
        """The folders that may be on Python's path for a file in `folder`: its own, and those above up to the root."""
        if folder not in self._above:
            root = next((r for r in self.roots if r == folder or r in folder.parents), folder)
            top = root
            while os.path.isfile(top / "__init__.py"):
                top = top.parent
            above = [folder, *folder.parents]
            self._above[folder] = above[: above.index(top) + 1]
        return self._above[folder]

    def _has(self, folder: Path, name: str) -> bool:
        if folder not in self._entries:
            try:
                self._entries[folder] = frozenset(p.name.removesuffix(".py") for p in folder.iterdir())
            except OSError:
                self._entries[folder] = frozenset()
        return name in self._entries[folder]

    def _module(self, folder: Path, name: str) -> Module | None:
        base = folder.joinpath(*name.split(".")) if name else folder
        for file in (base / "__init__.py", base.with_name(base.name + ".py")):
            if file in self._modules or (os.path.isfile(file) and not is_helper_module(file)):
                return self.file(file)
        return None


def _root(base: Path) -> Path:
    """The folder given; of a file given by itself, the current folder if the file lies below it."""
    if os.path.isdir(base):
        return base
    try:
        here = Path.cwd()
    except OSError:  # it is gone
        return base.parent
    return here if here in base.parents else base.parent


class Module:
    """One file of the project, read for what it binds at its top level."""

    def __init__(self, project: Project, path: Path) -> None:
        self.project, self.path = project, path
        self.kept: dict[str, object] = {}  # what others made of it
        self._answers: dict[str, object] = {}
        self._busy: set[str] = set()
        self._has: dict[re.Pattern[bytes], bool] = {}

    @cached_property
    def raw(self) -> bytes:
        """What it says, with the helpers in it that stand in a module since an earlier run."""
        try:
            known = self.project.texts.get(self.path)
            raw = files.read_bytes(self.path) if known is None else known
            source = files.decode(raw) if IMPORTS_HELPERS.search(raw) else None
            inside = with_helpers(source.text, partial(self.project.helper_module, self.path)) if source else None
            return source.encode(inside.text) if source is not None and inside is not None else raw
        except SourceError:
            return b""

    def has(self, pattern: re.Pattern[bytes]) -> bool:
        """Whether the pattern is found in its text; many files of a program ask the same."""
        if pattern not in self._has:
            self._has[pattern] = pattern.search(self.raw) is not None
        return self._has[pattern]

    @cached_property
    def may_hand_on(self) -> bool:
        """Whether it speaks of Paddle or imports from a module that does; a cheap look at its bytes."""
        if b"paddle" in self.raw:
            return True
        self.__dict__["may_hand_on"] = False  # modules may import one another in a circle
        return self.project.hands_on(self.path, self.raw)

    def meaning(self, name: str) -> str:
        """The legacy name that `name` stands for in this module, for certain; else empty."""
        if not self.may_hand_on or self._defines(name):
            return ""
        return self._once(name, lambda: _legacy(self._meaning(name)), "")

    def star(self) -> dict[str, str]:
        """The legacy names that `from this import *` brings."""
        if not self.may_hand_on:
            return {}
        return self._once("*", self._star, {})

    def _once(self, what: str, answer: Callable[[], T], otherwise: T) -> T:
        """An answer, kept unless it was cut short because modules import one another in a circle."""
        if what not in self._answers:
            if what in self._busy:
                self.project.cuts += 1
                return otherwise
            before = self.project.cuts
            self._busy.add(what)
            try:
                found = answer()
            finally:
                self._busy.discard(what)
            if self.project.cuts != before:
                return found
            self._answers[what] = found
        return cast(T, self._answers[what])

    def _defines(self, name: str) -> bool:
        return re.search(rb"^(?:class|(?:async )?def)[ \t]+%s\b" % name.encode(), self.raw, re.MULTILINE) is not None

    def _star(self) -> dict[str, str]:
        if b"__all__" in self.raw:
            public = self._exported()
        else:
            brought = (name for statement in self._stars for name in self._brought(statement))
            public = [n for n in dict.fromkeys((*self._statements, *brought)) if not n.startswith("_")]
        return {name: meaning for name in public if (meaning := self.meaning(name))}

    def _exported(self) -> list[str]:
        """What `__all__` lists; nothing when that is worked out at run time."""
        statement = self._statements.get("__all__")
        mentions = sum(isinstance(n, ast.Name) and n.id == "__all__" for n in nodes(self.tree))
        value = statement.value if isinstance(statement, ast.Assign) else None
        if mentions != 1 or not isinstance(value, (ast.List, ast.Tuple)):
            return []
        return [e.value for e in value.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]

    def _meaning(self, name: str) -> str:
        statement = self._statements.get(name)
        if statement is None:
            found = {m for s in self._stars if (m := self._brought(s).get(name))} if name not in self._bound else set()
            return found.pop() if len(found) == 1 else ""
        if isinstance(statement, ast.Import):
            alias = next(a for a in statement.names if (a.asname or a.name.partition(".")[0]) == name)
            return _legacy(alias.name if alias.asname else name)
        if isinstance(statement, ast.ImportFrom):
            original = next(a.name for a in statement.names if (a.asname or a.name) == name)
            module = _name_of(statement)
            if module == "paddle" or is_legacy_module(module):
                return f"{module}.{original}"
            return self.project.meaning(self.path, module, original)
        return self._of_expression(statement.value)

    def _of_expression(self, node: ast.expr) -> str:
        """Of `fluid.layers` in `L = fluid.layers`."""
        if isinstance(node, ast.Attribute):
            base = self._of_expression(node.value)
            return f"{base}.{node.attr}" if base else ""
        return self._meaning(node.id) if isinstance(node, ast.Name) else ""

    def _brought(self, statement: ast.ImportFrom) -> dict[str, str]:
        module = _name_of(statement)
        return names_of(module) if is_legacy_module(module) else self.project.star(self.path, module)

    @cached_property
    def tree(self) -> ast.Module:
        try:
            text = files.decode(self.raw).text
        except (SourceError, ValueError):
            text = ""
        return python_tree(text) or ast.Module([], [])

    @cached_property
    def _bound(self) -> Counter[str]:
        """How often each name is bound at the top level, a block there or a `global` included; but for None in its
        place where an import fails."""
        tries = [each for each in _in_blocks(self.tree.body) if isinstance(each, ast.Try)]
        failed = [each for block in tries for handler in block.handlers for each in handler.body]
        nones = [each for each in failed if isinstance(each, ast.Assign) and _is_none(each)]
        return Counter(bindings(self.tree)) - Counter(name for each in nones for name in bindings(each))

    @cached_property
    def _statements(self) -> dict[str, ast.Import | ast.ImportFrom | ast.Assign]:
        """The one statement that binds a name: where a name is bound at all, that one has run."""
        found: dict[str, ast.Import | ast.ImportFrom | ast.Assign] = {}
        for statement in _in_blocks(self.tree.body):
            if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Assign)):
                names = bindings(statement)
                found.update((name, statement) for name in names if self._bound[name] == 1 or self._is_package(name))
        return found

    def _is_package(self, name: str) -> bool:
        """Whether all that binds a name are imports of one package: `import paddle`, `import paddle.fluid`."""
        plain = [each for each in self.tree.body if isinstance(each, ast.Import)]
        aliases = [alias for each in plain for alias in each.names if alias.asname is None]
        return sum(alias.name.partition(".")[0] == name for alias in aliases) == self._bound[name]

    @cached_property
    def _stars(self) -> list[ast.ImportFrom]:
        froms = [s for s in _in_blocks(self.tree.body) if isinstance(s, ast.ImportFrom)]
        return [s for s in froms if s.names[0].name == "*"]


def _is_none(statement: ast.Assign) -> bool:
    return isinstance(statement.value, ast.Constant) and statement.value.value is None


def _in_blocks(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements at the top level, those of `if`, `try` and `with` among them."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.With)):
            for part in (statement.body, *(getattr(statement, name, []) for name in ("orelse", "finalbody"))):
                yield from _in_blocks(part)


@lru_cache
def names_of(module: str) -> dict[str, str]:
    """What a star import of a legacy module brings."""
    found, beyond = library().legacy(module)
    names = found.names() if isinstance(found, RuleModule) and not beyond else []
    return {name: f"{module}.{name}" for name in names}


def _legacy(name: str) -> str:
    return name if name == "paddle" or is_legacy(name) else ""


def _name_of(statement: ast.ImportFrom) -> str:
    return "." * statement.level + (statement.module or "")
