"""``paddle.complex`` of PaddlePaddle 1.8.5: functions of complex numbers.

Today ``paddle.complex`` is the function that makes a complex tensor. It stays that very function, and gets 1.8.5's
names as attributes, so that ``paddle.complex.matmul`` and ``paddle.complex(real, imag)`` both work.
"""

# ruff: noqa: F403

from typing import Any

import paddle

from .. import fluid as _fluid  # noqa: F401  (first: its modules need those below)
from . import tensor
from .tensor import *

__all__ = [*tensor.__all__]

function: Any = paddle.complex
for _name in (*__all__, "__all__", "tensor"):
    setattr(function, _name, globals()[_name])
