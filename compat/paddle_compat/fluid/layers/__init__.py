"""``paddle.fluid.layers``: operations. Each file here is a family of them, and is found by itself."""

import sys
from typing import TYPE_CHECKING, Any

from ..._language import families
from ..._runtime.layer_arguments import find_activations
from ..._static import counting
from ..._static.asking import record_methods
from ..._static.wrapping import record_functions
from . import distributions, learning_rate_scheduler

__all__ = families(__name__, apart=["utils"])

find_activations(lambda name: getattr(sys.modules[__name__], name, None))
for _name in distributions.__all__:
    record_methods(getattr(distributions, _name))
_below = [module for name, module in list(sys.modules.items()) if name.startswith(f"{__name__}.")]
record_functions([module for module in (*_below, sys.modules[__name__]) if hasattr(module, "__all__")],
                 counting.forms(learning_rate_scheduler))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
