"""Programs that were compiled for several devices: `CompiledProgram(main).with_data_parallel(…)` → `main`; a
`ParallelExecutor` runs its program on one device. Where that may have been several, the script stops as soon as it sees
several."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.changes.dropping import settle_inside
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.compiled_runs import marked
from paddle_migrate.facts.device_counts import Devices, devices
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import COMPILED, is_like_executor
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_PLACES = (("CUDAPlace", "(0)", True), ("CPUPlace", "()", False))
_RUNS_DEFAULT = "→ Executor, which runs the default program as well"
_ITSELF = "→ the program itself, which today's executor optimizes by itself"
_SPLIT = (
    "1.8 split what is fed over these devices, or gave each a batch of the loader; one device runs whole batches "
    "here. Have the old script use init and distributed_optimizer of fluid.incubate.fleet.collective, which are "
    "migrated, and start a process for each with paddle.distributed.launch; or take the number of devices out of the "
    "script"
)
_MAY_SPLIT = (
    "1.8 split what is fed over all its devices (CPU_NUM, the cards that are seen), or gave each a batch of the "
    "loader; one device runs whole batches here. Where there was one, that is the same: say --ignore PM341. Where "
    "there are several, have the old script use init and distributed_optimizer of fluid.incubate.fleet.collective, "
    "which are migrated, and start a process for each with paddle.distributed.launch"
)
_STOPS = (
    "→ on_one_device, written into the script: with one device the numbers are those of 1.8, and where several are "
    "seen (the cards, CPU_NUM), over which 1.8 split what is fed, it stops and says what to do"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("CompiledProgram"):
        _compiled(script, reference)
    for receiver, call in calls_of_others(script.facts, *COMPILED):
        if not _is_made_there(script, receiver) and not script.is_skipped(call):
            _unwrap(script, call, receiver)
    for reference in script.open("ParallelExecutor"):
        _runner(script, reference)
    for attribute in script.source.attributes.get("device_count", ()):
        made = script.by_call.get(script.origins.only(attribute.value))  # type: ignore[arg-type]
        if made is not None and made.name.endswith(".ParallelExecutor") and not script.is_skipped(attribute):
            script.edits.replace(*script.source.core(attribute), "1")
            script.say(attribute, "PM119", "device_count", "→ 1: it runs on one device")


def _compiled(script: Script, reference: Reference) -> None:
    call = reference.call
    program = reference.argument("program_or_graph") if call is not None and not reference.beyond else None
    if call is None or program is None:
        return
    whole = _whole(script, call)
    _unwrap(script, whole, program)
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, _ITSELF)


def _whole(script: Script, call: cst.Call) -> cst.Call:
    """With the methods that are called on it at once."""
    attribute = script.source.parents.get(call)
    outer = script.source.parents.get(attribute)
    chained = isinstance(attribute, cst.Attribute) and attribute.attr.value in COMPILED
    return _whole(script, outer) if chained and isinstance(outer, cst.Call) and outer.func is attribute else call


def _is_made_there(script: Script, receiver: cst.BaseExpression) -> bool:
    """`CompiledProgram(…).with_data_parallel(…)`, which is unwrapped as one."""
    while isinstance(receiver, cst.Call) and isinstance(receiver.func, cst.Attribute):
        if receiver in script.by_call:
            return True
        receiver = receiver.func.value
    return receiver in script.by_call


def _unwrap(script: Script, call: cst.Call, program: cst.BaseExpression) -> None:
    """The program in the place of the call; nothing is left of `main = compiled(main)`."""
    chain = [call]
    while isinstance(inner := _receiver(chain[-1]), cst.Call) and inner is not program:
        chain.append(inner)
    parallel = next((each for each in chain if _receiver(each) and each.func.attr.value == COMPILED[0]), None)  # type: ignore[attr-defined]
    places = argument(parallel, 4, "places") if parallel is not None else None
    guard = _guard(script, parallel, COMPILED[0], places) if parallel is not None else None
    kept = (program, places) if guard else (program,)
    settle_inside(script, *(arg for each in chain for arg in each.args if arg.value not in kept))
    statement = script.source.parents.get(call)
    targets = [script.source.code(t.target) for t in statement.targets] if isinstance(statement, cst.Assign) else []
    goes = isinstance(statement, cst.Expr) or targets == [script.source.code(program)]
    if parallel is not None and guard is not None:
        _mark(script, call, lambda: _guarded(script, guard, program, parallel))
    elif statement is not None and goes and call not in script.facts.once(marked):
        script.beside.delete(statement)
    else:
        _mark(script, call, lambda: script.render(program))


def _mark(script: Script, call: cst.Call, made: Callable[[], str]) -> None:
    """Where a run asks whether what it runs was compiled."""
    name = write_written(script, "compiled") if call in script.facts.once(marked) else ""
    script.edits.replace(*script.source.core(call), lambda: f"{name}({made()})" if name else made())


def _guarded(script: Script, guard: str, program: cst.BaseExpression, parallel: cst.Call) -> str:
    """With the places that it is given; `**more` may hold them, too."""
    places = argument(parallel, 4, "places")
    more = next((arg.value for arg in parallel.args if arg.star == "**"), None)
    given = ""
    if places is not None:
        given = f", places={script.render(places)}"
    elif more is not None:
        given = f", places={script.source.code(more)}.get({script.string('places')})"
    return f"{guard}({script.render(program)}{given})"


def _receiver(call: cst.Call) -> cst.BaseExpression | None:
    """What a method of what is compiled is called on."""
    return call.func.value if isinstance(call.func, cst.Attribute) and call.func.attr.value in COMPILED else None


def _guard(script: Script, call: cst.Call, short: str, places: cst.BaseExpression | None = None,
           use_cuda: cst.BaseExpression | None = None) -> str | None:
    """What stops a script at what may have run on several devices, by its name there; said of what surely did."""
    starred = any(arg.star == "*" for arg in call.args)
    known = Devices.UNKNOWN if starred else devices(script.facts, places, use_cuda)
    if known is Devices.ONE:
        return None
    if known is Devices.SEVERAL or starred or script.options.dygraph:
        script.say_once(call, "PM341", short, _SPLIT if known is Devices.SEVERAL else _MAY_SPLIT)
        return None
    name = write_written(script, "on_one_device")
    script.say_once(call, "PM206", short, _STOPS)
    return name


def _runner(script: Script, reference: Reference) -> None:
    """`ParallelExecutor(use_cuda, loss_name, main_program=main, …)` → `ProgramExecutor(use_cuda, main)`, or where it
    runs what it is given → `Executor(place)`."""
    call, cuda = reference.call, reference.argument("use_cuda")
    if call is None or cuda is None or any(arg.star for arg in call.args):
        return
    is_plain = is_like_executor(script.facts, call)
    program = reference.argument("main_program") if not is_plain else None
    kept = [each for each in (cuda, program) if each is not None]
    settle_inside(script, *(arg for arg in call.args if arg.value not in kept))
    guard = _guard(script, call, reference.short, use_cuda=cuda)
    given = "" if script.source.has_effects(cuda) else f", {script.render(cuda)}"
    made, said = _executor(script, reference, cuda) if is_plain else _program_executor(script, kept)
    _mark(script, call, lambda: f"{guard}({made()}{given})" if guard else made())
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, said)


def _program_executor(script: Script, given: list[cst.BaseExpression]) -> tuple[Callable[[], str], str]:
    name = write_written(script, "ProgramExecutor")
    return lambda: f"{name}({', '.join(map(script.render, given))})", f"→ {name}, written into the script"


def _executor(script: Script, reference: Reference, cuda: cst.BaseExpression) -> tuple[Callable[[], str], str]:
    test, tests = script.render(cuda), {"True": True, "False": False}
    places = [script.imports.spell(f"paddle.{name}", reference.binding) + given for name, given, is_cuda in _PLACES
              if tests.get(test, is_cuda) is is_cuda]
    executor = script.imports.spell("paddle.static.Executor", reference.binding)
    return lambda: f"{executor}({f' if {test} else '.join(places)})", _RUNS_DEFAULT
