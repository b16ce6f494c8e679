"""What a scope holds, read by a parameter's own name: the network has it."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.handed import sees_net
from paddle_migrate.dynamic.parameters import check_padded
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Reading, Stays, target_names

SCOPE = "paddle.static.global_scope"
_MAIN = "paddle.static.default_main_program"
_COUNTED = re.compile(r"\.[wb]_\d+$")  # names that layers of programs count otherwise
_WHY = ("what a scope holds is read here otherwise than np.array(global_scope().find_var(\"name\").get_tensor()) of a "
        "parameter that was given its name; write this by hand")


def write_held(program: Program, draft: Draft, net: str) -> None:
    """`np.array(global_scope().find_var(name).get_tensor())` → the network's parameter of that name; the layers of the
    program → its. Raises Stays."""
    reading = program.reading
    for call in reading.calls:
        asks = reading.source.parents.get(call)
        if reading.called(call) == _MAIN and isinstance(asks, cst.Attribute) and asks.attr.value == "sublayers":
            if not sees_net(program, call):
                raise Stays(call, "the program is run where its network is not seen; give the function the program")
            draft.put(*reading.source.span(call), net)
        if reading.called(call) == SCOPE:
            found = _method(reading, call, "find_var")
            tensor = _method(reading, found, "get_tensor")
            name = found.args[0].value if found is not None and len(found.args) == 1 else None
            is_array = _are_arrays(reading, tensor) and sees_net(program, call)
            if tensor is None or not is_array or not isinstance(name, cst.SimpleString) or _COUNTED.search(
                    str(name.evaluated_value)):
                raise Stays(call, _WHY)
            check_padded(reading, name)
            text = f"{{each.name: each for each in {net}.parameters()}}[{reading.code(name)}]"
            draft.put(*reading.source.span(tensor), text)


def _are_arrays(reading: Reading, tensor: cst.Call | None) -> bool:
    """Whether NumPy alone has it, under a name of its own or at once."""
    above = reading.source.parents.get(tensor)
    bound = target_names(above) if isinstance(above, cst.Assign) else []
    if tensor is None or not bound:
        return tensor is not None and _is_array(reading, tensor)
    scope = reading.scopes.of(tensor)
    uses = reading.uses(scope, bound[0])
    return len(bound) == 1 and len(scope.bindings[bound[0]]) == 1 and bool(uses) and all(
        _is_array(reading, use) for use in uses)


def _is_array(reading: Reading, node: cst.CSTNode) -> bool:
    return reading.called(reading.source.parents.get(reading.source.parents.get(node))) in (
        "numpy.array", "numpy.asarray")


def _method(reading: Reading, node: cst.Call | None, name: str) -> cst.Call | None:
    """`node.name(…)`."""
    above = reading.source.parents.get(node)
    call = reading.source.parents.get(above)
    is_called = isinstance(above, cst.Attribute) and above.value is node and above.attr.value == name
    return call if is_called and isinstance(call, cst.Call) and call.func is above else None
