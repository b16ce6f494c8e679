"""Every call of a function, in whatever file of the run; what else may run it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.decorators import is_left, owner_of
from paddle_migrate.facts.values.objects import classes_of, is_one, line
from paddle_migrate.facts.values.spot import Following, Function, Spot

_LOOKS = re.compile(r"(?<![.\w])(?:getattr|globals|locals|vars|eval|exec)\b|\b__dict__\b")  # not `model.eval()`
_LOADS = re.compile(r"\b(?:import_module|__import__|sys\.modules|imp\.load_\w+|SourceFileLoader|module_from_spec)\b")
_MAKES_ITSELF = re.compile(r"@\s*classmethod|__class__|\btype\s*\(")
_OF_OBJECTS = ("forward", "get_lr", "step")  # methods that Paddle calls where an object is called or asked
_NAMED = ("isinstance", "issubclass", "super")  # which take a class and make none
BEHIND_CALLS = ("__call__", "forward")  # methods that Python, or a layer, runs where the object is called


@dataclass
class Callers:
    """`calls`: those that are seen. `held`: where it is a value. `are_hidden`: something else may run it."""

    calls: list[Spot] = field(default_factory=list)
    held: list[Spot] = field(default_factory=list)
    named: list[Binding] = field(default_factory=list)  # other names that it has, which are followed
    are_hidden: bool = False

    @property
    def are_all(self) -> bool:
        """Whether nothing else can run it."""
        return not (self.held or self.are_hidden)


def callers(values: Following, facts: Facts, function: Function) -> Callers:
    """Of a function of the file."""
    asked, known = facts.once(_Known).asked, facts.once(_Known).by_function
    if id(function) in asked:
        values.cut_short()
    if id(function) not in known:
        known[id(function)] = _find(facts, function, lambda receiver: True)  # for who asks meanwhile
        asked.add(id(function))
        owner = owner_of(facts, function)
        if owner is not None:
            own = Spot(facts, owner)
            known[id(function)] = _find(facts, function, lambda receiver: _may_be_of(values, receiver, own))
            if isinstance(function, cst.FunctionDef) and function.name.value in BEHIND_CALLS:
                known[id(function)].calls += _calls_of_objects(values, own, function.name.value)
        asked.discard(id(function))
    return known[id(function)]


def _may_be_of(values: Following, receiver: Spot, owner: Spot) -> bool:
    """Whether it may be an object of the class, or of one that shares objects with it."""
    classes = list(classes_of(values, receiver))
    if not classes:
        return True
    own = line(values, owner)
    return any(
        any(is_one(each, owner) for each in line(values, found)) or any(is_one(found, each) for each in own)
        for _, found in classes
    )


class _Known:
    def __init__(self, facts: Facts) -> None:
        self.by_function: dict[int, Callers] = {}
        self.asked: set[int] = set()


def _find(facts: Facts, function: Function, may_be: Callable[[Spot], bool]) -> Callers:
    found = Callers()
    if isinstance(function, cst.Lambda):
        _of_lambda(facts, function, found)
        return found
    if not is_left(facts, function):
        found.are_hidden = True
        return found
    owner, name = owner_of(facts, function), function.name.value
    if owner is not None and name == "__init__":
        _of_named(facts, owner, found)
    elif name.startswith("__"):
        found.are_hidden = True
    elif owner is not None:
        _of_method(facts, owner, name, found, may_be)
    else:
        _of_named(facts, function, found)
    return found


def _of_lambda(facts: Facts, function: cst.Lambda, found: Callers) -> None:
    """The call of it on the spot, or those by the only name that it is given."""
    above = facts.source.parents.get(function)
    if isinstance(above, cst.Call) and above.func is function:
        found.calls.append(Spot(facts, above))
        return
    name = facts.assigned_name(function)
    bindings = facts.scopes.find(name) if name is not None else []
    if len(bindings) != 1 or name is None:
        found.held.append(Spot(facts, function))
    else:
        _of_name(facts, name.value, bindings, found)


def _of_named(facts: Facts, named: cst.FunctionDef | cst.ClassDef, found: Callers) -> None:
    """Calls of a function or a class by its name."""
    name = named.name.value
    is_function = isinstance(named, cst.FunctionDef)  # whose decorators leave it
    bindings = [each for each in facts.scopes.of(named).find(name) if each.node is named]
    if (named.decorators and not is_function) or _makes_itself(facts, named):
        found.are_hidden = True
    _of_name(facts, name, bindings, found)


def _of_name(facts: Facts, name: str, bindings: list[Binding], found: Callers) -> None:
    for use in {id(use): use for binding in bindings for use in binding.uses}.values():
        _note(facts, use, found)
    of_file = any(each.scope is facts.scopes.module for each in bindings)
    for looked_up in facts.once(_of_globals).get(name, ()) if of_file else ():
        _note(facts, looked_up, found)
    if name in facts.once(_names_looked_up):
        found.are_hidden = True
    if facts.others is None or not of_file:
        return
    for other in facts.others.naming(name):
        if other is None:
            found.are_hidden = True
            continue
        there = Facts.of_other(other)
        found.are_hidden = found.are_hidden or name in there.once(_names_looked_up)
        for named_there in other.uses_of(facts.others.path, name):
            _note(there, named_there, found)


def _of_globals(facts: Facts) -> dict[str, list[cst.Subscript]]:
    """`globals()["train"]`, by the names that are written out."""
    found: dict[str, list[cst.Subscript]] = {}
    for each in facts.source.all(cst.Subscript) if "globals" in facts.source.text else ():
        at = each.slice[0].slice if facts.source.code(each.value) == "globals()" else None
        if isinstance(at, cst.Index) and isinstance(at.value, cst.SimpleString):
            found.setdefault(str(at.value.evaluated_value), []).append(each)
    return found


def _makes_itself(facts: Facts, named: cst.CSTNode) -> bool:
    """Whether a class makes objects of itself by another name than its own."""
    return isinstance(named, cst.ClassDef) and _MAKES_ITSELF.search(facts.source.code(named)) is not None


def _note(facts: Facts, use: cst.CSTNode, found: Callers) -> None:
    above = facts.source.parents.get(use)
    if isinstance(above, cst.Call) and above.func is use:
        found.calls.append(Spot(facts, above))
    elif not _only_names(facts, use, above) and not _called_otherwise(facts, use, above, found):
        found.held.append(Spot(facts, use))


def _called_otherwise(facts: Facts, use: cst.CSTNode, above: cst.CSTNode | None, found: Callers) -> bool:
    """`step = Trainer.step`, the only thing of that name in a function or the file, and called by it."""
    target = above.targets[0].target if isinstance(above, cst.Assign) and above.value is use else None
    bindings = facts.scopes.find(target) if isinstance(target, cst.Name) else []
    if len(bindings) != 1 or bindings[0].value is not use or bindings[0].scope.is_class:
        return False
    if any(each is bindings[0] for each in found.named):
        return True
    found.named.append(bindings[0])
    before = len(found.calls)
    _of_name(facts, bindings[0].name, bindings, found)
    return len(found.calls) > before


def _only_names(facts: Facts, use: cst.CSTNode, above: cst.CSTNode | None) -> bool:
    """`isinstance(x, Net)`, `super(Net, self)`."""
    taker = facts.source.parents.get(above) if isinstance(above, cst.Arg) else None
    return isinstance(taker, cst.Call) and facts.source.code(taker.func) in _NAMED


def _of_method(
    facts: Facts, owner: cst.ClassDef, name: str, found: Callers, may_be: Callable[[Spot], bool]
) -> None:
    """Calls of that name, of whatever object may be one of the class."""
    others = facts.others.naming(name) if facts.others is not None else []
    known = all(_is_known(facts, base.value) for base in owner.bases)
    found.are_hidden = None in others or not known or bool(owner.bases and name in _OF_OBJECTS)
    for there in [facts, *(Facts.of_other(other) for other in others if other is not None)]:
        found.are_hidden = found.are_hidden or name in there.once(_names_looked_up)
        for attribute in there.source.attributes.get(name, ()):
            if not there.names.resolve(attribute) and may_be(Spot(there, attribute.value)):
                _note(there, attribute, found)


def _names_looked_up(facts: Facts) -> frozenset[object]:
    """What `getattr(nets, name)()` and `import_module("nets").vgg()` may find: the texts of a file that looks up
    attributes, other than those of Paddle's own modules, `getattr(fluid.layers, act)`; the attributes of one that looks
    up modules."""
    attributes = facts.source.all(cst.Attribute) if _LOADS.search(facts.source.text) else []
    loaded = frozenset[object](each.attr.value for each in attributes if not facts.names.resolve(each))
    looks = len(_LOOKS.findall(facts.source.text))
    given = [call.args[0].value for call in facts.source.all(cst.Call) if looks and call.args
             and isinstance(call.func, cst.Name) and call.func.value == "getattr"]
    if looks <= sum(facts.names.resolve(each).startswith("paddle.") for each in given):
        return loaded
    return loaded.union(each.evaluated_value for each in facts.source.all(cst.SimpleString))


def _is_known(facts: Facts, base: cst.BaseExpression) -> bool:
    """Whether nothing that is not seen calls its methods: another class of the script, or one of Paddle's."""
    own = isinstance(base, cst.Name) and (base.value == "object" or facts.definitions.is_own(base))
    return own or bool(facts.names.resolve(base))


def _calls_of_objects(values: Following, owner: Spot, name: str) -> list[Spot]:
    """Calls, in the class's file and those that import it, of objects that have the method from this class."""
    others = owner.facts.others.importing() if owner.facts.others is not None else []
    return [
        call
        for there in (owner.facts, *map(Facts.of_other, others))
        for call, classes in there.once(_ObjectCalls).all(values)
        if any(_has_from(values, each, name, owner) for each in classes)
    ]


def _has_from(values: Following, of: Spot, name: str, owner: Spot) -> bool:
    has = (each for each in line(values, of) if isinstance(each.node, cst.ClassDef) and method_of(each.node, name))
    first = next(has, None)
    return first is not None and is_one(first, owner)


class _ObjectCalls:
    """The calls in a file of what may be an object, each with the classes that it may be of."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._found: list[tuple[Spot, list[Spot]]] | None = None

    def all(self, values: Following) -> list[tuple[Spot, list[Spot]]]:
        if self._found is None:
            self._found = []  # for who asks meanwhile
            calls = [Spot(self._facts, call) for call in self._facts.source.all(cst.Call) if self._may_be(call)]
            found = [(call, [each for _, each in classes_of(values, call.at(call.node.func))]) for call in calls]  # type: ignore[union-attr]
            self._found = [(call, classes) for call, classes in found if classes]
        return self._found

    def _may_be(self, call: cst.Call) -> bool:
        """Whether what is called is no function, class or method by all that the file shows."""
        func = call.func
        if call in self._facts.by_call or self._facts.names.resolve(func):
            return False
        if isinstance(func, cst.Name):
            return any(each.kind in ("value", "param", "other") for each in self._facts.scopes.find(func))
        return not isinstance(func, cst.Attribute) or func.attr.value in self._attributes

    @cached_property
    def _attributes(self) -> set[str]:
        """Names of attributes that the file gives values."""
        targets = (each.target for each in self._facts.source.all(cst.AssignTarget))
        return {each.attr.value for each in targets if isinstance(each, cst.Attribute)}
