"""The messages of 1.8.5's files: their fields and enumerations. Nothing is imported: ``paddle-migrate`` reads them too.

Fields are ``name=number:type``, with * behind a repeated one.
"""

from __future__ import annotations

ENUMS = {
    "AttrType": "INT=0 FLOAT=1 STRING=2 INTS=3 FLOATS=4 STRINGS=5 BOOLEAN=6 BOOLEANS=7 BLOCK=8 LONG=9 BLOCKS=10 "
                "LONGS=11",
    "Type": "BOOL=0 INT16=1 INT32=2 INT64=3 FP16=4 FP32=5 FP64=6 LOD_TENSOR=7 SELECTED_ROWS=8 FEED_MINIBATCH=9 "
            "FETCH_LIST=10 STEP_SCOPES=11 LOD_RANK_TABLE=12 LOD_TENSOR_ARRAY=13 PLACE_LIST=14 READER=15 RAW=17 "
            "TUPLE=18 SIZE_T=19 UINT8=20 INT8=21",
}
MESSAGES = {
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
# The field of an attribute of each kind, and the kinds that are lists.
ATTRS = {0: "i", 1: "f", 2: "s", 3: "ints", 4: "floats", 5: "strings", 6: "b", 7: "bools", 9: "l", 11: "longs",
         8: "block_idx", 10: "blocks_idx"}
LISTS = (3, 4, 5, 7, 10, 11)
