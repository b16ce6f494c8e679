"""In place of `to_variable()`, where the script does not tell what it is given."""

from __future__ import annotations

from typing import Any

import paddle


def as_tensor(data: Any) -> Any:
    """A tensor of an array; a tensor as it is, with its gradient."""
    return data if isinstance(data, paddle.Tensor) else paddle.to_tensor(data)
