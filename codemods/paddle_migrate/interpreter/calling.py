"""What calling a value gives: functions and classes of the script are run, the library's are looked up."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from typing import Any

from paddle_migrate.interpreter.classes import bound, find
from paddle_migrate.interpreter.control import Leave
from paddle_migrate.interpreter.external import call_external
from paddle_migrate.interpreter.joining import any_of, join
from paddle_migrate.interpreter.machine import Frame, Machine
from paddle_migrate.interpreter.values import (
    UNKNOWN,
    Array,
    Choice,
    Closure,
    External,
    Instance,
    Method,
    Native,
    OwnClass,
    Scope,
    Stream,
    Table,
    Waiting,
)

DEEPEST = 40  # functions in functions


def call_value(
    machine: Machine, function: Any, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
) -> Any:
    if isinstance(function, Native):
        return function.call(machine, args, keywords, site)
    if isinstance(function, Method):
        return call_closure(machine, function.function, [function.receiver, *args], keywords, site)
    if isinstance(function, Closure):
        return call_closure(machine, function, args, keywords, site)
    if isinstance(function, OwnClass):
        return instantiate(machine, function, args, keywords, site)
    if isinstance(function, Waiting):
        return function.call(machine, args, keywords)
    if isinstance(function, Instance):
        return _call_instance(machine, function, args, keywords, site)
    if isinstance(function, External):
        return call_external(machine, function.name, args, keywords, site)
    if isinstance(function, Choice):
        return _call_any(machine, function, args, keywords, site)
    machine.note_handed(site, args, keywords)
    return function if isinstance(function, Stream) else UNKNOWN


def _call_any(machine: Machine, choice: Choice, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    machine.uncertain += 1
    try:
        results = [call_value(machine, option, args, keywords, site) for option in choice.options]
    finally:
        machine.uncertain -= 1
    result = results[0]
    for other in results[1:]:
        result = join(result, other)
    return result


def _call_instance(machine: Machine, called: Instance, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    method = next((m for m in (find(called.line(), n) for n in ("__call__", "forward")) if m is not None), None)
    if isinstance(called.of, OwnClass) and called.is_own and (
        called.of not in machine.called or any(isinstance(a, Array) and a.shape is not None for a in args)
    ):
        machine.called[called.of] = args
    if isinstance(method, Native):
        result = bound(method, called).call(machine, args, keywords, site)
    elif isinstance(method, Closure):
        result = call_closure(machine, method, [called, *args], keywords, site)
    else:
        return UNKNOWN
    for hook in called.after:
        changed = machine.call(hook, [called, tuple(args), result], {}, None)
        result = result if changed is None else changed
    return result


def instantiate(
    machine: Machine, made_from: OwnClass, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
) -> Any:
    if made_from.home is None:
        machine.instantiated.setdefault(made_from, (args, keywords))
    made = Instance(made_from)
    init = find(made_from.line(), "__init__")
    if isinstance(init, Closure):
        if made_from.home is not None:
            made.args = _bind(init, [made, *args], keywords) or {}
        call_closure(machine, init, [made, *args], keywords, site)
    elif isinstance(init, Native):
        bound(init, made).call(machine, args, keywords, site)
    return made


def call_closure(
    machine: Machine, function: Closure, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
) -> Any:
    names = _bind(function, args, keywords)
    if machine.frame.depth >= DEEPEST or names is None or function.node in machine.too_long:
        return UNKNOWN
    machine.entered.add(function.node)
    of_script = machine.frame.home is None
    frame = machine.enter(function, Scope(names, function.scope), site)
    result: Any = UNKNOWN
    try:
        with machine.steps_of_its_own(function) if of_script and frame.home is not None else nullcontext():
            result = _run(machine, function, frame)
    finally:
        machine.leave()
    if function.after and not machine.today:
        for change in function.after:
            result = change([*args, *keywords.values()], result)
    return result


def _run(machine: Machine, function: Closure, frame: Frame) -> Any:
    if isinstance(function.node, ast.Lambda):
        return machine.value(function.node.body)
    try:
        machine.execute(function.node.body)
    except Leave as leave:
        if leave.kind == "raise" and not frame.returned and not frame.yielded:
            raise
    else:
        if frame.returned:
            frame.returned.append(None)
    return _result(machine, function, frame)


def _result(machine: Machine, function: Closure, frame: Frame) -> Any:
    if frame.yielded:
        return Stream(any_of(frame.yielded))
    if _is_generator(function.node):
        return Stream(UNKNOWN)
    return machine.returns(frame)


def _is_generator(function: ast.AST) -> bool:
    """Found once for each function: compat's are run for many scripts."""
    if "is_generator" not in vars(function):
        vars(function)["is_generator"] = _yields(function)
    found: bool = vars(function)["is_generator"]
    return found


def _yields(function: ast.AST) -> bool:
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)
    return False


def _bind(function: Closure, args: list[Any], keywords: dict[str, Any]) -> dict[str, Any] | None:
    """The parameters' values; what is not given and has no default is unknown. None: compat's takes no such call."""
    spec = function.node.args
    names = [a.arg for a in [*spec.posonlyargs, *spec.args]]
    bound: dict[str, Any] = dict(zip(names, args, strict=False))
    if spec.vararg:
        bound[spec.vararg.arg] = tuple(args[len(names) :])
    known = {*names, *(a.arg for a in spec.kwonlyargs)}
    if function.home is not None and (
        (len(args) > len(names) and not spec.vararg) or (not keywords.keys() <= known and not spec.kwarg)
    ):
        return None
    bound.update({k: v for k, v in keywords.items() if k in known})
    if spec.kwarg:
        bound[spec.kwarg.arg] = Table({k: v for k, v in keywords.items() if k not in known})
    for name, value in zip(names[len(names) - len(function.defaults) :], function.defaults, strict=False):
        bound.setdefault(name, value)
    for parameter in spec.kwonlyargs:
        bound.setdefault(parameter.arg, function.keyword_defaults.get(parameter.arg, UNKNOWN))
    for name in names:
        bound.setdefault(name, UNKNOWN)
    return bound
