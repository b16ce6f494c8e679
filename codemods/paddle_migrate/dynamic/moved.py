"""What layers are made with is worked out where the network is made, later than where the program was built."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.parts import Body
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Reading, Stays

_LATER = "{} goes on by each call, and is asked here between where layers were made and where they are made now; set " \
    "what layers are made with to a name before"
_PURE = ("paddle.", "written.", "math.", "functools.", "collections.")


def check_moved(program: Program, bodies: list[Body], made: cst.CSTNode) -> None:
    """Raises Stays where something that goes on by itself is asked between a layer's statement and `made`."""
    reading, start = program.reading, program.reading.source.start
    own = {id(line) for line in [*program.network, *(feed.line for feed in program.feeds.values())]}
    for line in program.network:
        inside = [part for part in bodies[0].parts if reading.source.lies_in(part.call, line)]
        nodes: list[cst.CSTNode] = [part.maker for part in inside if part.maker is not None]
        nodes += [body.function for part in inside for body in bodies[1:]
                  if body.function is not None and body.function.name.value in part.functions]
        nodes += [part.call for part in inside if part.maker is None]
        going = {name for node in nodes for name in _going(reading, node, set())}
        for other in program.lines if going else ():
            if id(other) not in own and start(line) < start(other) < start(made):
                again = going & _going(reading, other, set())
                if again:
                    raise Stays(other, _LATER.format(min(again)))


def _going(reading: Reading, node: cst.CSTNode, seen: set[int]) -> set[str]:
    """What may give something else each time that it is called: objects, and NumPy's own random numbers."""
    found: set[str] = set()
    for call in reading.calls_in(node):
        name = reading.called(call)
        if name.startswith("numpy.random."):
            found.add("numpy.random")
        if name.startswith((*_PURE, "numpy.")):
            continue
        root: cst.BaseExpression = call.func
        while isinstance(root, (cst.Attribute, cst.Subscript, cst.Call)):
            root = root.func if isinstance(root, cst.Call) else root.value
        for bound in reading.bindings(root):
            if isinstance(bound.node, (cst.FunctionDef, cst.ClassDef)):
                found |= _going(reading, bound.node, seen | {id(bound.node)}) if id(bound.node) not in seen else set()
            elif bound.scope is reading.scopes.module or not reading.source.lies_in(bound.node, node):
                found.add(bound.name)
    return found
