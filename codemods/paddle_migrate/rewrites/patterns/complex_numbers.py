"""`ComplexVariable(a, b)`, `z.real`, `z.imag`: 1.8 had pairs of real tensors, and Paddle has complex ones today.

The functions of `paddle.complex` have rules. This is about the pairs themselves: `ComplexVariable(a, b)` is
`paddle.complex(a, b)`, and the attributes `real` and `imag` are methods.
"""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.pairs import PARTS, is_of_pair
from paddle_migrate.facts.scopes import dotted, without_sign
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.legacy import COMPLEX
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = False  # 1.8 had them in the dynamic graph alone
# what a part of a pair kept for later, and what a tensor made anew at each `z.real()` forgets
_KEPT = ("clear_gradient", "gradient", "name", "persistable", "set_value", "stop_gradient")
_ONE_TENSOR = (
    "the parts are no tensors of their own today: give z itself what they were given; its gradient z.grad is complex, "
    "and z.grad.real() and z.grad.imag() are what the parts had"
)


def rewrite(script: Script) -> None:
    made = [r for r in script.open("ComplexVariable") if r.call is not None]
    if not made and not any(_is_complex(r) for r in script.references):
        return
    given: set[cst.CSTNode] = set()  # parts that make a pair, so they are tensors
    for reference in made:
        _pair(script, reference, given)
    for node in script.source.all(cst.Attribute):
        if node.attr.value in PARTS:
            _part(script, node, node in given)
        elif node.attr.value in ("dtype", "name") and _is_pair(script, node.value):
            message = f"a pair's was a string or a dict; a complex tensor's {node.attr.value} is like any tensor's"
            script.say(node, "PM313", script.source.code(node), message)


def _is_complex(reference: Reference) -> bool:
    return isinstance(reference.rule, Rule) and reference.rule.name.startswith(COMPLEX + ".")


def _is_pair(script: Script, node: cst.BaseExpression) -> bool:
    return script.kinds.what(node).startswith("complex")


def _pair(script: Script, reference: Reference, given: set[cst.CSTNode]) -> None:
    """A call of ComplexVariable."""
    call = reference.call
    assert call is not None
    real, imag = reference.argument("real"), reference.argument("imag")
    if real is None or imag is None or len(call.args) != 2:
        script.leave(reference, "PM303", "write both arguments out: paddle.complex(real, imag)")
        return
    script.settle(reference)
    new = script.imports.spell("paddle.complex", reference.binding)
    script.edits.replace(*script.source.span(reference.node), new)
    given.update(without_sign(part) for part in (real, imag))
    script.say(reference.node, "PM101", reference.short, f"→ {new}")


def _may_be_pair(script: Script, node: cst.BaseExpression) -> bool:
    """Whether what has a tensor as its `real` is a pair: no object of the script's own, whose attribute it may be."""
    return not _is_own(script, node) and not any(
        isinstance(target.target, cst.Attribute) and target.target.attr.value in PARTS
        for target in script.source.all(cst.AssignTarget)
    )


def _is_own(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is an object of one of the script's own classes."""
    return script.kinds.what(node) in ("own", "layer", "parallel") or dotted(node) in ("self", "cls")


def _part(script: Script, node: cst.Attribute, is_tensor: bool) -> None:
    """`z.real` → `z.real()`; what may be one and may not is left and said."""
    above = script.source.parents.get(node)
    if (isinstance(above, cst.Call) and above.func is node) or _is_own(script, node.value):
        return
    is_untold = _is_unknown(Spot(script.facts, node.value))
    is_used_so = is_untold and is_of_pair(script.facts, script.facts.origins, node)
    is_pair = _is_pair(script, node.value) or is_used_so
    if not is_pair and (script.names.resolve(node) or not (is_tensor or is_untold)):
        return
    name = script.source.code(node)
    if script.source.is_set(node):
        if is_pair:
            script.say(node, "PM313", name, _ONE_TENSOR)
    elif isinstance(above, cst.Attribute) and above.attr.value in _KEPT:
        script.say(node, "PM313", f"{name}.{above.attr.value}", _ONE_TENSOR)
    elif is_pair or (is_tensor and _may_be_pair(script, node.value)):
        script.edits.replace(*script.source.core(node.attr), f"{node.attr.value}()")
        script.say(node, "PM105", name, f"→ {name}()")
    else:
        script.say(node, "PM313", name, f"of a complex tensor it is a method today: {name}(), if it is one here")


def _is_unknown(spot: Spot, depth: int = 8) -> bool:
    """Whether the script does not tell what it is: it is no number and nothing of NumPy's."""
    return depth == 0 or any(_is_untold(end, depth - 1) for end in values_of(spot.facts).ends(spot))


def _is_untold(spot: Spot, depth: int) -> bool:
    node = spot.node.of if isinstance(spot.node, Part) else spot.node
    if isinstance(node, (cst.UnaryOperation, cst.Subscript)):
        return _is_unknown(spot.at(node.expression if isinstance(node, cst.UnaryOperation) else node.value), depth)
    if isinstance(node, cst.BinaryOperation):
        return _is_unknown(spot.at(node.left), depth) and _is_unknown(spot.at(node.right), depth)
    if isinstance(node, cst.Call):
        if isinstance(node.func, cst.Attribute) and node.func.attr.value == "numpy":
            return False
        name = spot.facts.names.resolve(node.func)
        return not name or name.partition(".")[0] == "paddle"
    return not isinstance(node, (cst.BaseNumber, cst.List, cst.Tuple, cst.Dict, cst.Import, cst.ImportFrom))
