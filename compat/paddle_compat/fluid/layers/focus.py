"""``paddle.fluid.layers``: where a tensor is most alike itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ..._language import dropped, of_sequences

__all__ = ["similarity_focus"]


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def similarity_focus(input: Any, axis: int, indexes: list[int], name: str | None = None) -> Any:
    """Ones and zeros like ``input`` [N, A, B, C], alike along ``axis`` (1, 2 or 3).

    Of each slice ``indexes`` along it the greatest elements get a one, until there is one in each row or each column of
    the slice. Raises ``ValueError`` for another axis and for no index.
    """
    if axis not in (1, 2, 3):
        raise ValueError("axis must be 1, 2 or 3.")
    if not indexes:
        raise ValueError("indexes can not be empty.")
    array = np.moveaxis(input.numpy(), axis, 1)
    found = np.zeros_like(array)
    for sample, marks in zip(array, found):
        for index in indexes:
            for row, column in _greatest(sample[index]):
                marks[:, row, column] = 1
    return paddle.to_tensor(np.ascontiguousarray(np.moveaxis(found, 1, axis)))


def _greatest(matrix: Any) -> list[tuple[int, int]]:
    """The places of the greatest elements, each in a row and a column of its own."""
    rows: set[int] = set()
    columns: set[int] = set()
    found: list[tuple[int, int]] = []
    for place in np.argsort(-matrix, axis=None, kind="stable"):
        row, column = divmod(int(place), matrix.shape[1])
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            found.append((row, column))
    return found
