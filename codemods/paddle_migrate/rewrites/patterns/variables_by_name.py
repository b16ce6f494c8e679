"""`fluid.framework._get_var(name, program)` → `variable(program, name)`, written into the script."""

from __future__ import annotations

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAME = "paddle.fluid.framework._get_var"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open():
        if reference.name == _NAME and reference.call is not None and not reference.beyond:
            _write(script, reference)


def _write(script: Script, reference: Reference) -> None:
    call = reference.call
    given = [arg.value for arg in call.args] if call is not None else []
    if call is None or len(given) not in (1, 2) or any(arg.star or arg.keyword for arg in call.args):
        return
    name = write_written(script, "variable")
    main = script.imports.spell("paddle.static.default_main_program", reference.binding)

    def text() -> str:
        program = script.render(given[1]) if len(given) > 1 else f"{main}()"
        return f"{name}({program}, {script.render(given[0])})"

    script.edits.replace(*script.source.core(call), text)
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, f"→ {name}, written into the script")
