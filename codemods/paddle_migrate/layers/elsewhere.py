"""What other files of the run build, as classes of layers, and how the file at hand calls these."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

import libcst as cst

from paddle_migrate.dynamic.brought import FindIn
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.facts.other_modules import OtherModules
from paddle_migrate.layers.builders import Builder, Builders
from paddle_migrate.layers.classes import Class
from paddle_migrate.layers.numbers import Importers
from paddle_migrate.project.project import Project
from paddle_migrate.project.taken import Taken
from paddle_migrate.text.edits import Edits


class Built(Protocol):
    """What a file becomes."""

    def of_function(self, owner: str, name: str, is_for_loop: bool, apart: bool) -> Class | None: ...


LayersOf = Callable[[Path], Built | None]


class Neighbours(NamedTuple):
    """The other files of a run, as one file sees them. `find`: their classes, or those that no program has to hold
    together, where it is to be none; `mention`: whether one that imports it goes on to have a name, or `.name` of a
    method; `keep`: have what becomes of it be known to them; `foreign`: what an expression means in one of them;
    `importers`: what those say that import it, as they are, and the name under which they do; `is_loaded`: whether
    a file beside it loads parameters, and saves none; `taken`: what is taken of it by name."""

    find: Callable[[Reading, bool, bool], Elsewhere | None]
    mention: Callable[[str], bool]
    keep: Callable[[Built | None], None]
    is_imported: bool
    foreign: FindIn
    importers: tuple[Importers, str] = (list, "")
    is_loaded: bool = False
    taken: Callable[[], Taken] = Taken


class _Found(NamedTuple):
    """A class of another file; the import that brings the function, if it is one of names."""

    made: Class
    spelled: str
    line: cst.ImportFrom | None
    asked: cst.Name | None  # the function's own name here


class Elsewhere:
    """Of one file; `layers_of`: what a file of the run becomes."""

    def __init__(
        self, reading: Reading, project: Project, path: Path, layers_of: LayersOf, is_for_loop: bool,
        apart: bool
    ) -> None:
        self.reading, self.project, self.path, self.layers_of = reading, project, path.absolute(), layers_of
        self.is_for_loop, self.apart = is_for_loop, apart
        self.others = OtherModules(project, self.path, reading.facts)
        self.classes: dict[Builder, Class] = {}
        self._by_call: dict[int, _Found | None] = {}

    def builder(self, builders: Builders, call: cst.Call) -> Builder | None:
        """The builder of another file that a call is of."""
        if id(call) not in self._by_call:
            found = self._by_call[id(call)] = self._find(builders, call)
            if found is not None:
                self.classes[found.made.builder] = found.made
        known = self._by_call[id(call)]
        return known.made.builder if known is not None else None

    def name(self, call: cst.Call) -> str:
        """How the class of a call's builder is called here."""
        found = self._by_call.get(id(call))
        return found.spelled if found is not None else ""

    def _find(self, builders: Builders, call: cst.Call) -> _Found | None:
        made = builders.receiver(call)
        named = made.func if made is not None else call.func
        there = self.others.bound(named)
        node = there[1][0].node if there is not None and len(there[1]) == 1 else None
        if there is None or there[0].path.absolute() == self.path:
            return None
        if made is None and isinstance(node, cst.FunctionDef):
            wanted = "", node.name.value
        elif made is not None and isinstance(node, cst.ClassDef) and isinstance(call.func, cst.Attribute):
            wanted = node.name.value, call.func.attr.value
        else:
            return None
        conversion = self.layers_of(there[0].path.absolute())
        found = conversion.of_function(*wanted, self.is_for_loop, self.apart) if conversion is not None else None
        return self._spelled(builders, found, named, there[0], made is None) if found is not None else None

    def _spelled(
        self, builders: Builders, made: Class, named: cst.BaseExpression, other: OtherModules, is_function: bool
    ) -> _Found | None:
        """None where the file cannot have the class from where it has the function."""
        name = made.builder.name
        if isinstance(named, cst.Attribute):
            module = self.reading.facts.names.resolve(named.value)
            text = f"{self.reading.code(named.value)}.{name}"
            return _Found(made, text, None, None) if self._is(module, other) else None
        assert isinstance(named, cst.Name)
        if name in self.reading.scopes.bound() | {each.name for each in builders}:
            return None
        bindings = self.reading.bindings(named)
        if not bindings:
            stars = [module for module, _ in self.reading.scopes.stars if self._is(module, other)]
            hidden = "__all__" in other.code.source.text or name.startswith("_")
            return _Found(made, name, None, None) if stars and not hidden else None
        line = bindings[0].node
        if not isinstance(line, cst.ImportFrom) or not self._is(bindings[0].target.rpartition(".")[0], other):
            return None
        return _Found(made, name, line, named if is_function else None)

    def _is(self, module: str, other: OtherModules) -> bool:
        found = self.project.modules(self.path, module or ".")
        return len(found) == 1 and found[0].path.absolute() == other.path.absolute()

    def write_imports(self, edits: Edits, calls: Iterable[cst.Call]) -> None:
        """Have the file import the classes of these calls, in place of functions that nothing else calls."""
        wanted: dict[int, tuple[cst.ImportFrom, dict[str, None]]] = {}
        asked: dict[str, list[cst.Name]] = {}
        for call in calls:
            found = self._by_call.get(id(call))
            if found is not None and found.line is not None:
                wanted.setdefault(id(found.line), (found.line, {}))[1][found.spelled] = None
                if found.asked is not None:
                    asked.setdefault(found.asked.value, []).append(found.asked)
        for line, names in wanted.values():
            self._write_import(edits, line, list(names), asked)

    def _write_import(
        self, edits: Edits, line: cst.ImportFrom, names: list[str], asked: dict[str, list[cst.Name]]
    ) -> None:
        source, old = self.reading.source, list[str]()
        assert not isinstance(line.names, cst.ImportStar)
        for alias in line.names:
            bound = alias.asname.name.value if alias.asname is not None else alias.name.value  # type: ignore[union-attr]
            uses = self.reading.uses(self.reading.scopes.of(line), str(bound))
            gone = asked.get(str(bound), [])
            if not uses or len({id(use) for use in uses} - {id(each) for each in gone}) > 0:
                old.append(source.code(alias).rstrip().rstrip(","))
        first, last = source.span(line.names[0])[0], source.core(line.names[-1])[1]
        edits.replace(first, last, ", ".join([*old, *names]))
