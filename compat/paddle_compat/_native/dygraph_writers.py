"""How layers of dygraph mode were written in 1.8.5's operators: as the functions that do the same, mostly."""

from __future__ import annotations

from typing import Any

from .._static.layer_objects import given_to
from .._static.layered import slots_of
from .._static.operators import variables_in
from .._static.variables import Variable
from .describing import WRITERS, Call, writer

_KINDS = {"BatchNorm": "batch_norm", "BilinearTensorProduct": "bilinear_tensor_product",
          "Conv2DTranspose": "conv2d_transpose", "Conv3D": "conv3d", "Dropout": "dropout", "Embedding": "embedding",
          "GroupNorm": "group_norm", "InstanceNorm": "instance_norm", "LayerNorm": "layer_norm", "PRelu": "prelu",
          "Pool2D": "pool2d"}
_OF_ALL = {"act": None, "data_format": "NCHW", "data_layout": "NCHW", "output_size": None}


class LayerCall(Call):
    """A recorded call of a layer, whose constructor's arguments are what is given."""

    def __init__(self, outer: Call, kind: str) -> None:
        super().__init__(outer.operator)
        self.layer, self.weights, inputs, _ = self.operator.args
        self.kind, self.natives = kind, outer.natives
        self.is_test = self.operator.kwargs["is_test"]
        self.inputs = variables_in(list(inputs))
        self.given = {**_OF_ALL, **given_to(self.layer), "x": self.inputs[0], "input": self.inputs[0],
                      "is_test": self.is_test}

    def parameters(self) -> dict[str, Variable]:
        """The parameters by the name that the layer has for them."""
        return dict(zip([key for _, key in slots_of(self.layer)], self.weights, strict=True))


@writer(*_KINDS)
def layer(call: Call) -> None:
    """A layer that was a function's operators."""
    made = LayerCall(call, _KINDS[call.operator.type])
    if made.kind == "dropout":
        made.given["implementation"] = made.given["dropout_implementation"]
    if made.kind == "layer_norm":
        shape = made.given["normalized_shape"]
        made.given["begin_norm_axis"] = len(made.inputs[0].shape) - (len(shape) if isinstance(shape, _MANY) else 1)
    WRITERS[made.kind](made)


@writer("Conv2D")
def conv2d(call: Call) -> None:
    """A convolution, or one of each channel by itself."""
    made = LayerCall(call, "conv2d")
    given = made.given
    if given["groups"] == given["num_channels"] and given["num_filters"] % given["num_channels"] == 0 \
            and not given["use_cudnn"]:
        made.kind = "depthwise_conv2d"
    WRITERS[made.kind](made)


@writer("Linear")
def linear(call: Call) -> None:
    """A product, a sum and an activation."""
    made = LayerCall(call, "matmul")
    weights, act = made.parameters(), made.given["act"]
    bias = weights.get("bias")
    stages = made.chain(1 + (bias is not None) + (act is not None))
    made.add("matmul", {"X": made.inputs[0], "Y": weights["weight"]}, {"Out": stages[0]})
    made.finish(stages, bias, act, len(made.inputs[0].shape) - 1)


_MANY: Any = (list, tuple)
