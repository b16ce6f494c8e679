"""Python's built-in functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.iteration import elements, one_of
from paddle_migrate.interpreter.knows.objects import OBJECTS
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.operators import truth
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Array,
    Calling,
    Closure,
    Items,
    OwnClass,
    Stream,
    Symbol,
    Table,
)

Args = list[Any]
Keywords = dict[str, Any]


def _len(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    value = args[0] if args else UNKNOWN
    if isinstance(value, Array) and value.shape:
        return value.shape[0]
    found = elements(value)
    return Symbol() if found is None else len(found)


def _range(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if args and all(isinstance(a, int) for a in args) and (len(args) < 3 or args[2]):
        return range(*args[:3])
    return Stream(Symbol())


def _enumerate(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    found = elements(args[0])
    start = args[1] if len(args) > 1 else keywords.get("start", 0)
    if found is None or not isinstance(start, int):
        return Stream((Symbol(), one_of(args[0])))
    return Items([(i, v) for i, v in enumerate(found, start)])


def _zip(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    found = [elements(a) for a in args]
    if any(f is None for f in found):
        return Stream(tuple(one_of(a) for a in args))
    return Items(list(zip(*(f for f in found if f is not None), strict=False)))


def _list(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if not args:
        return Items([])
    found = elements(args[0])
    return Items([one_of(args[0])], False) if found is None else Items(found)


def _tuple(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    found = elements(args[0]) if args else []
    return Items([one_of(args[0])], False) if found is None else tuple(found)


def _dict(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    table = Table(dict(keywords))
    for pair in (elements(args[0]) or []) if args and not isinstance(args[0], Table) else []:
        if isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], (str, int)):
            table.values[pair[0]] = pair[1]
    if args and isinstance(args[0], Table):
        table.values = {**args[0].values, **table.values}
    return table


def _number(kind: type) -> Callable[..., Any]:
    def call(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
        try:
            return kind(args[0]) if args and isinstance(args[0], (int, float, str)) else _unknown_number(kind, args)
        except ValueError:
            return UNKNOWN

    return call


def _unknown_number(kind: type, args: Args) -> Any:
    return args[0] if args and isinstance(args[0], Symbol) else Symbol() if kind is int else UNKNOWN


def _bool(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    return bool(args[0]) if args and isinstance(args[0], (int, float, str, bool, type(None))) else UNKNOWN


def _str(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    return str(args[0]) if args and isinstance(args[0], (int, str, bool)) else TEXT


def _reduce(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
        found = elements(args[0]) if len(args) == 1 else list(args)
        if found and all(isinstance(v, (int, float)) for v in found):
            return function(found)
        return Symbol() if function is not sum or found is None else UNKNOWN

    return call


def _abs(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    return abs(args[0]) if args and isinstance(args[0], (int, float)) else UNKNOWN


def _reversed(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    found = elements(args[0]) if args else None
    return Items(list(reversed(found))) if found is not None else Stream(one_of(args[0]) if args else UNKNOWN)


def _map(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if len(args) != 2:
        return Stream(UNKNOWN)
    found = elements(args[1])
    if found is None:
        return Stream(machine.call(args[0], [one_of(args[1])], {}, None))
    return Items([machine.call(args[0], [v], {}, None) for v in found])


def _iter(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    return Stream(one_of(args[0])) if args else UNKNOWN


def _next(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    return one_of(args[0]) if args else UNKNOWN


def _print(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    return None


def _callable(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    return True if args and isinstance(args[0], (Closure, OwnClass)) else UNKNOWN


def _truths(stops_at: bool) -> Callable[..., Any]:
    """`any` stops at what is true, `all` at what is not."""

    def call(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
        found = [truth(value) for value in elements(args[0]) or [UNKNOWN]] if elements(args[0]) != [] else []
        return stops_at if stops_at in found else UNKNOWN if None in found else not stops_at

    return call


BUILTINS: dict[str, Calling] = {
    **OBJECTS,
    "len": _len,
    "range": _range,
    "xrange": _range,
    "enumerate": _enumerate,
    "zip": _zip,
    "list": _list,
    "sorted": lambda machine, args, keywords, site: _sorted(machine, args, keywords, site),
    "tuple": _tuple,
    "dict": _dict,
    "OrderedDict": _dict,
    "int": _number(int),
    "float": _number(float),
    "bool": _bool,
    "str": _str,
    "repr": _str,
    "sum": _reduce(sum),
    "max": _reduce(max),
    "min": _reduce(min),
    "abs": _abs,
    "reversed": _reversed,
    "map": _map,
    "iter": _iter,
    "next": _next,
    "print": _print,
    "callable": _callable,
    "all": _truths(False),
    "any": _truths(True),
}


def _sorted(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    found = elements(args[0]) if args else None
    kinds = {type(v) for v in found or []}
    if found is not None and not keywords and (kinds <= {str} or kinds <= {int, float}):
        return Items(sorted(found))
    return _list(machine, args, keywords, site) if found is None else Items(found, False)
