"""``paddle.fluid.dygraph.dygraph_to_static``: the translator; how it rewrote code was its own affair."""

# ruff: noqa: F401

from . import loop_transformer, program_translator, utils
from .program_translator import ProgramTranslator, convert_function_with_cache

__all__ = program_translator.__all__
