"""What ``paddle.fluid.layers`` did with sequences: tensors of all their rows, and their offsets beside them."""

from ...._language import families

__all__ = families(__name__)
