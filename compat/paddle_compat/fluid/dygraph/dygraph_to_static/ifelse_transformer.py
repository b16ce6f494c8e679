"""``paddle.fluid.dygraph.dygraph_to_static.ifelse_transformer``: the conditions of ifs, and the names in them."""

from __future__ import annotations

import importlib
from collections import defaultdict
from typing import Any

from paddle.jit.dy2static.ast_utils import ast_to_source_code
from paddle.utils import gast, unique_name

from ...._runtime.version import PADDLE_3
from .static_analysis import NodeVarType
from .utils import IsControlFlowVisitor, compare_with_none, is_candidate_node

__all__: list[str] = []

_TODAY = f"paddle.jit.dy2static.{'transformers.' if PADDLE_3 else ''}ifelse_transformer"


class IfConditionVisitor:
    """The condition ``node`` of an if: whether it depends on a tensor, and what it becomes in a program."""

    def __init__(self, node: Any, static_analysis_visitor: Any = None, node_var_type_map: Any = None) -> None:
        self.node = node
        self.visitor = IsControlFlowVisitor(node, static_analysis_visitor, node_var_type_map)
        self._depends = False

    def is_control_flow(self) -> bool:
        """Whether it depends on a tensor."""
        self._depends = self.visitor.transform()
        return self._depends

    def transform(self) -> tuple[Any, list[Any]]:
        """The condition as it stands in a program, and the assignments to be put before it.

        Without a tensor, which :meth:`is_control_flow` must have said, the condition stays.
        """
        if not self._depends:
            return self.node, []
        tensors = self.visitor.get_compare_nodes_with_tensor()
        transformer = NodeTestTransformer(self.node, tensors, self.visitor.node_to_wrapper_map)
        return transformer.transform(), transformer.get_new_assign_nodes()


class NodeTestTransformer(gast.NodeTransformer):
    """``and``, ``or`` and ``not`` of a condition as ``fluid.layers.logical_and`` and so on, each with its own name."""

    def __init__(self, ast_node: Any, compare_nodes_with_tensor: Any = (), node_to_wrapper_map: Any = None) -> None:
        self.ast_root = ast_node
        self._tensors = set(compare_nodes_with_tensor)
        self._wrappers = node_to_wrapper_map or {}
        self._assigned: list[Any] = []

    def transform(self) -> Any:
        """The condition."""
        root = self.ast_root
        return self.visit(root) if is_candidate_node(root) else self._cast(root)

    def get_new_assign_nodes(self) -> list[Any]:
        """What is to be assigned before it."""
        return self._assigned

    def visit_Call(self, node: Any) -> Any:
        """``x.numpy()`` is ``x``."""
        if isinstance(node.func, gast.Attribute) and node.func.attr == "numpy":
            node = node.func.value
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: Any) -> Any:
        """``not x``."""
        self.generic_visit(node)
        if not isinstance(node.op, gast.Not):
            return node
        return self._named("logic_not", f"fluid.layers.logical_not({_text(node.operand)})")

    def visit_BoolOp(self, node: Any) -> Any:
        """``x and y and z``, two by two."""
        word = "and" if isinstance(node.op, gast.And) else "or"
        first, *others = [self.visit(each) for each in [self._operand(each) for each in node.values]]
        for each in others:
            first = self._named(f"logic_{word}", f"fluid.layers.logical_{word}(x={_text(first)}, y={_text(each)})")
        return first

    def visit_Compare(self, node: Any) -> Any:
        """A comparison of tensors stays, any other becomes a tensor of its truth."""
        if node in self._tensors and not compare_with_none(node):
            return self.generic_visit(node)
        return self._truth(node)

    def _operand(self, node: Any) -> Any:
        if is_candidate_node(node):
            return node
        wrapper = self._wrappers.get(node)
        return self._cast(node) if wrapper and wrapper.node_var_type & NodeVarType.TENSOR_TYPES else self._truth(node)

    def _cast(self, node: Any) -> Any:
        return self._named("bool_tensor", f"fluid.layers.cast(x={_text(node)}, dtype='bool')")

    def _truth(self, node: Any) -> Any:
        value = f"fluid.layers.fill_constant(shape=[1], dtype='bool', value=bool({_text(node)}))"
        return self._named("bool_tensor", value)

    def _named(self, prefix: str, text: str) -> Any:
        name = unique_name.generate(prefix)
        self._assigned += gast.parse(f"{name} = {text}").body
        return gast.parse(name).body[0].value


def _text(node: Any) -> str:
    return ast_to_source_code(node).strip()


def get_name_ids(nodes: Any) -> dict[str, list[Any]]:
    """The contexts (``gast.Store()`` …) in which names stand in ``nodes``, in the order that they are run in.

    What is only called, and what is returned, is left out.
    """
    found = _Names()
    for node in nodes:
        found.visit(node)
    return found.contexts


class _Names(gast.NodeVisitor):
    """Keeps the contexts of the names that it comes to."""

    def __init__(self) -> None:
        self.contexts: dict[str, list[Any]] = defaultdict(list)

    def visit_Name(self, node: Any) -> None:
        if isinstance(node.ctx, (gast.Store, gast.Load, gast.Param)):
            self.contexts[node.id].append(node.ctx)

    def visit_Assign(self, node: Any) -> None:
        for each in (node.value, *node.targets):
            self.visit(each)

    def visit_Call(self, node: Any) -> None:
        func = [] if isinstance(node.func, (gast.Name, gast.Attribute)) else [node.func]
        for each in (*func, *node.args, *node.keywords):
            self.visit(each)

    def visit_Return(self, node: Any) -> None:
        pass


def __getattr__(name: str) -> Any:
    """What Paddle 2 and 3 have here."""
    return getattr(importlib.import_module(_TODAY), name)
