"""What a block changes that may be run or not: names, attributes of objects, containers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from paddle_migrate.unfolded.machine import Machine, parts
from paddle_migrate.unfolded.values import Bound, Choice, Class, Code, Function, Left, Object, Returned, Scope, Stuck

MISSING = object()


@dataclass(frozen=True)
class Slot:
    """A name of a scope, or an attribute of an object, by what holds it."""

    holder: int
    key: str


class Filled(Exception):
    """A list or a dictionary has to be one in the text that is written, before it is known what a block does; whether
    there are variables in it, too."""

    def __init__(self, values: list[tuple[Any, bool]]) -> None:
        super().__init__()
        self.values = values


def _scopes(machine: Machine) -> Iterator[Scope]:
    beside = [each.scope for each in machine.beside.values() if each is not None]
    for first in (machine.module, machine.home, machine.scope, *machine.callers, *beside):
        at: Scope | None = first
        while at is not None:
            yield at
            at = at.outer


def all_held(machine: Machine) -> Iterator[tuple[Any, Any, Any]]:
    """All that is known now: what holds it, under which key, and it itself."""
    waiting: list[Any] = [each.names for each in _scopes(machine)]
    seen: set[int] = set()
    while waiting:
        holder = waiting.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        for key, value in list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder)):
            yield holder, key, value
            waiting += _inside(value)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, (dict, list, tuple)):
        return [value]
    if isinstance(value, Object):
        return [value.attributes, value.of.scope.names]
    if isinstance(value, Bound):
        return [value.args, value.words, [value.function]]
    if isinstance(value, Function):
        return [value.defaults, value.words, value.scope.names]
    if isinstance(value, Choice):
        return [value.ways]
    return [value.scope.names] if isinstance(value, Class) else []


@dataclass
class _State:
    """Names and containers as they are before a block. `known`: what was there, by its id."""

    names: list[tuple[Scope, dict[str, Any], set[str]]]
    known: set[int]
    own: dict[str, Any]


def _state(machine: Machine) -> _State:
    scopes = {id(each): each for each in _scopes(machine)}.values()
    known = {id(value) for _, _, value in all_held(machine)}
    return _State([(each, dict(each.names), set(each.spelled)) for each in scopes], known, dict(machine.scope.names))


def tried(machine: Machine, body: Callable[[], None], check: Callable[[], None] = lambda: None) -> dict[Slot, Any]:
    """What the body changes, which is as it was afterwards; what it writes stays written. `check`: is called while that
    is so. Raises Filled where it fills a container."""
    state, rates, times = _state(machine), list(machine.rates), dict(machine.times)
    before, touched = machine.before, machine.touched
    machine.before, machine.touched = {}, {}
    try:
        try:
            body()
        except (Left, Returned):
            raise Stuck from None
        if machine.rates != rates:
            raise Stuck
        containers = [each for each in machine.touched.values() if not isinstance(each, Object)]
        if filled := [(each, has_variables(each)) for each in containers if id(each) in state.known]:
            raise Filled(filled)
        check()
        return _changes(machine, state)
    finally:
        for scope, names, spelled in state.names:
            scope.names.clear()
            scope.names.update(names)
            scope.spelled = spelled
        for value, was in machine.before.values():
            if id(value) in state.known:  # a new one goes with the block, or is handed on by it
                _put_back(value.attributes if isinstance(value, Object) else value, was)
        machine.before, machine.touched, machine.times = before, touched, times


def _put_back(value: Any, was: Any) -> None:
    if isinstance(value, list):
        value[:] = was
    else:
        value.clear()
        value.update(was)


def _changes(machine: Machine, state: _State) -> dict[Slot, Any]:
    for scope, names, _ in state.names:
        if scope is not machine.scope and scope.names != names:
            raise Stuck  # of another function
    own, found = machine.scope.names, dict[Slot, Any]()
    for name, value in own.items():
        if state.own.get(name, MISSING) is not value:
            found[Slot(id(own), name)] = value
    for value, was in machine.before.values():
        if isinstance(value, Object) and id(value) in state.known:
            found |= {Slot(id(value.attributes), name): each for name, each in value.attributes.items()
                      if was.get(name, MISSING) is not each}
    return found


def holders_of(machine: Machine) -> dict[int, dict[str, Any]]:
    found = {id(machine.scope.names): machine.scope.names}
    return found | {id(value.attributes): value.attributes for _, _, value in all_held(machine)
                    if isinstance(value, Object)}


def is_there(machine: Machine, slot: Slot) -> bool:
    return slot.key in holders_of(machine).get(slot.holder, {})


def put(machine: Machine, slot: Slot, value: Any) -> None:
    """Have it hold a value; nothing where nothing has that object."""
    if slot.holder == id(machine.scope.names):
        machine.bind(slot.key, value)
        return
    for _, _, each in all_held(machine):
        if isinstance(each, Object) and id(each.attributes) == slot.holder:
            machine.touch(each)
            each.attributes[slot.key] = value
            return


def has_variables(value: Any) -> bool:
    return value.of_graph if isinstance(value, Code) else any(map(has_variables, parts(value))) if isinstance(
        value, (list, tuple, dict)) else False


def check_unheld(machine: Machine, text: str, is_filled: bool = False) -> None:
    """Raises Stuck where something has what a text gave before, which gives another thing from now on. `is_filled`: it
    is what it was, with other things in it."""
    word = re.compile(rf"(?<![\w.]){re.escape(text)}(?!\w)")
    if any(isinstance(value, Code) and word.search(value.text) and not (is_filled and value.text == text)
           for _, _, value in all_held(machine)):
        raise Stuck


def as_written(machine: Machine, values: list[tuple[Any, bool]]) -> None:
    """Have containers be what a name has in the text that is written, wherever they are held."""
    for value, of_graph in values:
        if isinstance(value, set) or any(isinstance(each, (Object, Function, Choice)) for each in parts(value)):
            raise Stuck
        name = next((key for holder, key, each in all_held(machine) if each is value and isinstance(key, str)), "")
        made = machine.write(machine.lift(value), of_graph, None, "", name or "found", False)
        row: Any = machine.rows[-1]
        row.is_given, made.is_mixed = True, True
        objects = {id(each.attributes): each for _, _, each in all_held(machine) if isinstance(each, Object)}
        scopes = {id(each.names) for each in _scopes(machine)}
        for holder, key, each in list(all_held(machine)):
            if each is value:
                if isinstance(holder, tuple):
                    raise Stuck
                if id(holder) not in scopes:
                    machine.touch(objects.get(id(holder), holder))
                holder[key] = made
