"""What a program is made of in functions that are called once stands where they are called: the data that it is fed,
its optimizer, its loss. A program that is scattered so is like one that is written in one piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from paddle_migrate.dynamic.helpers import OPTIMIZERS
from paddle_migrate.dynamic.pieces import indentation, lines_of, take_out
from paddle_migrate.dynamic.reading import Line, Reading, body_of, small, target_names, targets, value_of
from paddle_migrate.dynamic.rounds import settled
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error

_DATA = "paddle.static.data"
Mention = Callable[[str], bool]


def with_inlined(text: str, mention: Mention) -> str:
    """The text without such functions. `mention`: whether another file goes on to have a name."""
    return _without_twins(settled(text, lambda old: _step(old, mention)))


def _step(text: str, mention: Mention) -> str:
    """With one of them in the place of its call."""
    if "minimize" not in text:
        return text
    reading = Reading(text)
    for name, function in reading.functions.items():
        uses = [use for bound in reading.bindings(function.name) or reading.scopes.module.bindings[name][:1]
                for use in bound.uses]
        call = reading.source.parents.get(uses[0]) if len(uses) == 1 else None
        is_one = len(reading.scopes.module.bindings[name]) == 1 and isinstance(call, cst.Call) and call.func is uses[0]
        if isinstance(call, cst.Call) and is_one and is_part(reading, function) and not mention(name):
            new = _Inlining(reading, function, call).text()
            if new and python_error(new) is None:
                return new
    for function, call in _methods(reading):
        if is_part(reading, function) and not mention(f".{function.name.value}"):
            new = _Inlining(reading, function, call, is_method=True).text()
            if new and python_error(new) is None:
                return new
    return text


def _methods(reading: Reading) -> Iterator[tuple[cst.FunctionDef, cst.Call]]:
    """Methods that need no object, each with its only call: one of an object that is of its class and nothing else."""
    for node in reading.source.module.body:
        lines = node.body.body if isinstance(node, cst.ClassDef) and isinstance(node.body, cst.IndentedBlock) else ()
        for method in (each for each in lines if isinstance(each, cst.FunctionDef) and len(lines) > 1):
            uses = [each for each in reading.source.all(cst.Attribute) if each.attr.value == method.name.value]
            call = reading.source.parents.get(uses[0]) if len(uses) == 1 else None
            made = reading.value(uses[0].value) if isinstance(call, cst.Call) and call.func is uses[0] else None
            kind = reading.bindings(made.func) if isinstance(made, cst.Call) else []
            own = method.params.params[0].name.value if method.params.params else ""
            if isinstance(call, cst.Call) and [each.node for each in kind] == [node] and own and own not in (
                    reading.names_in(method.body)) and (made is not uses[0].value):
                yield method, call


def is_part(reading: Reading, function: cst.FunctionDef) -> bool:
    """Whether it makes something of a program that is no network, and does not train."""
    calls = reading.calls_in(function)
    methods = {call.func.attr.value for call in calls if isinstance(call.func, cst.Attribute)}
    makes = any(reading.called(call) == _DATA or reading.called(call).startswith(OPTIMIZERS) for call in calls)
    return (makes or "minimize" in methods) and "run" not in methods


class _Inlining:
    """One function, in the place of its only call."""

    def __init__(
        self, reading: Reading, function: cst.FunctionDef, call: cst.Call, is_method: bool = False
    ) -> None:
        self.params = function.params.params[1 if is_method else 0:]
        self.reading, self.source, self.function, self.call = reading, reading.source, function, call
        self.lines = body_of(function)[1 if function.get_docstring() is not None else 0:]
        self.own = reading.scope(function)
        self.renamed: dict[str, str] = {}
        self.before: list[str] = []  # what parameters are set to
        self.rest: list[tuple[str, cst.BaseExpression]] = []  # targets that are no names of its own

    def text(self) -> str:
        """The whole file's; empty where it cannot be done."""
        line = self.source.parent(self.call, cst.SimpleStatementLine)
        self.statement = small(line) if line is not None else None
        if line is None or value_of(self.statement) is not self.call or not self._is_plain() or not self._bind():
            return ""
        self._name_locals()
        if not self._return() or not self._can_rename():
            return ""
        edits = Edits(self.source.text)
        indent = indentation(self.source, self.source.line(line))
        start, end = self.source.line_start(self.source.line(line)), self.source.line_start(lines_of(
            self.reading, line)[1])
        comments = [each.value for each in self.source.comments if start <= each.start < end]
        rows = [*comments, *self._comments(), *self.before, *self._rows()] or ["pass"]
        newline = self.source.newline
        edits.replace(start, end, "".join(f"{indent}{row}".rstrip() + newline for row in rows))
        take_out(edits, self.reading, self.function)
        return edits.result()

    def _is_plain(self) -> bool:
        reading, params = self.reading, self.function.params
        inside = reading.inside(self.function)
        returns = [each for each in inside if isinstance(each, cst.Return)
                   and self.source.parent(each, cst.FunctionDef) is self.function]
        self.returned = value_of(returns[0]) if returns else None
        if len(returns) > 1 or (returns and (not self.lines or small(self.lines[-1]) is not returns[0])):
            return False
        if self.function.decorators or params.star_kwarg or params.posonly_params or params.kwonly_params or isinstance(
                params.star_arg, cst.Param) or not self.lines or self.source.lies_in(self.call, self.function):
            return False
        if any(isinstance(each, (cst.Global, cst.Nonlocal, cst.Yield, cst.Await)) or (isinstance(each, (
                cst.SimpleString, cst.FormattedString)) and "\n" in reading.code(each)) for each in self._inside()):
            return False
        here = reading.scopes.of(self.call)
        return all(self._means_the_same(each, here) for each in reading.loads_in(self.function.body))

    def _inside(self) -> Iterator[cst.CSTNode]:
        for line in self.lines:
            yield from self.reading.inside(line)

    def _means_the_same(self, name: cst.Name, here: object) -> bool:
        found = self.reading.bindings(name)
        if any(self.source.lies_in(each.node, self.function) for each in found):
            return True
        there = self.reading.scopes.of(self.call).find(name.value)
        return [id(each) for each in found] == [id(each) for each in there]

    # -- names ---------------------------------------------------------------------------------------------------

    def _bind(self) -> bool:
        """Parameters, as what they are given."""
        params = self.params
        given: dict[str, cst.BaseExpression] = {}
        for place, arg in enumerate(self.call.args):
            if arg.star or (arg.keyword is None and place >= len(params)):
                return False
            given[arg.keyword.value if arg.keyword is not None else params[place].name.value] = arg.value
        for param in params:
            name = param.name.value
            value = given.pop(name, None)
            if value is None and (param.default is None or not is_constant(param.default)):
                return False
            value = value or param.default
            assert value is not None
            is_fixed = len(self.own.bindings[name]) == 1
            if is_fixed and (is_constant(value) or len(self.reading.bindings(value)) == 1):
                self.renamed[name] = self.reading.code(value)
            else:
                self.before.append(f"{self._free(name)} = {self.reading.code(value)}")
                self.renamed[name] = self.before[-1].partition(" ")[0]
        return not given

    def _name_locals(self) -> None:
        for name in self.own.bindings:
            if name not in self.renamed:
                self.renamed[name] = self._free(name)

    def _free(self, name: str) -> str:
        """A name that means nothing where the call stands, nor in what runs there."""
        scope = self.reading.scopes.of(self.call)
        there = scope.node
        taken = {each.value for each in self.reading.loads_in(there) if not self.source.lies_in(each, self.function)}
        taken |= {each.value for each in self.reading.scopes.unbound if not self.source.lies_in(each, self.function)}
        taken |= set(scope.bindings) | self._outer_names() | set(self.renamed.values())
        new, number = name, 2
        while new in taken or (new != name and new in self.own.bindings):
            new, number = f"{name}_{number}", number + 1
        return new

    def _outer_names(self) -> set[str]:
        """What the function reads that is not its own."""
        return {each.value for each in self.reading.loads_in(self.function.body) if not any(
            self.source.lies_in(b.node, self.function) for b in self.reading.bindings(each))}

    def _return(self) -> bool:
        """Have what is returned be called as the call's targets are."""
        if not isinstance(self.statement, (cst.Assign, cst.Expr)):
            return False
        if isinstance(self.statement, cst.Expr) or self.returned is None:
            return self.returned is None or isinstance(self.returned, cst.Name)
        wanted, many = list(targets(self.statement)), self.returned
        given = [many]
        if isinstance(self.statement.targets[0].target, (cst.Tuple, cst.List)):
            if not isinstance(many, (cst.Tuple, cst.List)) or len(many.elements) != len(wanted):
                return False
            given = [each.value for each in many.elements]
        if len(self.statement.targets) != 1 or not all(isinstance(each, cst.Name) for each in wanted):
            return False
        names = [each.value for each in wanted if isinstance(each, cst.Name)]
        blocked = self._outer_names() | {name for arg in self.call.args for name in self.reading.names_in(arg)}
        seen: set[str] = set()
        for name, value in zip(names, given, strict=True):
            local = value.value if isinstance(value, cst.Name) else ""
            is_own = local in self.own.bindings and all(b.kind != "param" for b in self.own.bindings[local])
            if is_own and local not in seen and name not in blocked:
                self.renamed[local] = name
                seen.add(local)
            elif self.renamed.get(local) != name:
                self.rest.append((name, value))
        return len(self.rest) < 2 or not {name for name, _ in self.rest} & blocked

    def _can_rename(self) -> bool:
        """Whether no function in it takes by a name what is called otherwise then."""
        changed = {name for name, new in self.renamed.items() if name != new}
        params = {each.name.value for each in self._inside() if isinstance(each, cst.Param)}
        stays = [new for name, new in self.renamed.items() if name not in changed]
        return not changed & params and len(set(stays)) == len(stays) and self._keeps_closures()

    def _keeps_closures(self) -> bool:
        """Whether what functions in it read of it later is not set again where the call stands."""
        later = [each for each in self._inside() if isinstance(each, (cst.Lambda, cst.FunctionDef))]
        read = {name.value for each in later for name in self.reading.loads_in(each) if any(
            bound in self.own.bindings.get(name.value, ()) for bound in self.reading.bindings(name))}
        here = self.reading.scopes.of(self.call).bindings
        often = self.source.parent(self.call, cst.For, cst.While) is not None
        return not read or not (often or any(len(here.get(self.renamed[name], ())) > 1 for name in read))

    def _is_variable(self, name: cst.Name) -> bool:
        above = self.source.parents.get(name)
        return not (isinstance(above, cst.Attribute) and above.attr is name) and not (
            isinstance(above, cst.Arg) and above.keyword is name)

    # -- text ----------------------------------------------------------------------------------------------------

    def _comments(self) -> list[str]:
        """What stands above the function, and what it says of itself."""
        first, _ = lines_of(self.reading, self.function)
        above = [self.source.line_text(n).strip() for n in range(first, self.source.line(self.function))]
        said = self.function.get_docstring()
        return [*(each for each in above if each.startswith("#")), *(
            f"# {each}".rstrip() for each in (said or "").strip().splitlines())]

    def _rows(self) -> list[str]:
        """Its lines but for the last, where that is what it returns."""
        source, edits = self.source, Edits(self.source.text)
        for node in self._inside():
            if isinstance(node, cst.Name) and self._is_variable(node) and self.renamed.get(
                    node.value, node.value) != node.value:
                edits.replace(*source.span(node), self.renamed[node.value])
        kept = self.lines[:-1] if self.returned is not None or isinstance(small(self.lines[-1]), cst.Return) else (
            self.lines)
        first = lines_of(self.reading, self.lines[0])[0]
        behind = lines_of(self.reading, self.lines[-1])[0 if len(kept) < len(self.lines) else 1]
        rows = edits.render(source.line_start(first), source.line_start(behind), closed=False).split(source.newline)
        step = len(indentation(source, source.line(self.lines[0])))
        rows = [row[min(step, len(row) - len(row.lstrip(" \t"))):] for row in rows]
        if len(kept) < len(self.lines):  # the comments of what is returned
            above = range(behind, source.line(self.lines[-1]))
            rows = [*rows[:-1], *(source.line_text(n).strip() for n in above)]
        while rows and not rows[-1].strip():
            rows.pop()
        return [*rows, *(f"{name} = {edits.render(*source.span(value))}" for name, value in self.rest)]


def is_constant(node: cst.BaseExpression | None) -> bool:
    """A number, a text, None, True or False, written out."""
    return isinstance(node, (cst.SimpleString, cst.Integer, cst.Float)) or (
        isinstance(node, cst.Name) and node.value in ("None", "True", "False"))


def _without_twins(text: str) -> str:
    """Data that a program declares twice under one name are one."""
    if text.count(".data(") < 2:
        return text
    reading = Reading(text)
    found: dict[tuple[int, str], tuple[Line, str]] = {}
    for call in reading.calls:
        line = reading.source.parents.get(reading.source.parents.get(call))
        name = target_names(small(line)) if isinstance(line, Line) else []
        if reading.called(call) != _DATA or not isinstance(line, Line) or len(name) != 1 or value_of(
                small(line)) is not call:
            continue
        key = argument(call, 0, "name")
        said = ", ".join(sorted(reading.code(arg) for arg in call.args[1:]))
        place = id(reading.source.parents.get(line)), f"{reading.code(key) if key is not None else ''} {said}"
        first, other = found.setdefault(place, (line, name[0]))
        scope = reading.scopes.of(call)
        if first is not line and all(len(scope.bindings.get(each, ())) == 1 for each in (other, name[0])):
            return _without_twins(_with_one(reading, line, name[0], other))
    return text


def _with_one(reading: Reading, line: Line, name: str, other: str) -> str:
    edits = Edits(reading.source.text)
    for use in reading.uses(reading.scopes.of(line), name):
        edits.replace(*reading.source.span(use), other)
    first, behind = reading.source.line(line), lines_of(reading, line)[1]
    edits.replace(reading.source.line_start(first), reading.source.line_start(behind), "")
    return edits.result()
