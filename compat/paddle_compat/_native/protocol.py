"""The messages of 1.8.5's files. Today's Paddle has them too, with other names in them from version to version."""

from __future__ import annotations

import functools
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory  # type: ignore[import-untyped]

_PACKAGE = "paddle_compat.of_1_8"
_ENUMS = {
    "AttrType": "INT=0 FLOAT=1 STRING=2 INTS=3 FLOATS=4 STRINGS=5 BOOLEAN=6 BOOLEANS=7 BLOCK=8 LONG=9 BLOCKS=10 "
                "LONGS=11",
    "Type": "BOOL=0 INT16=1 INT32=2 INT64=3 FP16=4 FP32=5 FP64=6 LOD_TENSOR=7 SELECTED_ROWS=8 FEED_MINIBATCH=9 "
            "FETCH_LIST=10 STEP_SCOPES=11 LOD_RANK_TABLE=12 LOD_TENSOR_ARRAY=13 PLACE_LIST=14 READER=15 RAW=17 "
            "TUPLE=18 SIZE_T=19 UINT8=20 INT8=21",
}
# Fields: name=number, after it the type; * behind a repeated one.
_MESSAGES = {
    "Version": "version=1:int64",
    "Attr": "name=1:string type=2:AttrType i=3:int32 f=4:float s=5:string ints=6:int32* floats=7:float* "
            "strings=8:string* b=10:bool bools=11:bool* block_idx=12:int32 l=13:int64 blocks_idx=14:int32* "
            "longs=15:int64*",
    "Var": "parameter=1:string arguments=2:string*",
    "OpDesc": "inputs=1:Var* outputs=2:Var* type=3:string attrs=4:Attr* is_target=5:bool",
    "TensorDesc": "data_type=1:Type dims=2:int64*",
    "LoDTensorDesc": "tensor=1:TensorDesc lod_level=2:int32",
    "VarType": "type=1:Type selected_rows=2:TensorDesc lod_tensor=3:LoDTensorDesc tensor_array=4:LoDTensorDesc",
    "VarDesc": "name=1:string type=2:VarType persistable=3:bool need_check_feed=4:bool",
    "BlockDesc": "idx=1:int32 parent_idx=2:int32 vars=3:VarDesc* ops=4:OpDesc* forward_block_idx=5:int32",
    "ProgramDesc": "blocks=1:BlockDesc* version=4:Version",
}


@functools.cache
def program_message() -> Any:
    """The class of a program's message."""
    file = descriptor_pb2.FileDescriptorProto(name="paddle_compat/of_1_8.proto", package=_PACKAGE, syntax="proto2")
    for name, values in _ENUMS.items():
        enum = file.enum_type.add(name=name)
        for each in values.split():
            value, _, number = each.partition("=")
            enum.value.add(name=value, number=int(number))
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for each in fields.split():
            _add_field(message, each)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.ProgramDesc"))


def _add_field(message: Any, text: str) -> None:
    name, _, rest = text.partition("=")
    number, _, kind = rest.partition(":")
    field = message.field.add(name=name, number=int(number), label=3 if kind.endswith("*") else 1)
    kind = kind.rstrip("*")
    if kind in _ENUMS or kind in _MESSAGES:
        field.type = field.TYPE_ENUM if kind in _ENUMS else field.TYPE_MESSAGE
        field.type_name = f".{_PACKAGE}.{kind}"
    else:
        field.type = getattr(field, f"TYPE_{kind.upper()}")
