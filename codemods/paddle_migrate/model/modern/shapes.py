"""Shapes: operators that changed how they say them, and those that gave one number a shape of [1]."""

from __future__ import annotations

from math import prod

from paddle_migrate.model.building import Building, Unknown, becomes


@becomes("squeeze", "2.6 3")
def squeeze(b: Building) -> None:
    if b.attr("axes", []):
        b.squeeze(b.input("X"), _axes(b), b.output())
        return
    dims = b.dims(b.input("X"))
    if min(dims, default=1) < 0:
        raise Unknown("which sizes are 1 is known in a run only")
    b.squeeze(b.input("X"), [axis for axis, size in enumerate(dims) if size == 1], b.output())


@becomes("unsqueeze", "2.6 3")
def unsqueeze(b: Building) -> None:
    if b.has("AxesTensor") or b.has("AxesTensorList"):
        raise Unknown("its axes are variables")
    rank = len(b.dims(b.input("X"))) + len(b.attr("axes", []))
    b.unsqueeze(b.input("X"), [axis + rank if axis < 0 else axis for axis in b.attr("axes", [])], b.output())


def _axes(b: Building) -> list[int]:
    rank = len(b.dims(b.input("X")))
    return [axis + rank if axis < 0 else axis for axis in b.attr("axes", [])]


@becomes("flatten", "2.6 3")
@becomes("flatten2", "3")
def flatten(b: Building) -> None:
    x, axis = b.input("X"), b.attr("axis", 1)
    dims = b.dims(x)
    front, back = product(dims[:axis]), product(dims[axis:])
    if axis in (0, len(dims)):
        flat = joined(b, x, 0, len(dims) - 1, [product(dims)])
        b.unsqueeze(flat, [0 if axis == 0 else 1], b.output())
        return
    behind = joined(b, x, axis, len(dims) - 1, [*dims[:axis], back], b.output() if axis == 1 else None)
    if axis > 1:
        joined(b, behind, 0, axis - 1, [front, back], b.output())


def product(dims: list[int]) -> int:
    """The size of these axes together, -1 where one is not known."""
    return -1 if any(size < 0 for size in dims) else prod(dims)


def joined(b: Building, source: str, start: int, stop: int, dims: list[int], result: str | None = None) -> str:
    """`source` with the axes from `start` to `stop` as one."""
    result = result or b.new(source, dims)
    b.add("flatten_contiguous_range", {"X": source},
          {"Out": result, "XShape": b.new(source, [0, *b.dims(source)])}, start_axis=start, stop_axis=stop)
    return result


@becomes("expand", "3")
def expand(b: Building) -> None:
    inputs = {"X": b.input("X")}
    for old, new in (("ExpandTimes", "RepeatTimes"), ("expand_times_tensor", "repeat_times_tensor")):
        if b.has(old):
            inputs[new] = b.inputs(old)  # type: ignore[assignment]
    b.add("tile", inputs, {"Out": b.output()}, repeat_times=b.attr("expand_times", []))


@becomes("expand_as", "2.6 3")
def expand_as(b: Building) -> None:
    x, target = b.dims(b.input("X")), b.dims(b.input("target_tensor"))
    if any(one != other and (min(one, other) < 0 or other % one) for one, other in zip(x, target, strict=True)):
        raise Unknown("the sizes are known in a run only")
    times = [1 if one == other else other // one for one, other in zip(x, target, strict=True)]
    b.add("tile", {"X": b.input("X")}, {"Out": b.output()}, repeat_times=times)


@becomes("crop", "3")
def crop(b: Building) -> None:
    if b.has("Offsets"):
        raise Unknown("its offsets are a variable")
    x, offsets = b.input("X"), b.attr("offsets", [])
    shape = b.dims(b.input("Y")) if b.has("Y") else b.attr("shape", [])
    axes = [axis for axis, size in enumerate(shape) if size >= 0]
    if any(offsets[axis] for axis in range(len(shape)) if axis not in axes):
        raise Unknown("its sizes are known in a run only")
    b.add("slice", {"Input": x}, {"Out": b.output()}, axes=axes, starts=[offsets[axis] for axis in axes],
          ends=[offsets[axis] + shape[axis] for axis in axes], infer_flags=[1] * len(axes), decrease_axis=[])


@becomes("diag", "2.6 3")
def diag(b: Building) -> None:
    b.add("diag_v2", {"X": b.input("Diagonal")}, {"Out": b.output()}, offset=0, padding_value=0.0)


@becomes("mean reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_all reduce_any", "2.6 3")
def one_number(b: Building) -> None:
    """Of all elements: its shape was [1], and is [] since 2.5."""
    rank, dim = len(b.dims(b.input("X"))), b.attr("dim", [0])
    whole = b.old.type == "mean" or b.attr("reduce_all", False) or len({axis % rank for axis in dim}) == rank
    if whole and b.old.type != "mean":
        b.same(dim=[], reduce_all=True)
    else:
        b.same()
    if whole and not b.attr("keep_dim", False):
        _of_shape_one(b)


@becomes("size", "2.6 3")
def size(b: Building) -> None:
    b.same()
    _of_shape_one(b)


@becomes("slice strided_slice", "2.6 3")
def slice_(b: Building) -> None:
    b.same()
    if b.attr("decrease_axis", []) and len(b.attr("decrease_axis", [])) == len(b.dims(b.input("Input"))):
        _of_shape_one(b)


def _of_shape_one(b: Building) -> None:
    """Give what the last operator makes the shape [1]."""
    result = b.output()
    inner = b.new(result, [])
    b.ops[-1].outputs["Out"] = [inner]
    b.reshape(inner, [1], result)
