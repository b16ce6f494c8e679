"""`default_main_program().random_seed = n` → `paddle.seed(n)`: where the dynamic graph runs, programs have no say. In a
program it stays, and draws other numbers.

The program may be in a variable, an attribute, a parameter or a loop over both programs.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program, leave_unclear
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import gives_program
from paddle_migrate.script import Script

IN_PROGRAMS = True
_PROGRAMS = ("default_startup_program", "default_main_program")
_SEED = "random_seed"
_WHY = "→ paddle.seed(): the same seed gives other random numbers than in 1.8"
_OUTSIDE = f"{_WHY}, where it had no effect outside of the guard"
_IN_PROGRAM = (
    "the same seed gives other random numbers than in 1.8, parameters as well: to compare, begin with the same, as "
    "verify does"
)
_DO = "a program's seed means nothing to the dynamic graph today: call paddle.seed() with the number"


def rewrite(script: Script) -> None:
    if is_rewritten_program(script):
        for attribute in script.source.attributes.get(_SEED, ()):
            is_set = isinstance(script.source.parents.get(attribute), cst.AssignTarget)
            if is_set and not script.is_skipped(attribute) and _is_made_as_program(script, attribute.value):
                script.say_once(attribute, "PM211", _SEED, _IN_PROGRAM)
        return
    programs = [r for r in script.open(*_PROGRAMS) if not leave_unclear(script, r)]
    if not programs:
        return
    written: set[tuple[int, str]] = set()
    found = list(_settings(script))
    for statement, receivers, value in found:
        if all(_is_program(script, receiver) for receiver in receivers):
            _write(script, statement, receivers[0], value, written)
        elif any(_may_be_program(script, receiver) for receiver in receivers):
            script.say(statement, "PM318", _SEED, _DO)
    set_there = [receiver for _, receivers, _ in found for receiver in receivers]
    for attribute in script.source.attributes.get(_SEED, ()):
        if attribute.value not in set_there and _is_program(script, attribute.value):
            script.say(attribute, "PM318", _SEED, _DO)
    for reference in programs:
        if _is_handed_away(script, reference):
            script.say(reference.node, "PM318", reference.short, f"where {_SEED} of it is set there: {_DO}")
        _take_out(script, reference, set_there)


Setting = tuple[cst.CSTNode, list[cst.BaseExpression], cst.BaseExpression]


def _settings(script: Script) -> Iterator[Setting]:
    """`program.random_seed = value`: the statement, programs, and value."""
    for assign in script.source.all(cst.Assign):
        targets = [t.target for t in assign.targets]
        found = [t.value for t in targets if isinstance(t, cst.Attribute) and t.attr.value == _SEED]
        if found and len(found) == len(targets) and not script.is_skipped(assign):
            yield assign, found, assign.value


def _write(
    script: Script, statement: cst.CSTNode, program: cst.BaseExpression, value: cst.BaseExpression,
    written: set[tuple[int, str]],
) -> None:
    text = script.source.code(value)
    block = script.source.parents.get(script.source.parents.get(statement))
    if (id(block), text) in written and not script.source.has_effects(value):
        script.beside.delete(statement)
        return
    written.add((id(block), text))
    reference = script.by_call.get(program)
    seed = script.imports.spell("paddle.seed", reference.binding if reference is not None else None)
    script.beside.replace(statement, [lambda: f"{seed}({script.render(value)})"])
    shown = f"{reference.short}()" if reference is not None else script.source.code(program)
    outside = script.mode.comes_before_guard(statement)
    script.say(statement, "PM211", f"{shown}.{_SEED}", _OUTSIDE if outside else _WHY)


def _is_program(script: Script, node: cst.BaseExpression) -> bool:
    if script.kinds.what(node) == "program":
        return True
    bindings = script.scopes.find(node) if isinstance(node, cst.Name) else []
    loops = [b.node for b in bindings if isinstance(b.node, cst.For)]
    return bool(loops) and len(loops) == len(bindings) and all(_are_programs(script, loop.iter) for loop in loops)


def _are_programs(script: Script, listed: cst.BaseExpression) -> bool:
    if not isinstance(listed, (cst.List, cst.Tuple)):
        return False
    return all(script.kinds.what(element.value) == "program" for element in listed.elements)


def _is_made_as_program(script: Script, node: cst.BaseExpression) -> bool:
    made = [script.by_call.get(end.node) for end in values_of(script.facts).ends(Spot(script.facts, node))]  # type: ignore[arg-type]
    return any(each is not None and gives_program(each.name) for each in made)


def _may_be_program(script: Script, node: cst.BaseExpression) -> bool:
    """A parameter or a variable that is called so and that the script tells nothing of."""
    return script.kinds.of(node) is None and "prog" in script.source.code(node).lower()


def _is_handed_away(script: Script, reference: Reference) -> bool:
    """Whether a function of another file is given the program: in dygraph it can do no more than seed it."""
    taker = script.taker(reference.call) if reference.call is not None else None
    func = taker.func if isinstance(taker, cst.Call) else None
    root = func
    while isinstance(root, cst.Attribute):
        root = root.value
    bindings = script.scopes.find(root) if isinstance(root, cst.Name) else []
    imported = any(b.kind == "import" for b in bindings)
    return imported and not script.names.resolve(func).startswith("paddle.")


def _take_out(script: Script, reference: Reference, set_there: list[cst.BaseExpression]) -> None:
    """The program itself goes with its seed, and a variable that only held it for that."""
    if reference.call in set_there:
        script.settle(reference)
        return
    name = script.assigned_name(reference.call) if reference.call is not None else None
    statement = script.statement(reference.node)
    bindings = script.scopes.find(name) if name is not None else []
    uses = bindings[0].uses if len(bindings) == 1 else []
    only_seeded = bool(uses) and all(use in set_there for use in uses)
    if only_seeded and statement is not None and not script.is_skipped(statement):
        script.beside.delete(statement)
        script.settle(reference)
