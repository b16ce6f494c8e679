"""Back to 1.8.5: later operators become its own, and attributes that it did not know go where they say nothing."""

from __future__ import annotations

from paddle_migrate.model import later
from paddle_migrate.model.building import Building, Unknown, becomes
from paddle_migrate.model.formats import operators
from paddle_migrate.model.modern.shapes import product
from paddle_migrate.model.program import Op, Program

VERSION = 1008005
_OWN = frozenset(["conditional_block", "feed", "fetch", "recurrent", "rnn_memory_helper", "while"])
_ROLES = frozenset(["op_callstack", "op_device", "op_namescope", "op_role", "op_role_var", "with_quant_attr"])
_OPEN = ("use_", "mkldnn_", "onednn_", "fuse_", "fused_")  # how it is run, not what comes out


def prepare(program: Program) -> None:
    """The version, and none of the fields that 1.8.5 cannot read."""
    program.version = VERSION
    program.message.pop("?", None)
    for block in program.blocks:
        for var in block.vars.values():
            var.message.pop("?", None)


def unknown(op: Op) -> str | None:
    """Why 1.8.5 cannot run an operator; None where it can."""
    return None if op.type in operators() or op.type in _OWN else ""


def strip(op: Op) -> str:
    """Take away what operators have got since 1.8.5; the name of an attribute that says something, which cannot go."""
    if op.type not in operators():
        return ""
    _, _, known = operators()[op.type]
    silent = later.added(op.type)
    op.others = [each for each in op.others if each.get("name") not in _ROLES]
    if op.others:
        return str(op.others[0].get("name"))
    for name in [name for name in op.attrs if name not in known and name not in _ROLES]:
        if name in silent and op.attrs[name] != silent[name]:
            return name
        if name in silent or name.startswith(_OPEN):
            del op.attrs[name]
    for name in _ROLES & {*op.attrs} - {"op_role"}:
        del op.attrs[name]
    return ""


@becomes("matmul_v2", "1.8")
def matmul_v2(b: Building) -> None:
    b.add("matmul", {"X": b.input("X"), "Y": b.input("Y")}, {"Out": b.output()}, alpha=1.0,
          transpose_X=b.attr("trans_x", False), transpose_Y=b.attr("trans_y", False))


@becomes("tile", "1.8")
def tile(b: Building) -> None:
    times = b.attr("repeat_times", [])
    if b.has("RepeatTimes") or b.has("repeat_times_tensor") or len(times) != len(b.dims(b.input("X"))):
        raise Unknown("how often is known in a run only, or it adds dimensions")
    b.add("expand", {"X": b.input("X")}, {"Out": b.output()}, expand_times=times)


@becomes("top_k_v2", "1.8")
def top_k_v2(b: Building) -> None:
    axis = b.attr("axis", -1)
    if not b.attr("largest", True) or axis not in (-1, len(b.dims(b.input("X"))) - 1):
        raise Unknown("it takes the smallest, or another axis than the last")
    b.same("top_k", without=("axis", "largest", "sorted"))


@becomes("flatten_contiguous_range", "1.8")
def flatten(b: Building) -> None:
    dims = b.dims(b.input("X"))
    start, stop = (axis + len(dims) if axis < 0 else axis for axis in (b.attr("start_axis", 1), b.attr("stop_axis", 1)))
    behind = dims[stop + 1 :]
    if product(dims[start : stop + 1]) < 0 and min(behind, default=1) < 0:
        raise Unknown("more than one of its sizes is known in a run only")
    joined = product(dims[start : stop + 1])
    b.reshape(b.input("X"), [*[0] * start, joined, *behind], b.output())


@becomes("nearest_interp_v2 bilinear_interp_v2 trilinear_interp_v2 bicubic_interp_v2", "1.8")
def interpolation(b: Building) -> None:
    scale = b.attr("scale", [])
    scales = scale if isinstance(scale, list) else [scale]
    if len(set(scales)) > 1:
        raise Unknown("its scales differ")
    b.same(b.old.type.removesuffix("_v2"), scale=float(scales[0]) if scales else 0.0)


@becomes("pad3d", "1.8")
def pad3d(b: Building) -> None:
    """Of images, which have a depth of 1."""
    x, axis = b.input("X"), 2 if b.attr("data_format", "NCDHW") == "NCDHW" else 1
    left, right, top, bottom, *depth = b.attr("paddings", []) or [0] * 6
    dims = b.dims(x)
    if b.has("Paddings") or any(depth) or dims[axis] != 1 or b.attr("mode", "constant") == "circular":
        raise Unknown("1.8.5 pads images only")
    mode = {"replicate": "edge"}.get(b.attr("mode", "constant"), b.attr("mode", "constant"))
    flat = b.squeeze(x, [axis])
    wide = [size for place, size in enumerate(b.dims(b.output())) if place != axis]
    padded = b.put("pad2d", {"X": flat}, wide, paddings=[top, bottom, left, right], mode=mode,
                   pad_value=b.attr("value", 0.0), data_format="NCHW" if axis == 2 else "NHWC")
    b.unsqueeze(padded, [axis], b.output())


@becomes("multiclass_nms3", "1.8")
def multiclass_nms3(b: Building) -> None:
    if b.has("RoisNum") or b.is_read("NmsRoisNum"):
        raise Unknown("how many boxes an image has is a tensor")
    b.same("multiclass_nms2" if b.is_read("Index") else "multiclass_nms")
    places = ("Out", "Index") if b.is_read("Index") else ("Out",)
    b.ops[-1].outputs = {place: b.old.outputs[place] for place in places}


@becomes("reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_all reduce_any", "1.8")
def reduction(b: Building) -> None:
    """Of all axes, which 1.8.5 wants to see named nevertheless."""
    if b.attr("reduce_all", False) or not b.attr("dim", []):
        b.same(dim=[0], reduce_all=True)
    else:
        b.same()
