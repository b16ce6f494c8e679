"""What a script does with the arrays `x.numpy()` of tensors that have no dimension today."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import last_name

_ENDS = ("float", "int", "print", "repr", "str", "append", "format", "item", "tolist", "write")


def takes_array(node: cst.BaseExpression) -> bool:
    return (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and (node.func.attr.value, len(node.args)) == ("numpy", 0)
    )


def arrays(facts: Facts) -> list[cst.Call]:
    """Every `x.numpy()` of a 0-D tensor that is not indexed on the spot."""
    return [
        call
        for call in facts.source.all(cst.Call)
        if takes_array(call)
        and not isinstance(facts.source.parents.get(call), cst.Subscript)
        and facts.kinds.what(call) == "scalar array"
    ]


def settled_arrays(facts: Facts) -> set[cst.CSTNode]:
    """The `x.numpy()` that are written with a dimension, because an index needs one later."""
    found = [(call, facts.assigned_name(call)) for call in arrays(facts)]
    return {call for call, name in found if name is not None and indexed(facts, name) is not None}


def indexed(facts: Facts, name: cst.Name) -> cst.Subscript | None:
    """Where the first element is taken first of something that is calculated from the variable."""
    return next(firsts(facts, name), None)


def firsts(facts: Facts, name: cst.Name) -> Iterator[cst.Subscript]:
    """Everywhere that is done."""
    open_names, seen = [name], {name.value}
    while open_names:
        bindings = facts.scopes.find(open_names.pop())
        for use in bindings[0].uses if bindings else []:
            whole, above = _whole(facts, use)
            if isinstance(above, cst.Subscript) and above.value is whole:
                if facts.source.takes_first(above) and facts.kinds.what(whole) != "scalar array":
                    yield above
                continue
            target = _made_of(facts, whole, above)
            if target is not None and target.value not in seen:
                seen.add(target.value)
                open_names.append(target)


def _whole(facts: Facts, use: cst.Name) -> tuple[cst.CSTNode, cst.CSTNode | None]:
    """What is calculated from a use, `np.exp(use / n)`, and what that stands in: a statement, an index, a call that
    does not calculate."""
    node: cst.CSTNode = use
    while True:
        above = facts.source.parents.get(node)
        if not isinstance(above, (cst.BaseExpression, cst.Arg, cst.Element)) or isinstance(above, cst.Subscript):
            return node, above
        if isinstance(above, cst.Arg) and last_name(getattr(facts.source.parents.get(above), "func", use)) in _ENDS:
            return node, above
        node = above


def _made_of(facts: Facts, node: cst.CSTNode, above: cst.CSTNode | None) -> cst.Name | None:
    """The variable that takes what is calculated: `y = …` or `y += …`."""
    if isinstance(above, cst.AugAssign) and above.value is node and isinstance(above.target, cst.Name):
        return above.target
    return facts.assigned_name(node)
