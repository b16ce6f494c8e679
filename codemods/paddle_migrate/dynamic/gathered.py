"""A network that stands among a program's own statements with loops or branches in it, in a function of its own."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.bodies import bound_in, find_builders
from paddle_migrate.dynamic.data_files import TELLS, asks_dataset
from paddle_migrate.dynamic.helpers import SAVES_MODEL
from paddle_migrate.dynamic.inlined import is_constant
from paddle_migrate.dynamic.pieces import indentation, lines_of
from paddle_migrate.dynamic.program import OTHERS, functions_of, makes_layer, runs
from paddle_migrate.dynamic.reading import Home, Line, Reading, body_of, small, target_names, value_of
from paddle_migrate.facts.values.containers import ADDING
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error

_DATA = "paddle.static.data"
_LEAVES = (cst.Return, cst.Global, cst.Nonlocal, cst.Yield, cst.FunctionDef, cst.ClassDef, cst.Del, cst.Import)


def with_gathered(text: str, is_asked: bool = False) -> str:
    """The text in which such a network is a function that is called; itself where nothing of it is in a block, unless
    `is_asked`."""
    if text.count("minimize(") != 1:
        return text
    reading = Reading(text)
    calls = [call for _, call in reading.source.method_calls("minimize")]
    new = _Gathering(reading, calls[0], is_asked).text() if len(calls) == 1 else ""
    return new if new and python_error(new) is None else text


class _Gathering:
    """Of one program. `lines`: its network's statements; `live`: the variables."""

    def __init__(self, reading: Reading, minimize: cst.Call, is_asked: bool) -> None:
        self.is_asked = is_asked
        self.reading, self.source, self.minimize = reading, reading.source, reading.line_of(minimize)
        self.builders = find_builders(reading)
        self.home: Home = self.source.parent(self.minimize, cst.FunctionDef) or self.source.module
        self.lines, self.data, self.live = list[cst.CSTNode](), list[cst.CSTNode](), set[str]()

    def text(self) -> str:
        """"" where there is nothing to do, or where it is not seen how."""
        if self.minimize not in body_of(self.home) or not self._find():
            return ""
        scope = self.reading.scope(self.home)
        bound = [name for line in self.lines for name in sorted(bound_in(self.reading, line))]
        own = {id(name) for line in self.lines for name in self.reading.loads_in(line)}
        read = {name.value for line in self.lines for name in self.reading.loads_in(line)}
        given = [name for name in scope.bindings if name in read and self._is_given(name, set(bound))]
        given.sort(key=lambda name: name not in self.live)  # tensors first
        again = set(bound) & set(given)
        results = [name for name in dict.fromkeys(bound) if any(
            id(use) not in own for use in self.reading.uses(scope, name))]
        if again or not results or any(len(self.reading.bindings(use)) > 1 and id(use) not in own
                                       for name in given for use in self.reading.uses(scope, name)):
            return ""
        return self._written(given if isinstance(self.home, cst.FunctionDef) else [
            name for name in given if name in self.live or len(scope.bindings[name]) > 1], results)

    def _is_given(self, name: str, bound: set[str]) -> bool:
        """Whether a name of the home is made by what is no part of the network, nor a function or a module."""
        bindings = self.reading.scope(self.home).bindings[name]
        return all(each.kind not in ("import", "def", "class") for each in bindings) and not all(any(
            self.source.lies_in(each.node, line) for line in self.lines) for each in bindings)

    def _find(self) -> bool:
        """Whether a loop or a branch is among the statements that gives something, and all of them can stand in a
        function."""
        has_block = self.is_asked
        for line in body_of(self.home):
            value = value_of(small(line))
            if line is self.minimize:
                break
            if self.reading.called(value) == _DATA:
                self.live |= set(target_names(small(line)))
                self.data.append(line)
                continue
            is_block = not isinstance(line, Line)
            if self.reading.called(value) in OTHERS or (value is not None and runs(self.reading, value)) or isinstance(
                    line, (cst.FunctionDef, cst.ClassDef)) or asks_dataset(self.reading, value, TELLS):
                continue
            makes = any(makes_layer(self.reading, call) or functions_of(self.reading, call) & self.builders
                        for call in self.reading.calls_in(line))
            if not makes and not self.reading.names_in(line) & self.live:
                continue
            is_known = isinstance(line, (cst.For, cst.If)) if is_block else (
                isinstance(small(line), (cst.Assign, cst.AugAssign)) or self._fills(line))
            if not is_known or any(isinstance(each, _LEAVES) or self.reading.called(each) == _DATA
                                   for each in self.reading.inside(line)):
                return False
            has_block = has_block or (is_block and (makes or self._gives(line)))
            if not is_block and self._lists_data(line):
                continue
            self.lines.append(line)
            self.live |= bound_in(self.reading, line)
        is_saved = any(self.reading.called(call) in SAVES_MODEL for call in self.reading.calls)
        if is_saved and (self.is_asked or has_block):
            self._leave_ending()
        self._add_beginnings()
        return bool(self.lines) and has_block and all(
            self.source.start(each) < self.source.start(self.lines[0]) or self._is_plain(each) for each in self.data)

    def _gives(self, line: cst.CSTNode) -> bool:
        """Whether a block gives names values, besides those that it goes through."""
        through = {each.value for each in self.reading.inside(line.target) if isinstance(
            each, cst.Name)} if isinstance(line, cst.For) else set[str]()
        return bool(bound_in(self.reading, line) - through)

    def _lists_data(self, line: cst.CSTNode) -> bool:
        """`data = [x, y]`, which only feeders are given."""
        value, names = value_of(small(line)), target_names(small(line))
        is_list = isinstance(value, (cst.List, cst.Tuple)) and len(names) == 1
        fed = {name for each in self.data for name in target_names(small(each))}
        if not is_list or not self.reading.names_in(line) <= fed:
            return False
        uses = self.reading.uses(self.reading.scope(self.home), names[0])
        calls = [self.source.parents.get(self.source.parents.get(use)) for use in uses]
        return all(self.reading.called(call) in OTHERS for call in calls)

    def _leave_ending(self) -> None:
        """What is only worked out of the network's results, as its loss is, stays where it is: a saved model goes
        without."""
        while self.lines and not any(makes_layer(self.reading, call) or functions_of(
                self.reading, call) & self.builders for call in self.reading.calls_in(self.lines[-1])):
            self.lines.pop()

    def _add_beginnings(self) -> None:
        """`outputs = []`, `side = None`, which the network fills or sets and which nothing else has before."""
        scope, inside = self.reading.scope(self.home), {name for line in self.lines for name in bound_in(
            self.reading, line)}
        for line in body_of(self.home):
            names, value = target_names(small(line)), value_of(small(line))
            if len(names) != 1 or names[0] not in inside or line in self.lines or not isinstance(line, Line):
                continue
            end = self.source.start(self.lines[-1])
            others = [use for use in self.reading.uses(scope, names[0]) if not any(
                self.source.lies_in(use, each) for each in self.lines)]
            is_empty = isinstance(value, (cst.List, cst.Dict)) and not value.elements
            if (is_empty or is_constant(value)) and all(self.source.start(use) > end for use in others):
                self.lines.append(line)
        self.lines.sort(key=self.source.start)

    def _is_plain(self, line: cst.CSTNode) -> bool:
        """Whether data that is declared between parts of the network can be declared before them."""
        return not self.reading.names_in(line) & self.live or all(
            name in self.reading.scopes.module.bindings for name in self.reading.names_in(line))

    def _fills(self, line: cst.CSTNode) -> bool:
        """`outputs.append(x)`."""
        call = small(line).value if isinstance(small(line), cst.Expr) else None  # type: ignore[union-attr]
        return isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value in ADDING

    def _written(self, given: list[str], results: list[str]) -> str:
        source, edits = self.source, Edits(self.source.text)
        rows, newline = list[str](), source.newline
        home_indent = indentation(source, source.line(self.lines[0]))
        for line in self.lines:
            start, end = (source.line_start(number) for number in lines_of(self.reading, line))
            rows += [row.removeprefix(home_indent) for row in source.text[start:end].split(newline)[:-1]]
            behind = source.line_at(end)
            while line is not self.lines[-1] and not source.line_text(behind).strip() and end < len(source.text):
                behind += 1
                end = source.line_start(behind)
            call = f"{home_indent}{', '.join(results)} = {self._name}({', '.join(given)}){newline}"
            edits.replace(start, end, call if line is self.lines[-1] else "")
        head = [f"def {self._name}({', '.join(given)}):", *(f"{source.indent}{row}".rstrip() for row in rows),
                f"{source.indent}return {', '.join(results)}", "", ""]
        above = self.home if isinstance(self.home, cst.FunctionDef) else min(
            [*self.lines, *self.data], key=source.start)
        at = source.line_start(lines_of(self.reading, above)[0])
        edits.insert(at, newline.join(head) + newline, rank=-9)
        return edits.result()

    @property
    def _name(self) -> str:
        return next(name for name in ("model", "build_model", "build_model_") if name not in self.reading.taken)
