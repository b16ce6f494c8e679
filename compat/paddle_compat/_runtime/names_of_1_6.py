"""What layers and parameters were called in 1.6: the scope and the class, ``mnist/MNIST_0/Conv2D_0.w_0``.

1.8 calls a layer after the name scope alone, or after its class. Checkpoints of 1.6 hold parameters by name.
"""

from __future__ import annotations

from paddle.utils import unique_name

# 1.8's names of the layers that were given a scope, and 1.6's.
_known: dict[str, str] = {}


def remember(full_name: str, name_scope: str, kind: str) -> None:
    """Note what 1.6 called the layer of class ``kind`` that is ``full_name`` today."""
    _known[full_name] = unique_name.generate(f"{in_1_6(name_scope)}/{kind}")


def in_1_6(name: str) -> str:
    """``name`` with the layer's name that it begins with, if it does, as 1.6 had it."""
    for end in range(len(name), 0, -1):
        if name[:end] in _known and not name[end : end + 1].isdigit():
            return _known[name[:end]] + name[end:]
    return name
