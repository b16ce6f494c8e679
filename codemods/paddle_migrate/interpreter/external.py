"""What a call of something imported gives, by its full name."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.control import WRONG_CALL
from paddle_migrate.interpreter.dtypes import dtype_of
from paddle_migrate.interpreter.joining import is_floating
from paddle_migrate.interpreter.knows.arguments import plain
from paddle_migrate.interpreter.knows.compat import resolved, run
from paddle_migrate.interpreter.knows.images import OPENCV, PILLOW
from paddle_migrate.interpreter.knows.numbers import NUMBERS
from paddle_migrate.interpreter.knows.numpy import NUMPY
from paddle_migrate.interpreter.knows.readers import READERS
from paddle_migrate.interpreter.knows.today import FUNCTIONS, spelled
from paddle_migrate.interpreter.knows.today.layers import CLASSES
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import UNKNOWN, Array, External, Instance, Items, Thing, tensor
from paddle_migrate.rules.dtypes import of_floats
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

Function = Callable[..., Any]
_TABLES: dict[str, dict[str, Function]] = {
    "numpy": NUMPY,
    "math": NUMBERS,
    "random": NUMBERS,
    "cv2": OPENCV,
    "PIL": PILLOW,
}
_OF_LISTS = ("concat", "stack")
_DATA = frozenset({"reader", "dataset", "batch", "io"})  # packages of functions that make and change readers


def call_external(
    machine: Machine, name: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
) -> Any:
    found = _called(machine, name, args, keywords, site)
    if machine.frame.home is None and not machine.uncertain:
        floats = of_floats(name)
        for value in (*args[: len(floats)], *(keywords[each] for each in floats if each in keywords)):
            machine.note_floats(value)
    return found


def _called(machine: Machine, name: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None) -> Any:
    parts = name.split(".")
    if parts[0] in _TABLES:
        return _native(_TABLES[parts[0]], parts, machine, args, keywords)
    name = spelled(name)
    if name in FUNCTIONS:
        return _today(machine, FUNCTIONS[name], args, keywords)
    if name in CLASSES:
        return _made(machine, name, args, keywords, site)
    if parts[0] == "paddle" and not _DATA.isdisjoint(parts[1:]):
        found = _native(READERS, parts, machine, args, keywords)
        if found is not UNKNOWN:
            return found
    waiting = machine.dialect.waiting(machine, name, args, keywords, site)
    if waiting is not None:
        return waiting
    function = resolved(machine, External(name))
    if isinstance(function, External):
        if function.name != name:
            return call_external(machine, function.name, args, keywords, site)
        if parts[0] != "paddle":
            machine.note_handed(site, args, keywords)
            return UNKNOWN
        return Thing(name) if parts[-1][:1].isupper() else UNKNOWN
    if machine.today and machine.frame.home is None and parts[-1] in _OF_LISTS:
        args, keywords = [_kept(a) for a in args], {k: _kept(v) for k, v in keywords.items()}
    found = run(machine, function, args, keywords, site)
    return _of_parameters(args, keywords) if found is UNKNOWN and _has_parameters(name) else found


def _has_parameters(name: str) -> bool:
    """Whether it is a layer with parameters of its own, whose body belongs to programs."""
    rule, beyond = library().legacy(name)
    return isinstance(rule, Rule) and not beyond and rule.module.name.endswith(".parametric")


def _of_parameters(args: list[Any], keywords: dict[str, Any]) -> Any:
    """Floats as those that go in; of whole numbers, of the dtype that is told."""
    given = next((each for each in (*args, *keywords.values()) if isinstance(each, Array)), Array())
    named = dtype_of(keywords.get("dtype"), "float32")
    return tensor(None, given.dtype if is_floating(given.dtype) or not given.dtype else named)


def _kept(value: Any) -> Any:
    """A list of tensors, each with the one dimension that is kept where it is joined."""
    if not isinstance(value, Items):
        return value
    return Items([Array((1,), v.dtype, v.kind) if _is_number(v) else v for v in value.values], value.exact)


def _is_number(value: Any) -> bool:
    return isinstance(value, Array) and value.shape == ()


def _native(table: dict[str, Function], parts: list[str], machine: Machine, args: list[Any], keywords: Any) -> Any:
    function = table.get(".".join(parts[1:])) or table.get(".".join(parts[-2:])) or table.get(parts[-1])
    try:
        return UNKNOWN if function is None else function(machine, args, keywords)
    except WRONG_CALL:
        return UNKNOWN


def _today(machine: Machine, function: Function, args: list[Any], keywords: dict[str, Any]) -> Any:
    try:
        return function(*(_given(machine, a) for a in args), **{k: _given(machine, v) for k, v in keywords.items()})
    except WRONG_CALL:
        return UNKNOWN


def _given(machine: Machine, value: Any) -> Any:
    """The argument as today's functions are written for: lists as Python's own, dtypes by today's names."""
    return resolved(machine, value) if isinstance(value, External) else plain(value)


def _made(machine: Machine, name: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None) -> Any:
    made = Instance(External(name))
    init = CLASSES[name].get("__init__")
    if init is not None:
        init.call(machine, [made, *args], keywords, site)
    return made
