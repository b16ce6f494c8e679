"""`concat([f(x), zeros([1])])`: an element of a vector had shape [1], has no dimension today, and cannot be joined.

Whether the `x` that a function is given is one, its file may not tell. That what it joins were vectors, it does.
"""

from __future__ import annotations

import math

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import without_sign
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_MAKERS = ("fill_constant", "ones", "zeros")
_WHY = "an element of a vector has no dimension today, and what is joined here needs one"


def rewrite(script: Script) -> None:
    for reference in script.open("concat"):
        if _is_held(script, reference) or _joins_vectors(script, reference):
            name = write_written(script, "concat_vectors")
            script.edits.replace(*script.source.span(reference.node), name)
            script.settle(reference)
            script.say(reference.node, "PM108", reference.short, f"→ {name}, written into the script: {_WHY}")


def _joins_vectors(script: Script, reference: Reference) -> bool:
    """Whether what is joined were vectors, of which one may be an element of another today."""
    joined = reference.argument("input")
    if not isinstance(joined, cst.List) or not _along_the_first(script, reference):
        return False
    parts = [without_sign(element.value) for element in joined.elements]
    vectors = [_is_vector(script, part) for part in parts]
    return not all(vectors) and (any(vectors) or _one_number_each(script, reference.call, parts))


def _is_held(script: Script, reference: Reference) -> bool:
    """Whether it is a value, or called with stars: who joins what is not shown there."""
    call, above = reference.call, script.source.parents.get(reference.node)
    named = isinstance(above, cst.Attribute) or script.source.parent(reference.node, cst.ImportFrom) is not None
    shown = call is not None and not any(arg.star for arg in call.args)
    return not shown and not named and not reference.beyond


def _along_the_first(script: Script, reference: Reference) -> bool:
    """Whether it may be: vectors have no other dimension."""
    axis = reference.argument("axis")
    may_be = constants(script.facts, axis) if axis is not None else (0,)
    return not may_be or 0 in may_be


def _is_vector(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is made with a shape of one dimension: `zeros([1])`."""
    ends = values_of(script.facts).ends(Spot(script.facts, node))
    made = ends[0].node if len(ends) == 1 else None
    if not isinstance(made, cst.Call) or ends[0].facts.layer_function(made) not in _MAKERS:
        return False
    given = arguments(values_of(script.facts), ends[0])
    sizes = _sizes(given.named.get("shape") or next(iter(given.placed), None))
    return bool(sizes) and all(len(each) == 1 for each in sizes)


def _sizes(shape: Spot | None) -> list[tuple[str, ...]]:
    """What a shape may be, size by size as it is written; nothing where it is not seen."""
    ends = values_of(shape.facts).ends(shape) if shape is not None else []
    lists = [each for each in ends if isinstance(each.node, (cst.List, cst.Tuple))]
    found = [tuple(each.facts.source.code(e.value) for e in each.node.elements) for each in lists]  # type: ignore[union-attr]
    return found if len(found) == len(ends) else []


def _one_number_each(script: Script, call: cst.Call | None, parts: list[cst.BaseExpression]) -> bool:
    """Whether what is joined is then given a shape of as many numbers as there are parts."""
    if call is None:
        return False
    name = script.assigned_name(call)
    uses = [use for binding in script.scopes.find(name) for use in binding.uses] if name is not None else []
    return any(_numbers(script, use) == len(parts) for use in [call, *uses])


def _numbers(script: Script, node: cst.CSTNode) -> int:
    """How many numbers `reshape(node, [2, 2])` has; 0 for anything else, and where the script does not tell."""
    reference = script.taken_by(node)
    if reference is None or script.layer_function(reference.call) != "reshape" or reference.argument("x") is not node:
        return 0
    shape = reference.argument("shape")
    sizes = _sizes(Spot(script.facts, shape)) if shape is not None else []
    try:
        numbers = {math.prod(map(int, each)) if min(map(int, each)) > 0 else 0 for each in sizes}
    except ValueError:
        return 0
    return numbers.pop() if len(numbers) == 1 else 0
