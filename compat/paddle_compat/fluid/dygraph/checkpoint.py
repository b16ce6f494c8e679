"""``paddle.fluid.save_dygraph`` and ``load_dygraph``, in 1.8.5's own file format, both ways."""

from __future__ import annotations

import os
import pickle
import pickletools
from typing import Any

import paddle

from ..framework import ParamBase

__all__ = ["load_dygraph", "save_dygraph"]

_NAMES = "StructuredToParameterName@@"


def save_dygraph(state_dict: dict[str, Any], model_path: str) -> None:
    """Write a layer's ``state_dict`` to ``model_path + ".pdparams"``, an optimizer's to ``".pdopt"``.

    The file is 1.8.5's: a pickle of ndarrays and of the table from structured to parameter names. Raises
    ``AssertionError`` when ``model_path`` ends in a slash or ``state_dict`` is empty.
    """
    assert os.path.basename(model_path) != "", f"model_path must be folder/prefix, but {model_path!r} has no prefix"
    assert len(state_dict) > 0, "state_dict is empty, there is nothing to save"
    first = next(iter(state_dict.values()))
    path = model_path + (".pdparams" if isinstance(first, ParamBase) else ".pdopt")
    tensors = {key: value for key, value in state_dict.items() if isinstance(value, paddle.Tensor)}
    plain = {key: value.numpy() if key in tensors else value for key, value in state_dict.items()}
    plain[_NAMES] = {key: tensor.name for key, tensor in tensors.items()}
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(_for_old_numpy(pickle.dumps(plain, protocol=2)))


def load_dygraph(model_path: str, keep_name_table: bool = False) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The parameters and the optimizer's state saved under ``model_path``, with or without the file's ending.

    Values are ndarrays; the second is ``None`` where there is no ``.pdopt``. Raises ``RuntimeError`` when there
    is no ``.pdparams``.
    """
    prefix = model_path
    for ending in (".pdparams", ".pdopt"):
        prefix = model_path[: -len(ending)] if model_path.endswith(ending) else prefix
    if not os.path.exists(prefix + ".pdparams"):
        raise RuntimeError(f"Parameter file [ {prefix}.pdparams ] not exists")
    parameters = _load(prefix + ".pdparams")
    if not keep_name_table:
        parameters.pop(_NAMES, None)
    state = _load(prefix + ".pdopt") if os.path.exists(prefix + ".pdopt") else None
    return parameters, state


def _load(path: str) -> dict[str, Any]:
    with open(path, "rb") as file:
        return pickle.load(file, encoding="latin1")


def _for_old_numpy(data: bytes) -> bytes:
    """Name NumPy's functions as NumPy 1.x did: 2.x pickles ``numpy._core``, which 1.8.5's NumPy does not have."""
    pieces, end = [], 0
    for opcode, argument, position in pickletools.genops(data):
        if opcode.name == "GLOBAL" and position is not None and str(argument).startswith("numpy._core."):
            module, name = str(argument).split(" ")
            pieces += [data[end:position], f"c{module.replace('._core', '.core')}\n{name}\n".encode()]
            end = position + len(f"c{module}\n{name}\n")
    return b"".join([*pieces, data[end:]])
