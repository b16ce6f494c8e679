"""What told or saved memory in Paddle 1: estimates go with the lines that print them, what did nothing goes alone."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = True
_PROGRAMS = ("default_main_program", "default_startup_program")
_NOTHING = ("memory_optimize", "release_memory")
_WHY = (
    "today's Paddle estimates nothing before a run: take it out, with what reads it, or read "
    "paddle.device.cuda.max_memory_allocated() while it runs"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*_NOTHING):
        statement = script.statement(reference.node)
        call = reference.call
        alone = isinstance(statement, cst.Expr) and statement.value is call
        if statement is not None and alone and call is not None and not _does_more(script, call):
            script.beside.delete(statement)
            script.settle(reference)
            script.say(reference.node, "PM119", reference.short, "taken out: it did nothing in 1.8.5")
    for reference in script.open("memory_usage"):
        gone = _gone(script, reference)
        if not gone:
            script.leave(reference, "PM303", _WHY)
            continue
        for statement in gone:
            script.beside.delete(statement)
        script.settle(reference)
        script.say(reference.node, "PM119", reference.short, "taken out, with what printed it")


def _gone(script: Script, reference: Reference) -> list[cst.CSTNode]:
    """The statement that makes the estimate and those that print it; none where anything else is done with it."""
    call = reference.call
    statement = script.statement(reference.node) if call is not None else None
    if call is None or reference.beyond or _does_more(script, call):
        return []
    if isinstance(statement, cst.Expr) and statement.value is call:
        return [statement]
    if not isinstance(statement, cst.Assign) or len(statement.targets) > 1 or statement.value is not call:
        return []
    target = statement.targets[0].target
    names = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else [target]
    texts = {name.value for name in names if isinstance(name, cst.Name)}
    found: dict[int, cst.CSTNode] = {id(statement): statement}
    for name in names:
        bindings = script.scopes.find(name) if isinstance(name, cst.Name) else []
        if len(bindings) != 1 or (bindings[0].scope is script.scopes.module and not _is_main(script)):
            return []
        for use in bindings[0].uses:
            printed = script.statement(use)
            if printed is None or not _only_prints(script, printed, texts):
                return []
            found[id(printed)] = printed
    return list(found.values())


def _does_more(script: Script, call: cst.Call) -> bool:
    """Whether an argument does anything that is to stay; `default_main_program()` does not."""
    inside = script.source.inside(call, cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
    asked = [each for each in inside if each is not call]
    references = [script.by_call.get(each) if isinstance(each, cst.Call) else None for each in asked]
    return any(r is None or not r.name.endswith(_PROGRAMS) for r in references)


def _is_main(script: Script) -> bool:
    """Whether no other file of its program can read what the file's variables hold."""
    return script.others is None or not script.others.importers


def _only_prints(script: Script, statement: cst.CSTNode, names: set[str]) -> bool:
    """`print("…" % (lower, upper))`: nothing but these names is printed."""
    call = statement.value if isinstance(statement, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name) or script.scopes.find(call.func):
        return False
    inside = script.source.inside(call, cst.Name)
    keywords = {arg.keyword for arg in call.args if arg.keyword is not None}
    known = all(name.value in names or name is call.func or name in keywords for name in inside)
    return call.func.value == "print" and known and not script.scopes.stars
