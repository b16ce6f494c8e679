"""`helper = LayerHelper(…)` of a program, asked for parameters alone → `paddle.static.create_parameter(…)`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.rules.parameters import ATTRIBUTE
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_TODAY = "paddle.static.create_parameter"
_PARAMETERS = ("attr", "shape", "dtype", "is_bias", "default_initializer")
_INPUT = "input"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("LayerHelper"):
        made = reference.call
        statement = script.statement(made) if made is not None and not reference.beyond else None
        calls = _calls(script, made) if made is not None else []
        if statement is None or not calls or not all(_is_known(script, reference, call) for call in calls):
            continue
        for call in calls:
            _write(script, call)
        script.beside.delete(statement)
        script.settle(reference)
        script.say(reference.node, "PM103", reference.short, f"→ {_TODAY}() where it was asked for parameters")


def _calls(script: Script, made: cst.Call) -> list[cst.Call]:
    """Every call of a method of the helper, when nothing else is done with it."""
    name = script.assigned_name(made)
    bindings = script.scopes.find(name) if name is not None else []
    found: list[cst.Call] = []
    for use in bindings[0].uses if len(bindings) == 1 else ():
        method = script.source.parents.get(use)
        call = script.source.parents.get(method)
        if not isinstance(method, cst.Attribute) or not isinstance(call, cst.Call) or call.func is not method:
            if _is_plain_attribute(script, made, method):
                continue
            return []
        found.append(call)
    return found


def _is_plain_attribute(script: Script, made: cst.Call, node: cst.CSTNode | None) -> bool:
    """`helper.param_attr` of a helper that was given none, as the attribute of a parameter."""
    arg = script.source.parents.get(node)
    named = isinstance(arg, cst.Arg) and arg.keyword is not None and arg.keyword.value == "attr"
    alone = len(made.args) == 1 and made.args[0].keyword is None and not made.args[0].star
    return isinstance(node, cst.Attribute) and node.attr.value == "param_attr" and named and alone


def _is_known(script: Script, reference: Reference, call: cst.Call) -> bool:
    assert isinstance(call.func, cst.Attribute)
    if call.func.attr.value == "input_dtype":
        return not call.args and _has_input(script, reference)
    attr = argument(call, 0, "attr") if call.func.attr.value == "create_parameter" else None
    keywords = [arg.keyword.value for arg in call.args if arg.keyword is not None]
    if attr is None or argument(call, 1, "shape") is None or any(arg.star for arg in call.args):
        return False
    own = reference.call is not None and _is_plain_attribute(script, reference.call, attr)
    return set(keywords) <= set(_PARAMETERS) and (own or _is_made(script, attr))


def _is_made(script: Script, attr: cst.BaseExpression) -> bool:
    """Whether it is an attribute of parameters, which False would not be."""
    ends = [script.by_call.get(end) if isinstance(end, cst.Call) else None for end in origins_of(script.facts, attr)]
    made = all(end is not None and end.short.rpartition(".")[2] == ATTRIBUTE for end in ends)
    return made and not isinstance(attr, cst.Attribute)


def _has_input(script: Script, reference: Reference) -> bool:
    """`LayerHelper("name", **locals())` in a function that takes `input`."""
    assert reference.call is not None
    function = script.source.parent(reference.call, cst.FunctionDef)
    params = [*function.params.params, *function.params.kwonly_params] if isinstance(function, cst.FunctionDef) else []
    given = [arg.value for arg in reference.call.args if arg.star == "**"]
    return [script.source.code(each) for each in given] == ["locals()"] and \
        any(param.name.value == _INPUT for param in params)


def _write(script: Script, call: cst.Call) -> None:
    assert isinstance(call.func, cst.Attribute)
    if call.func.attr.value == "input_dtype":
        script.edits.replace(*script.source.core(call), f"{_INPUT}.dtype")
        return
    attr, spelled = argument(call, 0, "attr"), script.imports.spell(_TODAY, None)
    if isinstance(attr, cst.Attribute):
        script.edits.replace(*script.source.span(attr), "None")
    script.edits.replace(*script.source.core(call.func), spelled)
    for name, arg in zip(_PARAMETERS, call.args, strict=False):
        if arg.keyword is None:
            script.edits.insert(script.source.span(arg.value)[0], f"{name}=")
