"""Functions of Python's and of its library that are run where all that they are given is known."""

from __future__ import annotations

import ast
import copy
import math
from collections.abc import Callable, ItemsView, KeysView, ValuesView
from typing import Any

from paddle_migrate.unfolded.chosen import by_name
from paddle_migrate.unfolded.machine import Machine
from paddle_migrate.unfolded.operators import elements, is_open, operate, truth
from paddle_migrate.unfolded.values import Bound, Choice, Class, Code, Function, Library, Object, Stuck, Super

Known = Callable[[Machine, list[Any], dict[str, Any]], Any]
_TYPES = {"int": int, "float": float, "str": str, "bool": bool, "list": list, "dict": dict, "tuple": tuple,
          "set": set, "six.string_types": str, "basestring": str}
_HOLDING = (list, tuple, set, KeysView, ValuesView, ItemsView)


def _has_code(value: Any) -> bool:
    if isinstance(value, (Code, Object, Function, Bound, Class, Choice, Library)):
        return True
    inside = [*value.values()] if isinstance(value, dict) else value if isinstance(value, _HOLDING) else ()
    return any(map(_has_code, inside))


def _python(function: Callable[..., Any]) -> Known:
    """Where only plain values are given."""

    def run(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
        if any(map(_has_code, [*args, *words.values()])):
            return NotImplemented
        try:
            return function(*args, **words)
        except Exception:
            raise Stuck from None

    return run


def _collected(kind: Callable[[list[Any]], Any]) -> Known:
    def run(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
        is_copied = kind is dict and bool(args) and isinstance(args[0], dict)
        inside = [*args[0].items()] if is_copied else elements(args[0]) if args else []
        keys = [each[:1] if isinstance(each, tuple) and kind is dict else each for each in inside]
        if kind in (dict, set) and any(map(is_open, keys)):
            raise Stuck
        try:
            found = kind(inside)
        except (TypeError, ValueError):
            raise Stuck from None
        if words and isinstance(found, dict):
            return found | words
        return found if not words else NotImplemented

    return run


def _zip(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    return list(zip(*map(elements, args), strict=False))


def _enumerate(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    start = words.get("start", args[1] if len(args) > 1 else 0)
    return list(enumerate(elements(args[0]), start))


def _map(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    return [machine.call(args[0], list(each), {}) for each in zip(*map(elements, args[1:]), strict=False)]


def _filter(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    return [each for each in elements(args[1]) if truth(machine.call(args[0], [each], {}) if args[0] else each)]


def _sorted(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    key = words.get("key")
    found = [(each if key is None else machine.call(key, [each], {}), each) for each in elements(args[0])]
    if any(_has_code(each) for each, _ in found) and not all(
            isinstance(each, tuple) and isinstance(each[0], (int, str)) for each, _ in found):
        raise Stuck
    try:
        found.sort(key=lambda pair: pair[0][0] if isinstance(pair[0], tuple) and _has_code(pair[0]) else pair[0],
                   reverse=bool(words.get("reverse", False)))
    except TypeError:
        raise Stuck from None
    return [each for _, each in found]


def _len(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    return NotImplemented if isinstance(args[0], Code) and not args[0].is_variable else len(elements(args[0]))


def _isinstance(machine: Machine, args: list[Any], words: dict[str, Any]) -> bool:
    value, kinds = args[0], args[1] if isinstance(args[1], tuple) else (args[1],)
    ways = value.ways.values() if isinstance(value, Choice) else [value]
    found = {any(_is_of(each, kind) for kind in kinds) for each in ways}
    if len(found) > 1:
        raise Stuck
    return found.pop()


def _is_of(value: Any, kind: Any) -> bool:
    if isinstance(kind, Class):
        return isinstance(value, Object) and kind in value.of.line()
    if not isinstance(kind, Library):
        raise Stuck
    short = kind.name.removeprefix("builtins.")
    if isinstance(value, (Code, Library)) and is_open(value):
        raise Stuck
    if short in _TYPES:
        return isinstance(value, _TYPES[short])
    if short.endswith(".Variable"):
        return isinstance(value, Code)
    raise Stuck


def _getattr(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    if len(args) == 2 and isinstance(args[1], Code):
        return by_name(machine, *args)
    if not isinstance(args[1], str):
        raise Stuck
    machine.resolved += isinstance(args[0], Library)
    if len(args) == 3 and _is_later(args[0]):
        return NotImplemented
    if len(args) < 3 or _hasattr(machine, args, words):
        return machine.attribute(args[0], args[1])
    return args[2]


def _hasattr(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    owner, name = args[:2]
    if isinstance(owner, Object):
        return name in owner.attributes or owner.of.find(name) is not None
    if _is_later(owner):
        return NotImplemented
    raise Stuck


def _is_later(owner: Any) -> bool:
    """Whether it is there when the program runs, and nothing of a program."""
    return isinstance(owner, Code) and not owner.of_graph


def _dir(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    """Of what is there when the program runs; of nothing, it goes by where it is called."""
    if len(args) == 1 and _is_later(args[0]):
        return Code(f"dir({args[0].text})")
    raise Stuck


def _setattr(machine: Machine, args: list[Any], words: dict[str, Any]) -> None:
    if not isinstance(args[0], Object) or not isinstance(args[1], str):
        raise Stuck
    machine.touch(args[0])
    args[0].attributes[args[1]] = args[2]


def _super(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    if len(args) == 2 and isinstance(args[0], Class) and isinstance(args[1], Object):
        return Super(args[0], args[1])
    receiver = next(iter(machine.scope.names.values()), None)
    if args or not isinstance(receiver, Object) or machine.scope.owner is None:
        raise Stuck
    return Super(machine.scope.owner, receiver)


def _partial(machine: Machine, args: list[Any], words: dict[str, Any]) -> Bound:
    return Bound(args[0], list(args[1:]), dict(words))


def _copied(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    return copy.deepcopy(args[0]) if not _has_code(args[0]) else NotImplemented


def _range(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    return range(*args) if all(isinstance(each, int) for each in args) else NotImplemented


def _sum(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    if not _has_code(args):
        return _python(sum)(machine, args, words)
    found = [*([0] if len(args) < 2 else [args[1]]), *elements(args[0])]
    whole = found[0]
    for each in found[1:]:
        whole = operate(machine, ast.Add(), whole, each)
    return whole


def _product(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    found = args[0] if args and not words else None
    is_plain = isinstance(found, (list, tuple)) and all(isinstance(each, int) for each in found)
    return math.prod(found) if is_plain and found is not None else NotImplemented


def _type(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    if len(args) == 1 and isinstance(args[0], Object):
        return args[0].of
    raise Stuck


def _stack(machine: Machine, args: list[Any], words: dict[str, Any]) -> Any:
    """`inspect.stack()`, as far as scripts make names of it: the functions, and the lines in which these are."""
    names, above = zip(*reversed(machine.frames), strict=True)
    return [(None, None, line, name) for name, line in zip(names, (machine.line, *above), strict=False)]


_BUILTINS: dict[str, Known] = {
    "len": _len, "range": _range, "enumerate": _enumerate, "zip": _zip, "map": _map, "filter": _filter,
    "sorted": _sorted, "list": _collected(list), "tuple": _collected(tuple), "set": _collected(set),
    "dict": _collected(dict), "reversed": _collected(lambda each: each[::-1]), "isinstance": _isinstance,
    "getattr": _getattr, "hasattr": _hasattr, "setattr": _setattr, "super": _super, "sum": _sum, "type": _type,
    "dir": _dir,
    **{name: _python(function) for name, function in (
        ("int", int), ("float", float), ("str", str), ("bool", bool), ("abs", abs), ("round", round), ("min", min),
        ("max", max), ("any", any), ("all", all), ("repr", repr), ("divmod", divmod), ("pow", pow), ("chr", chr),
        ("ord", ord), ("slice", slice))},
}
KNOWN: dict[str, Known] = {
    **{f"builtins.{name}": function for name, function in _BUILTINS.items()},
    **{f"math.{name}": _python(getattr(math, name)) for name in dir(math) if callable(getattr(math, name))
       and not name.startswith("_")},
    "numpy.prod": _product, "numpy.product": _product,
    "six.moves.range": _range, "six.moves.xrange": _range, "six.moves.zip": _zip, "six.moves.map": _map,
    "collections.OrderedDict": _collected(dict), "functools.partial": _partial,
    "copy.copy": _copied, "copy.deepcopy": _copied, "inspect.stack": _stack,
}
