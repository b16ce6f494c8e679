"""``paddle.fluid.layers.detection``: boxes in images. A box is [xmin, ymin, xmax, ymax]."""

from ...._language import families
from ..._spread import of_package

__all__ = families(__name__)

__getattr__ = of_package(__name__)
