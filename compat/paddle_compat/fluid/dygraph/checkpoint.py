"""``paddle.fluid.save_dygraph`` and ``load_dygraph``, in 1.8.5's own file format, both ways; 1.6's is read too."""

from __future__ import annotations

import os
import pickle
import warnings
from typing import Any

import numpy as np
import paddle

from ..._runtime.names_of_1_6 import in_1_6
from ..._runtime.pickles import for_old_numpy
from ..._runtime.tensor_files import RawTensor, is_many, read_many, read_one, write_one
from ..framework import ParamBase
from .learning_rate_scheduler import LearningRateDecay

__all__ = ["load_dygraph", "load_persistables", "save_dygraph", "save_persistables"]

_NAMES = "StructuredToParameterName@@"
_DECAYS = "optimizers"


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
        file.write(for_old_numpy(pickle.dumps(plain, protocol=2)))


def load_dygraph(model_path: str, keep_name_table: bool = False) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The parameters and the optimizer's state saved under ``model_path``, with or without the file's ending.

    Values are ndarrays; the second is ``None`` where there is no ``.pdopt``. What 1.6 saved has parameter names for
    keys, which ``set_dict`` takes too. Raises ``RuntimeError`` when there is no ``.pdparams``.
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
        data = file.read()
    if is_many(data):
        return {name: as_array(tensor) for name, tensor in read_many(data).items()}
    return pickle.loads(data, encoding="latin1")


def as_array(tensor: RawTensor) -> Any:
    """The ndarray that a file held."""
    return np.frombuffer(tensor.data, tensor.dtype).reshape(tensor.shape).copy()


def save_persistables(model_dict: dict[str, Any], dirname: str = "save_dir", optimizers: Any = None) -> None:
    """1.5's way: each parameter of a layer's ``state_dict`` in a file of its name under ``dirname``.

    Of ``optimizers``, one or a list, the learning-rate decays are saved, as in 1.5; one without a decay is warned of.
    """
    for tensor in model_dict.values():
        path = os.path.join(dirname, os.path.normpath(in_1_6(tensor.name)))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        array = tensor.numpy()
        with open(path, "wb") as file:
            file.write(write_one(RawTensor(str(array.dtype), array.shape, array.tobytes())))
    listed = optimizers if isinstance(optimizers, (list, tuple)) else [] if optimizers is None else [optimizers]
    for optimizer in listed:
        _save_decay(optimizer, os.path.join(dirname, _DECAYS, str(optimizer._name)))


def _save_decay(optimizer: Any, path: str) -> None:
    if not isinstance(optimizer._learning_rate, LearningRateDecay):
        warnings.warn("save_persistables: an optimizer without a decay has nothing that 1.5 saved", stacklevel=3)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        pickle.dump(optimizer._learning_rate, file, protocol=2)


def load_persistables(dirname: str = "save_dir") -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters below ``dirname``, ndarrays by name, and the decays by their optimizer's name.

    Raises ``IOError`` when there is no such folder.
    """
    if not os.path.isdir(dirname):
        raise OSError(f"there is no folder {dirname}")
    parameters, decays = {}, {}
    for folder, _, names in os.walk(dirname):
        for name in sorted(names):
            path = os.path.join(folder, name)
            below = os.path.relpath(path, dirname).replace(os.sep, "/")
            with open(path, "rb") as file:
                if below.startswith(f"{_DECAYS}/"):
                    decays[name] = pickle.load(file)
                elif not name.startswith("."):
                    parameters[below] = as_array(read_one(file.read()))
    return parameters, decays
