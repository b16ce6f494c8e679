"""``paddle.fluid.layers.detection``: boxes in images. A box is [xmin, ymin, xmax, ymax]."""

from ...._language import families
from ..._not_yet import not_yet

__all__ = families(__name__)

__getattr__ = not_yet(__name__)
