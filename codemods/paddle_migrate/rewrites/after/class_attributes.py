"""`optimizer = fluid.optimizer.SGD` in the body of a class → `staticmethod(…)`: what stands for the class is a function
now, which objects would be handed to as the first argument."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script

IN_PROGRAMS = True


def rewrite(script: Script) -> None:
    if not script.record.functions:
        return
    for statement in script.source.all(cst.Assign, cst.AnnAssign):
        value = statement.value
        if value is not None and _is_of_class(script, statement) and _may_be_function(script, value):
            start, end = script.source.span(value)
            script.edits.insert(start, "staticmethod(")
            script.edits.insert(end, ")")
            said = "→ staticmethod(): a function stands for the class, and is not to be given the object"
            script.say(value, "PM105", script.source.code(value), said)


def _is_of_class(script: Script, statement: cst.CSTNode) -> bool:
    line = script.source.parents.get(statement)
    return isinstance(script.source.parents.get(script.source.parents.get(line)), cst.ClassDef)


def _may_be_function(script: Script, value: cst.CSTNode) -> bool:
    """Whether it is one of those, or a choice between them and others."""
    if isinstance(value, cst.IfExp):
        return _may_be_function(script, value.body) or _may_be_function(script, value.orelse)
    if isinstance(value, cst.BooleanOperation):
        return _may_be_function(script, value.left) or _may_be_function(script, value.right)
    return value in script.record.functions
