"""`x[0]` of a vector had shape [1] and has none today: `x[0:1]` where one is needed, `item()` for the number."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.array_uses import settled_arrays
from paddle_migrate.facts.dimensions import has_dimensions, may_have_dimensions
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.nones import may_be_list
from paddle_migrate.interpreter.answers.destinations import Destinations, Need
from paddle_migrate.script import Script

IN_PROGRAMS = True
_LISTS = {"concat": "input", "stack": "x"}  # functions of a list of tensors, and its parameter
_TENSORS = ("input", "x", "y", "label", "logits")  # parameters that took nothing but tensors
_NUMBER = "of a vector it has no dimension today, and the index behind numpy() needs one"
_MAY_BE_WHOLE = (cst.Attribute, cst.BinaryOperation, cst.Call, cst.IfExp, cst.Integer, cst.Name, cst.Subscript)
_MAYBE = "an element of a vector has no dimension today, and this may be one"
_MOST = 4  # dimensions
_KEPT = "an element of a vector has no dimension today"


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    taken = [n for n in script.source.all(cst.Subscript) if _takes_one(n)]
    if is_rewritten_program(script):
        _in_program(script, taken)
        return
    for node in taken:
        if script.source.takes_first(node) and script.kinds.what(node.value) == "scalar":
            _take_whole(script, node)
        elif script.source.takes_first(node) and isinstance(node.value, cst.Subscript):
            _take_first(script, node)
    found = {n: need for n, need in _candidates(script, taken).items() if script.kinds.what(n.value) != "scalar"}
    if not found:
        return
    from paddle_migrate.interpreter.answers.elements import dimensions  # most files do without the interpreter
    from paddle_migrate.interpreter.places import Places

    places, known = Places(script.source), dimensions(script.facts)
    for node, need in found.items():
        where = places.of(node)
        numbers = {0} if _is_of_shape(script, node) else known.elements.get(where, {-1})
        is_tensor = where in known.tensors and not (_is_of_shape(script, node) and _is_given(script, need))
        if 0 in numbers and (is_tensor or _matters(script, node) or _is_joined_at(script, need)):
            _keep(script, node, may_have_some=numbers != {0})
        elif -1 in numbers and not may_be_list(script.facts, node) and (
                _number(script, node) is not None or _is_joined_at(script, need)):
            _keep(script, node, may_have_some=True)


def _is_given(script: Script, need: Need | None) -> bool:
    """Whether it is given to a layer, which takes sizes with and without a dimension, but for those that join."""
    return need is None or (need.node in script.by_call and not _is_joined_at(script, need))


def _in_program(script: Script, taken: list[cst.Subscript]) -> None:
    for node, need in _candidates(script, taken).items():
        if _is_of_shape(script, node) or has_dimensions(script.facts, node.value, len(node.slice)):
            _keep(script, node)
        elif _may_be_of_vector(script, node) or (
                _is_joined_at(script, need) and not _has_more(script, node) and not may_be_list(script.facts, node)):
            _keep(script, node, may_have_some=True)


def _may_be_of_vector(script: Script, node: cst.Subscript) -> bool:
    """Whether it is seen to have no dimension left somewhere; a list has elements of its own."""
    seen = may_have_dimensions(script.facts, node.value, len(node.slice))
    return seen and not may_be_list(script.facts, node.value)


def _has_more(script: Script, node: cst.Subscript) -> bool:
    """Whether it is seen to have dimensions left: a row of a matrix."""
    return any(has_dimensions(script.facts, node.value, len(node.slice) + more) for more in range(1, _MOST))


def _is_joined_at(script: Script, need: Need | None) -> bool:
    """Whether it is joined, or stacked, which nothing but tensors are."""
    if need is None or need.source is not script.source or not isinstance(need.node, cst.Call):
        return False
    reference = script.facts.by_call.get(need.node)
    return reference is not None and _joins_first(script, reference)


def _take_whole(script: Script, node: cst.Subscript) -> None:
    """`loss[0]` of a full reduction, made in this function: the loss itself, which has no elements today."""
    kind = script.kinds.of(node.value)
    made = kind.made if kind is not None else None
    if not _is_of_same_scope(script, made, node) or script.is_skipped(node):
        return
    index = _number(script, node)
    end, text = (script.source.core(index)[1], ".item()") if index is not None else (script.source.core(node)[1], "")
    script.edits.replace(script.source.span(node.value)[1], end, text)
    script.say(node, "PM108", script.source.code(node), "the index goes: a full reduction has no dimension today")


def _take_first(script: Script, node: cst.Subscript) -> None:
    """`loss[0][0]` of a tensor that may have no dimension: 1.8 took the one element of [1] as often as it was told."""
    base = node.value
    while isinstance(base, cst.Subscript) and script.source.takes_first(base):
        base = base.value
    outermost = isinstance(above := script.source.parents.get(node), cst.Subscript) and above.value is node
    if outermost or base is node.value or script.is_skipped(node):
        return
    kind = script.kinds.of(base)
    where = script.source.span(base)[1], script.source.core(node)[1]
    if kind is not None and kind.what == "maybe scalar":
        script.edits.replace(*where, ".reshape([-1])[0]")
        script.say(node, "PM108", script.source.code(node), f"→ reshape([-1])[0]: {_KEPT}")
    elif kind is not None and kind.what == "scalar" and _is_of_same_scope(script, kind.made, node):
        script.edits.replace(*where, "")


def _is_of_same_scope(script: Script, made: cst.CSTNode | None, node: cst.CSTNode) -> bool:
    """What another function returns may be a tuple after all."""
    return made is not None and script.scopes.of(made) is script.scopes.of(node)


def _candidates(script: Script, taken: list[cst.Subscript]) -> dict[cst.Subscript, Need | None]:
    """What is taken by whole numbers, where it matters whether it has a dimension, and what needs that; arrays are
    among it."""
    kept = [n for n in taken if not script.is_skipped(n) and not _is_size(n) and not _is_of_array(n)]
    destinations = Destinations(script.facts, settled_arrays(script.facts))
    needs = {n: destinations.needing_a_dimension(n, lambda need: _is_joined_at(script, need)) for n in kept}
    return {n: need for n, need in needs.items() if need is not None or _matters(script, n)}


def _is_size(node: cst.Subscript) -> bool:
    """`x.shape[0]`."""
    return isinstance(node.value, cst.Attribute) and node.value.attr.value == "shape"


def _is_of_shape(script: Script, node: cst.Subscript) -> bool:
    """`s[0]` of `s = fluid.layers.shape(x)`, which is a vector for sure."""
    made = script.origins.only(node.value)
    return isinstance(made, cst.Call) and script.layer_function(made) == "shape" and len(node.slice) == 1


def _is_of_array(node: cst.Subscript) -> bool:
    """`x.numpy()[0]`: NumPy gives the same element in both."""
    made = node.value.func if isinstance(node.value, cst.Call) else None
    return isinstance(made, cst.Attribute) and made.attr.value == "numpy"


def _matters(script: Script, node: cst.BaseExpression) -> bool:
    """Whether something is done with it that is done with tensors alone."""
    return _number(script, node) is not None or _in_list(script, node) or _as_tensor(script, node)


def _takes_one(node: cst.Subscript) -> bool:
    return all(isinstance(e.slice, cst.Index) and _is_whole(e.slice.value) for e in node.slice)


def _is_whole(node: cst.BaseExpression) -> bool:
    """`0`, `-1`, or what may be one: a name, an attribute, what is worked out."""
    if isinstance(node, cst.UnaryOperation):
        return isinstance(node.operator, cst.Minus) and isinstance(node.expression, cst.Integer)
    return isinstance(node, _MAY_BE_WHOLE)


def _number(script: Script, node: cst.BaseExpression) -> cst.Subscript | None:
    """`node.numpy()[0]`."""
    call = script.source.called(node, "numpy")
    index = script.source.parents.get(call) if call is not None else None
    if not isinstance(index, cst.Subscript) or index.value is not call:
        return None
    return index if script.source.takes_first(index) else None


def _in_list(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is one of the tensors that are joined along their first dimension, or stacked."""
    # types are compared, for this is asked of very many names, and LibCST's are abstract
    element = script.source.parents.get(node)
    if type(element) is not cst.Element:
        return False
    sequence = script.source.parents.get(element)
    return isinstance(sequence, (cst.List, cst.Tuple)) and _is_list(script, sequence)


def _is_list(script: Script, sequence: cst.BaseExpression) -> bool:
    reference = script.taken_by(sequence)
    name = script.layer_function(reference.call) if reference is not None else ""
    listed = reference is not None and name in _LISTS and reference.argument(_LISTS[name]) is sequence
    return reference is not None and listed and _joins_first(script, reference)


def _joins_first(script: Script, reference: Reference) -> bool:
    """Whether it stacks, or joins along the first dimension."""
    name, axis = script.layer_function(reference.call), reference.argument("axis")
    return name == "stack" or (name == "concat" and (axis is None or script.source.code(axis) == "0"))


def _as_tensor(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is handed to a function of fluid's layers where this took nothing but a tensor."""
    reference = script.taken_by(node)
    if reference is None or not script.layer_function(reference.call):
        return False
    return any(reference.argument(name) is node for name in _TENSORS)


def _keep(script: Script, node: cst.Subscript, *, may_have_some: bool = False) -> None:
    """Of an element of a vector, or of what may be one."""
    index = _number(script, node)
    if may_have_some:
        spelled = script.imports.spell("paddle.atleast_1d", None)
        script.edits.wrap(*script.source.span(node), f"{spelled}(", ")")
        script.say(node, "PM108", script.source.code(node), f"→ {spelled}(…): {_NUMBER if index else _MAYBE}")
        return
    if index is not None:
        script.edits.replace(script.source.span(node)[1], script.source.core(index)[1], ".item()")
        script.say(node, "PM108", "numpy()[0]", f"→ item(): {_KEPT}")
        return
    where = script.source.span(node.slice[0])
    text = _piece(script, node)
    if text:
        script.edits.replace(*where, text)
    else:
        script.edits.insert(script.source.span(node)[1], ".reshape([1])")
    shown = f"{script.source.code(node.value)}[{text}]" if text else f"{script.source.code(node)}.reshape([1])"
    script.say(node, "PM108", script.source.code(node), f"→ {shown}: {_KEPT}")


def _piece(script: Script, node: cst.Subscript) -> str:
    """`0:1` for `0`, `-1:` for `-1`; empty where the index is not one number that is written out."""
    index = node.slice[0].slice
    text = script.source.code(index.value) if len(node.slice) == 1 and isinstance(index, cst.Index) else ""
    try:
        first = int(text, 0)
    except ValueError:
        return ""
    return f"{first}:{first + 1}" if first != -1 else "-1:"
