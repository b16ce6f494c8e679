"""``paddle.fluid.core.VarDesc.VarType``: what 1.8.5 called the dtypes of tensors; ``x.dtype`` is one of them.

Its other members are the kinds of a static graph's variables: programs have them, migrated code does without.
"""

import sys
import types

import paddle

from ...._language import gone
from ...._static.kinds import KINDS

__all__ = [
    "BOOL", "FP16", "FP32", "FP64", "INT8", "INT16", "INT32", "INT64", "LOD_TENSOR", "LOD_TENSOR_ARRAY",
    "SELECTED_ROWS", "UINT8",
]

BOOL = paddle.bool
UINT8 = paddle.uint8
INT8 = paddle.int8
INT16 = paddle.int16
INT32 = paddle.int32
INT64 = paddle.int64
FP16 = paddle.float16
FP32 = paddle.float32
FP64 = paddle.float64

LOD_TENSOR = gone("fluid.core.VarDesc.VarType.LOD_TENSOR",
                  why="variables have no kind since Paddle 3: all of them are tensors", do="Leave the question out.",
                  here=KINDS["LOD_TENSOR"])
LOD_TENSOR_ARRAY = gone("fluid.core.VarDesc.VarType.LOD_TENSOR_ARRAY",
                        why="arrays of tensors are Python lists in dygraph mode", do="Ask isinstance(x, list).",
                        here=KINDS["LOD_TENSOR_ARRAY"])
SELECTED_ROWS = gone("fluid.core.VarDesc.VarType.SELECTED_ROWS", why="sparse gradients are a kind of tensor now",
                     do="Ask the gradient's is_selected_rows().", here=KINDS["SELECTED_ROWS"])

# Those that programs alone ask for.
FEED_MINIBATCH, FETCH_LIST, STEP_SCOPES, LOD_RANK_TABLE, PLACE_LIST, READER, RAW = (
    KINDS[name] for name in ("FEED_MINIBATCH", "FETCH_LIST", "STEP_SCOPES", "LOD_RANK_TABLE", "PLACE_LIST", "READER",
                             "RAW"))


class _Kind(types.ModuleType):
    """It was a class, which scripts ask for."""

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, paddle.dtype)


sys.modules[__name__].__class__ = _Kind
