"""Functions inside a function that build a part of its network stand above it, as others at the top of a file do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import libcst as cst

from paddle_migrate.dynamic.pieces import lines_of, piece, take_out
from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, body_of
from paddle_migrate.facts.scopes import BUILTINS, BY_TEXT
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error


class Lifted(NamedTuple):
    """The new text, and what the functions that have moved are called in it."""

    text: str
    names: tuple[str, ...] = ()


def with_lifted(text: str) -> Lifted:
    """The text with `def conv_bn(x, width): …` above `def resnet(x): …`, inside of which it stood; it is given what it
    reads of the outer one's names. Two that say the same become one."""
    if BY_TEXT.search(text):
        return Lifted(text)
    reading, said = Reading(text), dict[str, str]()  # what each that has moved said, by its new name
    edits = Edits(text)
    for outer in reading.functions.values():
        functions = _liftable(reading, outer)
        names = _names(reading, outer, [each.node for each in functions], said)
        for each in functions:
            _write(reading, outer, each, names[each.name], edits)
        above = [piece(reading, each.node, edits) for each in functions if names[each.name] not in said]
        said |= {names[each.name]: piece(reading, each.node) for each in functions}
        for each in functions:
            take_out(edits, reading, each.node)
        first, _ = lines_of(reading, outer)
        edits.insert(reading.source.line_start(first), "".join(f"{each}\n\n\n" for each in above).replace(
            "\n", reading.source.newline))
    new = edits.result() if said else text
    return Lifted(new, tuple(said)) if said and python_error(new) is None else Lifted(text)


@dataclass
class _Inner:
    """A function inside of another. `uses`: where its name is read; `needs`: the outer one's names that it reads."""

    node: cst.FunctionDef
    uses: list[cst.Name]
    needs: set[str]

    @property
    def name(self) -> str:
        return self.node.name.value


def _liftable(reading: Reading, outer: cst.FunctionDef) -> list[_Inner]:
    """Those that make layers, what they call and what is handed them. `needs` are what they are to be given then."""
    scope = reading.scope(outer)
    uses = {name: [use for bound in bindings for use in bound.uses] for name, bindings in scope.bindings.items()}
    every = {each.name.value: _Inner(each, uses[each.name.value], {
        name for name, found in uses.items() if any(reading.source.lies_in(use, each) for use in found)})
        for each in body_of(outer) if isinstance(each, cst.FunctionDef)
        and len(scope.bindings[each.name.value]) == 1 and _is_plain(reading, each)}
    moving = dict(every)
    while gone := [name for name, each in moving.items() if not _may_move(reading, outer, each, moving)]:
        for name in gone:
            del moving[name]
    building = {name for name, each in moving.items() if any(
        is_layer(reading, call) for call in reading.calls_in(each.node))}
    while more := {name for name in moving.keys() - building if moving[name].needs & building or any(
            name in moving[other].needs for other in building) or _is_handed(reading, uses[name], building)}:
        building |= more
    found = [each for name, each in moving.items() if name in building]
    inside = {each.name: each for each in found}
    while sum(_take_over(each, inside) for each in found):
        pass
    for each in found:
        each.needs -= inside.keys()
    return found if all(_can_be_given(reading, each, found) for each in found) else []


def _may_move(reading: Reading, outer: cst.FunctionDef, inner: _Inner, moving: dict[str, _Inner]) -> bool:
    """Whether what it reads of the outer one are variables, or functions that move, too."""
    bindings = reading.scope(outer).bindings
    read = {id(use) for name in inner.needs for bound in bindings[name] for use in bound.uses}
    return all(name in moving or all(bound.kind in ("param", "value", "other") for bound in bindings[name])
               for name in inner.needs) and not any(id(name) in read for name in reading.loads_in(inner.node.params))


def _take_over(inner: _Inner, inside: dict[str, _Inner]) -> bool:
    """Note what it has to be given for those that it calls; whether that is anything new."""
    before = len(inner.needs)
    for name in inner.needs & inside.keys():
        inner.needs |= inside[name].needs
    return len(inner.needs) > before


def _can_be_given(reading: Reading, inner: _Inner, found: list[_Inner]) -> bool:
    """Whether all that have it call it, and the names mean the same where they do."""
    calls = [reading.source.parents.get(use) for use in inner.uses]
    callers = [each for each in found if any(reading.source.lies_in(use, each.node) for use in inner.uses)]
    return not inner.needs or (
        all(isinstance(call, cst.Call) and call.func is use and not any(arg.star for arg in call.args)
            for call, use in zip(calls, inner.uses, strict=True))
        and inner.node.params.star_kwarg is None and not isinstance(inner.node.params.star_arg, cst.Param)
        and not any(inner.needs & reading.scope(each.node).bindings.keys() for each in [*callers, inner]))


def _write(reading: Reading, outer: cst.FunctionDef, inner: _Inner, new: str, edits: Edits) -> None:
    """Its name, and what it is given more than before."""
    source, params = reading.source, inner.node.params.params
    for node in [inner.node.name, *inner.uses]:
        if new != node.value:
            edits.replace(*source.span(node), new)
    needs = sorted(inner.needs)
    if not needs:
        return
    defaults = {each.name.value: each.default for each in outer.params.params}
    has_defaults = any(each.default is not None for each in params)
    texts = []
    for name in needs:
        default = defaults.get(name)
        is_plain = isinstance(default, (cst.Name, cst.Integer, cst.Float, cst.SimpleString)) and (
            not isinstance(default, cst.Name) or default.value in ("True", "False", "None"))
        text = reading.code(default) if default is not None and is_plain else "None"
        texts.append(f"{name}={text}" if has_defaults else name)
    last = params[-1] if params else None
    end = source.text.index("(", source.core(inner.node.name)[1]) + 1 if last is None else source.span(
        last.default or last)[1]
    edits.insert(end, f"{', ' if params else ''}{', '.join(texts)}")
    for use in inner.uses:
        call = source.parents[use]
        assert isinstance(call, cst.Call)
        given = ", ".join(f"{name}={name}" for name in needs)
        end = source.span(call.args[-1].value)[1] if call.args else source.core(call)[1] - 1
        edits.insert(end, f"{', ' if call.args else ''}{given}", rank=1)


def _is_plain(reading: Reading, function: cst.FunctionDef) -> bool:
    """Whether its text means the same where it has less indentation, and nothing else names what it binds."""
    body = body_of(function)
    own = {id(each) for line in body[:1] if function.get_docstring() is not None for each in reading.inside(line)}
    return bool(body) and not function.decorators and not any(
        isinstance(each, (cst.Nonlocal, cst.Global)) or (
            isinstance(each, (cst.SimpleString, cst.FormattedString)) and id(each) not in own
            and "\n" in reading.code(each))
        for each in reading.inside(function))


def _is_handed(reading: Reading, uses: list[cst.Name], building: set[str]) -> bool:
    """Whether a call gives a function one of these."""
    calls = [reading.source.parents.get(use) for use in uses]
    return any(isinstance(arg.value, cst.Name) and arg.value.value in building
               for call, use in zip(calls, uses, strict=True) if isinstance(call, cst.Call) and call.func is use
               for arg in call.args)


def _names(
    reading: Reading, outer: cst.FunctionDef, functions: list[cst.FunctionDef], said: dict[str, str]
) -> dict[str, str]:
    """What each is called at the top of the file: as it was, where that means nothing there, or the same."""
    own = [each.name.value for each in functions]
    is_same = all(said.get(each.name.value, piece(reading, each)) == piece(reading, each) for each in functions)
    taken = set(reading.scopes.module.bindings) | {each.value for each in reading.scopes.unbound} | BUILTINS
    taken |= set() if is_same else set(said)
    found = dict[str, str]()
    for name in own:
        new = name
        while new in taken:
            new = f"{outer.name.value}_{name}" if new == name else f"{new}_"
        found[name] = new
        taken |= {new} if not is_same else set()
    return found
