"""Which function of the script a call runs, where that is a value: returned by a function, held by a name or a list."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts

_DEEPEST = 8


def called(facts: Facts, call: cst.Call) -> cst.FunctionDef | None:
    """The function; None where the script does not tell, or tells of several."""
    known = facts.kinds.called(call)
    if known is not None or not isinstance(call.func, (cst.Name, cst.Subscript)):
        return known
    found = _functions(facts, call.func, 0)
    return next(iter(found.values())) if len(found) == 1 else None


def may_be_value(facts: Facts, func: cst.BaseExpression) -> bool:
    """Whether what is called may be a value: an element, or a name that is assigned."""
    return isinstance(func, cst.Subscript) or (
        isinstance(func, cst.Name) and any(each.kind == "value" for each in facts.scopes.find(func))
    )


def _functions(facts: Facts, node: cst.BaseExpression | None, depth: int) -> dict[int, cst.FunctionDef]:
    if depth > _DEEPEST:
        return {}
    if isinstance(node, cst.Name):
        found: dict[int, cst.FunctionDef] = {}
        for binding in facts.origins.bindings(node):
            if isinstance(binding.node, cst.FunctionDef):
                found[id(binding.node)] = binding.node
            else:
                found |= _functions(facts, binding.value, depth + 1)
        return found
    held: list[cst.BaseExpression] = []
    if isinstance(node, cst.Call):
        function = facts.kinds.called(node)
        held = [each.value for each in facts.definitions.returns(function) if each.value] if function else []
    elif isinstance(node, cst.Subscript):
        made = facts.origins.only(node.value)
        if isinstance(made, (cst.List, cst.Tuple, cst.Dict)):
            held = [each.value for each in made.elements]
    elif isinstance(node, cst.IfExp):
        held = [node.body, node.orelse]
    return {key: each for part in held for key, each in _functions(facts, part, depth + 1).items()}
