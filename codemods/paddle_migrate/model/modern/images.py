"""Images and boxes."""

from __future__ import annotations

from paddle_migrate.model.building import Building, Unknown, becomes


@becomes("pad2d", "2.6 3")
def pad2d(b: Building) -> None:
    if b.has("Paddings"):
        raise Unknown("its paddings are a variable")
    x, result = b.input("X"), b.output()
    axis = 2 if b.attr("data_format", "NCHW") == "NCHW" else 1
    top, bottom, left, right = b.attr("paddings", [0] * 4)
    mode = {"edge": "replicate"}.get(b.attr("mode", "constant"), b.attr("mode", "constant"))
    deep = b.unsqueeze(x, [axis])
    dims = list(b.dims(result))
    dims.insert(axis, 1)
    wide = b.put("pad3d", {"X": deep}, dims, paddings=[left, right, top, bottom, 0, 0], mode=mode,
                 value=b.attr("pad_value", 0.0), data_format="NCDHW" if axis == 2 else "NDHWC")
    b.squeeze(wide, [axis], result)


@becomes("nearest_interp bilinear_interp trilinear_interp bicubic_interp", "3")
def interpolation(b: Building) -> None:
    scale, layout = b.attr("scale", 0.0), b.attr("data_layout", "NCHW")
    inner = b.dims(b.input("X"))
    inner = inner[2:] if layout.startswith("NC") else inner[1:-1]
    sizes = {f"out_{axis}": b.attr(f"out_{axis}", -1) for axis in "dhw"}
    scales = [scale] * len(inner) if scale > 0 else []
    if scale > 0 and not scale.is_integer():  # since 2.0 the rows are found by the scale, no more by both sizes
        if min(inner) < 0 or any(b.has(place) for place in ("OutSize", "SizeTensor", "Scale")):
            raise Unknown(f"the scale {scale} is no whole number and the sizes are known in a run only")
        sizes.update(zip(["out_d", "out_h", "out_w"][-len(inner):], (int(size * scale) for size in inner), strict=True))
        scales = []
    b.same(f"{b.old.type}_v2", scale=scales, **sizes)


@becomes("multiclass_nms multiclass_nms2", "3")
def multiclass_nms(b: Building) -> None:
    out = b.output()
    index = b.old.outputs.get("Index") or [b.new(out, [-1, 1], "int32")]
    b.same("multiclass_nms3")
    b.ops[-1].outputs = {"Out": [out], "Index": index, "NmsRoisNum": [b.new(out, [-1], "int32")]}


@becomes("space_to_depth", "2.6 3")
def space_to_depth(b: Building) -> None:
    """The blocks' places come before the channels."""
    x, size = b.input("X"), b.attr("blocksize", 2)
    _, channels, height, width = b.dims(x)
    if min(channels, height, width) < 0:
        raise Unknown("its sizes are known in a run only")
    rows, columns = height // size, width // size
    cut = b.reshape(x, [-1, channels, rows, size, columns, size])
    turned = b.put("transpose2", {"X": cut}, [-1, size, size, channels, rows, columns], axis=[0, 3, 5, 1, 2, 4])
    b.ops[-1].outputs["XShape"] = [b.new(cut, [0, *b.dims(cut)])]
    b.reshape(turned, [-1, channels * size * size, rows, columns], b.output())
