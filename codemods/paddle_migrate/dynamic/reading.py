"""A program in today's names, read: what is called, which names an expression uses, and where they are bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

import libcst as cst

from paddle_migrate.dynamic.helpers import IN_LOOPS
from paddle_migrate.dynamic.parts import Named
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding, Scope
from paddle_migrate.facts.written_here import is_helper, is_of_tensors
from paddle_migrate.text.children import walk
from paddle_migrate.text.source import Source

Line = cst.SimpleStatementLine
Home = cst.Module | cst.FunctionDef
_SPELLED = ("math", "numpy", "os", "paddle")  # modules
_NESTED = (cst.FunctionDef, cst.Lambda, cst.ClassDef, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)


class Stays(Exception):
    """The program stays one; the message says why and what to do, `node` is where."""

    def __init__(self, node: cst.CSTNode | None, why: str) -> None:
        super().__init__(why)
        self.node = node


class Unseen(Stays):
    """Layers may be made where this is not seen."""


class Unsized(Stays):
    """The size of a layer is not known."""


class Reading:
    """One file; `brought`: what it calls classes of layers that other files have, and the names of their parameters."""

    def __init__(self, text: str, brought: Mapping[str, Named] = MappingProxyType({})) -> None:
        self.source, self.brought = Source(text), brought
        self.facts = Facts.find(self.source)
        self.scopes = self.facts.scopes
        self._loads = {id(name) for name in self.scopes.names}

    @cached_property
    def functions(self) -> dict[str, cst.FunctionDef]:
        """Those at the top of the file, but for what an earlier step wrote."""
        found = [node for node in self.source.module.body if isinstance(node, cst.FunctionDef)]
        return {node.name.value: node for node in found if node not in self.helpers.values()}

    @cached_property
    def helpers(self) -> dict[str, cst.FunctionDef | cst.ClassDef]:
        """What an earlier step wrote into the script for programs."""
        nodes = [node for node in self.source.module.body if isinstance(node, (cst.FunctionDef, cst.ClassDef))]
        return {node.name.value: node for node in nodes
                if is_helper(node.name.value, node.get_docstring())}

    @cached_property
    def for_helpers(self) -> list[tuple[Line, list[cst.Name]]]:
        """Imports and constants at the top that only these use, and where; loops may need what is `_SPELLED`."""
        found = list[tuple[Line, list[cst.Name]]]()
        for line in self.source.module.body:
            statement, scope = small(line), self.scopes.module
            alias = statement.names[0] if isinstance(statement, cst.Import) and len(statement.names) == 1 else None
            names = target_names(statement) if alias is None else [
                self.code(alias.asname.name if alias.asname else alias.name).partition(".")[0]]
            uses = self.uses(scope, names[0]) if len(names) == 1 and len(scope.bindings[names[0]]) == 1 else []
            is_spelled = alias is not None and self.code(alias.name).partition(".")[0] in _SPELLED
            if isinstance(line, Line) and uses and not is_spelled and all(any(
                    self.source.lies_in(use, each) for each in self.helpers.values()) for use in uses):
                found.append((line, uses))
        return found

    def helper(self, called: str) -> cst.FunctionDef | cst.ClassDef | None:
        """The one that is called so, `written.X`."""
        return next((node for name, node in self.helpers.items() if f"written.{name.rstrip('_')}" == called), None)

    @cached_property
    def works_in_both(self) -> frozenset[str]:
        """Those of them that are plain functions of tensors, nothing of programs, no layers, nothing kept; and what
        is known to do in a loop."""
        good = {name for name, node in self.helpers.items() if isinstance(node, cst.FunctionDef)
                and is_of_tensors(name, node.get_docstring()) and not any(map(self._is_of_programs, self.inside(node)))}
        good |= {name for name in self.helpers if name.rstrip("_") in IN_LOOPS}
        while True:
            bad = {name for name in good if self.names_in(self.helpers[name]) & (set(self.helpers) - good)}
            if not bad:
                return frozenset(good)
            good -= bad

    def _is_of_programs(self, node: cst.CSTNode) -> bool:
        if isinstance(node, (cst.Name, cst.Attribute)):
            name = self.facts.names.resolve(node)
            short = name.rpartition(".")[2]
            return name.startswith(("paddle.static", "paddle.pir", "paddle.base", "paddle.framework")) or (
                name.startswith("paddle.nn.") and name.count(".") == 2 and short[:1].isupper()) or (
                short in ("create_parameter", "in_dynamic_mode", "enable_static", "disable_static")) or (
                isinstance(node, cst.Attribute) and node.attr.value in ("block", "program", "append_op"))
        return isinstance(node, (cst.Global, cst.Yield))

    @cached_property
    def calls(self) -> list[cst.Call]:
        """Every call of the script's own."""
        written = {id(call) for node in self.helpers.values() for call in self.calls_in(node)}
        return [call for call in self.source.all(cst.Call) if id(call) not in written]

    def called(self, node: cst.CSTNode | None) -> str:
        """The full name of what is called, `written.X` of a helper, which may be X_ where X was taken; empty for
        anything else."""
        if not isinstance(node, cst.Call):
            return ""
        if isinstance(node.func, cst.Name) and node.func.value in self.helpers:
            return f"written.{node.func.value.rstrip('_')}"
        return self.facts.names.resolve(node.func)

    def string(self, value: str) -> str:
        """A string literal in the quotation marks that the script itself uses more often."""
        own = [node for node in self.source.module.body if node not in self.helpers.values()]
        marks = [each.value.lstrip("rbuRBU")[0] for node in own for each in self.inside(node)
                 if isinstance(each, cst.SimpleString)]
        return repr(value) if 2 * marks.count("'") > len(marks) else f'"{value}"'

    @cached_property
    def taken(self) -> frozenset[str]:
        """All names that the file binds, or reads without binding them."""
        return frozenset(self.scopes.bound() | {name.value for name in self.scopes.unbound})

    def free(self, node: cst.CSTNode, name: str) -> str:
        """The name, or one like it, that means nothing where the node stands."""
        scope = self.scopes.of(node)
        while scope.find(name) or any(each.value == name for each in self.scopes.unbound):
            name += "_"
        return name

    def code(self, node: cst.CSTNode) -> str:
        return self.source.code(node)

    def inside(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        return walk(node)[0]

    def calls_in(self, node: cst.CSTNode) -> list[cst.Call]:
        return [each for each in self.inside(node) if isinstance(each, cst.Call)]

    def loads_in(self, node: cst.CSTNode) -> list[cst.Name]:
        """The names that are read in a node."""
        return [each for each in self.inside(node) if isinstance(each, cst.Name) and id(each) in self._loads]

    def names_in(self, node: cst.CSTNode) -> set[str]:
        return {each.value for each in self.loads_in(node)}

    def scope(self, home: Home) -> Scope:
        return self.scopes.scope(home)

    def bindings(self, name: cst.BaseExpression | None) -> list[Binding]:
        return self.scopes.find(name) if isinstance(name, cst.Name) else []

    def value(self, node: cst.BaseExpression | None) -> cst.BaseExpression | None:
        """What a name that is assigned once stands for; the expression itself where it is no such name."""
        bindings = self.bindings(node)
        return bindings[0].value if len(bindings) == 1 and bindings[0].kind == "value" else node

    def end(self, node: cst.BaseExpression | None) -> cst.BaseExpression | None:
        """The same through names of names."""
        value = self.value(node)
        while isinstance(value, cst.Name) and (further := self.value(value)) is not value:
            value = further
        return value

    def uses(self, scope: Scope, name: str) -> list[cst.Name]:
        return scope.bindings[name][0].uses if scope.bindings.get(name) else []

    def is_nested(self, node: cst.CSTNode, line: cst.CSTNode) -> bool:
        """Whether a node runs otherwise than once where the line runs: in a lambda, a comprehension, a branch."""
        at = self.source.parents.get(node)
        while at is not None and at is not line:
            if isinstance(at, (*_NESTED, cst.IfExp, cst.BooleanOperation)):
                return True
            at = self.source.parents.get(at)
        return False

    def line_of(self, node: cst.CSTNode) -> cst.CSTNode:
        """The statement at the top of its function, or of the file and what it does as a script, that holds a node."""
        at = node
        while True:
            above = self.source.parents.get(at)
            if above is None or isinstance(above, cst.Module):
                return at
            holder = self.source.parents.get(above) if isinstance(above, cst.IndentedBlock) else None
            if isinstance(holder, cst.FunctionDef) or (holder in self.source.module.body and main_lines(holder)):
                return at
            at = above


def body_of(home: Home) -> list[cst.CSTNode]:
    """Its statements, of a file with those under `if __name__ == "__main__":`; none of a function on one line."""
    if isinstance(home, cst.Module):
        return [each for line in home.body for each in main_lines(line) or [line]]
    return list(home.body.body) if isinstance(home.body, cst.IndentedBlock) else []


def main_lines(node: cst.CSTNode | None) -> list[cst.CSTNode]:
    """The statements under an `if __name__ == "__main__":`."""
    if not isinstance(node, cst.If) or node.orelse is not None or not isinstance(node.body, cst.IndentedBlock):
        return []
    test = "".join(cst.Module([]).code_for_node(node.test).split()).replace("'", '"')
    return list(node.body.body) if test.strip("()") == '__name__=="__main__"' else []


def branches(node: cst.CSTNode | None) -> list[list[cst.CSTNode]]:
    """The statements of each branch of an `if`; none where none of them may be taken."""
    found = list[list[cst.CSTNode]]()
    at: cst.CSTNode | None = node if isinstance(node, cst.If) else None
    while isinstance(at, (cst.If, cst.Else)):
        found.append(list(at.body.body) if isinstance(at.body, cst.IndentedBlock) else [at.body])
        if isinstance(at, cst.Else):
            return found
        at = at.orelse
    return []


def small(line: cst.CSTNode) -> cst.BaseSmallStatement | None:
    """The only small statement of a line."""
    return line.body[0] if isinstance(line, Line) and len(line.body) == 1 else None


def targets(statement: cst.CSTNode | None) -> Iterator[cst.BaseExpression]:
    """`a`, `b` of `a, b = …`; a target that is no name as it is."""
    for each in statement.targets if isinstance(statement, cst.Assign) else ():
        if isinstance(each.target, (cst.Tuple, cst.List)):
            yield from (element.value for element in each.target.elements)
        else:
            yield each.target


def target_names(statement: cst.CSTNode | None) -> list[str]:
    return [each.value for each in targets(statement) if isinstance(each, cst.Name)]


def value_of(statement: cst.CSTNode | None) -> cst.BaseExpression | None:
    return statement.value if isinstance(statement, (cst.Assign, cst.Expr, cst.Return)) else None

