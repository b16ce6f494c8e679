"""Functions and methods that make layers: which they are, what they are given as tensors, what they call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import libcst as cst

from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, Stays, body_of
from paddle_migrate.facts.values.containers import ADDING
from paddle_migrate.layers.numbers import Numbers
from paddle_migrate.rules.targets import targets

PARAMETERS = ("paddle.create_parameter", "paddle.static.create_parameter")
_FUNCTIONS = ("paddle.nn.functional.", "paddle.")
_OF_TENSORS = ("x", "input", "y", "label", "logits", "logit", "inputs", "other")
_NO_TENSORS = frozenset(("shape", "dtype", "name", "ndim", "stop_gradient"))
_MAKE_TENSORS = frozenset(f"paddle.{name}" for name in (
    "full", "zeros", "ones", "arange", "linspace", "eye", "rand", "randn", "randint", "normal", "uniform", "empty",
    "assign", "to_tensor")) | {*PARAMETERS, "paddle.static.data", "written.sequence_data"}
_PLAIN = frozenset(("len", "isinstance", "range", "int", "hasattr", "getattr", "id", "type"))


@dataclass(eq=False)
class Part:
    """A layer that is made where it is called, and the attribute that is to hold it, or the list of such ones."""

    call: cst.Call
    builder: Builder | None = None  # else one of Paddle's layers, or a parameter
    attribute: str = ""
    loops: tuple[cst.For, ...] = ()
    first: Part | None = None  # the one before it whose layers it has again, as their parameters have the same names

    @property
    def maker(self) -> cst.Call:
        """What makes it, of Paddle's own."""
        return self.call.func if isinstance(self.call.func, cst.Call) else self.call


@dataclass(eq=False)
class Builder:
    """One of them. `owner`: the class whose method it is."""

    function: cst.FunctionDef
    owner: cst.ClassDef | None = None
    name: str = ""  # of the class that it becomes
    tensors: set[str] = field(default_factory=set[str])  # names, parameters among them
    parts: list[Part] = field(default_factory=list[Part])

    @property
    def params(self) -> list[cst.Param]:
        found = list(self.function.params.params)
        return found[1:] if self.owner is not None else found

    @property
    def names(self) -> list[str]:
        return [param.name.value for param in self.params]

    @property
    def self_name(self) -> str:
        return self.function.params.params[0].name.value if self.owner is not None else ""

    @property
    def lines(self) -> list[cst.CSTNode]:
        """Its statements, but for its docstring."""
        found = body_of(self.function)
        return found[1:] if self.function.get_docstring() is not None else found


class Elsewhere(Protocol):
    """What other files build."""

    def builder(self, builders: Builders, call: cst.Call) -> Builder | None: ...
    def name(self, call: cst.Call) -> str: ...


class Builders:
    """All of one file, those that are called before those that call them. `is_alone`: whether only the file calls what
    it calls so."""

    def __init__(
        self, reading: Reading, elsewhere: Elsewhere | None = None, numbers: Numbers | None = None,
        is_alone: Callable[[str], bool] = lambda _: False
    ) -> None:
        self.reading, self.elsewhere, self.is_alone = reading, elsewhere, is_alone
        self.numbers = numbers or Numbers(reading)
        self._by_function: dict[int, Builder] = {}
        functions = {id(node): Builder(node) for node in reading.functions.values()}
        for node in reading.source.module.body:
            if isinstance(node, cst.ClassDef) and node not in reading.helpers.values() and _is_plain(node):
                for each in node.body.body:
                    if isinstance(each, cst.FunctionDef) and each.params.params and not each.decorators:
                        functions[id(each)] = Builder(each, node)
        self._every = functions
        self._find()
        self._follow_tensors()

    def __iter__(self) -> Iterator[Builder]:
        return iter(self._by_function.values())

    def called(self, call: cst.Call, owner: cst.ClassDef | None = None) -> Builder | None:
        """The builder that a call is of: by its name, by `self`, of an object, of another file."""
        function = self._function(call, owner)
        if function is not None:
            return self._by_function.get(id(function))
        made = self.receiver(call)
        if made is not None and isinstance(call.func, cst.Attribute):
            kind = self._class(made)
            if kind is not None:
                return self._by_function.get(id(_method(kind, call.func.attr.value)))
        return self.elsewhere.builder(self, call) if self.elsewhere is not None else None

    def plain(self, call: cst.Call, owner: cst.ClassDef | None) -> Builder | None:
        """A function of the file that makes no layers and takes its arguments by their names."""
        function = self._function(call, owner)
        builder = self._every.get(id(function)) if function is not None else None
        return builder if id(function) not in self._by_function else None

    def name(self, call: cst.Call, builder: Builder) -> str:
        """What the class of a builder is called where the call stands."""
        return (self.elsewhere.name(call) if self.elsewhere is not None else "") or builder.name

    def receiver(self, call: cst.Call) -> cst.Call | None:
        """`Net(5)` of `model.net(x)` where `model` is that and nothing else."""
        value = call.func.value if isinstance(call.func, cst.Attribute) else None
        bindings = self.reading.bindings(value)
        made = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "value" else value
        return made if isinstance(made, cst.Call) else None

    def _class(self, made: cst.Call) -> cst.ClassDef | None:
        """The file's own class that an object is made of."""
        bindings = self.reading.bindings(made.func)
        node = bindings[0].node if len(bindings) == 1 else None
        return node if isinstance(node, cst.ClassDef) and bindings[0].scope is self.reading.scopes.module else None

    def needs_no_object(self, name: str, owner: cst.ClassDef | None) -> bool:
        """Whether a method is a function that happens to stand in a class."""
        method = _method(owner, name) if owner is not None else None
        if method is None or method.decorators or not method.params.params or method.params.params[0].default:
            return False
        own = method.params.params[0].name.value
        return all(each.value != own for each in self.reading.loads_in(method.body)) and all(
            self._is_of_object(each) for each in self.reading.source.all(cst.Attribute) if each.attr.value == name)

    def _is_of_object(self, node: cst.Attribute) -> bool:
        """Whether a method is taken from `self`, not from the class."""
        scope = self.reading.scopes.of(node).node
        params = scope.params.params if isinstance(scope, cst.FunctionDef) else ()
        return bool(params) and isinstance(node.value, cst.Name) and node.value.value == params[0].name.value

    def part(self, builder: Builder, call: cst.Call) -> Part | None:
        """What a call makes."""
        if is_layer(self.reading, call) or self.reading.called(call) in PARAMETERS:
            return Part(call)
        other = self.called(call, builder.owner)
        return Part(call, other) if other is not None else None

    def _function(self, call: cst.Call, owner: cst.ClassDef | None) -> cst.FunctionDef | None:
        func = call.func
        if isinstance(func, cst.Name):
            bindings = self.reading.bindings(func)
            node = bindings[0].node if len(bindings) == 1 and bindings[0].kind == "def" else None
            return node if isinstance(node, cst.FunctionDef) and id(node) in self._every else None
        if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name) and owner is not None:
            scope = self.reading.scopes.of(func)
            params = scope.node.params.params if isinstance(scope.node, cst.FunctionDef) else ()
            if params and params[0].name.value == func.value.value and self.reading.source.parent(
                    scope.node, cst.ClassDef) is owner:
                named = _method(owner, func.attr.value)
                return named if id(named) in self._every else None
        return None

    def _find(self) -> None:
        """Those that make layers, and those that call them, in that order."""
        calls = {key: self.reading.calls_in(each.function) for key, each in self._every.items()}
        homes = {key for key, each in self._every.items() if any(map(self._is_of_programs, calls[key]))}
        for key, each in self._every.items():
            if key not in homes and any(is_layer(self.reading, c) or self.reading.called(c) in PARAMETERS
                                        for c in calls[key]):
                self._by_function[key] = each
        while True:
            more = {key: each for key, each in self._every.items() if key not in self._by_function
                    and key not in homes and any(self.called(call, each.owner) for call in calls[key])}
            if not more:
                break
            self._by_function |= more
        self._in_order(calls)

    def _in_order(self, calls: dict[int, list[cst.Call]]) -> None:
        found: dict[int, Builder] = {}

        def visit(key: int, above: tuple[int, ...]) -> None:
            if key in found or key in above or key not in self._by_function:
                return
            for call in calls[key]:
                other = self.called(call, self._by_function[key].owner)
                if other is not None:
                    visit(id(other.function), (*above, key))
            found[key] = self._by_function[key]

        for key in list(self._by_function):
            visit(key, ())
        self._by_function = found

    def _is_of_programs(self, call: cst.Call) -> bool:
        """Whether a function that calls this builds or runs a whole program."""
        name = self.reading.called(call)
        method = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
        return (name.startswith("paddle.static.") and name not in ("paddle.static.accuracy", *PARAMETERS)) or (
            method in ("minimize", "run") and not name.startswith("paddle."))

    # -- tensors -------------------------------------------------------------------------------------------------

    def _follow_tensors(self) -> None:
        """Until nothing more is known: what is used as a tensor, and what is made of one."""
        every = list(self._every.values())
        for builder in every:
            builder.tensors = set(self._used_as_tensors(builder))
        before: list[int] = []
        while before != (before := [len(each.tensors) for each in every]):
            for builder in every:
                self._spread(builder)

    def _used_as_tensors(self, builder: Builder) -> Iterator[str]:
        names = set(self.reading.scope(builder.function).bindings)
        for node in self.reading.inside(builder.function):
            if isinstance(node, cst.Attribute) and node.attr.value == "shape":
                yield from _roots(node.value) & names
            elif isinstance(node, cst.Call) and is_layer(self.reading, node):
                for arg in node.args:
                    yield from _roots(arg.value) & names
            elif isinstance(node, cst.Call) and (called := self.reading.called(node)).startswith(_FUNCTIONS):
                if called in _MAKE_TENSORS or called.startswith(("paddle.ParamAttr", "paddle.nn.initializer")) or (
                        called.rpartition(".")[2][:1].isupper()):
                    continue
                order = [each[0] or "" for each in targets().get(called, [])] if called != "paddle.pow" else []
                for place, arg in enumerate(node.args):
                    word = arg.keyword.value if arg.keyword is not None else "".join(order[place : place + 1])
                    if word in _OF_TENSORS or (place == 0 and arg.keyword is None):
                        yield from _roots(arg.value) & names

    def _spread(self, builder: Builder) -> None:
        known = builder.tensors
        for node in self.reading.inside(builder.function):
            if isinstance(node, cst.Assign) and self.is_tensor(builder, node.value):
                for target in node.targets:
                    known |= _bound(target.target)
            elif isinstance(node, cst.Assign) and any(_bound(each.target) & known for each in node.targets):
                known |= _roots(node.value) & set(builder.names)  # another name of what is used as a tensor
            elif isinstance(node, cst.AugAssign) and self.is_tensor(builder, node.value):
                known |= _bound(node.target)
            elif isinstance(node, (cst.For, cst.CompFor)):
                self._spread_loop(builder, node)
            elif isinstance(node, cst.Call):
                func = node.func
                holder = func.value if isinstance(func, cst.Attribute) and func.attr.value in ADDING else None
                if isinstance(holder, cst.Name) and any(self.is_tensor(builder, a.value) for a in node.args):
                    known.add(holder.value)
                other = self.called(node, builder.owner) or self.plain(node, builder.owner)
                if other is not None:
                    for name, value in bound_by(self.reading, node, other).items():
                        if name in other.tensors and name in other.names:
                            known |= _roots(value) & set(builder.names)
                        if self.is_tensor(builder, value) and id(other.function) in self._every:
                            other.tensors.add(name)

    def _spread_loop(self, builder: Builder, node: cst.For | cst.CompFor) -> None:
        values, bound = node.iter, node.target
        if isinstance(values, cst.Call) and isinstance(values.func, cst.Name) and isinstance(bound, cst.Tuple):
            args = [arg.value for arg in values.args]
            if values.func.value == "enumerate" and len(bound.elements) == 2:
                pairs = [(args[0], bound.elements[1].value)]
            elif values.func.value == "zip" and len(args) == len(bound.elements):
                pairs = [(arg, each.value) for arg, each in zip(args, bound.elements, strict=True)]
            else:
                pairs = [(values, bound)]
        else:
            pairs = [(values, bound)]
        for value, target in pairs:
            if self.is_tensor(builder, value):
                builder.tensors |= _bound(target)
            elif _bound(target) & builder.tensors:
                builder.tensors |= _roots(value) & set(builder.names)

    def is_tensor(self, builder: Builder, node: cst.CSTNode) -> bool:
        """Whether an expression is a tensor, or holds one: what is asked of its shape is none."""
        if isinstance(node, cst.Name):
            return node.value in builder.tensors and not self._is_keyword(node)
        if isinstance(node, cst.Attribute):
            return node.attr.value not in _NO_TENSORS and self.is_tensor(builder, node.value)
        if isinstance(node, cst.Call):
            if isinstance(node.func, cst.Name) and node.func.value in _PLAIN:
                return False
            if self.part(builder, node) is not None or self.reading.called(node) in _MAKE_TENSORS:
                return True
        if isinstance(node, cst.Comparison) and all(
                isinstance(each.operator, (cst.Is, cst.IsNot)) for each in node.comparisons):
            return False
        if isinstance(node, cst.Arg):
            return self.is_tensor(builder, node.value)
        if isinstance(node, cst.Subscript):
            return self.is_tensor(builder, node.value)
        return any(self.is_tensor(builder, each) for each in self._children(node))

    def _children(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        return [each for each in self.reading.inside(node)[1:] if self.reading.source.parents.get(each) is node]

    def _is_keyword(self, node: cst.Name) -> bool:
        above = self.reading.source.parents.get(node)
        return isinstance(above, cst.Arg) and above.keyword is node


def bind(reading: Reading, call: cst.Call, builder: Builder) -> dict[str, cst.BaseExpression]:
    """What a call gives for each parameter. Raises Stays where this is not seen."""
    names, found = builder.names, dict[str, cst.BaseExpression]()
    for place, arg in enumerate(call.args):
        if arg.star or (arg.keyword is None and place >= len(names)):
            raise Stays(call, "arguments are given by a star; write them out")
        name = arg.keyword.value if arg.keyword is not None else names[place]
        if name not in names:
            raise Stays(call, f"{builder.function.name.value}() has no parameter {name}")
        found[name] = arg.value
    return found


def bound_by(reading: Reading, call: cst.Call, builder: Builder) -> dict[str, cst.BaseExpression]:
    """The same, nothing where this is not seen."""
    try:
        return bind(reading, call, builder)
    except Stays:  # which is said where the class is written
        return {}


def names_in_text(text: str) -> set[str]:
    """The names that the text of an expression reads."""
    return {each.id for each in ast.walk(ast.parse(text, mode="eval")) if isinstance(each, ast.Name)}


def returns_of(reading: Reading, builder: Builder) -> list[cst.Return]:
    return [each for each in reading.inside(builder.function) if isinstance(each, cst.Return)
            and reading.source.parent(each, cst.FunctionDef, cst.Lambda) is builder.function]


def _method(owner: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    found = [each for each in owner.body.body if isinstance(each, cst.FunctionDef) and each.name.value == name]
    return found[0] if len(found) == 1 else None


def _is_plain(node: cst.ClassDef) -> bool:
    """A class without a base of its own, whose methods no other class brings or replaces."""
    bases = [arg.value for arg in node.bases]
    return not node.decorators and not node.keywords and isinstance(node.body, cst.IndentedBlock) and all(
        isinstance(base, cst.Name) and base.value == "object" for base in bases)


def _roots(node: cst.CSTNode) -> set[str]:
    """The names that an expression is, or takes an element of, or joins."""
    if isinstance(node, cst.Name):
        return {node.value}
    if isinstance(node, cst.Subscript):
        return _roots(node.value)
    if isinstance(node, (cst.List, cst.Tuple)):
        return {name for each in node.elements for name in _roots(each.value)}
    if isinstance(node, cst.BinaryOperation):
        numbers = [isinstance(each, cst.BaseNumber) for each in (node.left, node.right)]
        left, right = _roots(node.left), _roots(node.right)
        return left | right if any(numbers) else left & right
    return set()


def _bound(target: cst.CSTNode) -> set[str]:
    if isinstance(target, cst.Name):
        return {target.value}
    if isinstance(target, (cst.Tuple, cst.List)):
        return {name for each in target.elements for name in _bound(each.value)}
    if isinstance(target, cst.Subscript):
        return _bound(target.value)
    return set()
