"""``paddle.fluid.layers.utils``: nested structures."""

import sys
from types import ModuleType
from typing import Any

import paddle
from paddle.utils import layers_utils

__all__ = [
    "assert_same_structure", "convert_to_list", "copy_mutable_vars", "flatten", "hold_mutable_vars", "is_sequence",
    "map_structure", "pack_sequence_as",
]

assert_same_structure = paddle.utils.assert_same_structure
convert_to_list = paddle.utils.convert_to_list
copy_mutable_vars = paddle.utils.copy_mutable_vars
flatten = paddle.utils.flatten
hold_mutable_vars = paddle.utils.hold_mutable_vars
is_sequence = paddle.utils.layers_utils.is_sequence
map_structure = paddle.utils.map_structure
pack_sequence_as = paddle.utils.pack_sequence_as
_is_symmetric_padding = paddle.utils.layers_utils._is_symmetric_padding


class _Replaceable(ModuleType):
    """Scripts put an ``is_sequence`` of their own here for a while, which ``map_structure`` and the others then ask."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in __all__:
            setattr(layers_utils, name, value)


sys.modules[__name__].__class__ = _Replaceable
