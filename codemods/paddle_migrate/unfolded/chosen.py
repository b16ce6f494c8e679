"""What is done with one of several functions, classes or objects: with each of them, in branches."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from paddle_migrate.unfolded.beside import found_in
from paddle_migrate.unfolded.choices import THINGS, is_chosen
from paddle_migrate.unfolded.exits import merged_value
from paddle_migrate.unfolded.kinds import is_function
from paddle_migrate.unfolded.later import open_choice
from paddle_migrate.unfolded.machine import Machine, quoted
from paddle_migrate.unfolded.values import PLAIN, Beside, Choice, Class, Code, Function, Library, Stuck

_MOST = 8  # networks that are written one beside the other


def of_each(machine: Machine, choice: Choice, run: Callable[[Any], Any]) -> Any:
    """What comes of it, under one name behind the branches."""
    ways = list(choice.ways.items())
    if machine.is_reading or machine.is_within or not 0 < len(ways) <= _MOST:
        raise Stuck
    if not choice.is_whole:
        known = f"({', '.join(label for label, _ in ways)}{',' if len(ways) == 1 else ''})"
        machine.write(" ".join(("assert", choice.key.text, "in", known)), False, is_event=False)
    machine.chosen += 1
    if len(ways) == 1:
        return run(ways[0][1])
    heads = [f"{'elif' if number else 'if'} {choice.key.text} == {label}:" for number, (label, _) in enumerate(ways)]
    heads[-1] = "else:"
    branches = list(zip(heads, choice.ways.values(), strict=True))
    return merged_value(machine, lambda keep: open_choice(machine, branches, lambda value: keep(run(value))))


def either(machine: Machine, node: ast.IfExp) -> Any:
    """`A(size) if args.wide else B(size)`, where these are known one by one alone."""
    whole = ast.copy_location(ast.If(node.test, [ast.Expr(node.body)], [ast.Expr(node.orelse)]), node)
    return merged_value(machine, lambda keep: machine.choose(whole, lambda body: keep(machine.value(body[0].value))))


def attribute_of(machine: Machine, choice: Choice, name: str) -> Any:
    is_reading, machine.is_reading = machine.is_reading, True
    try:
        ways = {label: machine.attribute(each, name) for label, each in choice.ways.items()}
    except Stuck:
        ways = {}
    finally:
        machine.is_reading = is_reading
    found = list(ways.values())
    if found and all(each is found[0] or (isinstance(each, PLAIN) and type(each) is type(
            found[0]) and each == found[0]) for each in found):
        return found[0]
    if found and all(isinstance(each, THINGS) for each in found):
        return replace(choice, ways=ways, plain=None)
    return of_each(machine, choice, lambda each: machine.attribute(each, name))


def by_key(values: dict[Any, Any], key: Code) -> Choice:
    """What a dictionary of functions, classes or objects has under a key that is only known later."""
    if key.of_graph or not values or not is_chosen(list(values.values())) or not all(
            isinstance(each, PLAIN) for each in values):
        raise Stuck
    return Choice(key, {quoted(name) if isinstance(name, str) else repr(name): each for name, each in values.items()},
                  is_whole=False)


def by_name(machine: Machine, owner: Any, name: Any) -> Choice:
    """`getattr(networks, args.network)`: any function or class of the module that can be called so."""
    if not isinstance(owner, Beside) or not owner.is_whole or not isinstance(name, Code):
        raise Stuck
    own = {each: found_in(machine, owner.scope, each) for each, value in owner.scope.names.items()
           if not isinstance(value, (*PLAIN, Beside, Library, list, tuple, dict))}
    others = [each.name for each in owner.scope.names.values() if isinstance(each, Library)]
    if any(map(is_function, others)) or not all(isinstance(each, (Function, Class)) for each in own.values()):
        raise Stuck  # it may be one of which less is known
    return by_key(own, name)


def by_text(machine: Machine, node: ast.Call) -> Any:
    """`eval("networks." + args.network)`."""
    text = node.args[0] if len(node.args) == 1 and not node.keywords else None
    left = text.left if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add) else None
    name = str(left.value).removesuffix(".") if isinstance(left, ast.Constant) else ""
    if not isinstance(text, ast.BinOp) or not name.isidentifier() or name == getattr(left, "value", None):
        raise Stuck
    owner, key = machine.value(ast.copy_location(ast.Name(name, ast.Load()), node)), machine.value(text.right)
    return machine.attribute(owner, key) if isinstance(key, str) and key.isidentifier() else by_name(
        machine, owner, key)
