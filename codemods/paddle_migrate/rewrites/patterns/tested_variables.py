"""`if attn_bias:` of a variable of a program, or None: 1.8.5 took any variable for true, Paddle 3 refuses to say."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.program_variables import is_layer, is_made_by_layer
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_TESTS = (cst.If, cst.IfExp, cst.While, cst.Assert)
_VALUES = (cst.Name, cst.Attribute, cst.Subscript)
_SAID = "a variable of a program is neither true nor false in Paddle 3: it is asked whether there is one"
_TAKEN = ("input", "label", "logits", "x", "y")  # as which layers take variables


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for node in script.source.all(*_TESTS, cst.BooleanOperation, cst.UnaryOperation, cst.CompIf):
        for tested in _tested(script, node):
            if not script.is_skipped(tested) and _may_be_variable(script, tested):
                _write(script, node, tested)
        if isinstance(node, cst.BooleanOperation) and not _is_condition(script, node) and not script.is_skipped(node):
            _choose(script, node, node.left)


def _tested(script: Script, node: cst.CSTNode) -> list[cst.BaseExpression]:
    """What has to be true or false."""
    found: list[cst.BaseExpression] = []
    if isinstance(node, (*_TESTS, cst.CompIf)):
        found = [node.test]
    elif isinstance(node, cst.BooleanOperation):
        found = [node.left, node.right] if _is_condition(script, node) else []
    elif isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        found = [node.expression]
    return [each for each in found if isinstance(each, (*_VALUES, cst.Call))]


def _is_condition(script: Script, node: cst.CSTNode) -> bool:
    """Whether only the truth of `a and b` counts, and not which of the two it is."""
    above = script.source.parents.get(node)
    while isinstance(above, (cst.BooleanOperation, cst.UnaryOperation)):
        if isinstance(above, cst.UnaryOperation):
            return isinstance(above.operator, cst.Not)
        node, above = above, script.source.parents.get(above)
    return isinstance(above, (*_TESTS, cst.CompIf)) and above.test is node


def _may_be_variable(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is what a layer gives somewhere, or not known and given to one."""
    if is_made_by_layer(script.facts, node):
        return True
    uses = {id(u): u for b in script.scopes.find(node) for u in b.uses} if isinstance(node, cst.Name) else {}
    unknown = any(map(_is_unknown, origins_of(script.facts, node)))
    return unknown and any(_is_taken(script, use) for use in uses.values())


def _is_unknown(end: cst.BaseExpression | None) -> bool:
    is_word = isinstance(end, cst.Name) and end.value in ("None", "True", "False")
    return not is_word and not isinstance(end, (cst.BaseNumber, cst.BaseString, cst.List, cst.Tuple, cst.Dict))


def _is_taken(script: Script, use: cst.BaseExpression) -> bool:
    """Whether a layer takes it for a variable, or it is calculated with what one gives: `product += bias`."""
    reference, above = script.taken_by(use), script.source.parents.get(use)
    if isinstance(above, cst.BinaryOperation):
        other = above.right if above.left is use else above.left
        return is_made_by_layer(script.facts, other) or _is_taken(script, above)
    if isinstance(above, cst.UnaryOperation) and isinstance(above.operator, cst.Minus):
        return _is_taken(script, above)
    if isinstance(above, cst.AugAssign):
        return above.value is use and is_made_by_layer(script.facts, above.target)
    taken = reference is not None and not reference.beyond and is_layer(reference.name)
    return taken and any(reference.argument(name) is use for name in _TAKEN) if reference is not None else False


def _write(script: Script, node: cst.CSTNode, tested: cst.BaseExpression) -> None:
    ends = [end for end in origins_of(script.facts, tested) if end is None or script.source.code(end) != "None"]
    known = all(end is not None and is_made_by_layer(script.facts, end) for end in ends)
    if not known:
        name = write_written(script, "is_given")
        script.edits.wrap(*script.source.span(tested), f"{name}(", ")")
    elif isinstance(node, cst.UnaryOperation):
        script.edits.replace(*script.source.core(node), lambda: f"{script.render(tested)} is None")
    else:
        script.edits.insert(script.source.span(tested)[1], " is not None")
    script.say(tested, "PM119", "if", _SAID)


def _choose(script: Script, node: cst.BooleanOperation, left: cst.BaseExpression) -> None:
    """`a or b` → `a if is_given(a) else b`; `a and b` → `b if is_given(a) else a`."""
    if not isinstance(left, _VALUES) or not _may_be_variable(script, left):
        return
    name = write_written(script, "is_given")
    by_or = isinstance(node.operator, cst.Or)

    def text() -> str:
        a, b = script.render(left), script.render(node.right)
        return f"({a} if {name}({a}) else {b})" if by_or else f"({b} if {name}({a}) else {a})"

    script.edits.replace(*script.source.core(node), text)
    script.say(left, "PM119", "or" if by_or else "and", _SAID)
