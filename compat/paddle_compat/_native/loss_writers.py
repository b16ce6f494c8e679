"""How losses, constants and functions over sequences were written in 1.8.5's operators, where no row says it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._static.sizes import each as for_each
from .._static.variables import Variable
from .describing import Call, writer


@writer("cross_entropy")
def cross_entropy(call: Call) -> None:
    given = call.given
    inputs = {"X": given["input"], "Label": given["label"]}
    if given["soft_label"]:
        call.add("cross_entropy", inputs, {"Y": call.result}, soft_label=True, ignore_index=given["ignore_index"])
    else:
        call.add("cross_entropy2", inputs, {"Y": call.result}, ignore_index=given["ignore_index"])


@writer("softmax_with_cross_entropy")
def softmax_with_cross_entropy(call: Call) -> None:
    given = call.given
    outputs = dict(zip(("Loss", "Softmax"), call.results, strict=False))
    call.add("softmax_with_cross_entropy", {"Logits": given["logits"], "Label": given["label"]}, outputs,
             soft_label=given["soft_label"], ignore_index=given["ignore_index"], axis=given["axis"],
             numeric_stable_mode=given["numeric_stable_mode"])


@writer("accuracy")
def accuracy(call: Call) -> None:
    given = call.given
    best = [call.like(call.result, f"{call.result.name}.{name}", (given["input"].shape[0], given["k"]))
            for name in ("best", "places")]
    call.add("top_k", {"X": given["input"]}, {"Out": best[0], "Indices": best[1]}, k=given["k"])
    call.add("accuracy", {"Out": best[0], "Indices": best[1], "Label": given["label"]},
             dict(zip(("Accuracy", "Correct", "Total"), call.results, strict=False)))


@writer("square_error_cost", "mse_loss")
def squared(call: Call) -> None:
    given, mean = call.given, call.operator.type == "mse_loss"
    x = given["input"]
    steps = [call.like(x, f"{call.result.name}.{name}", x.shape) for name in ("difference", "square")]
    last = steps[1] if mean else call.result
    call.add("elementwise_sub", {"X": x, "Y": given["label"]}, {"Out": steps[0]})
    call.add("square", {"X": steps[0]}, {"Out": last})
    if mean:
        call.add("reduce_mean", {"X": last}, {"Out": call.result}, reduce_all=True, dim=[0])


@writer("l2_normalize")
def l2_normalize(call: Call) -> None:
    given, axis = call.given, call.given["axis"]
    axis = 0 if len(given["x"].shape) == 1 else 1 if axis is None else axis
    call.add("norm", {"X": given["x"]}, {"Out": call.result}, axis=axis, epsilon=given["epsilon"])


@writer("log_softmax")
def log_softmax(call: Call) -> None:
    given = call.given
    if given["dtype"] is not None:
        raise call.refusal("it has a dtype")
    between = call.like(call.result, f"{call.result.name}.softmax", call.result.shape)
    axis = -1 if given["axis"] is None else given["axis"]
    call.add("softmax", {"X": given["input"]}, {"Out": between}, axis=axis)
    call.add("log", {"X": between}, {"Out": call.result})


@writer("one_hot")
def one_hot(call: Call) -> None:
    given = call.given
    old = len(call.result.shape) == len(given["input"].shape)
    call.add("one_hot" if old else "one_hot_v2", {"X": given["input"]}, {"Out": call.result}, depth=given["depth"],
             allow_out_of_range=given["allow_out_of_range"])


@writer("cast")
def cast(call: Call) -> None:
    source, *_ = call.inputs
    call.add("cast", {"X": source}, {"Out": call.result}, in_dtype=source.dtype, out_dtype=call.result.dtype)


@writer("fill_constant", "full", "zeros", "ones")
def constant(call: Call) -> None:
    given, kind = call.given, call.operator.type
    filled = {"zeros": 0, "ones": 1}.get(getattr(call.operator.rule, "__name__", kind))
    value: Any = given.get("value", given.get("fill_value", filled))
    if value is None or "shape" not in given:
        raise call.refusal("what it fills is made by a loop")
    shape, inputs = given["shape"], {}
    if isinstance(shape, Variable):
        shape, inputs = [], {"ShapeTensor": shape}
    elif any(isinstance(size, Variable) for size in shape):
        inputs = {"ShapeTensorList": [_size(call, number, size) for number, size in enumerate(shape)]}
        shape = [-1 if isinstance(size, Variable) else size for size in shape]
    call.add("fill_constant", inputs, {"Out": call.result}, shape=shape, dtype=call.result.dtype, value=float(value),
             str_value=str(value))


def _size(call: Call, number: int, size: Variable | int) -> Variable:
    """One of the sizes of a shape, int32 [1]."""
    if isinstance(size, Variable) and str(size.dtype).endswith("int32"):
        return size
    found = call.like(call.result, f"{call.result.name}.size_{number}", (1,))
    found.dtype = "int32"
    if isinstance(size, Variable):
        call.add("cast", {"X": size}, {"Out": found}, in_dtype=size.dtype, out_dtype="int32")
    else:
        call.add("fill_constant", {}, {"Out": found}, shape=[1], dtype="int32", value=float(size),
                 str_value=str(size), force_cpu=True)
    return found


@writer("fill_constant_batch_size_like")
def constant_like(call: Call) -> None:
    source, shape, _, value, of, place = call.operator.args
    call.add("fill_constant_batch_size_like", {"Input": source}, {"Out": call.result}, shape=shape,
             dtype=call.result.dtype, value=float(value), str_value=str(value), input_dim_idx=of, output_dim_idx=place)


@writer("range")
def range_(call: Call) -> None:
    given, ends = call.given, {}
    for name in ("start", "end", "step"):
        value = given[name]
        if not isinstance(value, Variable):
            number, value = value, call.like(call.result, f"{call.result.name}.{name}", (1,))
            call.add("fill_constant", {}, {"Out": value}, shape=[1], dtype=call.result.dtype, value=float(number),
                     str_value=str(number))
        ends[name.capitalize()] = value
    call.add("range", ends, {"Out": call.result})


@writer("ones_like")
def ones_like(call: Call) -> None:
    call.add("fill_any_like", {"X": call.inputs[0]}, {"Out": call.result}, value=1.0)


@writer("assign")
def assign(call: Call) -> None:
    source: Any = call.operator.args[0] if call.operator.args else call.operator.kwargs["input"]
    if isinstance(source, Variable):
        call.add("assign", {"X": source}, {"Out": call.result})
        return
    array = np.asarray(source)
    name = {"float32": "fp32_values", "int32": "int32_values", "int64": "int64_values", "bool": "bool_values"}.get(
        str(array.dtype))
    if name is None:
        raise call.refusal(f"it is an array of {array.dtype}")
    call.add("assign_value", {}, {"Out": call.result}, shape=list(array.shape), dtype=str(array.dtype),
             **{name: array.reshape(-1).tolist()})


@writer("increment")
def increment(call: Call) -> None:
    args = call.operator.args
    call.add("increment", {"X": args[0]}, {"Out": call.result}, step=args[1])


@writer("sequence_pool", "sequence_first_step", "sequence_last_step")
def sequence_pool(call: Call) -> None:
    given = call.given
    kind = {"sequence_first_step": "first", "sequence_last_step": "last"}.get(call.operator.type)
    kind = kind or given["pool_type"]
    call.add("sequence_pool", {"X": given["input"]}, {"Out": call.result}, pooltype=kind.upper(),
             pad_value=given.get("pad_value", 0.0), is_test=given.get("is_test", False))


@writer("im2sequence")
def im2sequence(call: Call) -> None:
    given = call.given
    padding = for_each(given["padding"], 4)
    call.add("im2sequence", {"X": given["input"], "Y": given["input_image_size"]}, {"Out": call.result},
             kernels=for_each(given["filter_size"], 2), strides=for_each(given["stride"], 2),
             paddings=padding * 2 if len(padding) == 2 else padding, out_stride=for_each(given["out_stride"], 2))
