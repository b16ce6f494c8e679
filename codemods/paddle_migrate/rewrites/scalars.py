"""`loss.numpy()[0]`: full reductions had shape [1] and have none today, so that the index would fail."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script


def rewrite(script: Script) -> None:
    for node in script.source.all(cst.Subscript):
        index = script.source.code(node.slice[0]).strip() if len(node.slice) == 1 else ""
        if index != "0" or script.kinds.what(node.value) != "scalar array":
            continue
        kept = node.value
        if isinstance(kept, cst.Call) and isinstance(kept.func, cst.Attribute):
            kept = kept.func.value  # loss.numpy()[0] → loss.item(); of an array in a variable only the index goes
        script.edits.replace(script.source.span(kept)[1], script.source.core(node)[1], ".item()")
        script.say(node, "PM108", "numpy()[0]", "→ item(): the tensor has no dimension today")
    _say_shape(script)


def _say_shape(script: Script) -> None:
    """Once a file: what is printed looks different."""
    for call in script.source.all(cst.Call):
        func = call.func
        if not (isinstance(func, cst.Attribute) and func.attr.value == "numpy" and not call.args):
            continue
        if script.kinds.what(func.value) == "scalar" and not isinstance(script.source.parents.get(call), cst.Subscript):
            script.say(call, "PM204", "numpy()", "a full reduction has no dimension today: 0.5 where 1.8 gave [0.5]")
            return
