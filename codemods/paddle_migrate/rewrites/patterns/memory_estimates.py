"""What told or saved memory in Paddle 1: estimates go with the lines that print them, what did nothing goes alone."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.dropping import drop_statements, settle_inside
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
    taken: list[cst.CSTNode] = []
    for reference in script.open(*_NOTHING):
        statement = script.statement(reference.node)
        call = reference.call
        if call is None or statement is None or reference.beyond or _does_more(script, call):
            continue
        if isinstance(statement, cst.Expr) and statement.value is call:
            taken.append(statement)
        else:
            settle_inside(script, *call.args)
            script.edits.replace(*script.source.core(call), "None")
        script.settle(reference)
        script.say(reference.node, "PM119", reference.short, "taken out: it did nothing in 1.8.5")
    for reference in script.open("memory_usage"):
        gone = _gone(script, reference)
        if not gone:
            script.leave(reference, "PM303", _WHY)
            continue
        taken += gone
        script.settle(reference)
        script.say(reference.node, "PM119", reference.short, "taken out, with what printed it")
    drop_statements(script, taken)


def _gone(script: Script, reference: Reference) -> list[cst.CSTNode]:
    """The statements that make the estimate and those that print it; none where anything else is done with it."""
    call = reference.call
    statement = script.statement(reference.node) if call is not None else None
    if call is None or statement is None or reference.beyond or _does_more(script, call):
        return []
    if isinstance(statement, cst.Expr):
        return [statement] if statement.value is call or _only_prints(script, statement, set(), call) else []
    names = _names(script, statement) if script.source.parents.get(call) is statement else []
    texts = {name.value for name in names}
    bindings = [each for name in names for each in script.scopes.find(name)]
    if any(_names(script, each.node) != names and not _is_estimate(script, each.node, texts) for each in bindings):
        return []
    if any(each.scope is script.scopes.module for each in bindings) and not _is_main(script):
        return []
    printed = [script.statement(use) for each in bindings for use in each.uses]
    if not names or any(each is None or not _only_prints(script, each, texts) for each in printed):
        return []
    return list({id(each): each for each in (*(each.node for each in bindings), *printed) if each is not None}.values())


def _names(script: Script, statement: cst.CSTNode) -> list[cst.Name]:
    """What `low, up, unit = …` binds, if that is names alone."""
    if not isinstance(statement, cst.Assign) or len(statement.targets) > 1:
        return []
    target = statement.targets[0].target
    names = [each.value for each in target.elements] if isinstance(target, cst.Tuple) else [target]
    return names if all(isinstance(each, cst.Name) for each in names) else []  # type: ignore[return-value]


def _is_estimate(script: Script, statement: cst.CSTNode, names: set[str]) -> bool:
    """Whether it gives another estimate to the same names."""
    found = {each.value for each in _names(script, statement)}
    made = script.by_call.get(statement.value) if isinstance(statement, cst.Assign) else None
    return found == names and made is not None and not made.beyond and made.name.endswith(".memory_usage") and (
        made.call is not None and not _does_more(script, made.call))


def _does_more(script: Script, call: cst.Call) -> bool:
    """Whether an argument does anything that is to stay; `default_main_program()` does not."""
    inside = script.source.inside(call, cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
    asked = [each for each in inside if each is not call]
    references = [script.by_call.get(each) if isinstance(each, cst.Call) else None for each in asked]
    return any(r is None or not r.name.endswith(_PROGRAMS) for r in references)


def _is_main(script: Script) -> bool:
    """Whether no other file of its program can read what the file's variables hold."""
    return script.others is None or not script.others.importers


def _only_prints(script: Script, statement: cst.CSTNode, names: set[str], made: cst.CSTNode | None = None) -> bool:
    """`print("…" % (lower, upper))`: nothing but these names is printed, or what `made` gives."""
    call = statement.value if isinstance(statement, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name) or script.scopes.find(call.func):
        return False
    inside = [each for each in script.source.inside(call, cst.Name)
              if made is None or not script.source.lies_in(each, made)]
    keywords = {arg.keyword for arg in call.args if arg.keyword is not None}
    known = all(name.value in names or name is call.func or name in keywords for name in inside)
    return call.func.value == "print" and known and not script.scopes.stars
