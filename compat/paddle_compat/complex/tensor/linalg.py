"""``paddle.complex``: products of matrices."""

from __future__ import annotations

from typing import Any

from ..._language import dropped, maybe_vector_result
from ..._runtime.complex_pairs import of_pairs
from ...fluid import layers

__all__ = ["matmul"]


@of_pairs
@maybe_vector_result
@dropped(name="results are named by Paddle since 2.0")
def matmul(x: Any, y: Any, transpose_x: bool = False, transpose_y: bool = False, alpha: float = 1.0,
           name: str | None = None) -> Any:
    """The matrix product times ``alpha``, over the last two dimensions; of two vectors, shape [1].

    One of ``x`` and ``y`` may be real, float32 beside complex64 or float64 beside complex128; transposed is not
    conjugated.
    """
    return layers.matmul(x=x, y=y, transpose_x=transpose_x, transpose_y=transpose_y, alpha=alpha)
