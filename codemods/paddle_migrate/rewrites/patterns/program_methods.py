"""Methods of programs that Paddle 3's have not: `clone(for_test=True)`, `all_parameters()`, variables of blocks."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.script import Script

IN_PROGRAMS = True
_GONE = {
    "all_parameters": "keep the layers, and ask these for their parameters()",
    "block": "keep the variables that the script needs in variables of its own",
    "current_block": "keep the variables that the script needs in variables of its own",
    "to_string": "print the program",
}
_CLONE = (
    "Paddle 2.6 still does it, Paddle 3 cannot clone a program for tests: build the network a second time, in a "
    "program of its own under paddle.utils.unique_name.guard(), with is_test=True"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for call in script.source.all(cst.Call):
        if not isinstance(call.func, cst.Attribute) or script.is_skipped(call):
            continue
        method = call.func.attr.value
        if method == "clone" and _is_program(script, call.func.value, call):
            script.say(call.func.attr, "PM333", "Program.clone", _CLONE)
        elif method in _GONE and not call.args and _is_program(script, call.func.value, call):
            script.say(call.func.attr, "PM333", f"Program.{method}", f"Paddle 3's programs have none: {_GONE[method]}")
        elif method in ("var", "has_var", "append_op", "create_var") and _is_block(call.func.value):
            words = "Paddle 3's blocks have none: keep the variable where it is made"
            script.say(call.func.attr, "PM333", f"Block.{method}", words)


def _is_program(script: Script, node: cst.BaseExpression, call: cst.Call) -> bool:
    """What is a program, or by all that is known may be one: `clone(for_test=…)` is of programs alone."""
    if any(arg.keyword is not None and arg.keyword.value == "for_test" for arg in call.args):
        return True
    made = script.kinds.of(node)
    if made is not None:
        return made.what == "program"
    text = script.source.code(node)
    return "program" in text.lower() or text.rpartition(".")[2] in ("prog", "main", "startup")


def _is_block(node: cst.BaseExpression) -> bool:
    func = node.func if isinstance(node, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == "global_block"
