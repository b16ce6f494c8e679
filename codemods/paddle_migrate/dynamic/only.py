"""A network that is one part and nothing else, `loss, accuracy = model(x, y)`: no class stands around it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.classes import Classes
from paddle_migrate.dynamic.loop import Loop
from paddle_migrate.dynamic.models import Models
from paddle_migrate.dynamic.parts import Part
from paddle_migrate.dynamic.reading import small, targets, value_of


def only_part(classes: Classes, models: Models, loop: Loop) -> Part | None:
    """The part, which takes all that is fed, by the same names, and gives all that is fetched."""
    network = classes.bodies[0]
    part = network.parts[0] if len(network.parts) == len(network.lines) == 1 else None
    statement = small(network.lines[0])
    if part is None or part.alias or value_of(statement) is not part.call or models.saved or loop.unfed:
        return None
    given = [each.value if isinstance(each, cst.Name) else "" for each in targets(statement)]
    fed = [arg.value.value if isinstance(arg.value, cst.Name) and arg.keyword is None and not arg.star else ""
           for arg in part.call.args]
    gives_all = set(loop.results) <= set(given) and len(set(given)) == len(given)
    takes_all = set(fed) == set(classes.program.feeds) and fed == _forward_names(classes, part)
    return part if gives_all and takes_all else None


def _forward_names(classes: Classes, part: Part) -> list[str]:
    """What the forward() of a part's class takes; nothing where this is not seen here."""
    if part.functions:
        body = classes.by_function[part.functions[0]]
        return [] if classes.config[body] else [param.name.value for param in body.params]
    made = part.maker.func if part.maker is not None else None
    node = next((each.node for each in classes.reading.bindings(made)), None)
    for each in classes.reading.inside(node) if isinstance(node, cst.ClassDef) else ():
        if isinstance(each, cst.FunctionDef) and each.name.value == "forward":
            return [param.name.value for param in each.params.params[1:]]
    return []
