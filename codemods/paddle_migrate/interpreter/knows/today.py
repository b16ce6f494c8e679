"""Today's functions whose results have another shape than fluid's of the same name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.knows.arguments import bind, shape_of
from paddle_migrate.interpreter.knows.tensors import Args, Keywords
from paddle_migrate.interpreter.values import UNKNOWN, Array, Items, Symbol

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine


def _reduce(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """`paddle.mean(x, axis)`: the places of what follows differ, so that is known by name only."""
    given = bind("x axis", args, keywords)
    shape, axis, keep = shape_of(given["x"]), given["axis"], keywords.get("keepdim", False)
    if len(args) > 2 or shape is None or not isinstance(keep, bool):
        return Array()
    return Array(() if axis is None and not keep else shapes.reduce(shape, axis, keep))


def _flatten(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x start_axis=0 stop_axis=-1", args, keywords)
    shape, first, last = shape_of(given["x"]), given["start_axis"], given["stop_axis"]
    if shape is None or not shape or not isinstance(first, int) or not isinstance(last, int):
        return Array()
    first, last = first % len(shape), last % len(shape)
    return Array((*shape[:first], shapes.product(shape[first : last + 1]), *shape[last + 1 :]))


def _split(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x num_or_sections axis=0", args, keywords)
    parts = shapes.split(shape_of(given["x"]), given["num_or_sections"], given["axis"])
    return UNKNOWN if parts is None else Items([Array(p) for p in parts])


def _squeeze(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x axis", args, keywords)
    return Array(shapes.squeeze(shape_of(given["x"]), given["axis"]))


def _unsqueeze(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x axis", args, keywords)
    return Array(shapes.unsqueeze(shape_of(given["x"]), given["axis"]))


def _binary(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x y", args, keywords)
    return Array(shapes.broadcast(shape_of(given["x"]), shape_of(given["y"])))


def _topk(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x k axis=-1", args, keywords)
    shape, axis = shape_of(given["x"]), -1 if given["axis"] is None else given["axis"]
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return UNKNOWN
    axis %= len(shape)
    size = given["k"] if isinstance(given["k"], int) else Symbol()
    part = Array((*shape[:axis], size, *shape[axis + 1 :]))
    return (part, part)


def _cumsum(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x axis", args, keywords)
    shape = shape_of(given["x"])
    return Array(shape if shape is None or given["axis"] is not None else (shapes.product(shape),))


def _one_hot(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x num_classes", args, keywords)
    shape, classes = shape_of(given["x"]), given["num_classes"]
    return Array(None if shape is None else (*shape, classes if isinstance(classes, int) else Symbol()))


def _embedding(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x weight", args, keywords)
    shape, weight = shape_of(given["x"]), shape_of(given["weight"])
    return Array(None if shape is None or not weight else (*shape, weight[-1]))


def _loss(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """A loss that is a mean unless it is told otherwise; how, only a name tells."""
    return Array(() if len(args) < 3 and keywords.get("reduction", "mean") in ("mean", "sum") else None)


def _unknown(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return UNKNOWN


TODAY: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("mean", "sum", "max", "min", "prod", "std", "var", "all", "any", "logsumexp"), _reduce),
    **dict.fromkeys(("add", "subtract", "multiply", "divide", "maximum", "minimum", "pow"), _binary),
    **dict.fromkeys(("cross_entropy", "mse_loss", "l1_loss", "binary_cross_entropy", "nll_loss"), _loss),
    **dict.fromkeys(("expand", "mul", "pad", "slice", "reverse", "sequence_mask"), _unknown),
    "cumsum": _cumsum,
    "embedding": _embedding,
    "flatten": _flatten,
    "one_hot": _one_hot,
    "split": _split,
    "squeeze": _squeeze,
    "topk": _topk,
    "unsqueeze": _unsqueeze,
}
