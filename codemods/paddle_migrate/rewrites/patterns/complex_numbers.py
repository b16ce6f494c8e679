"""`ComplexVariable(a, b)`, `z.real`, `z.imag`: 1.8 had pairs of real tensors, and Paddle has complex ones today.

The functions of `paddle.complex` have rules. This is about the pairs themselves: `ComplexVariable(z.real, -z.imag)` is
`paddle.conj(z)`, another one `paddle.complex(a, b)`, and the attributes `real` and `imag` are methods.
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

# where `a and b` stands for itself without brackets
_TAKES_AND = (cst.If, cst.While, cst.Assert, cst.Return, cst.Assign, cst.Arg, cst.IfExp, cst.BooleanOperation, cst.Expr)
# what a part of a pair kept for later, and what a tensor made anew at each `z.real()` forgets
_KEPT = ("clear_gradient", "gradient", "name", "persistable", "set_value", "stop_gradient")
_ONE_TENSOR = (
    "the parts are no tensors of their own today: give z itself what they were given; its gradient z.grad is complex, "
    "and z.grad.real() and z.grad.imag() are what the parts had"
)


def rewrite(script: Script) -> None:
    named = script.open("ComplexVariable")
    made = [r for r in named if r.call is not None]
    for reference in named:
        if reference.call is None:
            _asked(script, reference)
    if not made and not any(_is_complex(r) for r in script.references):
        return
    parts = [node for node in script.source.all(cst.Attribute) if node.attr.value in PARTS]
    taken: set[cst.CSTNode] = set()  # parts that go with the pair they make
    given: set[cst.CSTNode] = set()  # parts that make a pair, so they are tensors
    for reference in made:
        _pair(script, reference, taken, given)
    for node in parts:
        if node not in taken:
            _part(script, node, node in given)
    for node in script.source.all(cst.Attribute):
        if node.attr.value in ("dtype", "name") and _is_pair(script, node.value):
            message = f"a pair's was a string or a dict; a complex tensor's {node.attr.value} is like any tensor's"
            script.say(node, "PM313", script.source.code(node), message)


def _asked(script: Script, reference: Reference) -> None:
    """`isinstance(x, ComplexVariable)`, `type(x) is ComplexVariable`: whether it is a tensor, and complex."""
    whole, what, holds = _question(script, reference.node)
    if whole is None or what is None or not dotted(what):
        return
    name = script.source.code(what)
    spelled = script.imports.spell("paddle.Tensor", reference.binding)
    text = f"isinstance({name}, {spelled}) and {name}.is_complex()"
    if not holds:
        text = f"not ({text})"
    elif not isinstance(script.source.parents.get(whole), _TAKES_AND):
        text = f"({text})"
    script.edits.replace(*script.source.core(whole), text)
    script.settle(reference)
    script.say(whole, "PM102", reference.short, f"→ {text}")


def _question(
    script: Script, node: cst.CSTNode
) -> tuple[cst.BaseExpression | None, cst.BaseExpression | None, bool]:
    """The whole question, what is asked about, and whether the answer is yes if it is a pair."""
    call = script.taker(node)
    if isinstance(call, cst.Call) and dotted(call.func) == "isinstance" and len(call.args) == 2:
        return (call, call.args[0].value, True) if call.args[1].value is node else (None, None, True)
    target = script.source.parents.get(node)
    compared = script.source.parents.get(target)
    if not isinstance(target, cst.ComparisonTarget) or not isinstance(compared, cst.Comparison):
        return None, None, True
    asked = compared.left if isinstance(compared.left, cst.Call) and len(compared.comparisons) == 1 else None
    if asked is None or dotted(asked.func) != "type" or len(asked.args) != 1:
        return None, None, True
    holds = isinstance(target.operator, (cst.Is, cst.Equal))
    known = holds or isinstance(target.operator, (cst.IsNot, cst.NotEqual))
    return (compared, asked.args[0].value, holds) if known and not compared.lpar else (None, None, True)


def _is_complex(reference: Reference) -> bool:
    return isinstance(reference.rule, Rule) and reference.rule.name.startswith(COMPLEX + ".")


def _is_pair(script: Script, node: cst.BaseExpression) -> bool:
    return script.kinds.what(node).startswith("complex")


def _pair(script: Script, reference: Reference, taken: set[cst.CSTNode], given: set[cst.CSTNode]) -> None:
    """A call of ComplexVariable."""
    call = reference.call
    assert call is not None
    real, imag = reference.argument("real"), reference.argument("imag")
    if real is None or imag is None or len(call.args) != 2:
        script.leave(reference, "PM303", "write both arguments out: paddle.complex(real, imag)")
        return
    script.settle(reference)
    whole = _conjugated(script, real, imag)
    if whole is not None:
        spelled = script.imports.spell("paddle.conj", reference.binding)
        new = f"{spelled}({script.source.code(whole)})"
        script.edits.replace(*script.source.core(call), new)
        taken.update(n for n in script.source.all(cst.Attribute) if script.source.lies_in(n, call))
    else:
        new = script.imports.spell("paddle.complex", reference.binding)
        script.edits.replace(*script.source.span(reference.node), new)
        given.update(without_sign(part) for part in (real, imag))
    script.say(reference.node, "PM101", reference.short, f"→ {new}")


def _conjugated(script: Script, real: cst.BaseExpression, imag: cst.BaseExpression) -> cst.BaseExpression | None:
    """`z` of `z.real` and `-z.imag`, where it is a plain name or attribute."""
    if not (isinstance(imag, cst.UnaryOperation) and isinstance(imag.operator, cst.Minus)):
        return None
    turned = imag.expression
    if not (isinstance(real, cst.Attribute) and isinstance(turned, cst.Attribute)):
        return None
    same = dotted(real.value) and dotted(real.value) == dotted(turned.value)
    if not same or (real.attr.value, turned.attr.value) != PARTS or not _may_be_pair(script, real.value):
        return None
    return real.value


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
    is_pair = _is_pair(script, node.value) or is_of_pair(script.facts, script.facts.origins, node)
    if not is_pair and (script.names.resolve(node) or not (is_tensor or _is_unknown(Spot(script.facts, node.value)))):
        return
    name = script.source.code(node)
    if _is_set(script, node):
        if is_pair:
            script.say(node, "PM313", name, _ONE_TENSOR)
    elif isinstance(above, cst.Attribute) and above.attr.value in _KEPT:
        script.say(node, "PM313", f"{name}.{above.attr.value}", _ONE_TENSOR)
    elif is_pair or (is_tensor and _may_be_pair(script, node.value)):
        script.edits.replace(*script.source.core(node.attr), f"{node.attr.value}()")
        script.say(node, "PM105", name, f"→ {name}()")
    else:
        script.say(node, "PM313", name, f"of a complex tensor it is a method today: {name}(), if it is one here")


def _is_set(script: Script, node: cst.CSTNode) -> bool:
    """Whether it is assigned to or deleted."""
    above = script.source.parents.get(node)
    while isinstance(above, (cst.Element, cst.Tuple, cst.List, cst.StarredElement)):
        node, above = above, script.source.parents.get(above)
    is_target = isinstance(above, (cst.AugAssign, cst.AnnAssign, cst.For)) and above.target is node
    return is_target or isinstance(above, (cst.AssignTarget, cst.Del))


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
