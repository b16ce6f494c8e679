"""``paddle.fluid.layers``: operations. Each file here is a family of them, and is found by itself."""

import sys

from ..._language import families
from ..._runtime.layer_arguments import find_activations
from .._not_yet import not_yet

__all__ = families(__name__, apart=["utils"])

__getattr__ = not_yet(__name__)

find_activations(lambda name: getattr(sys.modules[__name__], name, None))
