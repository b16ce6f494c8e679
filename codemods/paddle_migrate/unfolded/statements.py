"""Statements of what builds a program, run."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.values import Items
from paddle_migrate.unfolded.beside import module_of
from paddle_migrate.unfolded.calling import parameters_of
from paddle_migrate.unfolded.changes import check_unheld
from paddle_migrate.unfolded.chosen import of_each
from paddle_migrate.unfolded.conditions import condition_of
from paddle_migrate.unfolded.exits import open_return, returns_in
from paddle_migrate.unfolded.expressions import index, index_text, value_of
from paddle_migrate.unfolded.later import open_for, open_if
from paddle_migrate.unfolded.machine import Machine, atom
from paddle_migrate.unfolded.operators import elements, is_open, operate, truth
from paddle_migrate.unfolded.values import (
    Choice,
    Class,
    Code,
    Elsewhere,
    Function,
    Left,
    Library,
    Object,
    Raised,
    Returned,
    Scope,
    Stuck,
)

_MOST_ROUNDS = 2000
_ITERATES = ("enumerate", "zip", "reversed")


def execute(machine: Machine, body: list[ast.stmt]) -> None:
    for number, each in enumerate(body):
        machine.step()
        _tell(machine, each)
        if isinstance(each, ast.If) and machine.scope is not machine.home and not machine.on_yield and returns_in(each):
            return _if_it_returns(machine, each, body[number + 1 :])
        handler = _STATEMENTS.get(type(each))
        if handler is None:
            raise Stuck
        handler(machine, each)
    return None


def _if_it_returns(machine: Machine, node: ast.If, rest: list[ast.stmt]) -> None:
    """An `if` that may return, and what stands behind it."""
    test = condition_of(machine, node.test)
    if isinstance(test, bool):
        execute(machine, [*(node.body if test else node.orelse), *rest])
    else:
        open_return(machine, node, rest, lambda body: execute(machine, body))


def _tell(machine: Machine, node: ast.stmt) -> None:
    """Have the comments above a statement of a function stand above what is written of it, once."""
    if len(machine.frames) > 1 and not machine.is_reading and not hasattr(node, "is_foreign"):
        machine.comments += [each for each in machine.said.above(node) if each]


def _expression(machine: Machine, node: Any) -> None:
    if isinstance(node.value, ast.Yield):
        if not machine.on_yield:
            raise Stuck
        value = value_of(machine, node.value.value) if node.value.value is not None else None
        machine.on_yield[-1](value)
        return
    value_of(machine, node.value)


def _assign(machine: Machine, node: Any) -> None:
    value = value_of(machine, node.value)
    for target in node.targets:
        assign(machine, target, value)


def _annotated(machine: Machine, node: Any) -> None:
    if node.value is not None:
        assign(machine, node.target, value_of(machine, node.value))


def assign(machine: Machine, target: ast.expr, value: Any, is_inner: bool = False) -> None:
    """`is_inner`: of a loop or a comprehension, whose elements are there already."""
    if isinstance(target, ast.Name):
        machine.bind(target.id, value if is_inner else machine.name(value, target.id))
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(machine, target, value, is_inner)
    elif isinstance(target, ast.Attribute):
        _set_attribute(machine, value_of(machine, target.value), target.attr, value)
    elif isinstance(target, ast.Subscript):
        owner, key = value_of(machine, target.value), index(machine, target.slice)
        if isinstance(owner, Code):
            if not owner.of_graph:
                check_unheld(machine, f"{owner.text}[")
            text = f"{atom(owner.text)}[{index_text(machine, target.slice, key)}] = {machine.lift(value)}"
            machine.write(text, owner.of_graph)
            return
        if not isinstance(owner, (list, dict)) or is_open(key):
            raise Stuck
        machine.touch(owner)
        try:
            owner[key] = value
        except Exception:
            raise Stuck from None
    else:
        raise Stuck


def _unpack(machine: Machine, target: Any, value: Any, is_inner: bool) -> None:
    if any(isinstance(each, ast.Starred) for each in target.elts):
        raise Stuck
    apart = machine.take_apart(value, len(target.elts)) if isinstance(value, Code) and not machine.is_reading else None
    if apart is not None:
        found: list[Any] = list(apart)
    elif isinstance(value, Code) and not isinstance(value.shape, tuple):
        texts = (f"{atom(value.text)}[{number}]" for number in range(len(target.elts)))
        found = [Code(text, value.of_graph, is_about=value.is_about) for text in texts]
    else:
        found = elements(value)
    if len(found) != len(target.elts):
        raise Stuck
    for each, one in zip(target.elts, found, strict=True):
        assign(machine, each, one, is_inner)


def _set_attribute(machine: Machine, owner: Any, name: str, value: Any) -> None:
    if isinstance(owner, Choice):
        of_each(machine, owner, lambda each: _set_attribute(machine, each, name, value))
    elif isinstance(owner, Object):
        machine.touch(owner)
        owner.attributes[name] = machine.name(value, name)
    elif isinstance(owner, Code) and not machine.is_reading:
        if not owner.of_graph:
            check_unheld(machine, f"{owner.text}.{name}")
        machine.write(f"{owner.text}.{name} = {machine.lift(value)}", owner.of_graph)
    else:
        raise Stuck


def _augmented(machine: Machine, node: Any) -> None:
    load = ast.copy_location(type(node.target)(**{**vars(node.target), "ctx": ast.Load()}), node.target)
    old, value = value_of(machine, load), value_of(machine, node.value)
    if isinstance(old, list) and isinstance(node.op, ast.Add):
        machine.touch(old)
        old.extend(elements(value))
        return
    assign(machine, node.target, operate(machine, node.op, old, value))


def _return(machine: Machine, node: Any) -> None:
    raise Returned(value_of(machine, node.value) if node.value is not None else None)


def _leave(machine: Machine, node: Any) -> None:
    raise Left(type(node).__name__)


def _if(machine: Machine, node: Any) -> None:
    test = condition_of(machine, node.test)
    if isinstance(test, bool):
        execute(machine, node.body if test else node.orelse)
        return
    open_if(machine, node, lambda body: execute(machine, body))


def _for(machine: Machine, node: Any) -> None:
    machine.rounds += machine.scope is machine.home
    rounds = _rounds(machine, node.iter)
    if isinstance(rounds, Code):
        open_for(machine, node, rounds.text, rounds.of_graph, lambda value: _round(machine, node, value))
        return
    for number, each in enumerate(rounds):
        if number >= _MOST_ROUNDS:
            raise Stuck
        assign(machine, node.target, each, is_inner=True)
        try:
            execute(machine, node.body)
        except Left as left:
            if left.kind == "Break":
                return
    execute(machine, node.orelse)


def _round(machine: Machine, node: Any, value: Any) -> None:
    assign(machine, node.target, value, is_inner=True)
    execute(machine, node.body)


def _rounds(machine: Machine, node: ast.expr) -> list[Any] | Code:
    """What a loop goes through, or the text of what is only known later."""
    is_named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords
    if isinstance(node, ast.Call) and is_named and node.func.id in _ITERATES:  # type: ignore[attr-defined]
        function = value_of(machine, node.func)
        given = [value_of(machine, each) for each in node.args]
        if isinstance(function, Library) and function.name.startswith("builtins.") and any(
                isinstance(each, Code) and not isinstance(each.shape, (tuple, Items)) for each in given):
            of_graph = any(isinstance(each, Code) and each.of_graph for each in given)
            return Code(f"{function.text}({', '.join(map(machine.lift, given))})", of_graph)
    value = value_of(machine, node)
    is_open = isinstance(value, Code) and (not value.is_variable or value.is_mixed)
    return value if is_open and not isinstance(value.shape, (tuple, Items)) else elements(value)


def _while(machine: Machine, node: Any) -> None:
    machine.rounds += machine.scope is machine.home
    for _ in range(_MOST_ROUNDS):
        if not truth(value_of(machine, node.test)):
            execute(machine, node.orelse)
            return
        try:
            execute(machine, node.body)
        except Left as left:
            if left.kind == "Break":
                return
    raise Stuck


def _with(machine: Machine, node: Any) -> None:
    _within(machine, node.items, lambda: execute(machine, node.body))


def _within(machine: Machine, items: list[ast.withitem], then: Any) -> None:
    if not items:
        then()
        return
    first, rest = items[0], items[1:]
    own = _manager(machine, first.context_expr)
    if own is not None:
        function, args, words = own
        outer = machine.scope

        def body(value: Any) -> None:
            inner, machine.scope = machine.scope, outer
            try:
                if first.optional_vars is not None:
                    assign(machine, first.optional_vars, value)
                _within(machine, rest, then)
            finally:
                machine.scope = inner

        machine.scope = Scope(parameters_of(function, args, words), function.scope)
        machine.callers.append(outer)
        machine.inlined += 1
        machine.entered.add(function.node)
        machine.on_yield.append(body)
        try:
            execute(machine, function.node.body)  # type: ignore[arg-type]
        except Returned:
            if machine.scope is outer:
                raise
        finally:
            machine.on_yield.pop()
            machine.scope = outer
            machine.callers.pop()
        return
    before = len(machine.rows)
    value = value_of(machine, first.context_expr)
    if not isinstance(value, Code) or len(machine.rows) != before + 1 or first.optional_vars is not None:
        raise Stuck
    row: Any = machine.rows.pop()
    with machine.block(f"with {row.text}:"):
        _within(machine, rest, then)


def _manager(machine: Machine, node: ast.expr) -> tuple[Function, list[Any], dict[str, Any]] | None:
    """The script's own `@contextmanager` that is called, and with what."""
    if not isinstance(node, ast.Call):
        return None
    function = value_of(machine, node.func)
    if not isinstance(function, Function) or not isinstance(function.node, ast.FunctionDef):
        return None
    marks = [value_of(machine, each) for each in function.node.decorator_list]
    is_one = len(marks) == 1 and isinstance(marks[0], Library) and marks[0].name == "contextlib.contextmanager"
    if not is_one or any(isinstance(each, ast.Starred) for each in node.args) or not all(
            each.arg for each in node.keywords):
        raise Stuck
    yields = [each for each in ast.walk(function.node) if isinstance(each, ast.Yield)]
    if len(yields) != 1:
        raise Stuck
    return function, [value_of(machine, each) for each in node.args], {
        str(each.arg): value_of(machine, each.value) for each in node.keywords}


def run_function(machine: Machine, node: Any) -> None:
    made = Function(node, machine.scope)
    made.defaults = [value_of(machine, each) for each in node.args.defaults]
    made.words = {each.arg: value_of(machine, default) for each, default in zip(
        node.args.kwonlyargs, node.args.kw_defaults, strict=True) if default is not None}
    machine.bind(node.name, made)


def run_class(machine: Machine, node: Any) -> None:
    if node.decorator_list or node.keywords:
        raise Stuck  # which may make anything of it
    bases = [value_of(machine, each) for each in node.bases]
    if any(isinstance(each, Code) or (isinstance(each, Class) and each.find("__init_subclass__")) for each in bases):
        raise Stuck
    made = Class(node, bases, Scope({}, machine.scope))
    outer, machine.scope = machine.scope, made.scope
    try:
        execute(machine, node.body)
    finally:
        machine.scope = outer
    for each in made.scope.names.values():
        if isinstance(each, Function):
            each.owner, each.scope = made, outer
    machine.bind(node.name, made)


def run_import(machine: Machine, node: Any) -> None:
    for alias in node.names:
        if alias.name == "*":
            _everything(machine, node)
            continue
        own = _beside(machine, node, alias)
        if own is not None:
            machine.bind(alias.asname or alias.name, own)
        elif isinstance(node, ast.ImportFrom):
            target = f"{node.module}.{alias.name}" if node.module and not node.level else "."
            machine.bind(alias.asname or alias.name, Library(target, alias.asname or alias.name))
        else:
            bound = alias.asname or alias.name.partition(".")[0]
            machine.bind(bound, Library(alias.name if alias.asname else bound, bound))


def _everything(machine: Machine, node: ast.ImportFrom) -> None:
    """What another file of the project has, by an import of everything."""
    there = module_of(machine, f"{'.' * node.level}{node.module or ''}")
    if there is None or not there.is_whole:
        raise Stuck
    told = there.scope.names.get("__all__")
    if told is not None and not isinstance(told, (list, tuple)):
        raise Stuck
    for name, value in there.scope.names.items():
        if name in told if told is not None else not name.startswith("_"):
            machine.bind(name, Code(name) if isinstance(value, Elsewhere) else value)


def _beside(machine: Machine, node: Any, alias: ast.alias) -> Any:
    """What an import means in another file of the project; None where it means no such thing."""
    if isinstance(node, ast.Import):
        return module_of(machine, alias.name) if "." not in alias.name or alias.asname else None
    name = f"{'.' * node.level}{node.module or ''}"
    there = module_of(machine, name)
    if there is not None and alias.name in there.scope.names:
        value = there.scope.names[alias.name]
        return None if isinstance(value, Elsewhere) else value
    return module_of(machine, f"{name}{'' if name.endswith('.') else '.'}{alias.name}")


def _inner_import(machine: Machine, node: Any) -> None:
    before = dict(machine.module.names)
    run_import(machine, node)
    for alias in node.names:
        bound = alias.asname or alias.name.partition(".")[0]
        if before.get(bound) != machine.scope.names.get(bound):
            raise Stuck


def _assert(machine: Machine, node: Any) -> None:
    test = condition_of(machine, node.test)
    if test is False or (isinstance(test, str) and machine.scope is machine.home):
        raise Stuck
    if isinstance(test, str):
        said = f", {machine.lift(value_of(machine, node.msg))}" if node.msg is not None else ""
        machine.write(f"assert {test}{said}", False, is_event=False)


def _global(machine: Machine, node: Any) -> None:
    if any(each.is_foreign for each in machine.scopes()):
        raise Stuck
    machine.scope.shared.update(node.names)


def _raise(machine: Machine, node: Any) -> None:
    """Where it is not known whether it comes to that; `raise ValueError("…")`, `raise ValueError`."""
    call = node.exc if isinstance(node.exc, ast.Call) else ast.Call(node.exc, [], []) if node.exc is not None else None
    function = value_of(machine, call.func) if call is not None and not call.keywords else None
    if not machine.is_open or node.cause is not None or not isinstance(function, Library) or not (
            function.name.startswith("builtins.")):
        raise Stuck
    given = ", ".join(machine.lift(value_of(machine, each)) for each in call.args) if call is not None else ""
    machine.write(f"raise {function.text}({given})", False, is_event=False)
    raise Raised


_STATEMENTS: dict[type[ast.stmt], Any] = {
    ast.Expr: _expression, ast.Assign: _assign, ast.AnnAssign: _annotated, ast.AugAssign: _augmented,
    ast.Return: _return, ast.Break: _leave, ast.Continue: _leave, ast.If: _if, ast.For: _for, ast.While: _while,
    ast.With: _with, ast.FunctionDef: run_function, ast.ClassDef: run_class, ast.Import: _inner_import,
    ast.ImportFrom: _inner_import, ast.Assert: _assert, ast.Global: _global, ast.Pass: lambda machine, node: None,
    ast.Raise: _raise,
}
