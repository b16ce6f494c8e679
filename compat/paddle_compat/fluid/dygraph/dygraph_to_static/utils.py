"""``paddle.fluid.dygraph.dygraph_to_static.utils``: source trees, and what of them depends on tensors."""

from __future__ import annotations

from typing import Any

from paddle.jit.dy2static import utils as today
from paddle.jit.dy2static.ast_utils import ast_to_source_code
from paddle.utils import gast

from .static_analysis import NodeVarType, StaticAnalysisVisitor, called, is_dygraph_api, is_numpy_api, is_paddle_api  # noqa: F401

__all__: list[str] = []


def ast_to_func(ast_root: Any, dyfunc: Any, delete_on_exit: bool = True) -> tuple[Any, str]:
    """The function that the tree ``ast_root`` defines under the name of ``dyfunc``, and the file that it was put in.

    Raises ``TypeError`` for what is no tree.
    """
    ast_to_source_code(ast_root)
    made, file = today.ast_to_func(ast_root, dyfunc, delete_on_exit)
    return made, file


def index_in_list(array_list: list[Any], item: Any) -> int:
    """Where ``item`` is, or -1."""
    return array_list.index(item) if item in array_list else -1


def is_candidate_node(node: Any) -> bool:
    """Whether what the node gives can be a tensor's truth: a comparison, ``and``, ``not``, or something of numpy()."""
    kinds = (gast.Compare, gast.BoolOp, gast.UnaryOp, gast.For, gast.If, gast.While)
    return isinstance(node, kinds) or ".numpy()" in ast_to_source_code(node)


def compare_with_none(node: Any) -> bool:
    """Whether the node compares something with None."""
    sides = [node.left, *node.comparators[:1]] if isinstance(node, gast.Compare) else []
    return any(isinstance(side, gast.Constant) and side.value is None for side in sides)


def is_control_flow_to_transform(node: Any, static_analysis_visitor: Any = None, var_name_to_type: Any = None) -> bool:
    """Whether an if, a loop or a condition depends on a tensor."""
    return IsControlFlowVisitor(node, static_analysis_visitor, var_name_to_type).transform()


class IsControlFlowVisitor:
    """Whether ``ast_node``, an if, a loop or a condition, depends on a tensor.

    ``node_var_type_map`` has sets of ``NodeVarType`` by the variable's name; without it the tree alone shows them.
    """

    def __init__(self, ast_node: Any, static_analysis_visitor: Any = None, node_var_type_map: Any = None) -> None:
        assert isinstance(ast_node, gast.AST), f"Type of input node should be gast.AST, but received {type(ast_node)}."
        self.ast_root = ast_node
        self.static_analysis_visitor = static_analysis_visitor or StaticAnalysisVisitor(ast_node)
        self.node_to_wrapper_map = self.static_analysis_visitor.get_node_to_wrapper_map()
        self.node_var_type_map = node_var_type_map or {}
        self._compared: set[Any] = set()

    def transform(self) -> bool:
        """Whether it does. A loop over ``range`` and a while also count with a ``break`` or ``continue`` of theirs."""
        node = self.ast_root
        if isinstance(node, gast.If):
            return self._depends(node.test)
        if isinstance(node, gast.While):
            return self._any(gast.iter_child_nodes(node.test)) or self._is_left()
        if isinstance(node, gast.For):
            ranged = isinstance(node.iter, gast.Call) and called(node.iter) == "range"
            return ranged and (self._any(node.iter.args) or self._is_left())
        return self._depends(node)

    def get_compare_nodes_with_tensor(self) -> set[Any]:
        """The comparisons with a tensor that :meth:`transform` came to."""
        return self._compared

    def _any(self, nodes: Any) -> bool:
        found = [self._depends(each) for each in nodes]  # each is looked at, for its comparisons
        return any(found)

    def _depends(self, node: Any) -> bool:
        if isinstance(node, gast.Call):
            return getattr(node.func, "attr", "") == "numpy" or is_paddle_api(node)
        if isinstance(node, gast.Name):
            types = self.node_var_type_map.get(node.id, set()) | self._types(node)
            return bool(types & NodeVarType.TENSOR_TYPES)
        if compare_with_none(node):
            return False
        depends = self._any(gast.iter_child_nodes(node))
        if depends and isinstance(node, gast.Compare):
            self._compared.add(node)
        return depends

    def _types(self, node: Any) -> set[int]:
        wrapper = self.node_to_wrapper_map.get(node)
        return wrapper.node_var_type if wrapper else set()

    def _is_left(self) -> bool:
        """Whether a ``break`` or ``continue`` ends the loop itself, not one inside it."""
        for each in gast.walk(self.ast_root):
            if isinstance(each, (gast.Break, gast.Continue)) and each in self.node_to_wrapper_map:
                wrapper = self.node_to_wrapper_map[each].parent
                while wrapper and not isinstance(wrapper.node, (gast.For, gast.While)):
                    wrapper = wrapper.parent
                if wrapper and wrapper.node is self.ast_root:
                    return True
        return False


