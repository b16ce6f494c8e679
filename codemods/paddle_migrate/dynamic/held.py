"""What a scope holds, read or set by a parameter's own name: the network has it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import libcst as cst

from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.handed import sees_net
from paddle_migrate.dynamic.helpers import LASTING, SCHEDULES
from paddle_migrate.dynamic.parameters import check_padded
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Reading, Stays, target_names
from paddle_migrate.dynamic.runs import Runs
from paddle_migrate.text.arguments import argument

SCOPE = "paddle.static.global_scope"
_MAIN = "paddle.static.default_main_program"
_COUNTED = re.compile(r"\.[wb]_\d+$")  # names that layers of programs count otherwise
_WHY = ("what a scope holds is read here otherwise than np.array(global_scope().find_var(\"name\").get_tensor()) of a "
        "parameter that was given its name; write this by hand")
_FINDS = "find_var"
_OF_DECAY, _PIECEWISE = "learning_rate", "paddle.optimizer.lr.PiecewiseDecay"
_RATE = "a rate is read from the scope where this tool does not see which step had it; keep optimizer.get_lr() there"


def reads_rate(reading: Reading) -> bool:
    """Whether the variable of a piecewise_decay() is read, which holds the rate of the last step."""
    return any(_is_rate(_method(reading, call, _FINDS)) for call in reading.calls if reading.called(call) == SCOPE)


def _is_rate(found: cst.Call | None) -> bool:
    name = found.args[0].value if found is not None and found.args else None
    return isinstance(name, cst.SimpleString) and name.evaluated_value == _OF_DECAY


def write_rates(program: Program, draft: Draft, runs: Runs, rate: str) -> None:
    """`np.array(global_scope().find_var("learning_rate").get_tensor())` → the array of what each step leaves under the
    name `rate`. Raises Stays."""
    reading = program.reading
    decays = [name for call in reading.calls if (name := reading.called(call)).startswith(SCHEDULES)]
    for scope in [call for call in reading.calls if reading.called(call) == SCOPE]:
        found = _method(reading, scope, _FINDS)
        if not _is_rate(found):
            continue
        tensor = _method(reading, found, "get_tensor")
        array = reading.source.parents.get(reading.source.parents.get(tensor)) if tensor is not None else None
        places = {id(reading.scopes.of(each)) for each in (scope, *(run.line for run in runs.of("main")))}
        if tensor is None or not _is_array(reading, tensor) or len(array.args) != 1 or places != {  # type: ignore
                id(reading.scope(program.home))} or set(decays) != {_PIECEWISE}:
            raise Stays(scope, _RATE)
        draft.put(*reading.source.span(tensor), f"[{rate}], dtype={reading.string('float32')}")


def write_held(
    program: Program, draft: Draft, net: str, starts: Sequence[cst.Call], knows_rate: bool = False
) -> None:
    """`np.array(global_scope().find_var(name).get_tensor())` → the network's parameter of that name, which `set()`
    gives its numbers behind the `starts` of the program; the layers of the program → its. Raises Stays."""
    reading = program.reading
    for call in reading.calls:
        asks = reading.source.parents.get(call)
        if reading.called(call) == _MAIN and isinstance(asks, cst.Attribute) and asks.attr.value == "sublayers":
            if not sees_net(program, call):
                raise Stays(call, "the program is run where its network is not seen; give the function the program")
            draft.put(*reading.source.span(call), net)
        if reading.called(call) == SCOPE and _is_rate(_method(reading, call, _FINDS)):
            if not knows_rate:
                raise Stays(call, _RATE)
        elif reading.called(call) == SCOPE:
            _write(program, draft, net, call, starts)


def _write(program: Program, draft: Draft, net: str, scope: cst.Call, starts: Sequence[cst.Call]) -> None:
    reading, source = program.reading, program.reading.source
    found = _method(reading, scope, _FINDS) or _method(reading, scope, "var")
    tensor = _method(reading, found, "get_tensor")
    name = found.args[0].value if found is not None and len(found.args) == 1 else None
    uses = _uses(reading, tensor) if sees_net(program, scope) else []
    sets = [each for use in uses if (each := _method(reading, use, "set")) is not None and _is_plain(reading, each)]
    is_behind = bool(starts) and all(source.start(start) < source.start(each) for start in starts for each in sets)
    if tensor is None or not uses or len(sets) + sum(_is_array(reading, use) for use in uses) < len(uses) or (
            sets and not is_behind) or not isinstance(name, cst.SimpleString) or _COUNTED.search(
            str(name.evaluated_value)):
        raise Stays(scope, _WHY)
    check_padded(reading, name)
    text = f"{{each.name: each for each in {net}.{_kind(reading, name)}()}}[{reading.code(name)}]"
    draft.put(*source.span(tensor), text)
    for each in sets:
        assert isinstance(each.func, cst.Attribute)
        draft.put(*source.span(each.func.attr), "set_value")
        draft.put(source.span(each.args[0].value)[1], source.span(each)[1] - 1, "")


def _kind(reading: Reading, name: cst.SimpleString) -> str:
    """What the network calls those among which it is."""
    lasting = [argument(call, 3, "name") for call in reading.calls if reading.called(call) == LASTING]
    return "buffers" if any(isinstance(each, cst.SimpleString) and each.evaluated_value == name.evaluated_value
                            for each in lasting) else "parameters"


def _uses(reading: Reading, tensor: cst.Call | None) -> list[cst.BaseExpression]:
    """The tensor where it is used, under a name of its own or at once; nothing where that is not known."""
    above = reading.source.parents.get(tensor)
    bound = target_names(above) if isinstance(above, cst.Assign) else []
    if tensor is None or not bound:
        return [tensor] if tensor is not None else []
    scope = reading.scopes.of(tensor)
    is_one = len(bound) == 1 and len(scope.bindings[bound[0]]) == 1
    return list(reading.uses(scope, bound[0])) if is_one else []


def _is_array(reading: Reading, node: cst.CSTNode) -> bool:
    return reading.called(reading.source.parents.get(reading.source.parents.get(node))) in (
        "numpy.array", "numpy.asarray")


def _is_plain(reading: Reading, call: cst.Call) -> bool:
    """Whether it is a statement, `tensor.set(array, place)`."""
    return isinstance(reading.source.parents.get(call), cst.Expr) and 0 < len(call.args) < 3 and not any(
        arg.star or arg.keyword for arg in call.args)


def _method(reading: Reading, node: cst.BaseExpression | None, name: str) -> cst.Call | None:
    """`node.name(…)`."""
    above = reading.source.parents.get(node)
    call = reading.source.parents.get(above)
    is_called = isinstance(above, cst.Attribute) and above.value is node and above.attr.value == name
    return call if is_called and isinstance(call, cst.Call) and call.func is above else None
