"""Names that nobody took: an alias of a module goes where nothing is said through it any more, the rest is reported."""

from __future__ import annotations

import re
from functools import partial

import libcst as cst

from paddle_migrate.changes.class_values import is_only_called
from paddle_migrate.changes.imports import is_unknown_star
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.rule_functions import write_function
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.findings import listed
from paddle_migrate.rules.advice import advice
from paddle_migrate.rules.old_names import today, was_there
from paddle_migrate.rules.rule import Rule, RuleModule
from paddle_migrate.script import Script

IN_COMMENTS = True
IN_PROGRAMS = True
_HIDDEN = "stood inside of 1.8.5 and has no rewrite; left as it was: write it in today's Paddle"
_HIDDEN_TODAY = "stood inside of 1.8.5 and has no rewrite; left as it was: look at today's {}"
_UNKNOWN = "is no name of 1.8.5; left as it was: write it in today's Paddle, or mend the slip"
_NO_MODULE = "is no module of 1.8.5 that is known; left as it was: import what is used of it from today's Paddle"
_WRITE = "write it in today's Paddle"
_MODULE = "a module used as a value; left as it was: hand on today's module, or the functions themselves"
_WAITING = (
    "{} line(s) of fluid wait for a person ({}): without the compat layer whatever reaches one of them fails; with it "
    "functions of layers run in today's programs, but no layers that have parameters, nor data, readers and executors; "
    "until they are written in today's Paddle, keep the old files"
)
_TODAY = re.compile(r"\bpaddle\.(static|enable_static)\b")
_SHOWN = 8  # lines that a finding lists


def rewrite(script: Script) -> None:
    for reference in script.open():
        is_local = isinstance(script.rule(reference), Rule) and script.source.parent(reference.node, cst.FunctionDef)
        if isinstance(reference.rule, RuleModule) or (is_local and _through(script, reference)):
            _alias(script, reference)
    for reference in script.open():
        if reference.call is None and not script.is_reported(reference) and _may_be_function(script, reference):
            write_function(script, reference)
    for reference in script.open():
        if isinstance(reference.rule, RuleModule):
            _alias(script, reference)
    for statement in script.source.all(cst.ImportFrom):
        if is_unknown_star(statement) and not script.is_skipped(statement):
            script.say(statement, "PM301", dotted(statement.module).removeprefix("paddle."), _NO_MODULE)
    left = script.open()
    for reference in sorted(left, key=lambda each: isinstance(each.rule, RuleModule)):
        _report(script, reference)
    if left and not script.options.excerpts and is_rewritten_program(script) and _is_of_today(script):
        lines = sorted({script.source.line(reference.node) for reference in left})
        script.say(lines[0], "PM239", "", _WAITING.format(len(lines), listed([*map(str, lines)], _SHOWN)))


def _is_of_today(script: Script) -> bool:
    """Whether the program is today's, by now or already."""
    return any(map(script.is_settled, script.references)) or _TODAY.search(script.source.text) is not None


def _may_be_function(script: Script, reference: Reference) -> bool:
    """Whether a function can stand where the name does: for a class only where that is called."""
    rule = script.rule(reference)
    if not isinstance(rule, Rule) or isinstance(script.source.parents.get(reference.node), cst.Decorator):
        return False
    return rule.kind == "function" or is_only_called(script, reference.node)


def _alias(script: Script, reference: Reference) -> None:
    """`L = fluid.layers`, `L, D = fluid.layers, fluid.dygraph`: goes when all that is said through it is rewritten."""
    statement = script.statement(reference.node)
    beside = _beside(script, reference)
    through = [_through(script, each) for each in beside]
    settled = [each is not None and all(map(script.is_settled, each)) for each in through]
    if statement is None or not beside or not all(settled):
        return
    row = script.source.parents.get(script.source.parents.get(reference.node))
    if isinstance(row, cst.Tuple) and len(row.elements) > len(beside):
        _leave_out(script, row, {each.node for each in beside})
    else:
        script.beside.delete(statement)
    for each in beside:
        script.settle(each)


def _leave_out(script: Script, row: cst.Tuple, modules: set[cst.BaseExpression]) -> None:
    """`L, P = fluid.layers, fluid.ParamAttr` → `P = paddle.ParamAttr`."""
    assign = script.source.parents.get(row)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) else None
    assert isinstance(target, cst.Tuple)
    kept = [place for place, each in enumerate(row.elements) if each.value not in modules]
    for side in (target, row):
        parts = [side.elements[place].value for place in kept]
        script.edits.replace(*script.source.span(side), partial(_listed, script, parts))


def _listed(script: Script, parts: list[cst.BaseExpression]) -> str:
    return ", ".join(map(script.render, parts))


def _beside(script: Script, reference: Reference) -> list[Reference]:
    """The modules that one tuple gives names to, or the one."""
    row = script.source.parents.get(script.source.parents.get(reference.node))
    if not isinstance(row, cst.Tuple):
        return [reference]
    nodes = {element.value for element in row.elements}
    return [each for each in script.references if isinstance(each.rule, RuleModule) and each.node in nodes]


def _through(script: Script, reference: Reference) -> list[Reference] | None:
    """What is said through the name that a module is assigned to; None where it has another one, or another use."""
    name = script.assigned_name(reference.node) or _in_tuple(script, reference.node)
    bindings = script.scopes.find(name) if name is not None else []
    through = [r for r in script.references if r.binding in bindings]
    return through if len(bindings) == 1 and len(through) == len(bindings[0].uses) else None


def _in_tuple(script: Script, node: cst.CSTNode) -> cst.Name | None:
    """The name that stands in the one tuple where the module stands in the other."""
    element = script.source.parents.get(node)
    row = script.source.parents.get(element)
    assign = script.source.parents.get(row)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    if not isinstance(row, cst.Tuple) or not isinstance(target, cst.Tuple):
        return None
    if any(isinstance(each, cst.StarredElement) for each in (*target.elements, *row.elements)):
        return None
    pairs = zip(target.elements, row.elements, strict=False) if len(target.elements) == len(row.elements) else ()
    return next((to.value for to, each in pairs if each is element and isinstance(to.value, cst.Name)), None)


def _of_no_rule(name: str) -> str:
    home, known = today(name), advice(name)
    if known and was_there(name):
        return f"stood inside of 1.8.5 and has no rewrite; left as it was: {known}"
    if known:
        return f"is no name of 1.8.5; left as it was: {known}"
    if home:
        return _HIDDEN_TODAY.format(home)
    return _HIDDEN if was_there(name) else _UNKNOWN


def _of_part(reference: Reference) -> str:
    """What is known of an attribute of a class that is none of today's."""
    return advice(".".join((reference.name, *reference.beyond))) if reference.beyond else ""


def _report(script: Script, reference: Reference) -> None:
    """Whatever is left is said, once: a module's alias is there for what is left of what is said through it."""
    if isinstance(reference.rule, RuleModule) and any(map(script.is_reported, _through(script, reference) or ())):
        script.report(reference)
        return
    if isinstance(reference.rule, Rule) and reference.rule.kind == "code":
        words = advice(reference.name) or _WRITE
        if is_rewritten_program(script):
            code, message = "PM301", f"has no rewrite yet; left as it was: {words}"
        else:
            code, message = "PM301", f"has no rewrite yet; left as it was (it runs under the compat layer): {words}"
    elif isinstance(reference.rule, Rule) and (words := _of_part(reference)):
        code, message = "PM301", f"has no rewrite yet; left as it was: {words}"
    elif isinstance(reference.rule, Rule):
        code, message = "PM305", "is used as a value here; write a call, or today's name"
    elif isinstance(reference.rule, RuleModule):
        code, message = "PM305", _MODULE
    else:
        code, message = "PM301", _of_no_rule(reference.name)
    script.leave(reference, code, message)
