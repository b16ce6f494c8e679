"""Functions inside a function that build a part of its network stand above it, as others at the top of a file do."""

from __future__ import annotations

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
    """The text with `def conv_bn(x, width): …` above `def resnet(x): …`, inside of which it stood, and of whose names
    it reads none. Two that say the same become one."""
    if BY_TEXT.search(text):
        return Lifted(text)
    reading, said = Reading(text), dict[str, str]()  # what each that has moved said, by its new name
    edits = Edits(text)
    for outer in reading.functions.values():
        functions = _liftable(reading, outer)
        names = _names(reading, outer, functions, said)
        for function in functions:
            new = names[function.name.value]
            for node in [function.name, *reading.uses(reading.scope(outer), function.name.value)]:
                if new != node.value:
                    edits.replace(*reading.source.span(node), new)
        above = [piece(reading, each, edits) for each in functions if names[each.name.value] not in said]
        said |= {names[each.name.value]: piece(reading, each) for each in functions}
        for function in functions:
            take_out(edits, reading, function)
        first, _ = lines_of(reading, outer)
        edits.insert(reading.source.line_start(first), "".join(f"{each}\n\n\n" for each in above).replace(
            "\n", reading.source.newline))
    new = edits.result() if said else text
    return Lifted(new, tuple(said)) if said and python_error(new) is None else Lifted(text)


def _liftable(reading: Reading, outer: cst.FunctionDef) -> list[cst.FunctionDef]:
    """Those that make layers, what they call and what is handed them, and read nothing that is the outer one's own."""
    scope = reading.scope(outer)
    inside = {each.name.value: each for each in body_of(outer) if isinstance(each, cst.FunctionDef)
              and len(scope.bindings[each.name.value]) == 1 and _is_plain(reading, each)}
    uses = {name: [use for bound in bindings for use in bound.uses] for name, bindings in scope.bindings.items()}
    needs = {name: {other for other, every in uses.items() if any(reading.source.lies_in(use, each) for use in every)}
             for name, each in inside.items()}
    moving = {name for name, each in inside.items() if needs[name] <= set(inside)}
    while gone := {name for name in moving if not needs[name] <= moving}:
        moving -= gone
    building = {name for name in moving if any(is_layer(reading, call) for call in reading.calls_in(inside[name]))}
    while more := {name for name in moving - building if needs[name] & building or any(
            name in needs[other] for other in building) or _is_handed(reading, uses[name], building)}:
        building |= more
    return [inside[name] for name in inside if name in building]


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
