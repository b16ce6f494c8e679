"""What the interpreter knows a value as, and what it says that a call of a library gives."""

from __future__ import annotations

from typing import Any

from paddle_migrate.interpreter.control import Leave, OutOfSteps
from paddle_migrate.interpreter.external import call_external
from paddle_migrate.interpreter.values import UNKNOWN, Array, Dim, External, Items, Shape, Symbol, Table, tensor
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.sequence_layers import WIDTHS
from paddle_migrate.rules.shapes import PAIRS
from paddle_migrate.unfolded.machine import Machine
from paddle_migrate.unfolded.values import PLAIN, Code, Library


class Open(Symbol):
    """A size that data leave open: -1 to whoever asks for it when the program is built."""


def _declared(size: Any) -> Dim:
    if isinstance(size, int) and size >= 0:
        return size
    return Open() if size is None or size == -1 else Symbol()


def shape_of(value: Any) -> Any:
    if isinstance(value, Code):
        return UNKNOWN if value.shape is None else value.shape
    if isinstance(value, Library):
        return External(value.name)
    if isinstance(value, list):
        return Items([shape_of(each) for each in value])
    if isinstance(value, tuple):
        return tuple(shape_of(each) for each in value)
    if isinstance(value, dict):
        return Table({key: shape_of(each) for key, each in value.items() if isinstance(key, PLAIN)})
    return value if isinstance(value, PLAIN) else UNKNOWN


def shape_given(machine: Machine, name: str, args: list[Any], words: dict[str, Any]) -> Any:
    """None where nothing is known."""
    if is_legacy(name) and name.endswith(".data"):
        return _of_data(name, args, words)
    short = name.rpartition(".")[2]
    if is_legacy(name) and short in _PARAMETRIC:
        names, shape = _PARAMETRIC[short]
        given = dict(zip(names, args, strict=False)) | words
        first = shape_of(given.get("input", given.get("x")))
        if isinstance(first, Array) and first.shape is None and short == "conv2d":
            first = tensor((Symbol(), Symbol(), Symbol(), Symbol()), "float32")  # it takes nothing else
        known = isinstance(first, Array) and first.shape is not None
        return tensor(shape(machine, first.shape, given, name) if known else None, "float32")
    if is_legacy(name) and short in WIDTHS:
        return _of_rows(short, args, words)
    try:
        found = call_external(
            machine.shapes, name, [shape_of(each) for each in args], {k: shape_of(v) for k, v in words.items()}, None)
    except (Leave, OutOfSteps, RecursionError):
        return None
    finally:
        machine.shapes.start_again()
    return None if found is UNKNOWN else found


# -- layers with parameters ----------------------------------------------------------------------------------------


def _fc(machine: Machine, shape: Shape, given: dict[str, Any], name: str) -> Shape | None:
    flat, size = given.get("num_flatten_dims", 1), given.get("size")
    if not isinstance(flat, int) or not isinstance(size, int):
        return None
    return (*shape[:flat], size)


def _embedding(machine: Machine, shape: Shape, given: dict[str, Any], name: str) -> Shape | None:
    size = given.get("size")
    if not isinstance(size, (list, tuple)) or len(size) != 2 or not isinstance(size[1], int):
        return None
    return (*(shape[:-1] if ".layers." in name and shape[-1:] == (1,) else shape), size[1])


def _same(machine: Machine, shape: Shape, given: dict[str, Any], name: str) -> Shape | None:
    return shape


def _conv(machine: Machine, shape: Shape, given: dict[str, Any], name: str) -> Shape | None:
    count, kernel = given.get("num_filters"), given.get("filter_size")
    if not isinstance(count, int) or len(shape) != 4 or given.get("data_format", "NCHW") != "NCHW":
        return None
    words = kernel, given.get("stride", 1), given.get("padding", 0), given.get("dilation", 1)
    found = [pair for each in words if (pair := _pair(each)) is not None]
    if len(found) < len(words):
        return None
    sizes: list[Dim] = []
    for size, k, s, p, d in zip(shape[2:], *found, strict=True):
        sizes.append((size + 2 * p - d * (k - 1) - 1) // s + 1 if isinstance(size, int) else Symbol())
    return (shape[0], count, *sizes)


def _pair(value: Any) -> tuple[int, int] | None:
    if isinstance(value, int):
        return value, value
    is_two = isinstance(value, (list, tuple)) and len(value) == 2 and all(isinstance(each, int) for each in value)
    return (value[0], value[1]) if is_two else None


_PARAMETRIC: dict[str, tuple[tuple[str, ...], Any]] = {
    "fc": (("input", "size", "num_flatten_dims"), _fc), "embedding": (("input", "size"), _embedding),
    "conv2d": (("input", "num_filters", "filter_size", "stride", "padding", "dilation"), _conv),
    **dict.fromkeys(("batch_norm", "layer_norm", "group_norm", "instance_norm"), (("input",), _same)),
    "prelu": (("x",), _same),
}


def _of_rows(short: str, args: list[Any], words: dict[str, Any]) -> Any:
    """Of a function of sequences: as many rows as it is given, or one for each sequence."""
    rows, width, parts = WIDTHS[short]
    given = dict(zip((rows, width), args, strict=False)) | words
    first, size = shape_of(given.get(rows)), given.get(width)
    if not isinstance(first, Array) or not first.shape or (width and not isinstance(size, int)):
        return None
    shape = (*first.shape[:1], size // parts) if isinstance(size, int) else first.shape
    return (tensor(shape, first.dtype), tensor(shape, first.dtype)) if short in PAIRS else tensor(shape, first.dtype)


def _of_data(name: str, args: list[Any], words: dict[str, Any]) -> Any:
    given = words.get("shape", args[1] if len(args) > 1 else None)
    if not isinstance(given, (list, tuple)):
        return tensor()
    sizes = list(given)
    appends = words.get("append_batch_size", args[2] if len(args) > 2 and ".layers." in name else True)
    if ".layers." in name and appends is True and not any(each is None or each == -1 for each in sizes):
        sizes = [None, *sizes]
    dtype = words.get("dtype", "float32")
    dims = tuple(map(_declared, sizes))
    return tensor(dims, dtype if isinstance(dtype, str) else "")
