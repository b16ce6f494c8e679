"""``paddle.fluid.dygraph.dygraph_to_static``: the translator; how it rewrote code was its own affair."""

# ruff: noqa: F401

from . import ifelse_transformer, loop_transformer, program_translator, static_analysis, utils, variable_trans_func
from .program_translator import ProgramTranslator, convert_function_with_cache
from .static_analysis import AstNodeWrapper, NodeVarType, StaticAnalysisVisitor

__all__ = program_translator.__all__
