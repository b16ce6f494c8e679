"""Whether what is asked for its `real` or `imag` is a pair of 1.8's, as what is done with it shows: no other tensor of
1.8 had these."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.origins import Origins
from paddle_migrate.facts.scopes import without_sign
from paddle_migrate.rules.kinds import gives_tensor, takes_tensors

PARTS = ("real", "imag")
_TENSORS = ("x", "y", "input", "X", "Y")  # parameters that are tensors


def is_of_pair(code: Code, origins: Origins, part: cst.Attribute) -> bool:
    """Whether the script shows that `part`, a `z.real`, is of a pair."""
    return _is_made(code, origins, part.value) or _is_tensor(code, part) or _is_used(code, origins, part.value)


def _is_made(code: Code, origins: Origins, node: cst.BaseExpression) -> bool:
    """Whether a function that gives tensors made it."""
    ends = origins.ends(node)
    made = [end for end in ends if isinstance(end, cst.Call) and gives_tensor(code.names.resolve(end.func))]
    return bool(ends) and len(made) == len(ends)


def _is_tensor(code: Code, part: cst.Attribute) -> bool:
    """Whether the part itself is used as a tensor: `z.real[0].numpy()`, `reshape(z.real, [4])`."""
    if _is_taken(code, part):
        return True
    at: cst.CSTNode = part
    while isinstance(above := code.source.parents.get(at), (cst.Subscript, cst.BinaryOperation, cst.UnaryOperation)):
        if isinstance(above, cst.Subscript) and above.value is not at:
            return False
        if isinstance(above, cst.BinaryOperation) and not _is_of_parts(above, part.value):
            return False
        at = above
    return code.source.called(at, "numpy") is not None


def _is_of_parts(node: cst.BaseExpression, base: cst.BaseExpression) -> bool:
    """Whether all that is calculated with are parts of the same thing, and numbers."""
    node = without_sign(node)
    if isinstance(node, cst.BinaryOperation):
        return _is_of_parts(node.left, base) and _is_of_parts(node.right, base)
    if isinstance(node, cst.Subscript):
        return _is_of_parts(node.value, base)
    is_part = isinstance(node, cst.Attribute) and node.attr.value in PARTS and node.value.deep_equals(base)
    return is_part or isinstance(node, cst.BaseNumber)


def _is_used(code: Code, origins: Origins, node: cst.BaseExpression) -> bool:
    """Whether the variable is used as a tensor elsewhere, while it is what it is here."""
    if not isinstance(node, cst.Name):
        return False
    bindings = origins.bindings(node)
    uses = bindings[0].uses if bindings else []
    return any(_is_taken(code, use) and origins.bindings(use) == bindings for use in uses)


def _is_taken(code: Code, node: cst.CSTNode) -> bool:
    """Whether a function of 1.8 takes it as a tensor."""
    reference = code.taken_by(node)
    if reference is None or reference.beyond or not takes_tensors(reference.name):
        return False
    return any(reference.argument(name) is node for name in _TENSORS)
