"""`loss.numpy()[0]`: full reductions had shape [1] and have none today, so that the index would fail."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script


def rewrite(script: Script) -> None:
    for node in script.source.all(cst.Subscript):
        call = node.value
        if not (isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)):
            continue
        index = script.source.code(node.slice[0]).strip() if len(node.slice) == 1 else ""
        tensor = call.func.value
        if index == "0" and call.func.attr.value == "numpy" and script.kinds.what(tensor) == "scalar":
            start, end = script.source.core(node)
            first = script.source.span(tensor)[0]
            script.edits.replace(start, first, "")
            script.edits.replace(script.source.span(tensor)[1], end, ".item()")
            script.say(node, "rewritten", "numpy()[0]", "→ item(): the tensor has no dimension today")
    _say_shape(script)


def _say_shape(script: Script) -> None:
    """Once a file: what is printed looks different."""
    for call in script.source.all(cst.Call):
        func = call.func
        if not (isinstance(func, cst.Attribute) and func.attr.value == "numpy" and not call.args):
            continue
        if script.kinds.what(func.value) == "scalar" and not isinstance(script.source.parents.get(call), cst.Subscript):
            script.say(call, "note", "numpy()", "a full reduction has no dimension today: 0.5 where 1.8 gave [0.5]")
            return
