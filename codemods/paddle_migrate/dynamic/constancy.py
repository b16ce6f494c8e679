"""What was worked out once, when a program was built, and would be anew in each step as a part of `forward`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.parts import Body
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Reading, Stays

_EFFECTS = ("numpy.random.", "random.", "time.", "os.", "sys.")
_BUILTINS = ("print", "open", "input", "next", "iter")


def check_text(reading: Reading, body: Body, program: Program) -> None:
    """Raises Stays where a body's text cannot stand elsewhere as it is, or would mean something else there."""
    start, lies_in = reading.source.start, reading.source.lies_in
    first, made = start(program.network[0]), start(program.optimizer or program.minimize_line)
    makers = [part.maker for part in body.parts if part.maker is not None]
    for line in body.lines:
        for node in reading.inside(line):
            if isinstance(node, (cst.SimpleString, cst.FormattedString)) and "\n" in reading.code(node):
                raise Stays(node, "a string of several lines stands in what becomes a method; move it out")
        for call in reading.calls_in(line):
            check_call(reading, call)
        for name in reading.loads_in(line):
            if name.value not in body.tensors:
                is_asked_once = any(lies_in(name, maker) for maker in makers) and len(reading.bindings(name)) == 1
                _check_name(reading, body, name, made if is_asked_once else first)


def check_call(reading: Reading, call: cst.Call) -> None:
    name = reading.called(call)
    builtin = isinstance(call.func, cst.Name) and call.func.value in _BUILTINS and not reading.bindings(call.func)
    if name.startswith(_EFFECTS) or builtin:
        raise Stays(call, f"{reading.code(call.func)}() would be called anew in each step; call it before the network")


def _check_name(reading: Reading, body: Body, name: cst.Name, first: int) -> None:
    """What is set once; what the program's own statements read may be set in several places before `first`, and what
    layers are made with once before these are made."""
    bindings = [b for b in reading.bindings(name) if b.kind in ("value", "other", "param")]
    if body.function is None:
        if any(reading.source.start(b.node) > first for b in bindings):
            raise Stays(name, f"{name.value} is set behind the network, which would read it anew in each step")
    elif len(bindings) > 1 and bindings[0].scope is reading.scopes.module:
        raise Stays(name, f"{name.value} is set several times, and the network would read it anew in each step")
