"""`default_main_program().random_seed = n` → `paddle.seed(n)`: where the dynamic graph runs, programs have no say."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.names import Reference
from paddle_migrate.rules import Rule
from paddle_migrate.script import Script

_PROGRAMS = ("default_startup_program", "default_main_program")


def rewrite(script: Script) -> None:
    if not any(_is_dygraph(r) for r in script.references):
        return
    written: dict[tuple[int, str], int] = {}
    for reference in script.open(*_PROGRAMS):
        statement = _seed_statement(script, reference)
        if statement is None:
            continue
        value = script.source.code(statement.value)
        block = script.source.parents.get(script.source.parents.get(statement))
        reference.done = True
        if (id(block), value) in written:
            script.delete_statement(statement)
            continue
        written[id(block), value] = 1
        seed = script.imports.spell("paddle.seed", reference.binding)
        script.replace_statement(statement, [f"{seed}({value})"])
        why = "→ paddle.seed(): the same seed gives other random numbers than in 1.8"
        script.say(statement, "PM211", f"{reference.short}().random_seed", why)


def _is_dygraph(reference: Reference) -> bool:
    return isinstance(reference.rule, Rule) and reference.rule.name.startswith("paddle.fluid.dygraph.")


def _seed_statement(script: Script, reference: Reference) -> cst.Assign | None:
    """`program().random_seed = value`, when the reference is the program in it."""
    attribute = script.source.parents.get(reference.call) if reference.call is not None else None
    target = script.source.parents.get(attribute)
    if not isinstance(attribute, cst.Attribute) or attribute.attr.value != "random_seed":
        return None
    assign = script.source.parents.get(target) if isinstance(target, cst.AssignTarget) else None
    return assign if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
