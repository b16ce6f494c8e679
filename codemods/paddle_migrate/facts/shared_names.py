"""Whether layers of a program may share a parameter, which they did in 1.8 by giving it the same name."""

from __future__ import annotations

from itertools import combinations

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.rules.parameters import ATTRIBUTE, MAY_NAME, NAMING, TRAINS_NOTHING
from paddle_migrate.text.arguments import argument

_USED_TWICE = 2
_LOOPS = (cst.For, cst.While, cst.ListComp, cst.GeneratorExp)


def may_share(facts: Facts) -> bool:
    """Whether this file, or another one of the same program, may name a parameter in two layers."""
    others = facts.others.program(MAY_NAME) if facts.others is not None else []
    places: dict[str, list[dict[int, str]]] = {}
    for code in (facts, *(other.code for other in others)):
        for name in _names(code):
            if _is_shared(code, name):
                return True
            if (text := _text(name)) is not None:
                places.setdefault(text, []).append(_branches(code, name))
    return any(_are_together(a, b) for each in places.values() for a, b in combinations(each, 2))


def given_names(facts: Facts) -> set[str]:
    """The names that this file, and others of the same program, give parameters."""
    others = facts.others.program(MAY_NAME) if facts.others is not None else []
    codes: list[Code] = [facts, *(other.code for other in others)]
    return {text for code in codes for name in _names(code) if (text := _text(name)) is not None}


def _names(code: Code) -> list[cst.BaseExpression]:
    """The names that parameters are given."""
    found = []
    for call in code.source.all(cst.Call):
        if TRAINS_NOTHING in (_called(call), _called(code.source.parent(call, cst.Call))):
            continue
        if _called(call) == ATTRIBUTE:
            found.append(argument(call, 0, "name"))
        found += [arg.value for arg in call.args if arg.keyword is not None and arg.keyword.value in NAMING]
    texts = (cst.SimpleString, cst.FormattedString, cst.BinaryOperation, cst.Attribute, cst.Name)
    return [each for each in found if isinstance(each, texts)]


def _branches(code: Code, node: cst.CSTNode) -> dict[int, str]:
    """Of each `if` around, the branch that the node stands in."""
    found, above = {}, code.source.parents.get(node)
    while above is not None:
        if isinstance(above, cst.If):
            found[id(above)] = "orelse" if above.orelse is node else "body"
        node, above = above, code.source.parents.get(above)
    return found


def _are_together(first: dict[int, str], second: dict[int, str]) -> bool:
    """Whether both may run, and not one or the other."""
    return all(second.get(number, branch) == branch for number, branch in first.items())


def _text(name: cst.BaseExpression) -> str | None:
    value = name.evaluated_value if isinstance(name, cst.SimpleString) else None
    return value if isinstance(value, str) else None


def _is_shared(code: Code, name: cst.BaseExpression) -> bool:
    """By itself: in a loop or a function that is called twice, of an object that is asked twice, or a variable."""
    if isinstance(name, cst.Name):
        return _is_used_twice(code, name)
    if _text(name) is not None:
        around = code.source.parent(name, cst.FunctionDef)
        return _is_in_loop(code, name) or (around is not None and _is_called_twice(code, around.name.value))
    return "self." in code.source.code(name)


def _is_used_twice(code: Code, name: cst.Name) -> bool:
    """`attr = ParamAttr(name="w")` for two layers."""
    bindings = code.scopes.find(name)
    made = bindings[0].value if len(bindings) == 1 else None
    if not isinstance(made, cst.Call) or _called(made) != ATTRIBUTE:
        return False
    named = argument(made, 0, "name")
    return named is not None and _text(named) is not None and len(bindings[0].uses) >= _USED_TWICE


def _is_called_twice(code: Code, function: str) -> bool:
    calls = [call for call in code.source.all(cst.Call) if _called(call) == function]
    pairs = combinations([_branches(code, call) for call in calls], 2)
    return any(_is_in_loop(code, call) for call in calls) or any(_are_together(a, b) for a, b in pairs)


def _is_in_loop(code: Code, node: cst.CSTNode) -> bool:
    found = code.source.parent(node, *_LOOPS, cst.FunctionDef)
    return isinstance(found, _LOOPS)


def _called(call: cst.CSTNode | None) -> str:
    return last_name(call.func) if isinstance(call, cst.Call) else ""
