"""``paddle.fluid.dygraph.dygraph_to_static.program_translator``: functions as static graphs."""

from __future__ import annotations

import functools
from typing import Any

from ..jit import ProgramTranslator, declarative

__all__ = ["ProgramTranslator"]


@functools.cache
def convert_function_with_cache(dygraph_func: Any) -> Any:
    """``dygraph_func`` run as a static graph; the same function for the same one."""
    return declarative(dygraph_func)
