"""NumPy's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import dtype_in, dtype_of
from paddle_migrate.interpreter.knows.arguments import bind, nested_shape, plain, sizes
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import UNKNOWN, Array, Dim, External, Shape, Symbol

Args = list[Any]
Keywords = dict[str, Any]


def _numpy(shape: Shape | None, dtype: str = "") -> Array:
    return Array(shape, dtype, "numpy")


def _dtype(args: Args, keywords: Keywords, place: int, default: str) -> str:
    return dtype_of(keywords.get("dtype", args[place] if len(args) > place else None), default)


def _of_numbers(value: Any) -> str:
    """What NumPy makes of Python's numbers; of two kinds it is not asked here."""
    if isinstance(value, (list, tuple)):
        found = set(map(_of_numbers, value))
        return found.pop() if len(found) == 1 else ""
    return {bool: "bool", int: "int64", Symbol: "int64", float: "float64"}.get(type(value), dtype_in(value))


def _array(machine: Machine, args: Args, keywords: Keywords) -> Any:
    value = args[0] if args else next(iter(keywords.values()), UNKNOWN)
    return _numpy(nested_shape(value), _dtype(args, keywords, 1, dtype_in(value) or _of_numbers(plain(value))))


def _filled(machine: Machine, args: Args, keywords: Keywords) -> Any:
    shape = sizes(args[0] if args else keywords.get("shape", UNKNOWN))
    return _numpy(shape, _dtype(args, keywords, 1, "float64"))


def _full(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return _numpy(sizes(args[0] if args else keywords.get("shape", UNKNOWN)), _dtype(args, keywords, 2, ""))


def _random(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return _numpy(sizes(args[0] if args else keywords.get("size", UNKNOWN)), "float64")


def _drawn(place: int) -> Callable[..., Any]:
    """A random function whose `size` is the argument in this place."""

    def call(machine: Machine, args: Args, keywords: Keywords) -> Any:
        size = keywords.get("size", args[place] if len(args) > place else None)
        return _numpy(() if size is None else sizes(size))

    return call


def _whole(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """Places and counts."""
    return _numpy(None, "int64")


def _drawn_whole(machine: Machine, args: Args, keywords: Keywords) -> Any:
    size = keywords.get("size", args[2] if len(args) > 2 else None)
    return _numpy(() if size is None else sizes(size), _dtype(args, keywords, 3, "int64"))


def _drawn_plain(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """`rand(3, 4)`."""
    return _numpy(sizes(tuple(args)), "float64")


def _reshape(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a newshape", args, keywords)
    wanted = given["newshape"] if given["newshape"] is not None else keywords.get("shape")
    return _numpy(shapes.reshape(nested_shape(given["a"]), sizes(wanted), zero_copies=False), dtype_in(given["a"]))


def _transpose(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axes", args, keywords)
    return _numpy(shapes.transpose(nested_shape(given["a"]), given["axes"]), dtype_in(given["a"]))


def _expand(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis", args, keywords)
    return _numpy(shapes.unsqueeze(nested_shape(given["a"]), given["axis"]), dtype_in(given["a"]))


def _squeeze(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis", args, keywords)
    return _numpy(shapes.squeeze(nested_shape(given["a"]), given["axis"]), dtype_in(given["a"]))


def _parts(value: Any) -> list[Shape | None]:
    return [nested_shape(v) for v in value] if isinstance(value, (list, tuple)) else []


def _concatenate(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis=0", args, keywords)
    return _numpy(shapes.concatenate(_parts(given["a"]), given["axis"]))


def _stack(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("a axis=0", args, keywords)
    found = _parts(given["a"])
    if not found:
        return _numpy(None)
    grown = [shapes.unsqueeze(s, given["axis"]) for s in found]
    return _numpy(shapes.concatenate(grown, given["axis"]))


def _prod(machine: Machine, args: Args, keywords: Keywords) -> Any:
    wanted = sizes(args[0]) if args else None
    product: Dim = Symbol() if wanted is None else shapes.product(wanted)
    return product


def _same(machine: Machine, args: Args, keywords: Keywords) -> Any:
    value = args[0] if args else UNKNOWN
    return _numpy(nested_shape(value), _dtype([], keywords, 0, dtype_in(value)))


def _arange(machine: Machine, args: Args, keywords: Keywords) -> Any:
    known = args and all(isinstance(a, int) for a in args) and (len(args) < 3 or args[2])
    return _numpy((len(range(*args[:3])),) if known else (Symbol(),), _dtype([], keywords, 0, "int64" if known else ""))


def _single(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """A number that float32 has; how it rounds another one is not followed."""
    number = _number(machine, args, keywords)
    return UNKNOWN if isinstance(number, float) and not number.is_integer() else number


def _number(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return args[0] if args and isinstance(args[0], (int, float, Symbol)) else _same(machine, args, keywords)


def _generator(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """A generator's methods are the functions of its module."""
    return External("numpy.random")


NUMPY: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("array", "asarray", "ascontiguousarray"), _array),
    **dict.fromkeys(("zeros", "ones", "empty"), _filled),
    **dict.fromkeys(("random.random", "random.random_sample"), _random),
    **dict.fromkeys(("random.uniform", "random.normal"), _drawn(2)),
    **dict.fromkeys(("random.choice", "random.binomial"), _drawn(1)),
    **dict.fromkeys(("random.rand", "random.randn"), _drawn_plain),
    **dict.fromkeys(("argmax", "argmin", "argsort", "bincount", "digitize", "searchsorted"), _whole),
    "random.randint": _drawn_whole,
    **dict.fromkeys(("zeros_like", "ones_like", "abs", "exp", "log", "tanh", "sqrt", "clip", "copy"), _same),
    **dict.fromkeys(("float64", "int64", "int32", "uint8"), _number),
    "float32": _single,
    "full": _full,
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


def _method_reshape(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    wanted = args[0] if len(args) == 1 else tuple(args) if args else keywords.get("shape", keywords.get("newshape"))
    if isinstance(wanted, (int, Symbol)):
        wanted = (wanted,)
    return Array(shapes.reshape(owner.shape, plain(wanted), zero_copies=False), owner.dtype, owner.kind)


def _method_transpose(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    axes = plain(args[0]) if len(args) == 1 else tuple(args) or None
    return Array(shapes.transpose(owner.shape, axes), owner.dtype, owner.kind)


def _method_flatten(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return Array((Symbol() if owner.shape is None else shapes.product(owner.shape),), owner.dtype, owner.kind)


def _method_same(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return Array(owner.shape, owner.dtype, owner.kind)


def _method_cast(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return Array(owner.shape, dtype_of(args[0] if args else keywords.get("dtype"), ""), owner.kind)


def _method_numpy(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return _numpy(owner.shape, owner.dtype)


def _method_reduce(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    axis = args[0] if args else keywords.get("axis")
    return Array(shapes.reduce(owner.shape, plain(axis), keywords.get("keepdims", False)), "", owner.kind)


def _method_squeeze(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    axes = plain(args[0] if args else keywords.get("axis"))
    return Array(shapes.squeeze(owner.shape, axes), owner.dtype, owner.kind)


def _nothing(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return None


METHODS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("clip", "copy", "cumsum", "detach"), _method_same),
    **dict.fromkeys(("mean", "sum", "max", "min", "argmax", "std"), _method_reduce),
    **dict.fromkeys(("backward", "set_value", "clear_gradient"), _nothing),
    "astype": _method_cast,
    "flatten": _method_flatten,
    "numpy": _method_numpy,
    "ravel": _method_flatten,
    "reshape": _method_reshape,
    "squeeze": _method_squeeze,
    "tolist": lambda machine, owner, args, keywords: UNKNOWN,
    "transpose": _method_transpose,
}
