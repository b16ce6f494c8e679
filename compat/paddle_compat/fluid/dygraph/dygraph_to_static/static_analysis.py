"""``paddle.fluid.dygraph.dygraph_to_static.static_analysis``: what kinds of values a function's text shows."""

from __future__ import annotations

from typing import Any

from paddle.utils import gast

__all__: list[str] = []

_NAMES = {
    "paddle": "paddle", "fluid": "paddle.fluid", "layers": "paddle.fluid.layers", "dygraph": "paddle.fluid.dygraph",
    "to_variable": "paddle.fluid.dygraph.to_variable", "np": "numpy", "numpy": "numpy",
}


def called(call: Any) -> str:
    """The full name of what is called, by the names that scripts import modules under; empty where it has none."""
    assert isinstance(call, gast.Call), f"a call was expected, not {type(call)}"
    parts, node = [], call.func
    while isinstance(node, gast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, gast.Name):
        return ""
    return ".".join([_NAMES.get(node.id, node.id), *reversed(parts)])


def is_paddle_api(node: Any) -> bool:
    """Whether a call is one of ``paddle.fluid``."""
    return called(node).startswith("paddle.fluid.")


def is_dygraph_api(node: Any) -> bool:
    """Whether a call is one of ``paddle.fluid.dygraph``."""
    name = called(node)
    return name.startswith("paddle.fluid.dygraph.") and not name.startswith("paddle.fluid.dygraph.dygraph_to_static.")


def is_numpy_api(node: Any) -> bool:
    """Whether a call is one of NumPy."""
    return called(node).startswith("numpy.")


class NodeVarType:
    """Kinds of values; a node has a set of them."""

    ERROR, UNKNOWN, STATEMENT, CALLABLE = -1, 0, 1, 2
    NONE, BOOLEAN, INT, FLOAT, STRING, TENSOR, NUMPY_NDARRAY = range(100, 107)
    LIST, SET, DICT = 200, 201, 202
    PADDLE_DYGRAPH_API, PADDLE_RETURN_TYPES = 300, 304
    PADDLE_CONTROL_IF, PADDLE_CONTROL_WHILE, PADDLE_CONTROL_FOR = 301, 302, 303
    TENSOR_TYPES = frozenset({TENSOR, PADDLE_RETURN_TYPES})

    @staticmethod
    def binary_op_output_type(in_type1: int, in_type2: int) -> int:
        """What an operator makes of two kinds: the wider one; unknown where they do not go together."""
        known = {in_type1, in_type2} - {NodeVarType.UNKNOWN}
        if len(known) < 2:
            return known.pop() if known else NodeVarType.UNKNOWN
        numbers = {NodeVarType.BOOLEAN, NodeVarType.INT, NodeVarType.FLOAT}
        arrays = {NodeVarType.NUMPY_NDARRAY, NodeVarType.TENSOR}
        return max(known) if known <= numbers | arrays and known != arrays else NodeVarType.UNKNOWN


class AstNodeWrapper:
    """A node, where it stands, and the kinds of values that it can have."""

    def __init__(self, node: Any) -> None:
        self.node = node
        self.parent: AstNodeWrapper | None = None
        self.children: list[AstNodeWrapper] = []
        self.node_var_type = {NodeVarType.UNKNOWN}


class AstVarScope:
    """The kinds of a function's variables by name."""

    def __init__(self, scope_name: str = "", parent_scope: AstVarScope | None = None) -> None:
        self.scope_name, self.parent_scope = scope_name, parent_scope
        self.sub_scopes: list[AstVarScope] = []
        self.types: dict[str, set[int]] = {}
        if parent_scope:
            parent_scope.sub_scopes.append(self)

    def get_var_type(self, var_name: str) -> set[int]:
        """Its kinds, here or further out."""
        if var_name in self.types:
            return self.types[var_name]
        return self.parent_scope.get_var_type(var_name) if self.parent_scope else {NodeVarType.UNKNOWN}


class AstVarEnv:
    """The scope that is being read."""

    def __init__(self) -> None:
        self.cur_scope = AstVarScope()

    def get_var_type(self, var_name: str) -> set[int]:
        """The kinds of a variable as the current scope sees it."""
        return self.cur_scope.get_var_type(var_name)

    def get_scope_var_type(self) -> dict[str, set[int]]:
        """The kinds of the current scope's own variables."""
        return dict(self.cur_scope.types)


class StaticAnalysisVisitor:
    """Reads a tree from its first line to its last, and keeps the kinds of its variables and nodes."""

    def __init__(self, ast_root: Any = None) -> None:
        if ast_root is not None:
            self.run(ast_root)

    def run(self, ast_root: Any) -> None:
        """Read ``ast_root``; what was read before is forgotten."""
        self.node_to_wrapper_map: dict[Any, AstNodeWrapper] = {}
        self.var_env = AstVarEnv()
        self.node_wrapper_root = self._read(ast_root, None)

    def get_node_wrapper_root(self) -> AstNodeWrapper:
        """The root."""
        return self.node_wrapper_root

    def get_node_to_wrapper_map(self) -> dict[Any, AstNodeWrapper]:
        """What is known of each node."""
        return self.node_to_wrapper_map

    def get_var_env(self) -> AstVarEnv:
        """The variables by scope."""
        return self.var_env

    def _read(self, node: Any, parent: AstNodeWrapper | None) -> AstNodeWrapper:
        wrapper = self.node_to_wrapper_map.setdefault(node, AstNodeWrapper(node))
        if parent:
            parent.children.append(wrapper)
            wrapper.parent = parent
        for child in gast.iter_child_nodes(node):
            outer = self.var_env.cur_scope
            if isinstance(child, (gast.FunctionDef, gast.AsyncFunctionDef)):
                self.var_env.cur_scope = AstVarScope(child.name, outer)
            self._read(child, wrapper)
            self.var_env.cur_scope = outer
        kinds = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        wrapper.node_var_type = kinds(node, wrapper) if kinds else {NodeVarType.STATEMENT}
        return wrapper

    def _kinds(self, node: Any) -> set[int]:
        return self.node_to_wrapper_map[node].node_var_type

    def _of_constant(self, node: Any, _: Any) -> set[int]:
        kinds = {type(None): NodeVarType.NONE, bool: NodeVarType.BOOLEAN, int: NodeVarType.INT,
                 float: NodeVarType.FLOAT, str: NodeVarType.STRING}
        return {kinds.get(type(node.value), NodeVarType.UNKNOWN)}

    def _of_compare(self, *_: Any) -> set[int]:
        return {NodeVarType.BOOLEAN}

    _of_boolop = _of_compare

    def _of_dict(self, *_: Any) -> set[int]:
        return {NodeVarType.DICT}

    def _of_set(self, *_: Any) -> set[int]:
        return {NodeVarType.SET}

    def _of_unaryop(self, node: Any, _: Any) -> set[int]:
        return self._kinds(node.operand)

    def _of_binop(self, node: Any, _: Any) -> set[int]:
        return {NodeVarType.binary_op_output_type(left, right)
                for left in self._kinds(node.left) for right in self._kinds(node.right)}

    def _of_assign(self, node: Any, _: Any) -> set[int]:
        kinds = self._kinds(node.value)
        for target in node.targets:
            if isinstance(target, gast.Name):
                self.node_to_wrapper_map[target].node_var_type = kinds
                self.var_env.cur_scope.types[target.id] = set(kinds)
        return kinds

    def _of_name(self, node: Any, wrapper: AstNodeWrapper) -> set[int]:
        arguments = wrapper.parent.node if wrapper.parent else None
        if not isinstance(arguments, gast.arguments):
            return self.var_env.get_var_type(node.id)
        defaults = dict(zip(reversed(arguments.args), reversed(arguments.defaults)))
        if not isinstance(defaults.get(node), gast.Constant):
            return {NodeVarType.UNKNOWN}
        kinds = self.var_env.cur_scope.types[node.id] = self._of_constant(defaults[node], None)
        return kinds

    def _of_return(self, node: Any, _: Any) -> set[int]:
        if node.value is None:
            return {NodeVarType.NONE}
        kinds, scope = self._kinds(node.value), self.var_env.cur_scope
        assert scope.parent_scope, "a return outside a function"
        before = scope.parent_scope.get_var_type(scope.scope_name) - {NodeVarType.UNKNOWN}
        scope.parent_scope.types[scope.scope_name] = before | kinds
        return kinds

    def _of_call(self, node: Any, _: Any) -> set[int]:
        if is_dygraph_api(node) and called(node).endswith(".to_variable") and isinstance(node.func, gast.Attribute):
            return {NodeVarType.TENSOR}
        if is_paddle_api(node):
            return {NodeVarType.PADDLE_RETURN_TYPES}
        if is_numpy_api(node):
            return {NodeVarType.NUMPY_NDARRAY}
        return self.var_env.get_var_type(node.func.id) if isinstance(node.func, gast.Name) else {NodeVarType.STATEMENT}
