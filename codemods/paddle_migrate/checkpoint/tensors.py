"""A tensor of a file as its bytes, and the compat layer's reader of 1.5's and 1.6's files."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

from paddle_migrate.rules.library import library

# compat's RawTensor: dtype, shape, data
Tensor: TypeAlias = Any


@cache
def alone(*parts: str) -> ModuleType:
    """A file of compat's which needs nothing but the standard library, loaded by itself."""
    path = library().root.joinpath(*parts)
    spec = importlib.util.spec_from_file_location(f"paddle_migrate.checkpoint._{path.stem}", path)
    if spec is None or spec.loader is None:
        raise RuntimeError(f"paddle-migrate is not completely installed: {path} is missing; install it again")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


def formats() -> ModuleType:
    """compat's `_runtime/tensor_files.py`."""
    return alone("_runtime", "tensor_files.py")


def tensor(dtype: str, shape: tuple[int, ...], data: bytes) -> Tensor:
    return formats().RawTensor(dtype, tuple(shape), data)
