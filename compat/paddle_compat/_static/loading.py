"""``layers.load``: a variable that every run reads from its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import paddle

from .._runtime.tensor_files import read_one
from .operators import Operator
from .programs import default_main_program
from .recording import where
from .storage import as_array
from .variables import Variable


def load(out: Variable, file_path: str, load_as_fp16: bool | None = None) -> None:
    """Have each run set ``out`` to the tensor that a file of ``io.save_vars`` holds."""
    block = default_main_program().current_block()
    block.add(Operator(block, "load", _read, (file_path, bool(load_as_fp16)), {}, out, where()))


def _read(path: str, half: bool) -> Any:
    tensor = paddle.to_tensor(as_array(read_one(Path(path).read_bytes())))
    return tensor.astype("float16") if half else tensor
