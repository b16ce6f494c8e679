"""How functions were written in 1.8.5's operators that are more than a row: constants, pieces, operators of Python."""

from __future__ import annotations

from typing import Any

from .._static.sizes import each as for_each
from .._static.variables import Variable, _element
from .describing import Call, writer
from .layer_writers import padded


@writer("dropout")
def dropout(call: Call) -> None:
    given = call.given
    call.add("dropout", {"X": given["x"]}, {"Out": call.result}, dropout_prob=given["p"], is_test=given["is_test"],
             fix_seed=given["seed"] is not None, seed=given["seed"] or 0,
             dropout_implementation=given["implementation"])


@writer("swish")
def swish(call: Call) -> None:
    call.add("swish", {"X": call.given["x"]}, {"Out": call.result})


@writer("elementwise_add", "elementwise_sub", "elementwise_mul", "elementwise_div", "elementwise_pow",
        "elementwise_floordiv", "elementwise_mod", "elementwise_max", "elementwise_min", "less_than", "less_equal",
        "greater_than", "greater_equal", "equal", "not_equal")
def binary(call: Call) -> None:
    """A function of two variables, or Python's operator, of which one side may be a number."""
    args, given = call.operator.args, call.given
    x, y = (given["x"], given["y"]) if "x" in given and "y" in given else args[:2]
    kind, act = call.operator.type, given.get("act")
    if getattr(call.operator.rule, "swapped", False):
        x, y = y, x
    stages = call.chain(1 + (act is not None))
    if not (isinstance(x, Variable) and isinstance(y, Variable)):
        _with_number(call, kind, x, y)
        return
    axis = given.get("axis", 0 if y.shape[:1] == (-1,) and "act" not in given else -1)
    call.add(kind, {"X": x, "Y": y}, {"Out": stages[0]}, axis=axis)
    call.finish(stages, None, act)


def _with_number(call: Call, kind: str, x: Any, y: Any) -> None:
    number, variable = (y, x) if isinstance(x, Variable) else (x, y)
    left = variable is x
    if "float" in str(variable.dtype):
        scaled = {"elementwise_add": (1.0, number), "elementwise_mul": (number, 0.0),
                  "elementwise_sub": (1.0, -number) if left else (-1.0, number)}
        if left and number:
            scaled["elementwise_div"] = (1.0 / number, 0.0)
        if kind in scaled:
            factor, bias = scaled[kind]
            call.add("scale", {"X": variable}, {"Out": call.result}, scale=factor, bias=bias)
            return
    constant = call.like(variable, f"{call.result.name}.number", (1,))
    call.add("fill_constant", {}, {"Out": constant}, shape=[1], dtype=variable.dtype, value=number)
    if left:
        call.add(kind, {"X": variable, "Y": constant}, {"Out": call.result}, axis=-1)
        return
    wide = call.like(variable, f"{call.result.name}.numbers", variable.shape)
    call.natives.pop()
    call.add("fill_any_like", {"X": variable}, {"Out": wide}, value=number)
    call.add(kind, {"X": wide, "Y": variable}, {"Out": call.result}, axis=-1)


@writer("scale")
def scale(call: Call) -> None:
    given, operator = call.given, call.operator
    if operator.rule.__name__ != "_scaled":  # -x
        call.add("scale", {"X": operator.args[0]}, {"Out": call.result}, scale=-1.0)
        return
    stages = call.chain(1 + (given["act"] is not None))
    factor = given["scale"]
    inputs = {"X": given["x"], **({"ScaleTensor": factor} if isinstance(factor, Variable) else {})}
    call.add("scale", inputs, {"Out": stages[0]}, scale=None if isinstance(factor, Variable) else factor,
             bias=given["bias"], bias_after_scale=given["bias_after_scale"])
    call.finish(stages, None, given["act"])


@writer("slice")
def slice_(call: Call) -> None:
    given, operator = call.given, call.operator
    if operator.rule is not _element:
        axes = list(given["axes"])
        call.add("slice", {"Input": given["input"]}, {"Out": call.result}, axes=axes, starts=given["starts"],
                 ends=given["ends"], infer_flags=[1] * len(axes))
        return
    source, index = operator.args
    parts = list(index) if isinstance(index, tuple) else [index]
    ranges, gone = _ranges(call, parts, len(source.shape))
    call.add("slice", {"Input": source}, {"Out": call.result}, axes=[axis for axis, _, _ in ranges],
             starts=[start for _, start, _ in ranges], ends=[end for _, _, end in ranges],
             infer_flags=[1] * len(ranges), decrease_axis=gone)


def _ranges(call: Call, parts: list[Any], count: int) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Axis, begin and end of each part of an index, and the axes that it takes away."""
    if Ellipsis in parts:
        place = parts.index(Ellipsis)
        parts[place : place + 1] = [slice(None)] * (count - len(parts) + 1)
    ranges, gone, last = [], [], 2**31 - 1
    for axis, part in enumerate(parts):
        if isinstance(part, int):
            ranges.append((axis, part, last if part == -1 else part + 1))
            gone.append(axis)
        elif isinstance(part, slice) and part.step in (None, 1):
            if (part.start, part.stop) != (None, None):
                ranges.append((axis, part.start or 0, last if part.stop is None else part.stop))
        else:
            raise call.refusal(f"it takes {part!r}")
    return ranges, gone


@writer("reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "reduce_all", "reduce_any")
def reduction(call: Call) -> None:
    given = call.given
    dim = given["dim"]
    call.add(call.operator.type, {"X": given["input"]}, {"Out": call.result}, keep_dim=given["keep_dim"],
             dim=[0] if dim in (None, []) else for_each(dim, 1), reduce_all=dim in (None, []))


@writer("reshape2", "reshape")
def reshape(call: Call) -> None:
    given = call.given
    shape, act, actual = given["shape"], given.get("act"), given.get("actual", given.get("actual_shape"))
    inputs = {"X": given["x"], **({} if actual is None else {"Shape": actual})}
    if isinstance(shape, Variable):
        inputs["Shape"], shape = shape, []
    stages = call.chain(1 + (act is not None))
    call.add("reshape2", inputs, {"Out": stages[0]}, shape=shape)
    call.finish(stages, None, act)


@writer("split")
def split(call: Call) -> None:
    given = call.given
    number, axis = given["num_or_sections"], given["dim"]
    axis = axis + len(given["input"].shape) if axis < 0 else axis
    own = {"num": number} if isinstance(number, int) else {"num": 0, "sections": list(number)}
    call.add("split", {"X": given["input"]}, {"Out": call.results}, axis=axis, **own)


@writer("pool2d", "adaptive_pool2d")
def pool2d(call: Call) -> None:
    given = call.given
    adaptive = call.kind != "pool2d"
    if adaptive and given["require_index"]:
        raise call.refusal("it has require_index=True")
    own = {"adaptive": True} if adaptive else {
        name: given[name] for name in ("global_pooling", "use_cudnn", "ceil_mode", "exclusive", "data_format")}
    padding, algorithm = padded(given.get("pool_padding", 0), 2, given.get("data_format", "NCHW"))
    call.add("pool2d", {"X": given["input"]}, {"Out": call.result}, ksize=for_each(given["pool_size"], 2),
             pooling_type=given["pool_type"], strides=for_each(given.get("pool_stride", 1), 2), paddings=padding,
             padding_algorithm=algorithm, **own)


@writer("resize_bilinear", "resize_nearest", "image_resize")
def resize(call: Call) -> None:
    given = call.given
    nearest = call.operator.type == "resize_nearest" or given.get("resample") == "NEAREST"
    kind = "nearest_interp" if nearest else "bilinear_interp"
    size, inputs = given["out_shape"], {"X": given["input"]}
    given_size = given["actual_shape"] if given["actual_shape"] is not None else size
    if isinstance(given_size, Variable):
        inputs["OutSize"], size = given_size, None
    height, width = for_each(size, 2) if size is not None else (-1, -1)
    call.add(kind, inputs, {"Out": call.result}, out_h=height, out_w=width, out_d=-1,
             scale=given["scale"] if size is None else None, align_corners=given["align_corners"],
             align_mode=given.get("align_mode", 1), data_layout=given["data_format"],
             interp_method="nearest" if nearest else "bilinear")
