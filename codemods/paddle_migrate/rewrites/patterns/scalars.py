"""`loss.numpy()[0]`: full reductions had shape [1] and have none today, so that the index would fail."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.rate_readings import is_rate
from paddle_migrate.facts.array_uses import arrays, indexed, takes_array
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.interpreter.answers.no_dimension import is_element, may_have_none
from paddle_migrate.script import Script

IN_PROGRAMS = False  # a variable of a program has no numpy(); fetched_numbers.py
_KEPT = ".reshape([1])"
_PYTHONS = ("item", "tolist")  # of NumPy's number they give Python's
_OF_TYPES = ("isinstance", "type")
_NONE = "the tensor has no dimension today"
_OF_A_MATRIX = "made of a matrix or a vector it has no dimension today"
_FROM_ELSEWHERE = "a full reduction has no dimension today, and this may be one"


def rewrite(script: Script) -> None:
    seen: set[cst.CSTNode] = set()
    for node in script.source.all(cst.Subscript):
        if not script.source.takes_first(node):
            continue
        what = script.kinds.what(node.value)
        if what == "maybe scalar array":
            _keep_if_there(script, node.value, _OF_A_MATRIX)
        elif what == "" and script.facts.is_old:
            _where_unknown(script, node.value, seen)
        if what != "scalar array":
            continue
        _take_number(script, node)
    printed = [call for call in arrays(script.facts) if not _keep_dimension(script, call)]
    for call in printed[:1]:  # once a file: what is printed looks different
        script.say(call, "PM123", "numpy()", "a full reduction has no dimension today: 0.5 where 1.8 gave [0.5]")


def _take_number(script: Script, node: cst.Subscript) -> None:
    """`loss.numpy()[0]` → `loss.item()`; of an array in a variable only the index goes. Where something is asked of
    the number that Python's own has not, it stays NumPy's."""
    kept: cst.BaseExpression = node.value
    whole = _to_pythons(script, node)
    stays = whole is node and _is_asked(script, node)
    text = "[()]" if stays else ".item()"
    if not stays and isinstance(kept, cst.Call) and isinstance(kept.func, cst.Attribute):
        kept = kept.func.value
    script.edits.replace(script.source.span(kept)[1], script.source.core(whole)[1], text)
    script.say(node, "PM108", "numpy()[0]", f"→ {text.strip('.')}: {_NONE}")


def _to_pythons(script: Script, node: cst.Subscript) -> cst.BaseExpression:
    """`loss.numpy()[0].item()`, all of it, or what is given."""
    calls = [script.source.called(node, name) for name in _PYTHONS]
    return next((call for call in calls if call is not None and not call.args), node)


def _is_asked(script: Script, node: cst.Subscript) -> bool:
    """Whether an attribute of the number is used, here or where it goes, or its type is."""
    for spot in reached(script.facts, node, _calculated).spots:
        above = spot.above
        call = spot.facts.source.parents.get(above) if isinstance(above, cst.Arg) else None
        if isinstance(above, cst.Attribute) or (isinstance(call, cst.Call) and dotted(call.func) in _OF_TYPES):
            return True
    return False


def _calculated(spot: Spot) -> list[cst.CSTNode] | None:
    """What is calculated from a number of NumPy's is one, too."""
    above = spot.above
    return [above] if isinstance(above, (cst.BinaryOperation, cst.UnaryOperation)) else None


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
        if may_have_none(script.facts, tensor) and not is_rate(script, tensor):
            _keep_if_there(script, array, _FROM_ELSEWHERE)


def _arrays_in(script: Script, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The `x.numpy()` that the expression may be, through names, parameters and what holds it."""
    return [each for each in origins_of(script.facts, node) if each is not None and takes_array(each)]


def _keep_dimension(script: Script, call: cst.Call) -> bool:
    """`out = loss.numpy()`, `total += out`, `total[0]`: the array keeps the dimension that what is made of it needs."""
    index = indexed(script.facts, call)
    if index is None:
        return False
    script.record.kept.add(call)
    script.edits.insert(script.source.core(call)[1], _KEPT)
    where = f"`{script.source.code(index)}` in line {script.source.line(index)}"
    why = f"{where} needs a dimension, and the tensor has none today"
    script.say(call, "PM108", "numpy()", f"→ numpy(){_KEPT}: {why}")
    return True
