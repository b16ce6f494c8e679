"""`parameter.trainable = False` of a program: what trains is since Paddle 2 what has not `stop_gradient`, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program, may_be_program
from paddle_migrate.changes.losses import hand_through, losses
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAME = "trainable"
_ELSEWHERE = "another file sets it"
_FLUID = re.compile(rb"\bfluid\b")  # which a file may import for nothing
_SETS = re.compile(rb"\.trainable\b|[\"']trainable[\"']")
_HEED = "heed_trainable"
_SET = 3  # setattr(parameter, "trainable", value)


def rewrite(script: Script) -> None:
    if not script.options.programs or not (script.references or script.facts.says(_FLUID)):
        return
    for node, parameter in [*_assigned(script), *_told(script)]:
        known = script.is_skipped(parameter) or is_written(script.facts, parameter)
        if not known and may_be_program(script, parameter) and _may_be_one(script, parameter):
            _write(script, node, parameter)
    others, there = script.others, f"{_HEED}(" in script.source.text
    if is_rewritten_program(script) and not there and others is not None and others.have_without(_SETS, _FLUID):
        for _, call, loss in losses(script):  # which another file froze that is not rewritten
            if not script.is_skipped(call) and not is_written(script.facts, call):
                name = hand_through(script, call, loss, _HEED)
                script.say(call, "PM119", _NAME, f"→ {name}, written into the script: {_ELSEWHERE}")


def _assigned(script: Script) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression]]:
    """`parameter.trainable = …`, alone or among others."""
    for attribute in script.source.attributes.get(_NAME, ()):
        target = script.source.parent(attribute, cst.AssignTarget)
        above = script.source.parents.get(attribute)
        while isinstance(above, (cst.Element, cst.Tuple, cst.List)):
            above = script.source.parents.get(above)
        if target is not None and above is target and (assign := script.source.parents.get(target)) is not None:
            yield assign, attribute.value


def _told(script: Script) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression]]:
    """`setattr(parameter, "trainable", …)`."""
    for call in script.source.all(cst.Call):
        if not isinstance(call.func, cst.Name) or call.func.value != "setattr" or len(call.args) != _SET:
            continue
        name = call.args[1].value
        if isinstance(name, cst.SimpleString) and name.evaluated_value == _NAME and not script.scopes.find(call.func):
            yield call, call.args[0].value


def _may_be_one(script: Script, node: cst.BaseExpression) -> bool:
    """No object of the script's own, and nothing that a parameter is only made of."""
    if script.definitions.own_class(node) is not None:
        return False
    made = script.origins.only(node)
    reference = script.by_call.get(made) if isinstance(made, cst.Call) else None
    own = isinstance(made, cst.Call) and script.definitions.class_of(made) is not None
    return not own and (reference is None or not reference.name.endswith("ParamAttr"))


def _write(script: Script, node: cst.CSTNode, parameter: cst.BaseExpression) -> None:
    source, value = script.source, _value(node)
    statement = node if isinstance(node, cst.Assign) else source.parents.get(node)
    plain, said = not source.has_effects(parameter), "with stop_gradient, which today's programs ask"
    if plain and value is not None and source.code(value) == "False" and isinstance(statement, (cst.Assign, cst.Expr)):
        text = f"{source.code(parameter)}.stop_gradient = True"
        if not _stands_behind(script, statement, text):
            script.beside.behind(statement, [text])
            script.say(parameter, "PM119", _NAME, said)
    elif value is not None:
        name, given = write_written(script, "set_trainable"), (parameter, value)
        script.edits.replace(*source.core(node), lambda: f"{name}({', '.join(map(script.render, given))})")
        script.say(parameter, "PM119", _NAME, f"→ {name}, written into the script: {said}")
    elif plain:
        name, text = write_written(script, "set_trainable"), source.code(parameter)
        script.beside.behind(node, [f"{name}({text}, {text}.{_NAME})"])
        script.say(parameter, "PM119", _NAME, said)
    else:
        script.say(parameter, "PM333", _NAME, "set stop_gradient of it as well, which today's programs ask")


def _stands_behind(script: Script, statement: cst.CSTNode, text: str) -> bool:
    """Whether it is the next statement already."""
    behind = script.source.text[script.source.span(statement)[1]:]
    return re.match(rf"\s*{re.escape(text)}\s*(?:\n|$)", behind) is not None


def _value(node: cst.CSTNode) -> cst.BaseExpression | None:
    """What it is set to, where nothing else is set at once."""
    if isinstance(node, cst.Call):
        return node.args[_SET - 1].value
    targets = [each.target for each in node.targets] if isinstance(node, cst.Assign) else []
    return node.value if isinstance(node, cst.Assign) and list(map(type, targets)) == [cst.Attribute] else None
