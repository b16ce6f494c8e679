"""``core.ops``: Paddle's own by their old names, and in today's terms the few that libraries call and 3.x lacks.

They take tensors, then attributes: a name and its value by turns.
"""

from __future__ import annotations

from typing import Any

import paddle

_CODES = {2: "int32", 3: "int64"}  # what a data type's number in an attribute says


class _Operators:
    """Paddle's operators by attribute; what it has not got is looked for here."""

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(paddle._legacy_C_ops, name)
        except AttributeError:
            if name in _HERE:
                return _HERE[name]
            raise

    def __dir__(self) -> list[str]:
        return sorted({*dir(paddle._legacy_C_ops), *_HERE})


def iou_similarity(x: Any, y: Any, *attributes: Any) -> Any:
    from ..fluid import layers  # which stands on what asks for these

    given = _pairs(attributes)
    return layers.iou_similarity(x, y, given.get("box_normalized", True))


def unique_with_counts(x: Any, *attributes: Any) -> Any:
    from ..fluid import layers

    dtype = _pairs(attributes).get("dtype", "int32")
    return layers.unique_with_counts(x, _CODES.get(dtype, dtype))


def _pairs(attributes: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(attributes[::2], attributes[1::2], strict=True))


_HERE = {"iou_similarity": iou_similarity, "unique_with_counts": unique_with_counts}
OPS = _Operators()
