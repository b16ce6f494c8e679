"""NumPy's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.knows.arguments import bind, shape_of
from paddle_migrate.interpreter.values import UNKNOWN, Array, Dim, External, Items, Shape, Symbol

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine

Args = list[Any]
Keywords = dict[str, Any]


def dims(value: Any) -> Shape | None:
    """A shape argument: a number or several."""
    value = value.values if isinstance(value, Items) and value.exact else value
    if isinstance(value, (int, Symbol)) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, (tuple, list)):
        return tuple(v if isinstance(v, (int, Symbol)) else Symbol() for v in value)
    return None


def _array(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Array(shape_of(args[0] if args else next(iter(keywords.values()), UNKNOWN)))


def _filled(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Array(dims(args[0] if args else keywords.get("shape", UNKNOWN)))


def _drawn(place: int) -> Callable[..., Any]:
    """A random function whose `size` is the argument in this place."""

    def call(machine: Machine, args: Args, keywords: Keywords) -> Any:
        size = keywords.get("size", args[place] if len(args) > place else None)
        return Array(() if size is None else dims(size))

    return call


def _drawn_plain(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """`rand(3, 4)`."""
    return Array(dims(tuple(args)))


def _reshape(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a newshape", args, keywords)
    wanted = given["newshape"] if given["newshape"] is not None else keywords.get("shape")
    return Array(shapes.reshape(shape_of(given["a"]), dims(wanted), zero_copies=False))


def _transpose(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axes", args, keywords)
    return Array(shapes.transpose(shape_of(given["a"]), given["axes"]))


def _expand(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis", args, keywords)
    return Array(shapes.unsqueeze(shape_of(given["a"]), given["axis"]))


def _squeeze(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis", args, keywords)
    return Array(shapes.squeeze(shape_of(given["a"]), given["axis"]))


def _parts(value: Any) -> list[Shape | None]:
    values = value.values if isinstance(value, Items) and value.exact else value
    return [shape_of(v) for v in values] if isinstance(values, (list, tuple)) else []


def _concatenate(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis=0", args, keywords)
    return Array(shapes.concatenate(_parts(given["a"]), given["axis"]))


def _stack(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis=0", args, keywords)
    found = _parts(given["a"])
    if not found:
        return Array()
    grown = [shapes.unsqueeze(s, given["axis"]) for s in found]
    return Array(shapes.concatenate(grown, given["axis"]))


def _prod(machine: Machine, args: Args, keywords: Keywords) -> Any:
    wanted = dims(args[0]) if args else None
    product: Dim = Symbol() if wanted is None else shapes.product(wanted)
    return product


def _same(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Array(shape_of(args[0]) if args else None)


def _arange(machine: Machine, args: Args, keywords: Keywords) -> Any:
    known = args and all(isinstance(a, int) for a in args) and (len(args) < 3 or args[2])
    return Array((len(range(*args[:3])),) if known else (Symbol(),))


def _number(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return args[0] if args and isinstance(args[0], (int, float, Symbol)) else _same(machine, args, keywords)


def _generator(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """A generator's methods are the functions of its module."""
    return External("numpy.random")


NUMPY: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("array", "asarray", "ascontiguousarray"), _array),
    **dict.fromkeys(("zeros", "ones", "full", "empty", "random.random", "random.random_sample"), _filled),
    **dict.fromkeys(("random.uniform", "random.normal", "random.randint"), _drawn(2)),
    **dict.fromkeys(("random.choice", "random.binomial"), _drawn(1)),
    **dict.fromkeys(("random.rand", "random.randn"), _drawn_plain),
    **dict.fromkeys(("zeros_like", "ones_like", "abs", "exp", "log", "tanh", "sqrt", "clip", "copy"), _same),
    **dict.fromkeys(("float32", "float64", "int64", "int32", "uint8"), _number),
    "reshape": _reshape,
    "transpose": _transpose,
    "expand_dims": _expand,
    "squeeze": _squeeze,
    "concatenate": _concatenate,
    "stack": _stack,
    "vstack": _concatenate,
    "prod": _prod,
    "product": _prod,
    "arange": _arange,
    "random.RandomState": _generator,
    "random.default_rng": _generator,
}
