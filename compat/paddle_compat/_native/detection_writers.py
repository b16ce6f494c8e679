"""How detection's functions were written in 1.8.5's operators, and others that are several of them."""

from __future__ import annotations

from typing import Any

from .._static.sizes import each as for_each
from .._static.variables import Variable
from .describing import Call, writer


@writer("prior_box")
def prior_box(call: Call) -> None:
    given = call.given
    boxes, variances = call.results
    most = given["max_sizes"]
    call.add("prior_box", {"Input": given["input"], "Image": given["image"]}, {"Boxes": boxes, "Variances": variances},
             min_sizes=for_each(given["min_sizes"], 1), max_sizes=None if most is None else for_each(most, 1),
             aspect_ratios=for_each(given["aspect_ratios"], 1), variances=given["variance"], flip=given["flip"],
             clip=given["clip"], step_w=given["steps"][0], step_h=given["steps"][1], offset=given["offset"],
             min_max_aspect_ratios_order=given["min_max_aspect_ratios_order"])


@writer("box_coder")
def box_coder(call: Call) -> None:
    given, spread = call.given, call.given["prior_box_var"]
    inputs = {"PriorBox": given["prior_box"], "TargetBox": given["target_box"]}
    own: dict[str, Any] = {}
    if isinstance(spread, Variable):
        inputs["PriorBoxVar"] = spread
    elif spread is not None:
        own["variance"] = spread
    call.add("box_coder", inputs, {"OutputBox": call.result}, code_type=given["code_type"],
             box_normalized=given["box_normalized"], axis=given["axis"], **own)


@writer("anchor_generator")
def anchor_generator(call: Call) -> None:
    given = call.given
    anchors, variances = call.results
    call.add("anchor_generator", {"Input": given["input"]}, {"Anchors": anchors, "Variances": variances},
             anchor_sizes=for_each(given["anchor_sizes"], 1), aspect_ratios=for_each(given["aspect_ratios"], 1),
             variances=given["variance"], stride=given["stride"], offset=given["offset"])


@writer("detection_output")
def detection_output(call: Call) -> None:
    given = call.given
    if given["return_index"]:
        raise call.refusal("it has return_index=True")
    loc, scores = given["loc"], given["scores"]
    count, boxes, classes = scores.shape
    decoded, shares, turned = (call.like(scores, f"{call.result.name}.{name}", shape) for name, shape in (
        ("boxes", loc.shape), ("shares", scores.shape), ("turned", (count, classes, boxes))))
    call.add("box_coder", {"PriorBox": given["prior_box"], "PriorBoxVar": given["prior_box_var"], "TargetBox": loc},
             {"OutputBox": decoded}, code_type="decode_center_size")
    call.add("softmax", {"X": scores}, {"Out": shares})
    call.add("transpose2", {"X": shares}, {"Out": turned}, axis=[0, 2, 1])
    names = ("background_label", "nms_threshold", "nms_top_k", "keep_top_k", "score_threshold", "nms_eta")
    call.add("multiclass_nms", {"BBoxes": decoded, "Scores": turned}, {"Out": call.result},
             **{name: given[name] for name in names})


@writer("unfold")
def unfold(call: Call) -> None:
    given = call.given
    padding = for_each(given["paddings"], 2)
    call.add("unfold", {"X": given["x"]}, {"Y": call.result}, kernel_sizes=for_each(given["kernel_sizes"], 2),
             strides=for_each(given["strides"], 2), paddings=padding * 2 if len(padding) == 2 else padding,
             dilations=for_each(given["dilations"], 2))


@writer("sequence_mask")
def sequence_mask(call: Call) -> None:
    given, most = call.given, call.given["maxlen"]
    inputs = {"X": given["x"], **({"MaxLenTensor": most} if isinstance(most, Variable) else {})}
    call.add("sequence_mask", inputs, {"Y": call.result}, maxlen=None if isinstance(most, Variable) else most,
             out_dtype=call.result.dtype)


@writer("glu")
def glu(call: Call) -> None:
    source, dim = call.given["input"], call.given["dim"]
    parts = [call.like(source, f"{call.result.name}.{name}", call.result.shape) for name in ("half", "gate", "share")]
    call.add("split", {"X": source}, {"Out": parts[:2]}, num=2, axis=dim + len(source.shape) if dim < 0 else dim)
    call.add("sigmoid", {"X": parts[1]}, {"Out": parts[2]})
    call.add("elementwise_mul", {"X": parts[0], "Y": parts[2]}, {"Out": call.result})
