"""What a program is fed, its optimizer, its loss, made by functions of other files: they come to the file that trains,
where they are inlined as its own are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import libcst as cst

from paddle_migrate.dynamic.inlined import is_constant, is_part
from paddle_migrate.dynamic.pieces import lines_of, piece
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.dynamic.rounds import settled
from paddle_migrate.facts.scopes import BUILTINS, Binding
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error


class Foreign(NamedTuple):
    """A function or a class of another file of the run: that file's new text; whether both lie in one folder."""

    text: str
    name: str
    is_beside: bool


Find = Callable[[cst.BaseExpression], Foreign | None]
FindIn = Callable[[Reading], Find]


class _Stays(Exception):
    """A function means something only where it is."""


def with_brought(text: str, find_in: FindIn) -> str:
    """The text with such functions, and all that they need. `find_in`: what an expression of it means in another file.
    """
    read = cache(lambda other: Reading(other) if python_error(other) is None else None)
    return settled(text, lambda old: _step(old, find_in, read))


def _step(text: str, find_in: FindIn, read: Callable[[str], Reading | None]) -> str:
    """With one of them. `read`: what another file says, read once."""
    if "minimize" not in text:
        return text
    reading = Reading(text)
    find = find_in(reading)
    for call in reading.calls:
        made = reading.value(call.func.value) if isinstance(call.func, cst.Attribute) else None
        found = find(call.func) or (find(made.func) if isinstance(made, cst.Call) else None)
        other = read(found.text) if found is not None else None
        node = _definition(other, found.name) if found is not None and other is not None else None
        method = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
        function = _method(node, method) if isinstance(node, cst.ClassDef) else node
        if found is None or other is None or not isinstance(function, cst.FunctionDef) or not is_part(other, function):
            continue
        try:
            new = _Bringing(reading, call, other, function, found.is_beside).text(isinstance(node, cst.ClassDef))
        except _Stays:
            continue
        if python_error(new) is None:
            return new
    return text


def _definition(reading: Reading, name: str) -> cst.CSTNode | None:
    found = reading.scopes.module.bindings.get(name, [])
    return found[0].node if len(found) == 1 else None


def _method(node: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    """One that needs no object."""
    lines = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
    found = [each for each in lines if isinstance(each, cst.FunctionDef) and each.name.value == name]
    return found[0] if len(found) == 1 and found[0].params.params and not found[0].decorators else None


class _Bringing:
    """One function, with what it needs, from `other` to the file at hand."""

    def __init__(
        self, reading: Reading, call: cst.Call, other: Reading, function: cst.FunctionDef, is_beside: bool
    ) -> None:
        self.reading, self.call, self.other, self.function = reading, call, other, function
        self.is_beside = is_beside
        self.imports: dict[str, None] = {}
        self.pieces: dict[int, str] = {}  # of statements of the other file, by these

    def text(self, is_method: bool) -> str:
        """The whole file's. Raises _Stays."""
        source, edits = self.reading.source, Edits(self.reading.source.text)
        asked = self.call.func
        is_imported = isinstance(asked, cst.Name) and asked.value == self.function.name.value
        name = self.function.name.value if is_imported else self._free(self.function.name.value)
        changes = Edits(self.other.source.text)
        changes.replace(*self.other.source.span(self.function.name), name)
        if is_method:
            self._drop_self(changes)
        self._need(self.function)
        brought = [*self.pieces.values(), piece(self.other, self.function, changes)]
        home: cst.CSTNode = self.call
        while not isinstance(above := source.parents[home], cst.Module):
            home = above
        at = source.line_start(lines_of(self.reading, home)[0])
        rows = "".join(f"{each}\n\n\n" for each in brought).replace("\n", source.newline)
        edits.insert(at, rows, rank=-9)
        edits.replace(*source.span(asked), name)
        if isinstance(asked, cst.Name):
            self._drop_import(edits, asked)
        first = next((each for each in source.module.body if isinstance(each, cst.SimpleStatementLine) and isinstance(
            each.body[0], (cst.Import, cst.ImportFrom)) and "__future__" not in self.reading.code(each)), None)
        if first is None and self.imports:
            raise _Stays
        if first is not None:
            edits.insert(source.start(first), "".join(f"{each}{source.newline}" for each in self.imports))
        return edits.result()

    def _free(self, name: str) -> str:
        while name in self.reading.taken:
            name += "_"
        return name

    def _drop_self(self, changes: Edits) -> None:
        source, params = self.other.source, self.function.params.params
        if params[0].name.value in self.other.names_in(self.function.body):
            raise _Stays
        start, end = source.span(params[0])
        changes.replace(start, source.start(params[1]) if len(params) > 1 else end, "")

    def _need(self, node: cst.CSTNode) -> None:
        """Note what a statement of the other file reads that is not its own."""
        for name in self.other.loads_in(node):
            if is_legacy(self.other.facts.names.resolve(name)):
                raise _Stays
            bindings = self.other.bindings(name)
            if any(self.other.source.lies_in(each.node, node) for each in bindings):
                continue
            if not bindings and name.value in BUILTINS and name.value not in self.reading.scopes.module.bindings:
                continue
            if len(bindings) != 1 or bindings[0].scope is not self.other.scopes.module:
                raise _Stays
            self._bring(bindings[0])
        if any(isinstance(each, (cst.Global, cst.Nonlocal)) for each in self.other.inside(node)):
            raise _Stays

    def _bring(self, binding: Binding) -> None:
        own = self.reading.scopes.module.bindings.get(binding.name, [])
        if binding.kind == "import":
            if [each.target for each in own if each.kind == "import"] != [binding.target] or len(own) > 1:
                self._import(binding, bool(own))
            return
        statement = self.other.line_of(binding.node)
        is_function = isinstance(binding.node, (cst.FunctionDef, cst.ClassDef)) and statement is binding.node
        is_same = len(own) == 1 and self.reading.code(self.reading.line_of(own[0].node)).strip() == self.other.code(
            statement).strip()
        is_asked = isinstance(self.call.func, cst.Name) and binding.name == self.call.func.value
        if id(statement) in self.pieces or is_same:
            return
        if (own and not is_asked) or binding.name in self.reading.taken or not (
                is_function or _is_constant(binding.value)):
            raise _Stays
        self.pieces[id(statement)] = ""  # it may need itself
        self._need(statement)
        del self.pieces[id(statement)]
        self.pieces[id(statement)] = piece(self.other, statement)

    def _import(self, binding: Binding, is_taken: bool) -> None:
        node = binding.node
        if is_taken or binding.name in self.reading.taken or not isinstance(node, (cst.Import, cst.ImportFrom)) or (
                isinstance(node.names, cst.ImportStar)):
            raise _Stays
        alias = next(each for each in node.names if _bound_by(self.other, each) == binding.name)
        named = self.other.code(alias).strip().rstrip(",")
        if isinstance(node, cst.Import):
            self.imports[f"import {named}"] = None
            return
        module = "." * len(node.relative) + (self.other.code(node.module) if node.module is not None else "")
        if node.relative and not self.is_beside:
            raise _Stays
        self.imports[f"from {module} import {named}"] = None

    def _drop_import(self, edits: Edits, asked: cst.Name) -> None:
        """The import of what is brought, where nothing else needs it."""
        source, bindings = self.reading.source, self.reading.bindings(asked)
        node = bindings[0].node if len(bindings) == 1 else None  # a star may bring it
        line = source.parents.get(node)
        if not isinstance(node, cst.ImportFrom) or isinstance(node.names, cst.ImportStar) or len(bindings[0].uses) > 1:
            raise _Stays
        if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1:
            raise _Stays
        kept = [each for each in node.names if _bound_by(self.reading, each) != asked.value]
        if kept:
            start, end = source.span(node.names[0])[0], source.core(node.names[-1])[1]
            edits.replace(start, end, ", ".join(self.reading.code(each).strip().rstrip(",") for each in kept))
        else:
            edits.replace(source.line_start(source.line(line)), source.line_start(lines_of(self.reading, line)[1]), "")


def _bound_by(reading: Reading, alias: cst.ImportAlias) -> str:
    named = alias.asname.name if alias.asname is not None else alias.name
    return reading.code(named).partition(".")[0]


def _is_constant(node: cst.BaseExpression | None) -> bool:
    if isinstance(node, cst.Tuple):
        return all(_is_constant(each.value) for each in node.elements)
    return is_constant(node)
