"""``paddle.fluid.layers.utils``: nested structures."""

import paddle

__all__ = [
    "assert_same_structure", "convert_to_list", "copy_mutable_vars", "flatten", "hold_mutable_vars", "is_sequence",
    "map_structure", "pack_sequence_as",
]

assert_same_structure = paddle.utils.assert_same_structure
convert_to_list = paddle.utils.convert_to_list
copy_mutable_vars = paddle.utils.copy_mutable_vars
flatten = paddle.utils.flatten
hold_mutable_vars = paddle.utils.hold_mutable_vars
is_sequence = paddle.utils.is_sequence
map_structure = paddle.utils.map_structure
pack_sequence_as = paddle.utils.pack_sequence_as
