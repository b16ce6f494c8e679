"""Runs that ended with `EOFException`: a loader had been started, and the program read from it by itself. Today each
run is fed: in a `for` loop over the loader where the old loop did nothing else, with `next(loader)` elsewhere. The run
that met the end had counted the learning rate on before, unless its program was compiled."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.changes.arguments import put_in
from paddle_migrate.changes.blocks import unwrap
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.before_reading import does_more
from paddle_migrate.facts.branches import may_both_run
from paddle_migrate.facts.compiled_runs import compiled_for
from paddle_migrate.facts.fetched import fetched_by
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import is_compiled, may_train, program_of_run
from paddle_migrate.facts.reading_runs import (
    calls_in,
    end_around,
    functions_read_by,
    loader_given,
    loader_of,
    loader_started,
    programs_read_by,
    reading_runs,
    starts_a_loader,
)
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.variable_rates import may_count, may_go_on
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.rules.schedules import is_end_of_data
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_WHO = "which loader the program reads from is not seen here: give each run feed=next(loader), or, where it is fed " \
    "something, feed={**next(loader)[0], **that}, and expect StopIteration"
_PROGRAMS = ("CompiledProgram", "Program", "default_main_program", "default_startup_program")
_FOR = "→ a loop over the loader, whose batches are fed"
_COUNTED = "the run that met the end of the data counted the learning rate on, and did not in a CompiledProgram: " \
    "call step() of the program's lr_scheduler there, if it is none"
_ASKED = "→ next_fed(), written into the script: the run that met the end of the data counted the learning rate on, " \
    "but for one of a CompiledProgram"
_STEP = "→ step() at the end of the data, too: the run that met it counted the learning rate on"
_NEXT = "→ StopIteration: the loader's next() ends, and each run is fed by it"


@dataclass
class _End:
    """A handler of the end of data, and what reads until then."""

    reference: Reference
    handler: cst.ExceptHandler
    tried: cst.Try
    loader: str
    runs: list[cst.Call]
    is_read_inside: bool  # by functions that it calls
    steps: list[str] = field(default_factory=list)
    asked: dict[cst.Call, str] = field(default_factory=dict)  # what feeds runs that see to the step themselves
    own: dict[cst.Call, cst.BaseExpression] = field(default_factory=dict)  # what runs are fed beside

    def fed(self, call: cst.Call) -> str:
        return f"feed={self.asked.get(call, f'next({self.loader})')}"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open():
        if not is_end_of_data(reference.name):
            continue
        end = _read(script, reference)
        if end is None:
            script.leave(reference, "PM303", _WHO)
        elif end.is_read_inside or end.asked or end.own or not _write_loop(script, end):
            _write_next(script, end)
    for function in (None, *script.source.all(cst.FunctionDef), *script.source.all(cst.Lambda)):
        _feed(script, function, reading_runs(script.facts, function))


def _feed(script: Script, function: cst.FunctionDef | cst.Lambda | None, runs: list[cst.Call]) -> None:
    """Runs whose end of data is not caught where they stand: by who calls the function, or by nobody."""
    given = loader_given(script.facts, function) if runs and isinstance(function, cst.FunctionDef) else None
    alike = len({_code(script, program_of_run(script.facts, call)) for call in runs}) == 1
    for call in runs:
        own = loader_started(script.facts, call)
        reads = own or given is not None or script.facts.once(starts_a_loader)
        if script.is_skipped(call) or not reads or is_written(script.facts, call):
            continue
        loader = (own if alike else "") if own and not given else given
        if loader and own in ("", loader):
            put_in(script, call, f"feed=next({loader})")
            script.say(call, "PM119", "run", f"→ feed=next({loader})")
        else:
            script.say(call, "PM303", "run", _WHO)


def _read(script: Script, reference: Reference) -> _End | None:
    """The whole of it, where the runs and their loader are seen."""
    handler = script.source.parent(reference.node, cst.ExceptHandler)
    tried = script.source.parents.get(handler)
    if handler is None or not isinstance(tried, cst.Try) or script.is_skipped(handler):
        return None
    if handler.type is None or not script.source.lies_in(reference.node, handler.type):
        return None
    runs, fed = _runs(script, tried)
    loader = loader_of(script.source, handler, tried)
    function = script.source.parent(tried, cst.FunctionDef)
    inside = script.source.inside(function, cst.Yield) if function is not None else []
    yields = any(script.source.parent(each, cst.FunctionDef, cst.Lambda) is function for each in inside)
    called = _calls_that_read(script, tried)
    own = _fed_beside(script, fed) if fed and not (runs or called) else {}
    if not (runs or called or own) or (fed and not own) or not loader or yields:
        return None
    if _starts_several(script, tried) and len({_code(script, program_of_run(script.facts, run)) for run in runs}) > 1:
        return None
    end = _End(reference, handler, tried, loader, runs or fed, bool(called), own=own)
    _count_on(script, end, called)
    return end


def _fed_beside(script: Script, fed: list[cst.Call]) -> dict[cst.Call, cst.BaseExpression]:
    """What runs of one program, or one of which runs, are fed, where that is written out: a loader that is started
    gives them the rest."""
    own = {call: feed for call in fed if (feed := argument(call, 1, "feed")) is not None}
    is_hidden = len(own) < len(fed) or any(arg.star for call in fed for arg in call.args)
    if any(_is_program(end) for feed in own.values() for end in values_of(script.facts).ends(Spot(script.facts, feed))):
        return {}  # a slip, by its place
    alike = len({_code(script, program_of_run(script.facts, call)) for call in fed}) == 1
    spots = [Spot(script.facts, call) for call in fed]
    is_one = alike or not any(may_both_run(one, other) for one, other in combinations(spots, 2))
    return own if is_one and not is_hidden else {}


def _is_program(end: Spot) -> bool:
    made = end.facts.by_call.get(end.node) if isinstance(end.node, cst.Call) else None
    copied = isinstance(end.node, cst.Call) and isinstance(end.node.func, cst.Attribute) and (
        end.node.func.attr.value == "clone")
    return copied or (made is not None and made.name.rpartition(".")[2] in _PROGRAMS)


def _starts_several(script: Script, tried: cst.Try) -> bool:
    starts = calls_in(script.source, "start", tried, tried.body)
    return len({script.source.code(call.func) for call in starts}) > 1


def _calls_that_read(script: Script, tried: cst.Try) -> list[cst.Call]:
    """Calls whose functions read until the end that is caught here."""
    inside = script.source.inside(tried.body, cst.Call)
    end = [call for call in inside if (around := end_around(script.facts, call)) is not None and around[1] is tried]
    return [call for call in end if functions_read_by(script.facts, call)]


def _count_on(script: Script, end: _End, called: list[cst.Call]) -> None:
    """What counts the rates of the programs on, once more than there are batches."""
    name = "count_on" if may_count(script.facts) else "step_schedule" if may_go_on(script.facts) else ""
    trains = [call for call in end.runs if may_train(script.facts, call)] if name else []
    read = [(_named(script, call), is_compiled(script.facts, call)) for call in trains]
    read += [each for call in called for each in programs_read_by(script.facts, call)] if name else []
    if all(compiled for _, compiled in read):
        return
    first = (trains or called)[0]
    given = dict.fromkeys(program for program, _ in read)
    if None not in given and not any(compiled is not False for _, compiled in read):
        end.steps = [f"{write_written(script, name)}({each})" for each in given]
        script.say(first, "PM114", "run", _STEP)
        return
    asked = {call: _asked(script, end.loader, call) for call in trains}
    if called or end.own or None in asked.values():
        script.say(first, "PM343", "run", _COUNTED)
    else:
        end.asked = {call: text for call, text in asked.items() if text}
        script.say(first, "PM114", "run", _ASKED)


def _asked(script: Script, loader: str, run: cst.Call) -> str | None:
    """What feeds a run that counts on at the end of the data, unless it is compiled; "" of what surely is, None where
    that cannot be asked when the script runs."""
    compiled, program = is_compiled(script.facts, run), _named(script, run)
    if compiled:
        return ""
    if program is None or (compiled is None and compiled_for(script.facts, run) is None):
        return None
    runs = program or script.source.code(run.func.value)  # type: ignore[attr-defined]
    given = [loader, *([program] if program else []), *([] if compiled is False else [f"unless={runs}"])]
    return f"{write_written(script, 'next_fed')}({', '.join(given)})"


def _named(script: Script, run: cst.Call) -> str | None:
    """What a run calls its program; "" of the default one, None of one that it works out."""
    program = program_of_run(script.facts, run)
    if program is None or program in script.by_call:
        return ""
    return None if script.source.has_effects(program) else script.source.code(program)


def _runs(script: Script, tried: cst.Try) -> tuple[list[cst.Call], list[cst.Call]]:
    """The runs that read, and those that are fed and may read beside that: not of a program that no other runs."""
    every = calls_in(script.source, "run", tried, tried.body)
    fetching = [call for call in every if fetched_by(script.facts, call) is not None]
    ours = [_code(script, program_of_run(script.facts, call)) for call in fetching]
    calls = [call for call in every if call in fetching or may_train(script.facts, call)
             or _code(script, program_of_run(script.facts, call)) in ours]
    fed = [call for call in calls if argument(call, 1, "feed") is not None or any(arg.star for arg in call.args)]
    runs = [call for call in calls if call not in fed]
    programs = [argument(call, 0, "program") for call in runs]
    return runs, [call for call in fed if not runs or not _is_of_another(argument(call, 0, "program"), programs)]


def _code(script: Script, program: cst.BaseExpression | None) -> str:
    return "" if program is None else script.source.code(program)


def _is_of_another(program: cst.BaseExpression | None, programs: list[cst.BaseExpression | None]) -> bool:
    """Whether a run's program has a name that none of the others' has."""
    named = isinstance(program, cst.Name) and all(isinstance(each, cst.Name) for each in programs)
    return named and program.value not in [each.value for each in programs]  # type: ignore[union-attr]


# -- a loop over the loader --------------------------------------------------------------------------------------


def _write_loop(script: Script, end: _End) -> bool:
    """Whether the loop does nothing else until the end of the data, and is one over the loader now."""
    tried = end.tried
    plain = len(tried.handlers) == 1 and tried.orelse is None and tried.finalbody is None
    blocks = isinstance(tried.body, cst.IndentedBlock) and isinstance(end.handler.body, cst.IndentedBlock)
    return plain and blocks and (_around(script, end) or _inside(script, end))


def _reads_once(script: Script, end: _End, loop: cst.CSTNode | None) -> bool:
    """Whether a round takes one batch, before it does anything: no two of the runs may be in it, and none is in a loop
    of its own."""
    spots = [Spot(script.facts, call) for call in end.runs]
    several = any(may_both_run(one, other) for one, other in combinations(spots, 2))
    if not isinstance(loop, cst.While) or does_more(script.facts, loop, end.runs):
        return False
    return not several and all(script.source.parent(call, cst.For, cst.While) is loop for call in end.runs)


def _around(script: Script, end: _End) -> bool:
    """`while True: try: run() except EOFException: loader.reset(); break`."""
    loop = script.source.parents.get(script.source.parents.get(end.tried))
    start = _start_before(script, end, loop)
    body = end.handler.body.body
    if start is None or not _is_endless(script, loop) or not isinstance(loop, cst.While):
        return False
    if not _reads_once(script, end, loop):
        return False
    if loop.body.body[0] is not end.tried or script.source.code(body[-1]).strip() != "break":
        return False
    rest = [each for each in body[:-1] if not _is_reset(script, end, each)]
    goes_on = loop.body.body[-1] is not end.tried  # then what the end of the data does may not stand behind it
    if _uses(script, end, end.tried.body, *rest) or (goes_on and (rest or end.steps)):
        return False
    _to_for(script, end, loop, start)
    if rest or end.steps:
        step = _step_at(script, end, body[-1])
        if step is not body[-1]:
            script.beside.delete(body[-1].body[0])  # type: ignore[union-attr]
        _to_else(script, end, loop, step)
        head, last = _lines_of(script, end.handler)
        script.dedents.add(head, last, script.source.indent, script.edits.origin)
    else:
        lines.delete(script, *_lines_of(script, end.handler))
    unwrap(script, end.tried, [])
    return True


def _inside(script: Script, end: _End) -> bool:
    """`try: while True: run() except EOFException: loader.reset()`."""
    inner, body = end.tried.body.body, end.handler.body.body
    loop = inner[-1]
    start = _start_before(script, end, end.tried) or _start_before(script, end, loop)
    if start is None or not isinstance(loop, cst.While) or not _is_endless(script, loop):
        return False
    rest = [each for each in body if not _is_reset(script, end, each)]
    before = [each for each in inner[:-1] if not script.source.lies_in(start, each)]
    if not _reads_once(script, end, loop) or _uses(script, end, loop, *before, *rest):
        return False
    _to_for(script, end, loop, start)
    if rest or end.steps:
        _to_else(script, end, loop, _step_at(script, end, body[0]))
    else:
        lines.delete(script, *_lines_of(script, end.handler))
    unwrap(script, end.tried, [])
    return True


def _lines_of(script: Script, node: cst.ExceptHandler) -> tuple[int, int]:
    source = script.source
    return source.line(node), source.line_at(source.outer(node.body)[1] - 1)


def _start_before(script: Script, end: _End, loop: cst.CSTNode | None) -> cst.CSTNode | None:
    """`loader.start()`, a statement of the block that the loop stands in, the last one before it."""
    block = script.source.parents.get(loop)
    statements = block.body if isinstance(block, (cst.IndentedBlock, cst.Module)) else ()
    for line in reversed(statements[: statements.index(loop)] if loop in statements else ()):
        statement = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None
        call = statement.value if isinstance(statement, cst.Expr) else None
        if isinstance(call, cst.Call) and script.source.code(call.func) == f"{end.loader}.start":
            return statement
    return None


def _is_endless(script: Script, loop: cst.CSTNode | None) -> bool:
    endless = isinstance(loop, cst.While) and loop.orelse is None and isinstance(loop.body, cst.IndentedBlock)
    return endless and script.source.code(loop.test) in ("True", "1")  # type: ignore[union-attr]


def _is_reset(script: Script, end: _End, statement: cst.CSTNode) -> bool:
    return script.source.code(statement).strip() == f"{end.loader}.reset()"


def _uses(script: Script, end: _End, *nodes: cst.CSTNode) -> bool:
    """Whether the loader is asked for anything there."""
    kind = cst.Attribute if "." in end.loader else cst.Name
    return any(dotted(name) == end.loader for node in nodes for name in script.source.inside(node, kind))


def _to_for(script: Script, end: _End, loop: cst.While, start: cst.CSTNode) -> None:
    name = script.scopes.free("batch", "feed", "fed", "fed_batch")
    head = script.source.start(loop), script.source.span(loop.test)[1]
    script.edits.replace(*head, f"for {name} in {end.loader}()")
    script.beside.delete(start)
    for call in end.runs:
        put_in(script, call, f"feed={name}")
    script.settle(end.reference)
    script.say(end.reference.node, "PM119", end.reference.short, _FOR)


def _step_at(script: Script, end: _End, other: cst.CSTNode) -> cst.CSTNode | None:
    """Write the steps of schedules in the place of `loader.reset()`, or of another statement that does nothing then."""
    if not end.steps:
        return None
    place = next((each for each in end.handler.body.body if _is_reset(script, end, each)), other)
    if _is_reset(script, end, place) or script.source.code(place).strip() in ("break", "pass"):
        script.edits.replace(*script.source.core(place.body[0]), "; ".join(end.steps))  # type: ignore[attr-defined]
        return place
    for text in end.steps:
        script.beside.first_in(end.handler.body, text)
    return None


def _to_else(script: Script, end: _End, loop: cst.While, kept: cst.CSTNode | None) -> None:
    """What the handler does beside is done when the loop has come to its end: behind it, where no `break` leaves it."""
    source, body = script.source, end.handler.body
    breaks = [b for b in source.inside(end.tried.body, cst.Break) if source.parent(b, cst.For, cst.While) is loop]
    head, last = _lines_of(script, end.handler)
    if breaks:
        script.edits.replace(source.start(end.handler), source.outer(body)[0], "else:")
    else:
        lines.delete(script, head, head)
        script.dedents.add(head + 1, last, source.indent, script.edits.origin)
    for statement in body.body:
        if statement is not kept and _is_reset(script, end, statement):
            script.beside.delete(statement.body[0])  # type: ignore[union-attr]


# -- next() ------------------------------------------------------------------------------------------------------


def _write_next(script: Script, end: _End) -> None:
    """The handler is for StopIteration, and each run is fed by the loader's next()."""
    caught = end.handler.type
    both = isinstance(caught, cst.Tuple) and len(caught.elements) == 2 and "StopIteration" in script.source.code(caught)
    script.edits.replace(*script.source.span(caught if both and caught else end.reference.node), "StopIteration")
    for call in end.runs:
        if call in end.own:
            _beside(script, call, end.loader, end.own[call])
        else:
            put_in(script, call, end.fed(call))
    for text in end.steps:
        script.beside.first_in(end.handler.body, text)
    script.settle(end.reference)
    script.say(end.reference.node, "PM119", end.reference.short, _NEXT)


def _beside(script: Script, call: cst.Call, loader: str, feed: cst.BaseExpression) -> None:
    name = write_written(script, "fed_beside")
    script.edits.wrap(*script.source.span(feed), f"{name}({loader}, ", ")")
    script.say(call, "PM119", "run", f"→ {name}(), written into the script: what it is fed, and what the loader reads")
