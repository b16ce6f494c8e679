"""Methods of programs that Paddle 3's have not: `clone()`, `all_parameters()`, variables of blocks."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.programs import clones, is_built_into, is_program, is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_GONE = {"to_string": "print the program"}
# what every program has by another name
_BLOCKS = {"all_parameters": "global_block().all_parameters", "current_block": "global_block"}
_CLONE = (
    "in a copy Paddle 3 has other variables, which the old ones do not stand for: build the network a second time, in "
    "a program of its own under paddle.utils.unique_name.guard()"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    copied = clones(script.facts)
    for call in script.source.all(cst.Call):
        if call in copied:
            if is_built_into(script.facts, call) and not script.is_skipped(call):
                script.say(call.func.attr, "PM333", "Program.clone", _CLONE)  # type: ignore[attr-defined]
            continue
        if not isinstance(call.func, cst.Attribute) or script.is_skipped(call):
            continue
        method = call.func.attr.value
        if method in _BLOCKS and not call.args and _has_blocks(script, call.func.value):
            script.edits.replace(*script.source.span(call.func.attr), _BLOCKS[method])
            script.say(call.func.attr, "PM119", f"Program.{method}", f"→ {_BLOCKS[method]}")
        elif method in _GONE and not call.args and is_program(script.facts, call.func.value):
            script.say(call.func.attr, "PM333", f"Program.{method}", f"Paddle 3's programs have none: {_GONE[method]}")
        elif method == "var" and len(call.args) == 1 and (program := _of_block(call.func.value)) is not None:
            _variable(script, call, program)
        elif method in ("var", "has_var", "append_op", "create_var") and _is_block(call.func.value):
            words = "Paddle 3's blocks have none: keep the variable where it is made"
            script.say(call.func.attr, "PM333", f"Block.{method}", words)


def _has_blocks(script: Script, node: cst.BaseExpression) -> bool:
    return is_program(script.facts, node) and _of_block(node) is None


def _of_block(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The program of `program.global_block()`."""
    func = node.func if isinstance(node, cst.Call) and not node.args else None
    return func.value if isinstance(func, cst.Attribute) and func.attr.value == "global_block" else None


def _variable(script: Script, call: cst.Call, program: cst.BaseExpression) -> None:
    """`program.global_block().var("x")` → `variable(program, "x")`."""
    if is_written(script.facts, call):
        return
    name, asked = write_written(script, "variable"), call.args[0].value
    script.edits.replace(
        *script.source.core(call), lambda: f"{name}({script.render(program)}, {script.render(asked)})"
    )
    script.say(call, "PM119", "Block.var", f"→ {name}, written into the script")


def _is_block(node: cst.BaseExpression) -> bool:
    func = node.func if isinstance(node, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == "global_block"
