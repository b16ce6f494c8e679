"""What builds a part of a network, read: its layers, the other parts that it calls, which values are tensors."""

from __future__ import annotations

import re
from collections.abc import Collection

import libcst as cst

from paddle_migrate.dynamic.constancy import check_text
from paddle_migrate.dynamic.helpers import PARAMETERS
from paddle_migrate.dynamic.parts import Body, Part, number
from paddle_migrate.dynamic.program import Program, functions_of, is_layer, makes_layer
from paddle_migrate.dynamic.reading import Line, Reading, Stays, body_of, small, targets
from paddle_migrate.dynamic.unseen import check_call
from paddle_migrate.facts.values.containers import ADDING

BRANCH = "layers are made in a loop or a branch; make them one by one, or write the class by hand"


def find_builders(reading: Reading) -> set[str]:
    """Functions of the file that make layers, by themselves or by calling one that does."""
    every = {name: reading.calls_in(node) for name, node in reading.functions.items()}
    every |= {name: reading.calls_in(node) for name, node in reading.helpers.items()}
    found = {name for name, calls in every.items() if any(
        is_layer(reading, call) or reading.called(call) in PARAMETERS for call in calls)}
    while True:
        more = {name for name, calls in every.items() if any(functions_of(reading, call) & found for call in calls)}
        more = {name for name in more - found if not any(
            reading.called(call) == "paddle.static.data" or _is_minimize(call) for call in every[name])}
        if not more:
            return found
        found |= more


def _is_minimize(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in ("minimize", "run")


def read_bodies(program: Program, builders: set[str]) -> list[Body]:
    """The network's body, and behind it that of each function that it is built by. Raises Stays."""
    reading = program.reading
    network = Body(_free(reading, "Network"), None, list(program.network), set(program.live))
    bodies: dict[str, Body] = {}
    given: dict[str, set[str]] = {}
    waiting = [network]
    while waiting:
        body = waiting.pop()
        for name, tensors in _read(reading, body, builders).items():
            if name not in bodies:
                bodies[name] = _body(reading, name)
            if name not in given or not tensors <= given[name]:
                given.setdefault(name, set()).update(tensors)
                bodies[name].tensors = set(given[name])
                waiting.append(bodies[name])
    names = set[str]()
    for body in [*bodies.values(), network]:  # a function `network` has its own name before the program's
        body.name = _free(reading, body.name, names)
        names.add(body.name)
    for body in [network, *bodies.values()]:
        check_text(reading, body, program)
        number(body)
    return [network, *bodies.values()]


def _body(reading: Reading, name: str) -> Body:
    if name in reading.helpers:
        raise Stays(reading.helpers[name], f"{name}() makes layers in a loop; write its layers out")
    function = reading.functions[name]
    params = function.params
    if function.decorators or params.kwonly_params or params.posonly_params or params.star_kwarg or isinstance(
        params.star_arg, cst.Param
    ):
        raise Stays(function, f"{name}() takes its arguments by stars or has decorators; write its class by hand")
    lines = body_of(function)
    if function.get_docstring() is not None:
        lines = lines[1:]
    returns = [each for each in reading.inside(function) if isinstance(each, cst.Return)]
    if not lines or len(returns) != 1 or small(lines[-1]) is not returns[0]:
        raise Stays(function, f"{name}() does not return once, at its end; write its class by hand")
    return Body(_free(reading, _camel(name)), function, lines, set())


def _read(reading: Reading, body: Body, builders: set[str]) -> dict[str, set[str]]:
    """Fill in the body's parts and tensors; what each function that it calls is given as tensors."""
    body.parts = []
    found: dict[str, set[str]] = {}
    for line in body.lines:
        calls = reading.calls_in(line)
        parts = [each for each in calls if makes_layer(reading, each) or functions_of(reading, each) & builders]
        if parts and (not isinstance(line, Line) or any(reading.is_nested(each, line) for each in parts)):
            raise Stays(parts[0], BRANCH)
        if any(isinstance(each, (cst.FunctionDef, cst.Lambda)) for each in reading.inside(line)) and parts:
            raise Stays(line, BRANCH)
        own = {id(call) for part in parts for call in (part, part.func)}
        own |= {id(call) for part in parts if makes_layer(reading, part) for call in reading.calls_in(part.func)}
        for call in calls:
            if id(call) not in own:
                check_call(reading, call, body.tensors)
        body.parts += [_part(reading, call, builders) for call in parts]
        if parts or reading.names_in(line) & body.tensors:
            body.tensors |= bound_in(reading, line)
        for part in body.parts[len(body.parts) - len(parts):]:
            for name in part.functions:
                bound = bind(reading, part.call, name)
                tensors = {param for param, value in bound.items() if reading.names_in(value) & body.tensors
                           or any(makes_layer(reading, each) for each in reading.calls_in(value))}
                found.setdefault(name, set()).update(tensors)
    return found


def _part(reading: Reading, call: cst.Call, builders: set[str]) -> Part:
    if reading.called(call) in PARAMETERS:
        return Part(call, "parameter", maker=call)
    if makes_layer(reading, call):
        assert isinstance(call.func, cst.Call)
        kind = reading.code(call.func.func).rpartition(".")[2]
        return Part(call, _snake(kind), maker=call.func)
    names = tuple(sorted(functions_of(reading, call)))
    assert isinstance(call.func, cst.Name)
    if not set(names) <= builders:
        raise Stays(call, f"{call.func.value} may be a function that builds nothing")
    alias = call.func.value if call.func.value not in names else ""
    return Part(call, call.func.value, functions=names, alias=alias)


def bind(reading: Reading, call: cst.Call, name: str) -> dict[str, cst.BaseExpression]:
    """What a call gives for each parameter of the file's own function."""
    node = reading.functions.get(name)
    if node is None:
        raise Stays(call, f"{name}() makes layers in a loop; write its layers out")
    names = [param.name.value for param in node.params.params]
    found: dict[str, cst.BaseExpression] = {}
    for place, arg in enumerate(call.args):
        if arg.star or (arg.keyword is None and place >= len(names)):
            raise Stays(call, "arguments are given by a star; write them out")
        found[arg.keyword.value if arg.keyword is not None else names[place]] = arg.value
    return found


def bound_in(reading: Reading, line: cst.CSTNode, seen: frozenset[int] = frozenset()) -> set[str]:
    """Names that a statement binds, wherever in it, and of what it changes: `xs.append(x)`, `held["x"] = x`, through
    functions and methods of the file, too."""
    found: set[str] = set()
    for node in reading.inside(line):
        if isinstance(node, cst.Assign):
            found |= {name for each in targets(node) if not _is_switch(each) for name in _root(each)}
        elif isinstance(node, (cst.AugAssign, cst.For)):
            found |= _root(node.target)
        elif isinstance(node, cst.Call):
            found |= _changed(reading, node, seen)
    return found


def _changed(reading: Reading, call: cst.Call, seen: frozenset[int]) -> set[str]:
    """What a call changes."""
    func = call.func
    if isinstance(func, cst.Name) and func.value == "setattr" and call.args:
        return _root(call.args[0].value)
    if isinstance(func, cst.Name) and func.value in reading.functions:
        function = reading.functions[func.value]
        changed = _changed_by(reading, function, seen)
        params = [param.name.value for param in function.params.params]
        given = [arg for place, arg in enumerate(call.args) if arg.star or (
            arg.keyword.value if arg.keyword is not None else "".join(params[place : place + 1])) in changed]
        own = reading.scopes.scope(function).bindings
        return {name for name in changed if name not in own} | {n for arg in given for n in _root(arg.value)}
    if not isinstance(func, cst.Attribute) or reading.facts.names.resolve(func):
        return set()
    return _root(func.value) if func.attr.value in ADDING or _is_changing(reading, call, func, seen) else set()


def _is_changing(reading: Reading, call: cst.Call, func: cst.Attribute, seen: frozenset[int]) -> bool:
    """Whether a method changes its object, by all methods of the name; of one that the file has not, which gives
    nothing."""
    methods = [each for each in reading.source.all(cst.FunctionDef) if each.name.value == func.attr.value
               and each.params.params and each not in reading.functions.values()]
    if methods:
        return any(each.params.params[0].name.value in _changed_by(reading, each, seen) for each in methods)
    bound = reading.bindings(func.value)
    return bool(bound) and all(each.kind == "value" for each in bound) and isinstance(
        reading.source.parents.get(call), cst.Expr)


def _changed_by(reading: Reading, function: cst.FunctionDef, seen: frozenset[int]) -> set[str]:
    if id(function) in seen:
        return set()
    return bound_in(reading, function.body, seen | {id(function)})


def _is_switch(target: cst.BaseExpression) -> bool:
    """`x.stop_gradient`, whose `x` is what it was."""
    return isinstance(target, cst.Attribute) and target.attr.value in ("persistable", "stop_gradient")


def _root(node: cst.BaseExpression) -> set[str]:
    """`held` of `held["a"].x` and `held.setdefault("a", [])`, by its name."""
    while isinstance(node, (cst.Attribute, cst.Call, cst.Subscript)):
        node = node.func if isinstance(node, cst.Call) else node.value
    return {node.value} if isinstance(node, cst.Name) else set()


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", re.sub(r"\d+D", "", name)).lower()


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_")) or "Part"


def _free(reading: Reading, name: str, others: Collection[str] = ()) -> str:
    """A name that nothing in the file has, and no other class."""
    while name in reading.taken or name in others:
        name += "Net" if not name.endswith("Net") else "_"
    return name
