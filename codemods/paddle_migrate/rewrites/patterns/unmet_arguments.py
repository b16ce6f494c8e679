"""What 1.8.5 took where today's layers do not: `batch_norm(x, momentum=variable)`, `sign(array)`, `instance_norm(x)` of
another number of dimensions than four."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.program_variables import is_made_by_layer
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.dimensions import dimensions_of
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_MOMENTUM = "its momentum is a variable, and today's layer takes a number"
_DIMENSIONS = "its input has {} dimensions, and nn.InstanceNorm2D takes four: call nn.InstanceNorm{}D"
_LAYERS = {2: 1, 3: 1, 5: 3}


def rewrite(script: Script) -> None:
    for reference in script.open("sign"):
        if not reference.beyond and reference.call is not None and not script.is_skipped(reference.node):
            _sign(script, reference)
    for reference in script.open("batch_norm", "instance_norm") if is_rewritten_program(script) else ():
        if reference.beyond or reference.call is None or script.is_skipped(reference.node):
            continue
        momentum, read = reference.argument("momentum"), reference.argument("input")
        if reference.name.endswith(".batch_norm"):
            if momentum is not None and is_made_by_layer(script.facts, momentum):
                script.leave(reference, "PM303", _MOMENTUM)
        elif read is not None and (count := dimensions_of(script.facts, read)) in _LAYERS:
            script.leave(reference, "PM303", _DIMENSIONS.format(count, _LAYERS[count]))


def _sign(script: Script, reference: Reference) -> None:
    """`sign(array)` → `sign(paddle.assign(array))`."""
    given = reference.argument("x")
    if isinstance(given, cst.BaseExpression) and _is_array(script, given):
        assign = script.imports.spell("paddle.assign", reference.binding)
        script.edits.wrap(*script.source.span(given), f"{assign}(", ")")
        script.say(given, "PM101", reference.short, "→ assign: today's takes tensors only")


def _is_array(script: Script, given: cst.BaseExpression) -> bool:
    """Whether it is NumPy's for sure, somewhere, and never a tensor."""
    ends = values_of(script.facts).ends(Spot(script.facts, given))
    made = [end.facts.names.resolve(end.node.func) for end in ends if isinstance(end.node, cst.Call)]
    return any(name.startswith("numpy.") for name in made) and Arrays(script.facts).of(given) == "data"
