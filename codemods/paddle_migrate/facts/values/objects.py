"""Objects of the files' own classes: which class an expression is one of, and what its attributes are set to."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.containers import unpacked
from paddle_migrate.facts.values.decorators import decorators, is_left
from paddle_migrate.facts.values.spot import Following, Spot, Way, function_around

_DEEPEST = 8  # base classes of base classes
_HOLDERS = ("argparse.Namespace", "types.SimpleNamespace")


def classes_of(values: Following, node: Spot) -> Iterator[tuple[Spot, Spot]]:
    """Each class that the object may be of, and the call that made it (without a node where it may be any); nothing
    where it may be of a class that no file shows."""
    own = _own(node)
    if own is not None:
        return iter([(node.at(None), own)])
    found: list[tuple[Spot, Spot]] = []
    for end in values.ends(node):
        if isinstance(end.node, cst.ClassDef):
            found.append((end.at(None), end))
            continue
        made = values.ends(end.at(end.node.func)) if isinstance(end.node, cst.Call) else []
        if not made or not all(isinstance(each.node, cst.ClassDef) for each in made):
            return iter(())
        found += [(end, each) for each in made]
    return iter(found)


def _own(node: Spot) -> Spot | None:
    """The class whose method has the name as its object."""
    owner = node.facts.definitions.own_class(node.node) if isinstance(node.node, cst.CSTNode) else None
    return Spot(node.facts, owner) if owner is not None else None


def member(values: Following, made: Spot, owner: Spot, name: str) -> list[Spot]:
    """What an object of the class has by the name: a method, what a property gives, what it is set to in the class,
    those that it derives from and from outside; where no call is known that made the object, also in those that derive
    from it."""
    own = line(values, owner)
    classes = own if made.node is not None else [*own, *_derived(values, owner)]
    found = [value for each in classes for value in _set_in(values, made, each, name)]
    method = next((each for c in own if (each := _method(c, name)) is not None), None)
    others = [each for c in classes[len(own) :] if (each := _method(c, name)) is not None]
    methods = [*([method] if method is not None and not found else []), *others]
    found += [value for each in methods for value in _read(each)]
    return [*found, *dict.fromkeys(value for each in classes for value in _set_outside(values, each, name))]


def set_on(values: Following, receiver: Spot, name: str) -> list[Spot]:
    """What files set an attribute to of an object of whose class they do not tell, `args.act = x`; nothing where none
    does."""
    targets, found = _written(receiver, name), list[Spot]()
    made = [each for each in values.ends(receiver) if isinstance(each.node, cst.Call)] if targets else []
    for target in targets if made else ():
        having = values.ends(target.at(target.node.value)) if isinstance(target.node, cst.Attribute) else []
        found += [_given(target)] if any(a.node is b.node for a in having for b in made) else []
    empty = all(_is_empty(each, name) for each in made)
    return found if not found or empty else [*found, receiver.at(None)]


def _is_empty(made: Spot, name: str) -> bool:
    """Whether the object has no attribute of the name when it is made."""
    assert isinstance(made.node, cst.Call)
    given = [arg.keyword.value if arg.keyword is not None else name for arg in made.node.args]
    return made.facts.names.resolve(made.node.func) in _HOLDERS and name not in given


def of_base(values: Following, call: Spot) -> Spot | None:
    """The method that `super().forward(…)` runs, of the first class that has it of those that the class around derives
    from; None of any other call."""
    func = call.node.func if isinstance(call.node, cst.Call) else None
    receiver = func.value.func if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Call) else None
    owner = call.facts.source.parent(func, cst.ClassDef) if func is not None else None
    if not isinstance(receiver, cst.Name) or receiver.value != "super" or call.facts.scopes.find(receiver) or not owner:
        return None
    assert isinstance(func, cst.Attribute)
    found = (_method(each, func.attr.value) for each in line(values, Spot(call.facts, owner))[1:])
    return next((each for each in found if each is not None), None)


def _method(owner: Spot, name: str) -> Spot | None:
    method = method_of(owner.node, name) if isinstance(owner.node, cst.ClassDef) else None
    if method is None:
        return None
    return owner.at(method if is_left(owner.facts, method) or _is_property(owner.facts, method) else None)


def _is_property(facts: Facts, method: cst.FunctionDef) -> bool:
    return decorators(facts, method) == ["property"]


def _read(method: Spot) -> list[Spot]:
    """What an attribute is for whom a method stands: itself, or what a property gives."""
    if not isinstance(method.node, cst.FunctionDef) or not _is_property(method.facts, method.node):
        return [method]
    return [method.at(each.value) for each in method.facts.definitions.returns(method.node)] or [method.at(None)]


def line(values: Following, owner: Spot) -> list[Spot]:
    """The class and those that it derives from, its own first, as far as files show them."""
    found, waiting = [owner], [owner]
    while waiting and len(found) < _DEEPEST:
        at = waiting.pop()
        for base in at.node.bases if isinstance(at.node, cst.ClassDef) else ():
            ends = [each for each in values.ends(at.at(base.value)) if isinstance(each.node, cst.ClassDef)]
            new = [each for each in ends if each not in found]
            found += new
            waiting += new
    return found


def _derived(values: Following, owner: Spot) -> list[Spot]:
    """Classes that derive from it, over however many steps."""
    assert isinstance(owner.node, cst.ClassDef)
    found: list[Spot] = []
    for there in filter(None, naming(owner, owner.node.name.value)):
        for each in there.source.all(cst.ClassDef):
            if each.bases and each is not owner.node:
                spot = Spot(there, each)
                if any(is_one(base, owner) for base in line(values, spot)[1:]):
                    found.append(spot)
    return found


def is_one(one: Spot, other: Spot) -> bool:
    """Whether it is the same class, however it was come to."""
    if one.node is other.node:
        return True
    paths = [each.facts.path for each in (one, other)]
    named = [each.node.name.value if isinstance(each.node, cst.ClassDef) else "" for each in (one, other)]
    return paths[0] is not None and paths[0] == paths[1] and named[0] == named[1]


def naming(owner: Spot, name: str) -> list[Facts | None]:
    """The class's own file, and those that import it and have the name; None for one that is not Python."""
    others = owner.facts.others.naming(name) if owner.facts.others is not None else []
    return [owner.facts, *(Facts.of_other(other) if other is not None else None for other in others)]


def _set_in(values: Following, made: Spot, owner: Spot, name: str) -> list[Spot]:
    """What the class itself sets it to; `made`: the call that made the object, which tells what its constructor was
    given."""
    if not isinstance(owner.node, cst.ClassDef):
        return []
    given = owner.facts.definitions.attribute_values(owner.node, name)
    found = [_seen_from(made, owner.facts, value) for value in given]
    for attribute, assign in owner.facts.definitions.unpacked_attributes(owner.node, name):
        value = _seen_from(made, owner.facts, assign.value)
        found += unpacked(values, value, assign.targets[0].target, dotted(attribute))
    for binding in owner.facts.scopes.scope(owner.node).bindings.get(name, ()):
        found += [] if binding.kind == "def" else values.of_binding(owner, binding)
    return found


def _seen_from(made: Spot, facts: Facts, value: cst.BaseExpression) -> Spot:
    """A value that a method sets; of the constructor, as the object was made."""
    method = function_around(facts, value)
    makes = isinstance(method, cst.FunctionDef) and method.name.value == "__init__" and made.node is not None
    return Spot(facts, value, Way(method, made) if makes and method is not None else None)


def _set_outside(values: Following, owner: Spot, name: str) -> list[Spot]:
    """What is no method of its class sets it to, of what may be an object of the class; a spot without a node among
    them where that is not seen."""
    hidden = any(each is None or (name != "__init__" and _is_set_by_name(each, owner, name))
                 for each in naming(owner, name))
    found = [owner.at(None)] if hidden else []
    for target in _written(owner, name):
        assert isinstance(target.node, cst.Attribute)
        if not _is_known(target.facts, target.node):
            classes = [each for _, each in classes_of(values, target.at(target.node.value))]
            lines = [one for each in classes for one in line(values, each)]
            found += [_given(target)] if not lines or any(is_one(owner, each) for each in lines) else []
    return found


def _written(where: Spot, name: str) -> list[Spot]:
    """Each `x.name` that is written, in the file and in those that import it and have the name."""
    known = where.facts.once(_known_written)
    if name not in known:
        known[name] = [Spot(there, attribute) for there in filter(None, naming(where, name))
                       for attribute in there.source.attributes.get(name, ()) if there.source.is_set(attribute)]
    return known[name]


def _known_written(facts: Facts) -> dict[str, list[Spot]]:
    return {}


def _given(attribute: Spot) -> Spot:
    """What `x.attribute = value` sets; without a node what sets it another way."""
    target = attribute.above
    assign = attribute.facts.source.parents.get(target)
    is_plain = isinstance(assign, cst.Assign) and target in assign.targets
    return Spot(attribute.facts, assign.value if is_plain else None)  # type: ignore[union-attr]


def _is_set_by_name(facts: Facts, owner: Spot, name: str) -> bool:
    """Whether `setattr(net, key, x)` may set it; `setattr(self, key, x)` of another class and
    `setattr(net, "other", x)` do not."""
    count = facts.source.text.count("setattr")
    calls = facts.once(_setattrs) if count else []
    return count > len(calls) or any(
        _literal(key) in (None, name) and (of is None or is_one(Spot(facts, of), owner)) for of, key in calls)


def _setattrs(facts: Facts) -> list[tuple[cst.ClassDef | None, cst.BaseExpression]]:
    """The class of whose objects it is, and the expression of the attribute's name."""
    calls = [each for each in facts.source.all(cst.Call) if isinstance(each.func, cst.Name) and len(each.args) == 3
             and each.func.value == "setattr" and not any(arg.star or arg.keyword for arg in each.args)]
    return [(facts.definitions.own_class(each.args[0].value), each.args[1].value) for each in calls]


def _literal(key: cst.BaseExpression) -> object:
    return key.evaluated_value if isinstance(key, cst.SimpleString) else None


def _is_known(facts: Facts, attribute: cst.Attribute) -> bool:
    """Whether it is an object's own, set to something that definitions.py tells."""
    owner = facts.definitions.own_class(attribute.value)
    assign = facts.source.parent(attribute, cst.Assign)
    if owner is None or assign is None:
        return False
    values = facts.definitions.attribute_values(owner, attribute.attr.value)
    parts = facts.definitions.unpacked_attributes(owner, attribute.attr.value)
    return any(facts.source.lies_in(value, assign) for value in values) or any(each is attribute for each, _ in parts)
