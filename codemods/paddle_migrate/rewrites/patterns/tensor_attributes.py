"""`self.total = loss` of a layer: today's keep tensors apart, where an attribute of the class hides them and no number
takes their place; so methods that came since hide layers: `self.modules = LayerList(…)`. Such a class gets a decorator,
written into the script, with which they are attributes again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.objects import is_one, line
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.script import Script

IN_PROGRAMS = False  # variables of programs are attributes like others
_DECORATOR = "with_plain_attributes"
_HIDDEN = "else the attribute of the class hides the tensor that the layer is given"
_REPLACED = "else what is no tensor may not take the place of one"
_METHOD = "else today's method of that name hides what the layer is given"
_ADDED = (
    "today's layers have a method of that name, which hides what is added: call it otherwise, here and where it is used"
)
_METHODS = frozenset((
    "add_module", "apply", "astype", "bfloat16", "buffers", "children", "cpu", "create_tensor", "cuda", "double",
    "extra_repr", "float", "float16", "full", "get_buffer", "get_extra_state", "get_parameter", "get_sublayer",
    "get_submodule", "half", "load_state_dict", "modules", "named_buffers", "named_children", "named_modules",
    "register_buffer", "register_forward_hook", "register_module", "register_parameter", "register_state_dict_hook",
    "requires_grad_", "set_state_dict", "set_sublayer", "set_submodule", "sharded_state_dict", "to",
    "to_static_state_dict", "type", "xpu", "zero_grad",
))  # fmt: skip
_OF_OLD = frozenset((  # and of layers of 1.8.5: a tensor took their place
    "add_parameter", "add_sublayer", "backward", "clear_gradients", "create_parameter", "create_variable", "eval",
    "full_name", "load_dict", "named_parameters", "named_sublayers", "parameters", "set_dict", "state_dict",
    "sublayers", "train",
))  # fmt: skip
_SELF_EVIDENT = (
    cst.BaseNumber, cst.BaseString, cst.BaseDict, cst.BaseList, cst.BaseSet, cst.Tuple, cst.GeneratorExp, cst.Lambda,
    cst.FunctionDef, cst.ClassDef,
)  # fmt: skip
_SIDES = (cst.BinaryOperation, cst.BooleanOperation, cst.UnaryOperation, cst.Comparison)
_WORDS = ("None", "True", "False")
_BUILT_IN = ("bool", "dict", "enumerate", "float", "int", "len", "list", "open", "range", "set", "str", "tuple", "zip")
_TAKEN_OUT = ("item", "numpy", "tolist")
_LAYERS = ("layer", "parallel")
_KINDS = ("env", "optimizer", "own", "program", "reader", "scalar array", "strategy")


class _Set(NamedTuple):
    """`self.name = value`; without one where it is not seen."""

    name: str
    value: cst.BaseExpression | None
    at: cst.CSTNode


def rewrite(script: Script) -> None:
    if not script.references:
        return
    for owner in script.source.all(cst.ClassDef):
        has_it = any(script.source.code(each.decorator) == _DECORATOR for each in owner.decorators)
        found = _found(script.facts, owner) if not has_it and not script.is_skipped(owner) else None
        if found is not None:
            decorator = write_written(script, _DECORATOR)
            script.beside.before(owner, f"@{decorator}")
            script.say(owner.name, "PM117", found[0], f"→ {decorator}, written into the script: {found[1]}")
    for _, call in script.source.method_calls("add_sublayer", "add_parameter"):
        ends = values_of(script.facts).ends(Spot(script.facts, call.args[0].value)) if call.args else []
        names = {each.node.evaluated_value for each in ends if isinstance(each.node, cst.SimpleString)}
        if not _METHODS.isdisjoint(names) and not script.is_skipped(call):
            script.say(call, "PM343", script.source.code(call), _ADDED)


def _found(facts: Facts, owner: cst.ClassDef) -> tuple[str, str] | None:
    """An attribute of the objects that today would be another, and why."""
    values, own = values_of(facts), Spot(facts, owner)
    bases = line(values, own)
    if not any(map(_is_old, bases)):
        return None
    sets = list(_sets(facts, owner))
    hidden = [each.name for each in sets if each.name in _METHODS and not _is_plain(own.at(each.value), set(), _KINDS)]
    if hidden:
        return hidden[0], _METHOD
    tensors = dict.fromkeys(each.name for each in sets if not _is_plain(own.at(each.value), set()))
    for name in tensors:
        of_old = name in _OF_OLD and any(_is_tensor(facts, each) for each in sets if each.name == name)
        if of_old or any(_has(each, name) for each in (*bases, *_derived(facts, own))):
            return name, _HIDDEN
        others = [each for each in sets if each.name == name and _may_come_later(facts, each)]
        if any(_is_plain(own.at(each.value), set()) for each in others) or _is_replaced_outside(facts, name):
            return name, _REPLACED
    return None


def _is_old(owner: Spot) -> bool:
    """Whether it derives from a layer of fluid itself: what derives from one of today's is of today."""
    bases = owner.node.bases if isinstance(owner.node, cst.ClassDef) else ()
    return any(is_legacy(owner.facts.names.resolve(each.value)) for each in bases) \
        and owner.facts.definitions.is_layer_class(owner.node)  # type: ignore[arg-type]


def _is_replaced_outside(facts: Facts, name: str) -> bool:
    """`net.total = 0`, in this file or another one."""
    others = facts.others.naming(name) if facts.others is not None else []
    return any(_replaces(there, attribute)
               for there in (facts, *(Facts.of_other(other) for other in others if other is not None))
               for attribute in there.source.attributes.get(name, ()))


def _replaces(facts: Facts, attribute: cst.Attribute) -> bool:
    assign = facts.source.parents.get(facts.source.parents.get(attribute))
    given = assign.value if isinstance(assign, cst.Assign) and assign.value is not attribute else None
    if given is None or facts.definitions.own_class(attribute.value) is not None:
        return False
    return not _is_none(given) and _is_plain(Spot(facts, given), set())


def _sets(facts: Facts, owner: cst.ClassDef) -> Iterator[_Set]:
    for at in facts.source.inside(owner, cst.Assign, cst.AnnAssign, cst.AugAssign):
        targets = [each.target for each in at.targets] if isinstance(at, cst.Assign) else [at.target]  # type: ignore[attr-defined]
        for target, value in (pair for each in targets for pair in _pairs(each, at.value)):  # type: ignore[attr-defined]
            declared = isinstance(at, cst.AnnAssign) and at.value is None
            of_object = isinstance(target, cst.Attribute) and facts.definitions.own_class(target.value) is owner
            if isinstance(target, cst.Attribute) and of_object and not declared:
                yield _Set(target.attr.value, value, at)


def _pairs(
    target: cst.BaseExpression, value: cst.BaseExpression | None
) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression | None]]:
    """Each target with its value; without one where it is a part of something."""
    if not isinstance(target, (cst.Tuple, cst.List)):
        yield target, value
        return
    parts = value.elements if isinstance(value, (cst.Tuple, cst.List)) else ()
    known = len(parts) == len(target.elements) and not any(isinstance(each, cst.StarredElement) for each in parts)
    for place, each in enumerate(target.elements):
        yield from _pairs(each.value, parts[place].value if known else None)


def _is_tensor(facts: Facts, found: _Set) -> bool:
    return found.value is not None and Arrays(facts).of(found.value) == "tensor"


def _may_come_later(facts: Facts, found: _Set) -> bool:
    """Whether it may take the place of what a method has set."""
    method = function_around(facts, found.at)
    made = isinstance(method, cst.FunctionDef) and method.name.value == "__init__"
    return not (made or _is_none(found.value) or isinstance(found.at, cst.AugAssign))


def _is_none(value: object) -> bool:
    return isinstance(value, cst.Name) and value.value == "None"


def _has(owner: Spot, name: str) -> bool:
    """Whether the class itself has an attribute of that name."""
    assert isinstance(owner.node, cst.ClassDef)
    return any(each.kind == "value" for each in owner.facts.scopes.scope(owner.node).bindings.get(name, ()))


def _derived(facts: Facts, own: Spot) -> list[Spot]:
    """Classes of the file that derive from the class."""
    every = [Spot(facts, each) for each in facts.source.all(cst.ClassDef) if each.bases and each is not own.node]
    return [each for each in every if any(is_one(base, own) for base in line(values_of(facts), each)[1:])]


def _is_plain(spot: Spot, seen: set[Spot], kinds: tuple[str, ...] = (*_KINDS, *_LAYERS)) -> bool:
    """Whether it is surely no tensor, and of these kinds, if of any."""
    if spot.node is None:
        return False
    ends = values_of(spot.facts).ends(spot)
    new = [each for each in ends if each not in seen]
    seen.update(new)
    return bool(ends) and all(_is_plain_end(each, seen, kinds) for each in new)


def _is_plain_end(end: Spot, seen: set[Spot], kinds: tuple[str, ...]) -> bool:
    node = end.node
    if isinstance(node, _SIDES):
        sides = [each for each in node.children if isinstance(each, cst.BaseExpression)]
        return all(_is_plain(end.at(each), seen, kinds) for each in sides)
    if isinstance(node, cst.Name):
        return node.value in _WORDS
    if not isinstance(node, cst.Call):
        return isinstance(node, _SELF_EVIDENT)
    if isinstance(node.func, cst.Attribute) and node.func.attr.value in _TAKEN_OUT:
        return True
    built_in = isinstance(node.func, cst.Name) and node.func.value in _BUILT_IN
    if built_in and all(each.node is node.func for each in values_of(end.facts).ends(end.at(node.func))):
        return True
    return end.facts.names.resolve(node.func).startswith("numpy.") or end.facts.kinds.what(node) in kinds
