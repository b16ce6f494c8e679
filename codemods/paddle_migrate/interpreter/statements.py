"""How the interpreter runs each kind of statement."""

from __future__ import annotations

import ast
import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter.control import Leave
from paddle_migrate.interpreter.imports import import_from, import_module
from paddle_migrate.interpreter.iteration import elements, one_of
from paddle_migrate.interpreter.operators import operate, truth
from paddle_migrate.interpreter.values import UNKNOWN, Closure, Instance, Items, OwnClass, Scope, Table, join, same
from paddle_migrate.text.pytree import dotted

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine

ENOUGH = 200  # rounds of a loop after which one without news is the last
MOST_ROUNDS = 2000
_TRAINING = ("backward", "minimize", "clear_gradients")


def execute(machine: Machine, node: ast.stmt) -> None:
    handler = _HANDLERS.get(type(node))
    if handler is not None:
        handler(machine, node)


def _expression(machine: Machine, node: Any) -> None:
    machine.value(node.value)


def _assign(machine: Machine, node: Any) -> None:
    value = machine.value(node.value)
    for target in node.targets:
        assign(machine, target, value)


def _annotated(machine: Machine, node: Any) -> None:
    if node.value is not None:
        assign(machine, node.target, machine.value(node.value))


def _augmented(machine: Machine, node: Any) -> None:
    old = machine.value(node.target)
    value = machine.value(node.value)
    if isinstance(old, Items) and isinstance(value, (Items, tuple)) and isinstance(node.op, ast.Add):
        more = value.values if isinstance(value, Items) else list(value)
        old.values.extend(more)
        old.exact = old.exact and not machine.uncertain and (not isinstance(value, Items) or value.exact)
        return
    assign(machine, node.target, operate(node.op, old, value))


def assign(machine: Machine, target: ast.expr, value: Any) -> None:
    """Give the target its value; in code that may not run, the old value stays possible."""
    if isinstance(target, ast.Name):
        machine.bind(target.id, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(machine, target.elts, value)
    elif isinstance(target, ast.Starred):
        assign(machine, target.value, Items([one_of(value)], False))
    elif isinstance(target, ast.Attribute):
        _set_attribute(machine, machine.value(target.value), target.attr, value)
    elif isinstance(target, ast.Subscript):
        _set_item(machine, machine.value(target.value), machine.value(target.slice), value)


def _unpack(machine: Machine, targets: list[ast.expr], value: Any) -> None:
    found = elements(value)
    if found is not None and len(found) == len(targets) and not any(isinstance(t, ast.Starred) for t in targets):
        for target, element in zip(targets, found, strict=True):
            assign(machine, target, element)
    else:
        for target in targets:
            assign(machine, target, one_of(value))


def _set_attribute(machine: Machine, owner: Any, name: str, value: Any) -> None:
    names = owner.attributes if isinstance(owner, Instance) else None
    names = owner.scope.names if isinstance(owner, OwnClass) else names
    if names is not None:
        names[name] = join(names[name], value) if machine.uncertain and name in names else value


def _set_item(machine: Machine, owner: Any, key: Any, value: Any) -> None:
    if isinstance(owner, Table):
        if _is_key(key):
            owner.values[key] = value
        else:
            owner.exact = False
    elif isinstance(owner, Items):
        if isinstance(key, int) and owner.exact and -len(owner.values) <= key < len(owner.values):
            owner.values[key] = join(owner.values[key], value) if machine.uncertain else value
        else:
            owner.values, owner.exact = [*owner.values, value], False


def _is_key(key: Any) -> bool:
    return isinstance(key, (str, int, float, bool, type(None))) or (
        isinstance(key, tuple) and all(_is_key(k) for k in key)
    )


# -- conditions ------------------------------------------------------------------------------------------------------


def _if(machine: Machine, node: Any) -> None:
    decided = truth(machine.value(node.test))
    if decided is not None:
        machine.execute(node.body if decided else node.orelse)
    else:
        branches(machine, [node.body, node.orelse])


def branches(machine: Machine, bodies: list[list[ast.stmt]]) -> None:
    """Run blocks of which one will run; what they agree on is known behind them."""
    before = dict(machine.frame.scope.names)
    ends: list[dict[str, Any]] = []
    left: list[Leave] = []
    machine.uncertain += 1
    try:
        for body in bodies:
            machine.frame.scope.names = dict(before)
            try:
                machine.execute(body)
                ends.append(machine.frame.scope.names)
            except Leave as leave:
                left.append(leave)
    finally:
        machine.uncertain -= 1
    if not ends:
        machine.frame.scope.names = before
        raise left[0]
    machine.frame.scope.names = _merged(ends)


def _merged(ends: list[dict[str, Any]]) -> dict[str, Any]:
    merged = dict(ends[0])
    for end in ends[1:]:
        for name in dict.fromkeys([*merged, *end]):
            if name in merged and name in end:
                merged[name] = join(merged[name], end[name])
            else:
                merged[name] = merged.get(name, end.get(name))  # unbound elsewhere: using it would fail
    return merged


# -- loops -----------------------------------------------------------------------------------------------------------


def _for(machine: Machine, node: Any) -> None:
    source = machine.value(node.iter)
    found = elements(source)
    if found is None:
        _unknown_rounds(machine, node, one_of(source))
    elif _rounds(machine, node, found):
        return
    machine.execute(node.orelse)


def _rounds(machine: Machine, node: Any, found: list[Any]) -> bool:
    """Go round once for each element, or until nothing new comes; returns whether `break` ended it."""
    enough = 1 if _trains(node) else ENOUGH
    for number, element in enumerate(found):
        if number >= MOST_ROUNDS:
            break
        news, before = machine.news, dict(machine.frame.scope.names)
        assign(machine, node.target, element)
        try:
            machine.execute(node.body)
        except Leave as leave:
            if leave.kind == "break":
                return True
            if leave.kind != "continue":
                raise
        if number >= enough and machine.news == news and _steady(before, machine.frame.scope.names, node.target):
            if number + 1 < len(found) and enough == ENOUGH:
                _unknown_rounds(machine, node, found[-1])
            break
    return False


def _trains(node: ast.AST) -> bool:
    """Whether it is a loop over epochs or batches: each round calls what the one before called."""
    return any(isinstance(n, ast.Attribute) and n.attr in _TRAINING for n in ast.walk(node))


def _steady(before: dict[str, Any], after: dict[str, Any], target: ast.expr) -> bool:
    moving = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    return all(name in moving or same(before.get(name, UNKNOWN), value) for name, value in after.items())


def _unknown_rounds(machine: Machine, node: Any, element: Any) -> None:
    """A loop of unknown length: its body once, as something that may not happen or happen again."""
    before = dict(machine.frame.scope.names)
    machine.uncertain += 1
    try:
        if isinstance(node, ast.For):
            assign(machine, node.target, element)
        machine.execute(node.body)
    except Leave as leave:
        if leave.kind not in ("break", "continue"):
            machine.frame.scope.names = _merged([before, machine.frame.scope.names])
            return
    finally:
        machine.uncertain -= 1
    machine.frame.scope.names = _merged([machine.frame.scope.names, before])


def _while(machine: Machine, node: Any) -> None:
    for _ in itertools.islice(itertools.count(), MOST_ROUNDS):
        test = machine.value(node.test)
        decided = truth(test)
        if decided is False:
            break
        if decided is None or isinstance(node.test, ast.Constant):
            _unknown_rounds(machine, node, None)
            break
        try:
            machine.execute(node.body)
        except Leave as leave:
            if leave.kind == "break":
                return
            if leave.kind != "continue":
                raise
    machine.execute(node.orelse)


# -- the rest --------------------------------------------------------------------------------------------------------


def _return(machine: Machine, node: Any) -> None:
    machine.frame.returned.append(machine.value(node.value) if node.value is not None else None)
    raise Leave("return")


def _leave(machine: Machine, node: Any) -> None:
    raise Leave(type(node).__name__.lower())


def _with(machine: Machine, node: Any) -> None:
    for item in node.items:
        value = machine.value(item.context_expr)
        if item.optional_vars is not None:
            assign(machine, item.optional_vars, value)
    machine.execute(node.body)


def _try(machine: Machine, node: Any) -> None:
    try:
        machine.execute(node.body)
        machine.execute(node.orelse)
    except Leave as leave:
        if leave.kind != "raise" or not node.handlers:
            raise
        branches(machine, [h.body for h in node.handlers])
    finally:
        machine.execute(node.finalbody)


def _function(machine: Machine, node: Any) -> None:
    scope = machine.frame.scope
    function = Closure(node, scope)
    arguments = node.args
    function.defaults = [machine.value(d) for d in arguments.defaults]
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    function.keyword_defaults = {a.arg: machine.value(d) for a, d in pairs if d is not None}
    names = {dotted(d.func if isinstance(d, ast.Call) else d) for d in node.decorator_list}
    changes = [n for n in names if n.rpartition(".")[2] in ("contextmanager", "lru_cache", "jit")]
    machine.bind(node.name, UNKNOWN if changes else function)


def _class(machine: Machine, node: Any) -> None:
    bases = [machine.value(b) for b in node.bases]
    outer = machine.frame.scope
    made = OwnClass(node, bases, Scope(outer=outer))
    frame, machine.frame = machine.frame, replace(machine.frame, scope=made.scope)
    try:
        machine.execute(node.body)
    finally:
        machine.frame = frame
    for value in made.scope.names.values():
        if isinstance(value, Closure) and value.owner is None:
            value.owner = made
            value.scope = outer
    machine.bind(node.name, made)


def _global(machine: Machine, node: Any) -> None:
    for name in node.names:
        machine.frame.scope.shared[name] = machine.module


def _nonlocal(machine: Machine, node: Any) -> None:
    for name in node.names:
        scope = machine.frame.scope.outer
        while scope is not None and name not in scope.names:
            scope = scope.outer
        if scope is not None:
            machine.frame.scope.shared[name] = scope


def _delete(machine: Machine, node: Any) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            machine.frame.scope.names.pop(target.id, None)


def _assert(machine: Machine, node: Any) -> None:
    machine.value(node.test)


_HANDLERS: dict[type[ast.stmt], Any] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.Return: _return,
    ast.Break: _leave,
    ast.Continue: _leave,
    ast.Raise: _leave,
    ast.With: _with,
    ast.Try: _try,
    ast.FunctionDef: _function,
    ast.ClassDef: _class,
    ast.Import: import_module,
    ast.ImportFrom: import_from,
    ast.Global: _global,
    ast.Nonlocal: _nonlocal,
    ast.Delete: _delete,
    ast.Assert: _assert,
}
