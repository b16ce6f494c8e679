"""How layers with parameters were written in 1.8.5's operators."""

from __future__ import annotations

from typing import Any

from .._static.sizes import each as for_each
from .describing import Call, writer


@writer("fc")
def fc(call: Call) -> None:
    given, operator = call.given, call.operator
    act = given["act"]
    count, parameters = len(operator.args), list(operator.kwargs["parameters"])
    weights, bias = parameters[:count], (parameters[count:] or [None])[0]
    several = count > 1
    stages = call.chain(count + several + (bias is not None) + (act is not None))
    for source, weight, start, stage in zip(operator.args, weights, operator.rule.starts, stages, strict=False):
        call.add("mul", {"X": source, "Y": weight}, {"Out": stage}, x_num_col_dims=start, y_num_col_dims=1)
    if several:
        call.add("sum", {"X": stages[:count]}, {"Out": stages[count]})
    call.finish(stages[count - 1 + several:], bias, act, given["num_flatten_dims"])


@writer("conv2d", "depthwise_conv2d", "conv3d", "conv2d_transpose", "depthwise_conv2d_transpose")
def convolution(call: Call) -> None:
    given, kind = call.given, call.kind
    parameters = call.parameters()
    count, bias = 3 if kind == "conv3d" else 2, parameters.get("bias")
    stages = call.chain(1 + (bias is not None) + (given["act"] is not None))
    others: dict[str, Any] = {}
    if "transpose" in kind:
        size = given["output_size"]
        others["output_size"] = [] if size is None else for_each(size, 2)
    padding, algorithm = padded(given["padding"], count, given["data_format"])
    call.add(kind, {"Input": call.inputs[0], "Filter": parameters["weight"]}, {"Output": stages[0]},
             strides=for_each(given["stride"], count), dilations=for_each(given["dilation"], count), paddings=padding,
             padding_algorithm=algorithm, groups=given["groups"] or 1, use_cudnn=given["use_cudnn"],
             data_format=given["data_format"], **others)
    call.finish(stages, bias, given["act"], 1 if given["data_format"].startswith("NC") else -1)


def padded(padding: Any, count: int, data_format: str) -> tuple[list[int], str]:
    """The attribute for any of the forms of padding, and its algorithm."""
    if isinstance(padding, str):
        return [0] * count, padding.upper()
    listed = for_each(padding, count)
    if isinstance(listed[0], (list, tuple)):
        inner = listed[2:] if data_format.startswith("NC") else listed[1:-1]
        listed = [number for pair in (inner if len(listed) > count else listed) for number in pair]
    return listed, "EXPLICIT"


@writer("batch_norm")
def batch_norm(call: Call) -> None:
    given, parameters = call.given, call.parameters()
    act = given["act"]
    stages = call.chain(1 + (act is not None))
    mean, variance = parameters["_mean"], parameters["_variance"]
    saved = [call.like(call.result, call.before(back + (act is not None)).name, mean.shape) for back in (2, 1)]
    call.add("batch_norm", {"X": call.inputs[0], "Scale": parameters["weight"], "Bias": parameters["bias"],
                            "Mean": mean, "Variance": variance},
             {"Y": stages[0], "MeanOut": mean, "VarianceOut": variance, "SavedMean": saved[0],
              "SavedVariance": saved[1], "ReserveSpace": []},
             momentum=given["momentum"], epsilon=given["epsilon"], is_test=call.is_test,
             data_layout=given["data_layout"], use_global_stats=given["use_global_stats"])
    call.finish(stages, None, act)


@writer("layer_norm", "group_norm", "instance_norm")
def normalisation(call: Call) -> None:
    given, parameters, kind = call.given, call.parameters(), call.kind
    act = given.get("act")
    stages = call.chain(1 + (act is not None))
    affine = {place: parameters[key] for place, key in (("Scale", "weight"), ("Scale", "scale"), ("Bias", "bias"))
              if key in parameters}
    own = {"layer_norm": {"begin_norm_axis": given.get("begin_norm_axis")},
           "group_norm": {"groups": given.get("groups"), "data_layout": given.get("data_layout")}}
    call.add(kind, {"X": call.inputs[0], **affine}, {"Y": stages[0]}, epsilon=given["epsilon"], **own.get(kind, {}))
    call.finish(stages, None, act)


@writer("embedding")
def embedding(call: Call) -> None:
    given = call.given
    index, rows = call.inputs[0], given["size"][0]
    old = len(call.result.shape) == len(index.shape)
    chosen = given["padding_idx"]
    call.add("lookup_table" if old else "lookup_table_v2", {"W": next(iter(call.parameters().values())), "Ids": index},
             {"Out": call.result}, is_sparse=given["is_sparse"], is_distributed=given["is_distributed"],
             padding_idx=-1 if chosen is None else chosen % rows)


@writer("prelu")
def prelu(call: Call) -> None:
    (slope,) = call.parameters().values()
    call.add("prelu", {"X": call.inputs[0], "Alpha": slope}, {"Out": call.result}, mode=call.given["mode"])


@writer("bilinear_tensor_product")
def bilinear_tensor_product(call: Call) -> None:
    parameters, act = call.parameters(), call.given["act"]
    stages = call.chain(1 + (act is not None))
    call.add("bilinear_tensor_product", {"X": call.inputs[0], "Y": call.inputs[1], "Weight": parameters["weight"],
                                         "Bias": parameters.get("bias")}, {"Out": stages[0]})
    call.finish(stages, None, act)


@writer("lstm", "lstmp")
def lstm(call: Call) -> None:
    given, first, kind = call.given, call.result, call.kind
    inputs = {"Input": given["input"], "Weight": given["weight"], "Bias": given["bias"], "H0": given["h_0"],
              "C0": given["c_0"]}
    own: dict[str, Any] = {}
    if kind == "lstmp":
        inputs["ProjWeight"] = given["proj_weight"]
        own = {name: given[name] for name in ("proj_activation", "cell_clip", "proj_clip")}
    call.add(kind, inputs, {"Hidden" if kind == "lstm" else "Projection": first, "Cell": call.results[1]},
             use_peepholes=given["use_peepholes"], is_reverse=given["is_reverse"],
             gate_activation=given["gate_activation"], cell_activation=given["cell_activation"],
             candidate_activation=given["candidate_activation"], **own)


@writer("cudnn_lstm")
def cudnn_lstm(call: Call) -> None:
    given, (out, last_h, last_c) = call.given, call.results
    call.add("cudnn_lstm", {"Input": given["x"], "InitH": given["h"], "InitC": given["c"], "W": given["weight"]},
             {"Out": out, "last_h": last_h, "last_c": last_c}, hidden_size=given["hidden"], num_layers=given["layers"],
             input_size=given["x"].shape[-1], is_bidirec=given["both_ways"], is_test=given["is_test"],
             dropout_prob=given["drop"])


@writer("gru")
def gru(call: Call) -> None:
    given = call.given
    call.add("gru", {"Input": given["input"], "Weight": given["weight"], "Bias": given["bias"], "H0": given["h_0"]},
             {"Hidden": call.result}, is_reverse=given["is_reverse"], gate_activation=given["gate_activation"],
             activation=given["candidate_activation"], origin_mode=given["origin_mode"])


@writer("gru_unit")
def gru_unit(call: Call) -> None:
    given = call.given
    hidden, reset, gate = call.results
    call.add("gru_unit", {"Input": given["input"], "HiddenPrev": given["hidden"], "Weight": given["weight"],
                          "Bias": given["bias"]},
             {"Hidden": hidden, "ResetHiddenPrev": reset, "Gate": gate}, origin_mode=given["origin_mode"])


@writer("sequence_conv")
def sequence_conv(call: Call) -> None:
    given, size = call.given, call.given["filter_size"]
    start, bias, act = given["padding_start"], given["bias"], given["act"]
    stages = call.chain(1 + (bias is not None) + (act is not None))
    call.add("sequence_conv", {"X": given["input"], "Filter": given["weight"]}, {"Out": stages[0]},
             contextLength=size, contextStart=-(size // 2) if start is None else start, contextStride=1)
    call.finish(stages, bias, act)


@writer("row_conv")
def row_conv(call: Call) -> None:
    given, stages = call.given, call.chain(1 + (call.given["act"] is not None))
    call.add("row_conv", {"X": given["input"], "Filter": given["weight"]}, {"Out": stages[0]})
    call.finish(stages, None, given["act"])


@writer("linear_chain_crf", "crf_decoding")
def crf(call: Call) -> None:
    given, kind = call.given, call.kind
    place = "LogLikelihood" if kind == "linear_chain_crf" else "ViterbiPath"
    call.add(kind, {"Emission": given["input"], "Transition": given["transition"], "Label": given["label"],
                    "Length": given["length"]}, {place: call.result})
