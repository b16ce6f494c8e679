"""Which calls take a value, over variables, attributes of `self` and what functions of the file return."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts

_DEEPEST = 20  # names for names


def takers(facts: Facts, value: cst.CSTNode, besides: list[cst.Call] | None = None) -> set[cst.Call] | None:
    """Every call that takes the value as an argument; None where it is used for anything else, or may be. Where a list
    is given for them, calls of its step() that are read (a schedule's present rate) are put there instead."""
    return _takers(facts, value, besides, 0)


def _takers(facts: Facts, value: cst.CSTNode, besides: list[cst.Call] | None, depth: int) -> set[cst.Call] | None:
    call = facts.taker(value)
    if isinstance(call, cst.Call):
        return {call}
    uses = _uses(facts, value) if depth < _DEEPEST else None
    found: set[cst.Call] = set()
    for use in uses or ():
        read = facts.source.called(use, "step") if besides is not None else None
        if besides is not None and read is not None and not read.args and not facts.is_whole_statement(read):
            besides.append(read)
            continue
        taking = _takers(facts, use, besides, depth + 1)
        if taking is None:
            return None
        found |= taking
    return found or None


def _uses(facts: Facts, value: cst.CSTNode) -> list[cst.CSTNode] | None:
    """Where the value is had again; None where that cannot be told."""
    parent = facts.source.parents.get(value)
    if isinstance(parent, cst.IfExp) and value is not parent.test:
        return [parent]
    if isinstance(parent, cst.Return):
        function = facts.source.parent(value, cst.FunctionDef)
        return calls_of(facts, function) if isinstance(function, cst.FunctionDef) else None
    if not isinstance(parent, cst.Assign) or len(parent.targets) != 1:
        return None
    target = parent.targets[0].target
    if isinstance(target, cst.Name):
        bindings = facts.scopes.find(target)
        values = all(b.kind == "value" for b in bindings)
        uses = dict.fromkeys(use for b in bindings for use in b.uses)
        return [use for use in uses if _has(facts, use, value)] if values else None
    if isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name) and target.value.value == "self":
        of_that_name = facts.source.attributes.get(target.attr.value, ())
        read = [a for a in of_that_name if not _is_written(facts, a)]
        return [a for a in read if _may_be_of(facts, facts.definitions.own_class(target.value), a)]
    return None


def _is_written(facts: Facts, attribute: cst.Attribute) -> bool:
    at = facts.source.parents.get(attribute)
    while isinstance(at, (cst.Element, cst.Tuple, cst.List)):
        at = facts.source.parents.get(at)
    return isinstance(at, cst.AssignTarget)


def _may_be_of(facts: Facts, owner: cst.ClassDef | None, read: cst.Attribute) -> bool:
    """Whether an attribute may be that of an object of the class: `self.name` of an unrelated class is not."""
    other = facts.definitions.own_class(read.value)
    if owner is None or other is None or other is owner:
        return True
    bases = [base.value for c in (owner, other) for base in c.bases]
    return any(not isinstance(base, cst.Name) or facts.definitions.is_own(base) for base in bases)


def _has(facts: Facts, use: cst.Name, value: cst.CSTNode) -> bool:
    """Whether the variable may have the value where it is used."""
    return any(binding.value is value for binding in facts.origins.bindings(use))


def calls_of(facts: Facts, function: cst.FunctionDef) -> list[cst.CSTNode] | None:
    """Every call of a plain function, or of a method whose name no other has; None where it is used otherwise, too, or
    another file names it."""
    name = function.name.value
    elsewhere = facts.others is not None and facts.others.named_in(name)
    if elsewhere or function.decorators or function.asynchronous:
        return None
    if isinstance(facts.mode.around(function), cst.ClassDef):
        alike = [f for f in facts.source.all(cst.FunctionDef) if f.name.value == name]
        named: list[cst.CSTNode] = list(facts.source.attributes.get(name, ())) if len(alike) == 1 else []
    else:
        bindings = facts.scopes.of(function).find(name)
        named = list(bindings[0].uses) if len(bindings) == 1 and bindings[0].node is function else []
    calls = [facts.source.parents.get(each) for each in named]
    whole = [c for each, c in zip(named, calls, strict=True) if isinstance(c, cst.Call) and c.func is each]
    return [*whole] if len(whole) == len(named) else None
