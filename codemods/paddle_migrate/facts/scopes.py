"""Which names are bound where: Python's scopes, and for each use of a name the bindings it can mean."""

from __future__ import annotations

import builtins
import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Literal

import libcst as cst

from paddle_migrate.project.statements import loaded
from paddle_migrate.text.source import Source

Kind = Literal["import", "value", "param", "def", "class", "other"]
_COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
_SCOPES = (cst.Module, cst.FunctionDef, cst.ClassDef, cst.Lambda, *_COMPREHENSIONS)
_OPENING = frozenset(_SCOPES)
_WITH_BODY = frozenset((cst.FunctionDef, cst.ClassDef, cst.Lambda))
_LABELLED = frozenset((cst.ImportAlias, cst.ImportFrom, cst.Global, cst.Nonlocal, cst.NameItem))
BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__", "__doc__", "__builtins__", "__path__", "__class__"}
BY_TEXT = re.compile(r"(?<![.\w])(?:globals|locals|vars|eval|exec)\(")  # what may find a file's names by their text


@dataclass(eq=False)
class Binding:
    """One place that gives a name its meaning."""

    name: str
    kind: Kind
    scope: Scope
    node: cst.CSTNode  # the import statement, the assignment, the parameter, the definition
    value: cst.BaseExpression | None = None  # of an assignment `name = value`
    target: str = ""  # of an import: the dotted name that `name` stands for
    uses: list[cst.Name] = field(default_factory=list)


@dataclass(eq=False)
class Scope:
    node: cst.CSTNode
    outer: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=lambda: defaultdict(list))
    elsewhere: dict[str, Scope] = field(default_factory=dict)  # global and nonlocal names

    @property
    def is_class(self) -> bool:
        return type(self.node) is cst.ClassDef

    def find(self, name: str) -> list[Binding]:
        """The bindings that `name` can mean when used in this scope; empty when nothing in the file binds it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.elsewhere:
                return scope.elsewhere[name].bindings.get(name, [])
            if name in scope.bindings and (scope is self or not scope.is_class):
                return scope.bindings[name]
            scope = scope.outer
        return []


def loaded_module(value: cst.BaseExpression | None) -> str:
    """`nets` of `importlib.import_module("nets")`; nothing of anything else."""
    args = value.args if isinstance(value, cst.Call) else ()
    name = args[0].value if len(args) == 1 and args[0].keyword is None else None
    if not isinstance(value, cst.Call) or not isinstance(name, cst.SimpleString):
        return ""
    return loaded((dotted(value.func) or "").rpartition(".")[2], str(name.evaluated_value))


class Scopes:
    """The scopes of one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.module = Scope(source.module, None)
        self._by_node: dict[int, Scope] = {id(source.module): self.module}
        self.stars: list[tuple[str, cst.ImportFrom]] = []
        self._bound: set[int] = set()
        self.unbound: list[cst.Name] = []  # names that are read and that nothing in the file binds
        self._make_scopes()
        self._bind_all()
        self.names = self._record_uses()

    def of(self, node: cst.CSTNode) -> Scope:
        """The scope in which the code at `node` runs."""
        return self._of.get(id(node), self.module)

    def everywhere(self) -> list[Scope]:
        return list(self._by_node.values())

    def bound(self) -> set[str]:
        """Every name that is bound, wherever."""
        return {name for scope in self.everywhere() for name in scope.bindings}

    def free(self, *names: str) -> str:
        """The first of the names that is bound nowhere, else the last one with a number."""
        taken = self.bound()
        numbered = (f"{names[-1]}_{number}" for number in count(2))
        return next(name for name in chain(names, numbered) if name not in taken)

    def scope(self, node: cst.CSTNode) -> Scope:
        """The scope that a definition opens."""
        return self._by_node[id(node)]

    def find(self, name: cst.Name) -> list[Binding]:
        return self.of(name).find(name.value)

    def is_undefined(self, name: cst.Name) -> bool:
        return not self.stars and name.value not in BUILTINS and not self.find(name)

    def undefined(self) -> list[cst.Name]:
        """Names that are read, that nothing binds and that no `import *` could bring."""
        return [] if self.stars else [n for n in self.unbound if n.value not in BUILTINS]

    def _make_scopes(self) -> None:
        made = [n for n in self.source.all(*_SCOPES) if n is not self.source.module]
        for node in made:
            self._by_node[id(node)] = Scope(node, None)
        self._of = self._scopes_of_all()
        for node in made:
            self._by_node[id(node)].outer = self.of(node)

    def _scopes_of_all(self) -> dict[int, Scope]:
        """By the ids of the nodes, of which each comes behind the one above it. Decorators, defaults, annotations and
        base classes belong to the scope outside."""
        found: dict[int, Scope] = {id(self.source.module): self.module}
        for node, parent in self.source.above.items():
            above, kind = id(parent), type(parent)
            is_inside = kind in _OPENING and (kind not in _WITH_BODY or node == id(parent.body))  # type: ignore[attr-defined]
            found[node] = self._by_node[above] if is_inside else found[above]
        return found

    def _bind(
        self,
        name: cst.Name,
        kind: Kind,
        node: cst.CSTNode,
        scope: Scope,
        value: cst.BaseExpression | None = None,
        target: str = "",
    ) -> None:
        home = scope.elsewhere.get(name.value, scope)
        self._bound.add(id(name))
        home.bindings[name.value].append(Binding(name.value, kind, home, node, value, target))

    def _bind_target(self, target: cst.CSTNode, node: cst.CSTNode, value: cst.BaseExpression | None = None) -> None:
        if type(target) is cst.Name:
            scope = self.of(target)
            if type(node) is cst.NamedExpr:
                while isinstance(scope.node, _COMPREHENSIONS) and scope.outer:
                    scope = scope.outer
            self._bind(target, "value" if value is not None else "other", node, scope, value, loaded_module(value))
        elif isinstance(target, (cst.Tuple, cst.List)):
            same_length = isinstance(value, (cst.Tuple, cst.List)) and len(value.elements) == len(target.elements)
            same_length = same_length and all(type(each) is cst.Element for each in target.elements)
            for i, element in enumerate(target.elements):
                part = value.elements[i] if same_length else None  # type: ignore[union-attr]
                self._bind_target(element.value, node, part.value if isinstance(part, cst.Element) else None)
        elif isinstance(target, cst.StarredElement):
            self._bind_target(target.value, node)

    def _bind_all(self) -> None:
        source = self.source
        for statement in source.all(cst.Global, cst.Nonlocal):
            for item in statement.names:
                self._bound.add(id(item.name))
                if isinstance(statement, cst.Global):
                    self.of(statement).elsewhere[item.name.value] = self.module
        for assign in source.all(cst.Assign):
            for each in assign.targets:
                self._bind_target(each.target, assign, assign.value)
        for given in source.all(cst.AnnAssign, cst.NamedExpr):
            self._bind_target(given.target, given, given.value)
        for changed in [*source.all(cst.AugAssign, cst.For), *source.all(cst.CompFor)]:
            self._bind_target(changed.target, changed)
        for alias in source.all(cst.AsName):
            if not isinstance(source.parents.get(alias), cst.ImportAlias):
                self._bind_target(alias.name, alias)
        for made in source.all(cst.FunctionDef, cst.ClassDef):
            kind: Kind = "def" if isinstance(made, cst.FunctionDef) else "class"
            self._bind(made.name, kind, made, self.of(made))
        for param in source.all(cst.Param):
            owner = source.parent(param, cst.FunctionDef, cst.Lambda)
            if owner is not None:
                self._bind(param.name, "param", param, self._by_node[id(owner)])
        for node in source.all(cst.Import, cst.ImportFrom):
            self._bind_import(node)
        for outer in source.all(cst.Nonlocal):
            for item in outer.names:
                self._move_out(self.of(outer), item.name.value)

    def _move_out(self, scope: Scope, name: str) -> None:
        """Give what the scope binds as `nonlocal` to the function that has the name."""
        home = scope.outer
        while home is not None and (home.is_class or name not in home.bindings) and home.outer:
            home = home.outer
        scope.elsewhere[name] = home = home or self.module
        for binding in scope.bindings.pop(name, []):
            binding.scope = home
            home.bindings[name].append(binding)

    def _bind_import(self, node: cst.Import | cst.ImportFrom) -> None:
        module = ""
        if isinstance(node, cst.ImportFrom):
            module = "." * len(node.relative) + (dotted(node.module) if node.module else "")
            if isinstance(node.names, cst.ImportStar):
                self.stars.append((module, node))
        for alias in () if isinstance(node.names, cst.ImportStar) else node.names:
            name = dotted(alias.name)
            full = f"{module}.{name}" if module else name
            if alias.asname and isinstance(alias.asname.name, cst.Name):
                self._bind(alias.asname.name, "import", node, self.of(node), target=full)
            elif isinstance(node, cst.ImportFrom) or "." not in name:
                bound = alias.name
                if isinstance(bound, cst.Name):
                    self._bind(bound, "import", node, self.of(node), target=full)
            else:
                root: cst.BaseExpression = alias.name
                while isinstance(root, cst.Attribute):
                    root = root.value
                if isinstance(root, cst.Name):
                    self._bind(root, "import", node, self.of(node), target=root.value)

    def _record_uses(self) -> list[cst.Name]:
        """Fill the uses, which all bindings of a name in a scope share; returns the names that are read, in order."""
        for scope in self.everywhere():
            for bindings in scope.bindings.values():
                for binding in bindings:
                    binding.uses = bindings[0].uses
        used: list[cst.Name] = []
        for name in self.source.all(cst.Name):
            if id(name) in self._bound or self.is_label(name):
                continue
            used.append(name)
            bindings = self.find(name)
            (bindings[0].uses if bindings else self.unbound).append(name)
        return used

    def is_label(self, name: cst.Name) -> bool:
        """An attribute's or a keyword's name is no use of a variable."""
        # types are compared, not asked with isinstance(): LibCST's are abstract, and this is asked of every name
        above = self.source.above
        parent = above.get(id(name))
        if type(parent) is cst.Attribute:
            if parent.attr is name:
                return True
            while type(parent) is cst.Attribute:
                parent = above.get(id(parent))
            return type(parent) in (cst.ImportAlias, cst.ImportFrom)
        if type(parent) is cst.Arg:
            return parent.keyword is name
        return type(parent) in _LABELLED


def without_sign(node: cst.BaseExpression) -> cst.BaseExpression:
    """`x` of `-x`."""
    return node.expression if isinstance(node, cst.UnaryOperation) else node


def last_name(node: cst.CSTNode | None) -> str:
    """The `c` of `a.b.c`, of `f().c` and of `c`; empty for anything else."""
    named = node.attr if isinstance(node, cst.Attribute) else node
    return named.value if isinstance(named, cst.Name) else ""


def dotted(node: cst.BaseExpression | cst.CSTNode | None) -> str:
    """`a.b.c` of an attribute chain; empty when it is not one."""
    parts: list[str] = []
    while type(node) is cst.Attribute:
        parts.append(node.attr.value)
        node = node.value
    if type(node) is not cst.Name:
        return ""
    parts.append(node.value)
    return ".".join(reversed(parts))
