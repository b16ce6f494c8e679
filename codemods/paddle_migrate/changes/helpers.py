"""Functions and classes that are written into the migrated script: of the compat layer, and those of `written/`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paddle_migrate.changes.differences import may_differ
from paddle_migrate.changes.templates import Definition, known_name, of_rule, of_written, template, unread
from paddle_migrate.changes.why import place_of
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import program_of_run
from paddle_migrate.outcome import Helper
from paddle_migrate.rules.rule import Rule

if TYPE_CHECKING:
    import libcst as cst

    from paddle_migrate.script import Script

_MADE_IN_RUN = (
    "names are looked up in the program that runs, which is made behind them here: give it a name before the run"
)


def write_helper(script: Script, rule: Rule, without: tuple[str, ...] = ()) -> str:
    """Have the helper's own source, without its marks and some parameters, written; returns its name there."""
    return write_definition(script, of_rule(rule, without))


def write_written(script: Script, name: str, without: tuple[str, ...] = ()) -> str:
    """Have a definition of `written/`, ``without`` some names of a class, written; returns its name there."""
    return write_definition(script, of_written(name, without))


def wrap_with_program(script: Script, node: cst.BaseExpression, name: str, run: cst.Call) -> str:
    """Have what a run is given be what the written function `name` makes of it and of the program that runs; returns
    the function's name there."""
    written, program = write_written(script, name), program_of_run(script.facts, run)
    code = _said_again(script, program, node) if program is not None else ""
    if code is None:
        script.say(node, "PM333", name, _MADE_IN_RUN)
    script.edits.wrap(*script.source.span(node), f"{written}(", f", {code})" if code else ")")
    return written


def _said_again(script: Script, program: cst.BaseExpression, behind: cst.BaseExpression) -> str | None:
    """What means the same program in a later argument: a name that is set where it is made; None where it is later."""
    if not script.source.has_effects(program):
        return script.source.code(program)
    start, end = script.source.span(program)
    if start > script.source.start(behind):
        return None
    if program not in script.set_within:
        name = script.set_within[program] = script.scopes.free("program", "running")
        arg = script.source.parents.get(program)
        before, after = ("(", ")") if getattr(arg, "keyword", None) is not None else ("", "")
        script.edits.wrap(start, end, f"{before}{name} := ", after)
    return script.set_within[program]


def write_definition(script: Script, definition: Definition) -> str:
    """As it stands in its file, behind what it needs, with today's names spelled as the script does."""
    made = template(definition)
    spelled = [_spelled(script, use) if isinstance(use, str) else write_definition(script, _read(script, use))
               for use in made.uses]
    for module in made.standard:
        script.imports.add_standard(module, for_helper=True)
    place = place_of(definition.module, definition.node.lineno)
    with script.edits.by(script.edits.origin._replace(name=definition.name, place=place)):
        name = script.helper(definition.name, made.text, spelled)
    known = Helper(name, definition.module.name, known_name(definition), definition.without, definition.way,
                   definition.name)
    script.known_helpers.setdefault(name, known)
    return name


def _spelled(script: Script, name: str) -> str:
    """Today's name, or Python's own, which the script may have given to something else."""
    module, _, short = name.rpartition(".")
    if module != "builtins":
        return script.imports.spell_in_helper(name)
    bound = script.scopes.module.bindings.get(short, [])
    if all(b.kind == "import" and b.target in (name, f"six.moves.{short}", f"__future__.{short}") for b in bound):
        return short
    script.imports.add_standard(module)
    return name


def copy_helper(script: Script, reference: Reference, rule: Rule, before: str = "") -> None:
    """The name becomes that of the helper that is written into the script; a call of it stays a call, or becomes that
    of a function that stands ``before``, in which the helper is an argument."""
    name = write_helper(script, rule, _of_no_use(script, reference.name.rpartition(".")[2], unread(rule.node)))
    start, end = script.source.span(reference.node)
    if before:
        name, end = f"{before}{name}, ", script.source.text.index("(", end) + 1
    script.edits.replace(start, end, name)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {name}, written into the script")
    if may_differ(script, reference, rule):
        script.say(reference.node, rule.code_of_difference, reference.short, rule.differs)


def _read(script: Script, use: Definition) -> Definition:
    """What a helper needs, without what it does not read: helpers give each other none of that."""
    if use.way is not None:
        return use
    return replace(use, without=_of_no_use(script, use.name, unread(use.node)))


def _of_no_use(script: Script, last: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The parameters that the helper does not read, kept for calls of 1.8.5's, where the script gives none of them."""
    calls = [each for each in script.references if each.name.rpartition(".")[2] == last] if names else []
    return () if any(map(_is_hidden, calls)) else tuple(n for n in names if not any(_gives(c, n) for c in calls))


def _is_hidden(reference: Reference) -> bool:
    """Whether what it is given is not to be seen."""
    return reference.call is None or bool(reference.beyond) or any(arg.star for arg in reference.call.args)


def _gives(reference: Reference, name: str) -> bool:
    return not isinstance(reference.rule, Rule) or reference.argument(name) is not None
