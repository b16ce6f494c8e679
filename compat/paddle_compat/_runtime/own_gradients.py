"""Operators with a gradient of their own, as parts of a graph like any other."""

from __future__ import annotations

from typing import Any

import paddle


def applied(layer: type[paddle.autograd.PyLayer], *given: Any, **options: Any) -> Any:
    """What the layer makes of what it is given. Paddle takes no heed of what a hook on a layer's own results returns,
    so these are copied.
    """
    made = layer.apply(*given, **options)
    return [paddle.assign(each) for each in made] if isinstance(made, (list, tuple)) else paddle.assign(made)
