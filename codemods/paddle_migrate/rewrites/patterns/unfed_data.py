"""Runs that do not feed data of which nothing is computed: Paddle 3 demands all of a program's, needed or not."""

from __future__ import annotations

import re
from collections import defaultdict

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.branches import runs_with
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fed_lists import fed_names, name_of_data
from paddle_migrate.facts.fetched import fetched_by
from paddle_migrate.facts.programs import clones, guards_of, is_loaded, program_of_run
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_DATA = re.compile(rb"\bdata\b")
_FEEDERS = ("DataFeeder", "PyReader", "from_generator")
_READERS = re.compile(rb"\b(?:from_generator|PyReader|py_reader|create_py_reader_by_data)\b")
_SAID = "Paddle 3 demands to be fed all data, of which this run leaves some out"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    copies = clones(script.facts)
    for _, call in script.source.method_calls("run"):
        feed = argument(call, 1, "feed")
        nothing = feed is None and fetched_by(script.facts, call) is None
        if script.is_skipped(call) or is_written(script.facts, call) or _is_hidden(call):
            continue
        program = program_of_run(script.facts, call)
        if nothing and (program is None or not _has_data(script, program)):
            continue
        ends = origins_of(script.facts, program) if program is not None else []
        copied = bool(ends) and all(end in copies for end in ends)
        if not _runs(script, call) or copied or (program is not None and _is_loaded(script, program)):
            continue
        untaken = nothing or (
            script.facts.once(_has_untaken) if feed is None else _leaves_out(script, feed, program))
        if untaken:
            _write(script, call, program)


def _is_hidden(call: cst.Call) -> bool:
    return any(arg.star for arg in call.args)


def _runs(script: Script, call: cst.Call) -> bool:
    """Whether it is an executor's: by the argument's name, or by what it is a method of."""
    if argument(call, -1, "feed") is not None:
        return True
    made = [script.by_call.get(each) for each in origins_of(script.facts, call.func.value)]  # type: ignore[arg-type, attr-defined]
    return any(each is not None and each.name.endswith("Executor") for each in made)


def _is_loaded(script: Script, program: cst.BaseExpression) -> bool:
    """Whether a file had it, in which all data are needed."""
    return all(map(is_loaded, values_of(script.facts).ends(Spot(script.facts, program))))


def _has_data(script: Script, program: cst.BaseExpression) -> bool:
    """Whether the guard of data is this program's, which no reader feeds."""
    text = script.source.code(program)
    made = [call for call in script.by_call if name_of_data(script.facts, call) is not None]
    guards = [guard for call in made for guard in guards_of(script.facts, call)[:1] if guard is not None]
    return text in map(script.source.code, guards) and not script.facts.says(_READERS)


def _leaves_out(script: Script, feed: cst.BaseExpression, program: cst.BaseExpression | None) -> bool:
    """Whether data are made beside those that are fed, and are not: in the same function, under the same guard. Where
    not all of what is fed is seen, whether there are data that nothing takes."""
    ends = origins_of(script.facts, feed)
    fed = [names for end in ends if (names := fed_names(script.facts, end))]
    if any(names & group and group - names for names in fed for group in _groups(script, program)):
        return True
    return len(fed) < len(ends) and script.facts.once(_has_untaken)


def _has_untaken(facts: Facts) -> bool:
    """Whether a file of the program makes data that it never uses, or not always."""
    others = facts.others.program(_DATA) if facts.others is not None else []
    return any(name_of_data(each, call) is not None and isinstance(call, cst.Call) and _is_untaken(each, call)
               for each in (facts, *map(Facts.of_other, others)) for call in each.by_call)


def _is_untaken(facts: Facts, call: cst.Call) -> bool:
    """`unused = data(…)`, and no more of it, but for `if train:` and feeders."""
    above = facts.source.parents.get(call)
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    if isinstance(above, cst.Expr):
        return True
    if not isinstance(target, cst.Name):
        takers = [each for each in reached(facts, call).spots if each.node is not call]  # itself: where it is lost
        return not takers and isinstance(above, (cst.Assign, cst.Element))  # `kept["unused"] = data(…)`
    bindings = facts.scopes.find(target)
    uses = [use for binding in bindings for use in binding.uses]
    taking = [use for use in uses if not _is_fed(facts, use)]
    sure = any(runs_with(Spot(facts, use), Spot(facts, call)) or not _is_beside(facts, use, call) for use in taking)
    return bool(bindings) and (not uses or (bool(taking) and not sure))


def _is_beside(facts: Facts, use: cst.CSTNode, call: cst.CSTNode) -> bool:
    """Whether both stand in the same function."""
    return function_around(facts, use) is function_around(facts, call)


def _is_fed(facts: Facts, use: cst.CSTNode) -> bool:
    """`DataFeeder([x, y])`, `feed_list=[x, y] if train else [x]`, `x.name`."""
    at = facts.source.parents.get(use)
    if isinstance(at, cst.Attribute):
        return at.attr.value == "name"
    is_held = isinstance(at, cst.Element)
    while isinstance(at, (cst.Element, cst.List, cst.Tuple, cst.IfExp)):
        at = facts.source.parents.get(at)
    made = facts.source.parents.get(at) if isinstance(at, cst.Arg) else None
    return is_held and isinstance(made, cst.Call) and last_name(made.func) in _FEEDERS


def _groups(script: Script, program: cst.BaseExpression | None) -> list[set[str]]:
    """The names of data that are made together, of this program as far as guards tell."""
    found: dict[object, set[str]] = defaultdict(set)
    for call in script.by_call:
        name = name_of_data(script.facts, call)
        guard = next(iter(guards_of(script.facts, call)), None) if name else None
        text = script.source.code(guard) if guard is not None else ""
        if name and (not text or program is None or text == script.source.code(program)):
            found[script.scopes.of(call), text].add(name)
    for other in script.others.program(_DATA) if script.others is not None else []:
        for call in other.code.by_call:
            if name := name_of_data(Facts.of_other(other), call):
                found[other, other.code.scopes.of(call)].add(name)
    return list(found.values())


def _write(script: Script, call: cst.Call, program: cst.BaseExpression | None) -> None:
    name = write_written(script, "let_unfed")
    if program is None:
        main = script.imports.spell("paddle.static.default_main_program", None)
        put_in(script, call, f"program={name}({main}())")
    else:
        script.edits.wrap(*script.source.span(program), f"{name}(", ")")
    script.say(call, "PM119", "Executor.run", f"→ {name}, written into the script: {_SAID}")
