"""Which constants a value may be, where the script shows every call that gives it."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.project.importers import may_call, may_use
from paddle_migrate.text.arguments import argument

Constant = str | int | float | bool | None


def constants(facts: Facts, node: cst.BaseExpression) -> tuple[Constant, ...]:
    """All that the value may be; nothing where it may be something that is not seen, or no constant."""
    found: dict[str, Constant] = {}
    waiting, seen = [node], set[int]()
    while waiting:
        at = waiting.pop()
        if id(at) in seen:
            continue
        seen.add(id(at))
        if isinstance(at, (cst.SimpleString, cst.Integer, cst.Float)) or _is_word(at):
            text = facts.source.code(at)
            found[text] = ast.literal_eval(text)
            continue
        before = _before(facts, at)
        if not before:
            return ()
        waiting += before
    return tuple(found.values())


def _is_word(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value in ("None", "True", "False")


def _before(facts: Facts, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What it may be, one step before; nothing where that is not seen."""
    if isinstance(node, cst.IfExp):
        return [node.body, node.orelse]
    if not isinstance(node, cst.Name):
        return []
    found: list[cst.BaseExpression] = []
    for binding in facts.origins.bindings(node):
        given = _given(facts, binding.node) if isinstance(binding.node, cst.Param) else [binding.value]
        if not given or None in given:
            return []
        found += [value for value in given if value is not None]
    return found


def _given(facts: Facts, param: cst.Param) -> list[cst.BaseExpression | None]:
    """What every call of its function gives for the parameter; nothing where one may not be seen."""
    function = facts.source.parent(param, cst.FunctionDef, cst.Lambda)
    if not isinstance(function, cst.FunctionDef) or param.star or function.decorators:
        return []
    names = [each.name.value for each in function.params.params]
    owner = facts.source.parent(function, cst.FunctionDef, cst.ClassDef)
    is_method = isinstance(owner, cst.ClassDef)
    if param.name.value not in names or function.name.value.startswith("__"):
        return []
    if _is_called_elsewhere(facts, function.name.value, owner.name.value if isinstance(owner, cst.ClassDef) else ""):
        return []
    if isinstance(owner, cst.ClassDef) and not all(_is_known(facts, base.value) for base in owner.bases):
        return []
    calls = _calls(facts, function, is_method)
    place = names.index(param.name.value) - is_method
    return [_of_call(call, place, param) for call in calls]


def _is_known(facts: Facts, base: cst.BaseExpression) -> bool:
    """Whether nothing that is not seen calls its methods: another class of the script, or one of Paddle's."""
    own = isinstance(base, cst.Name) and (base.value == "object" or facts.definitions.is_own(base))
    return own or bool(facts.names.resolve(base))


def _calls(facts: Facts, function: cst.FunctionDef, is_method: bool) -> list[cst.Call]:
    """All calls of that name, of whatever object; nothing where it is used for anything else."""
    name = function.name.value
    if is_method:
        uses: list[cst.CSTNode] = [u for u in facts.source.attributes.get(name, ()) if not facts.names.resolve(u)]
    else:
        found = [b for b in facts.scopes.of(function).find(name) if b.node is function]
        uses = [use for binding in found for use in binding.uses]
    calls = [facts.source.parents.get(use) for use in uses]
    if not all(isinstance(c, cst.Call) and c.func is use for c, use in zip(calls, uses, strict=True)):
        return []
    return [call for call in calls if isinstance(call, cst.Call)]


def _of_call(call: cst.Call, place: int, param: cst.Param) -> cst.BaseExpression | None:
    if any(arg.star for arg in call.args):
        return None
    return argument(call, place, param.name.value) or param.default


def _is_called_elsewhere(facts: Facts, name: str, owner: str) -> bool:
    importers = facts.others.importers if facts.others is not None else []
    return any(may_call(raw, owner, name) if owner else may_use(raw, name) for raw in importers)
