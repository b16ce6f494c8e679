"""`'%f' % x.numpy()`, `float(x)` → `item()`: since NumPy 2.4 an array that has a dimension makes no number."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.rate_readings import is_rate
from paddle_migrate.facts.array_uses import takes_array
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.fetched_values import fetched_value
from paddle_migrate.facts.made_today import is_made_today
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.script import Script

IN_PROGRAMS = True
_SAID = "→ item(): since NumPy 2.4 an array that has a dimension makes no number"
_CONVERSION = re.compile(r"%(%|[-#0 +]*(?:\d+)?(?:\.\d+)?[hlL]?([a-zA-Z]))")  # those with `*` or a key are not followed
_OF_NUMBERS = "diouxXeEfFgG"


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    arrays = Arrays(script.facts)
    of_program = is_rewritten_program(script)
    for node in _numbers(script):
        if of_program:
            _of_run(script, node)
            continue
        if script.is_skipped(node) or not _has_a_dimension(script, node, arrays):
            continue
        if takes_array(node):
            script.edits.replace(*script.source.span(node.func.attr), "item")  # type: ignore[attr-defined]
        else:
            is_single = isinstance(node, (cst.Name, cst.Attribute, cst.Subscript, cst.Call)) or node.lpar
            opening, closing = ("", "") if is_single else ("(", ")")
            script.edits.wrap(*script.source.span(node), opening, f"{closing}.item()")
        script.say(node, "PM108", script.source.code(node), _SAID)


def _of_run(script: Script, node: cst.BaseExpression) -> None:
    """What a run has fetched, but of a full reduction that kept no dimension."""
    value = fetched_value(Spot(script.facts, node)) if not script.is_skipped(node) else None
    if value is None:
        return
    if script.kinds.what(value.variable) == "scalar" and value.run not in script.record.kept:
        return
    if value.or_else:
        spelled = script.imports.spell("numpy.asarray", None)
        script.edits.wrap(*script.source.span(node), f"{spelled}(", ").item()")
    else:
        script.edits.wrap(*script.source.span(node), "", ".item()")
    script.say(node, "PM108", script.source.code(node), _SAID)


def _numbers(script: Script) -> Iterator[cst.BaseExpression]:
    """What is made a number: in `float(x)`, `math.exp(x)` and `"%f" % x`."""
    for call in script.source.all(cst.Call):
        if call.args and not any(arg.star or arg.keyword for arg in call.args) and _makes_number(script, call.func):
            yield from (arg.value for arg in call.args)
    for node in script.source.all(cst.BinaryOperation):
        if isinstance(node.operator, cst.Modulo) and isinstance(node.left, (cst.SimpleString, cst.ConcatenatedString)):
            yield from _formatted(node.left, node.right)
    for assign in script.source.all(cst.Assign):
        if script.kinds.what(assign.value) == "scalar array" and _is_of_array(script, assign.targets[0].target):
            yield assign.value


def _is_of_array(script: Script, target: cst.BaseExpression) -> bool:
    """`a[i]` of an array: one element, or several that all get the one value."""
    made = script.origins.only(target.value) if isinstance(target, cst.Subscript) else None
    return isinstance(made, cst.Call) and script.names.resolve(made.func).startswith("numpy.")


def _makes_number(script: Script, func: cst.BaseExpression) -> bool:
    if isinstance(func, cst.Name) and func.value in ("float", "int"):
        return not script.scopes.stars and not script.scopes.find(func)
    return script.names.resolve(func).startswith("math.")


def _formatted(
    left: cst.SimpleString | cst.ConcatenatedString, right: cst.BaseExpression
) -> Iterator[cst.BaseExpression]:
    text = left.evaluated_value
    found = [match for match in _CONVERSION.finditer(text) if match[1] != "%"] if isinstance(text, str) else []
    if not isinstance(text, str) or len(found) + 2 * text.count("%%") != text.count("%"):
        return
    values = [e.value for e in right.elements] if isinstance(right, cst.Tuple) else [right]
    if len(values) == len(found):
        yield from (value for value, match in zip(values, found, strict=True) if match[2] in _OF_NUMBERS)


def _has_a_dimension(script: Script, node: cst.BaseExpression, arrays: Arrays) -> bool:
    """Whether it is a tensor or its array, and may have one: all but full reductions that kept none."""
    values = [b.value for b in script.origins.bindings(node)] if isinstance(node, cst.Name) else [node]
    tensors = [v.func.value for v in values if v is not None and takes_array(v)]  # type: ignore[attr-defined]
    if all(is_made_today(script.facts, each) for each in tensors or [node]):
        return False
    if any(is_rate(script, tensor) for tensor in tensors):
        return False  # a number today (rates.py)
    kind = script.kinds.of(tensors[0] if tensors else node)
    if kind is not None and kind.what == "scalar":
        return bool(script.record.kept) or kind.made not in script.facts.by_call
    return 0 < len(tensors) == len(values) or arrays.of(node) == "tensor"
