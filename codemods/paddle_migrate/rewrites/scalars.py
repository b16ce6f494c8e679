"""`loss.numpy()[0]`: full reductions had shape [1] and have none today, so that the index would fail."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script

_KEPT = ".reshape([1])"
_ENDS = ("float", "int", "print", "repr", "str", "append", "format", "item", "tolist", "write")


def rewrite(script: Script) -> None:
    for node in script.source.all(cst.Subscript):
        what = script.kinds.what(node.value) if script.source.takes_first(node) else ""
        if what == "maybe scalar array":
            _keep_if_there(script, node.value)
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


def _keep_if_there(script: Script, array: cst.BaseExpression) -> None:
    """The trace of a matrix is 0-D today, that of a batch is not: an index needs one dimension of either."""
    if not (isinstance(array, cst.Call) and isinstance(array.func, cst.Attribute)):
        return  # of an array in a variable
    if isinstance(array.func.value, cst.Subscript):
        return  # an element is the business of elements.py
    spelled = script.imports.spell("paddle.atleast_1d", None)
    script.edits.wrap(*script.source.span(array.func.value), f"{spelled}(", ")")
    why = "made of a matrix or a vector it has no dimension today"
    script.say(array, "PM108", "numpy()[0]", f"→ {spelled}(…).numpy()[0]: {why}")


def _arrays(script: Script) -> list[cst.Call]:
    """Every `x.numpy()` of a 0-D tensor that is not indexed on the spot."""
    return [
        call
        for call in script.source.all(cst.Call)
        if isinstance(call.func, cst.Attribute)
        and (call.func.attr.value, len(call.args)) == ("numpy", 0)
        and not isinstance(script.source.parents.get(call), cst.Subscript)
        and script.kinds.what(call) == "scalar array"
    ]


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
