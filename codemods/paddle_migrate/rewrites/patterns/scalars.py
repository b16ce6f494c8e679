"""`loss.numpy()[0]`: full reductions had shape [1] and have none today, so that the index would fail."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.no_dimension import is_element, may_have_none
from paddle_migrate.script import Script

_KEPT = ".reshape([1])"
_OF_A_MATRIX = "made of a matrix or a vector it has no dimension today"
_FROM_ELSEWHERE = "a full reduction has no dimension today, and this may be one"
_RATES = ("_global_learning_rate", "_learning_rate", "current_step_lr")
_ENDS = ("float", "int", "print", "repr", "str", "append", "format", "item", "tolist", "write")


def rewrite(script: Script) -> None:
    seen: set[cst.CSTNode] = set()
    for node in script.source.all(cst.Subscript):
        if not script.source.takes_first(node):
            continue
        what = script.kinds.what(node.value)
        if what == "maybe scalar array":
            _keep_if_there(script, node.value, _OF_A_MATRIX)
        elif what == "" and script.references:
            _where_unknown(script, node.value, seen)
        if what != "scalar array":
            continue
        kept = node.value
        if isinstance(kept, cst.Call) and isinstance(kept.func, cst.Attribute):
            kept = kept.func.value  # loss.numpy()[0] → loss.item(); of an array in a variable only the index goes
        script.edits.replace(script.source.span(kept)[1], script.source.core(node)[1], ".item()")
        script.say(node, "PM108", "numpy()[0]", "→ item(): the tensor has no dimension today")
    printed = [call for call in _arrays(script) if not _keep_dimension(script, call)]
    for call in printed[:1]:  # once a file: what is printed looks different
        script.say(call, "PM204", "numpy()", "a full reduction has no dimension today: 0.5 where 1.8 gave [0.5]")


def _keep_if_there(script: Script, array: cst.BaseExpression, why: str) -> None:
    """The trace of a matrix is 0-D today, that of a batch is not: an index needs one dimension of either."""
    if not (isinstance(array, cst.Call) and isinstance(array.func, cst.Attribute)):
        return  # of an array in a variable
    if is_element(array.func.value):
        return
    spelled = script.imports.spell("paddle.atleast_1d", None)
    script.edits.wrap(*script.source.span(array.func.value), f"{spelled}(", ")")
    script.say(array, "PM108", "numpy()[0]", f"→ {spelled}(…).numpy()[0]: {why}")


def _where_unknown(script: Script, indexed: cst.BaseExpression, seen: set[cst.CSTNode]) -> None:
    """`x.numpy()[0]`, or `a[0]` of `a = x.numpy()`, of a tensor that may be a full reduction from somewhere else."""
    for array in _arrays_in(script, indexed):
        call = array if isinstance(array, cst.Call) else None
        tensor = call.func.value if call is not None and isinstance(call.func, cst.Attribute) else None
        if tensor is None or script.is_skipped(array) or array in seen or is_element(tensor):
            continue
        seen.add(array)
        if may_have_none(script.facts, tensor) and not _is_rate(script, tensor):
            _keep_if_there(script, array, _FROM_ELSEWHERE)


def _is_rate(script: Script, node: cst.BaseExpression) -> bool:
    """A learning rate, which is read in another way today (rates.py)."""
    inside = script.source.inside(node, cst.Attribute)
    return any(a.attr.value in _RATES or script.kinds.what(a.value) == "optimizer" for a in inside)


def _arrays_in(script: Script, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The `x.numpy()` that the expression is, or that its variable is assigned."""
    if isinstance(node, cst.Name):
        bindings = script.scopes.find(node)
        last = script.kinds.flow.reaching(node, bindings) if len(bindings) > 1 else None
        values = [b.value for b in ([last] if last is not None else bindings) if b.value is not None]
    else:
        values = [node]
    return [value for value in values if _takes_array(value)]


def _takes_array(node: cst.BaseExpression) -> bool:
    return (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and (node.func.attr.value, len(node.args)) == ("numpy", 0)
    )


def _arrays(script: Script) -> list[cst.Call]:
    """Every `x.numpy()` of a 0-D tensor that is not indexed on the spot."""
    return [
        call
        for call in script.source.all(cst.Call)
        if _takes_array(call)
        and not isinstance(script.source.parents.get(call), cst.Subscript)
        and script.kinds.what(call) == "scalar array"
    ]


def settled_arrays(script: Script) -> set[cst.CSTNode]:
    """The `x.numpy()` that are written with a dimension, because an index needs one later."""
    found = [(call, script.assigned_name(call)) for call in _arrays(script)]
    return {call for call, name in found if name is not None and _indexed(script, name) is not None}


def _keep_dimension(script: Script, call: cst.Call) -> bool:
    """`out = loss.numpy()`, `total += out`, `total[0]`: the array keeps the dimension that what is made of it needs."""
    name = script.assigned_name(call)
    index = _indexed(script, name) if name is not None else None
    if index is None:
        return False
    script.edits.insert(script.source.core(call)[1], _KEPT)
    where = f"`{script.source.code(index)}` in line {script.source.line(index)}"
    why = f"{where} needs a dimension, and the tensor has none today"
    script.say(call, "PM108", "numpy()", f"→ numpy(){_KEPT}: {why}")
    return True


def _indexed(script: Script, name: cst.Name) -> cst.Subscript | None:
    """Where the first element is taken of something that is calculated from the variable."""
    open_names, seen = [name], {name.value}
    while open_names:
        bindings = script.scopes.find(open_names.pop())
        for use in bindings[0].uses if bindings else []:
            whole, above = _whole(script, use)
            if isinstance(above, cst.Subscript) and above.value is whole:
                if script.source.takes_first(above) and script.kinds.what(whole) != "scalar array":
                    return above
                continue
            target = _made_of(script, whole, above)
            if target is not None and target.value not in seen:
                seen.add(target.value)
                open_names.append(target)
    return None


def _whole(script: Script, use: cst.Name) -> tuple[cst.CSTNode, cst.CSTNode | None]:
    """What is calculated from a use, `np.exp(use / n)`, and what that stands in: a statement, an index, a call that
    does not calculate."""
    node: cst.CSTNode = use
    while True:
        above = script.source.parents.get(node)
        if not isinstance(above, (cst.BaseExpression, cst.Arg, cst.Element)) or isinstance(above, cst.Subscript):
            return node, above
        if isinstance(above, cst.Arg) and _last_name(getattr(script.source.parents.get(above), "func", use)) in _ENDS:
            return node, above
        node = above


def _made_of(script: Script, node: cst.CSTNode, above: cst.CSTNode | None) -> cst.Name | None:
    """The variable that takes what is calculated: `y = …` or `y += …`."""
    if isinstance(above, cst.AugAssign) and above.value is node and isinstance(above.target, cst.Name):
        return above.target
    return script.assigned_name(node)


def _last_name(func: cst.BaseExpression) -> str:
    return func.attr.value if isinstance(func, cst.Attribute) else func.value if isinstance(func, cst.Name) else ""
