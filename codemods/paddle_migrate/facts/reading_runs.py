"""Runs that read from a started loader by themselves, and where the end of its data is caught: around the run, or
around the call of the function that it stands in."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.branches import may_run
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fed_batches import is_loader
from paddle_migrate.facts.fetched import fetched_by
from paddle_migrate.facts.programs import (
    is_compiled,
    is_run_of_executor,
    makes_executor,
    makes_parallel,
    may_train,
    program_of_run,
)
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Function, Spot, Way
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.schedules import ENDS, is_end_of_data
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.source import Source

_FILLING = (
    *(f"{verb}_{what}_generator" for verb in ("set", "decorate") for what in ("sample", "sample_list", "batch")),
    "decorate_paddle_reader", "decorate_tensor_provider",
)


def end_around(facts: Facts, node: cst.CSTNode) -> tuple[cst.ExceptHandler, cst.Try] | None:
    """The handler of the end of data that the node stands under in its function."""
    function = facts.source.parent(node, cst.FunctionDef)
    for reference in facts.references if facts.says(ENDS) else ():
        handler = facts.source.parent(reference.node, cst.ExceptHandler) if is_end_of_data(reference.name) else None
        tried = facts.source.parents.get(handler)
        if handler is None or not isinstance(tried, cst.Try) or not facts.source.lies_in(node, tried.body):
            continue
        if facts.source.parent(tried, cst.FunctionDef) is function:
            return handler, tried
    return None


def reading_runs(facts: Facts, function: cst.FunctionDef | cst.Lambda | None) -> list[cst.Call]:
    """The runs of the function itself, or of none, that nothing is fed, of what may train or is fetched, and whose end
    is not caught there."""
    return [call for _, call in facts.source.method_calls("run")
            if facts.source.parent(call, cst.FunctionDef, cst.Lambda) is function and _reads(facts, call)]


def loader_started(facts: Facts, node: cst.CSTNode) -> str:
    """The one loader that is started before in the same function, and is given its data or reset there."""
    source, order = facts.source, facts.source.order(node)
    found = {code for code, call in _started(facts, source.parent(node, cst.FunctionDef)) if source.order(call) < order}
    return found.pop() if len(found) == 1 else ""


def starts_a_loader(facts: Facts) -> bool:
    """Whether something in the file starts one that a program may read from."""
    if any(_started(facts, function) for function in (None, *facts.source.all(cst.FunctionDef))):
        return True
    started = [receiver for receiver, call in facts.source.method_calls("start") if not call.args]
    return any(is_loader(end) for each in started for end in values_of(facts).ends(Spot(facts, each)))


def _started(facts: Facts, function: cst.FunctionDef | None) -> list[tuple[str, cst.Call]]:
    """What a function starts that is given its data or reset there, and the call that does."""
    source = facts.source
    starts = [(source.code(receiver), call) for receiver, call in source.method_calls("start")
              if source.parent(call, cst.FunctionDef) is function]
    others = {source.code(receiver) for name in ("reset", *_FILLING) for receiver, call in source.method_calls(name)
              if source.parent(call, cst.FunctionDef) is function} if starts else set()
    return [(code, call) for code, call in starts if code in others]


def _reads(facts: Facts, call: cst.Call) -> bool:
    hidden = argument(call, 1, "feed") is not None or any(arg.star for arg in call.args)
    if hidden or not is_run_of_executor(facts, call) or end_around(facts, call) is not None:
        return False
    return fetched_by(facts, call) is not None or may_train(facts, call)


def functions_read_by(facts: Facts, call: cst.Call) -> list[Spot]:
    """The functions that a call runs which read, so that it catches the end of their data."""
    found = values_of(facts).called(Spot(facts, call)) if facts.says(ENDS) else []
    return [each for each in found if _runs_read_by(Spot(facts, call), each)]


def programs_read_by(facts: Facts, call: cst.Call) -> list[tuple[str | None, bool | None]]:
    """What the functions that a call runs read into and train: what its file calls the program, where that is seen (""
    is the default one), and whether it is compiled."""
    found = []
    for function in functions_read_by(facts, call):
        runs = [run for run in _runs_read_by(Spot(facts, call), function) if may_train(function.facts, run)]
        found += [(_called_here(facts, function, run), _is_compiled_there(Spot(facts, call), function, run))
                  for run in runs]
    return found


def _runs_read_by(call: Spot, function: Spot) -> list[cst.Call]:
    """The runs of a function that read when it is called there, by what it is given."""
    if not isinstance(function.node, cst.FunctionDef):
        return []
    way = Way(function.node, call)
    return [run for run in reading_runs(function.facts, function.node) if may_run(Spot(function.facts, run, way))]


def _is_compiled_there(call: Spot, function: Spot, run: cst.Call) -> bool | None:
    """Whether what runs is compiled, or what the function is given to run it with compiles it."""
    found = is_compiled(function.facts, run)
    if found is not None or program_of_run(function.facts, run) is not None:
        return found
    runs = Spot(function.facts, run.func.value, Way(function.node, call))  # type: ignore[attr-defined,arg-type]
    ends = values_of(function.facts).ends(runs)
    kinds = {True if makes_parallel(each) else False if makes_executor(each) else None for each in ends}
    return kinds.pop() if len(kinds) == 1 else None


def _called_here(facts: Facts, function: Spot, run: cst.Call) -> str | None:
    """What the file that calls the function calls the program of a run in it."""
    program = program_of_run(function.facts, run)
    if program is None or program in function.facts.by_call:
        return ""
    bindings = function.facts.scopes.find(program) if isinstance(program, cst.Name) else []
    if len(bindings) != 1:
        return None
    if bindings[0].scope is facts.scopes.module:
        return facts.source.code(program)
    given = values_of(facts).of_binding(function, bindings[0]) if isinstance(bindings[0].node, cst.Param) else []
    here = given[0].expression if len(given) == 1 and given[0].facts is facts else None
    return None if here is None or facts.source.has_effects(here) else facts.source.code(here)


def loader_given(facts: Facts, function: cst.FunctionDef) -> str | None:
    """What the function calls the loader that is started before a call of it, or whose end of data is caught around
    one: a parameter, or a name that both have; "" where it is not seen; None where no call stands there. Calls that
    hand another one over may be beside it, of what tests meanwhile."""
    calls = callers(values_of(facts), facts, function).calls
    loaders = [(call, loader) for call in calls if isinstance(call.node, cst.Call)
               if (loader := _loader_at(call.facts, call.node)) is not None]
    params = [*function.params.posonly_params, *function.params.params, *function.params.kwonly_params]
    names = {p.name.value for p in params for call, loader in loaders if _is_given(function, p, call, loader)}
    names = names or {loader if _means_the_same(facts, function, call, loader) else "" for call, loader in loaders}
    return (names.pop() if len(names) == 1 else "") if loaders else None


def _loader_at(facts: Facts, call: cst.Call) -> str | None:
    """What is started before a call, or ends around it; None of what reads from none."""
    end = end_around(facts, call)
    return loader_of(facts.source, *end) if end is not None else loader_started(facts, call) or None


def _means_the_same(facts: Facts, function: cst.FunctionDef, call: Spot, loader: str) -> bool:
    """Whether the function knows it by the same name: one of the file, or `self.loader` of the same class."""
    source = facts.source
    first, _, rest = loader.partition(".")
    if call.facts is not facts or not isinstance(call.node, cst.CSTNode):
        return False
    there, here = (facts.scopes.of(at).find(first) for at in (call.node, function.body))
    if len(there) == len(here) == 1 and there[0] is here[0]:
        return there[0].scope is facts.scopes.module and not rest
    owner = source.parent(function, cst.FunctionDef, cst.ClassDef)
    same = isinstance(owner, cst.ClassDef) and source.parent(call.node, cst.ClassDef) is owner
    return same and first == "self" and rest.isidentifier() and all(isinstance(b.node, cst.Param) for b in here + there)


def _is_given(function: Function, param: cst.Param, call: Spot, loader: str) -> bool:
    """Whether the call hands the loader to the parameter."""
    values = values_of(call.facts)
    given = arguments(values, call).given(function, values.unnamed(call.facts, Way(function, call)), param)
    return given is not None and isinstance(given.node, cst.CSTNode) and given.facts.source.code(given.node) == loader


def loader_of(source: Source, handler: cst.ExceptHandler, tried: cst.Try) -> str:
    """What is started inside, or reset at the end; else the one thing that is started before in the function, and not
    reset since."""
    function = source.parent(tried, cst.FunctionDef)
    before = [call for _, call in source.method_calls("start")
              if source.parent(call, cst.FunctionDef) is function and source.order(call) < source.order(tried)]
    inside = calls_in(source, "start", tried, tried.body)
    resets = calls_in(source, "reset", tried, handler, tried.finalbody)
    for calls in (inside, resets, before, [call for call in before if not _is_reset(source, call, tried)]):
        found = {source.code(call.func.value) for call in calls if not call.args}  # type: ignore[attr-defined]
        if len(found) == 1:
            return found.pop()
    return ""


def _is_reset(source: Source, start: cst.Call, before: cst.Try) -> bool:
    """Whether what is started there is reset between that and the other."""
    first, last, started = source.order(start), source.order(before), source.code(start.func.value)  # type: ignore[attr-defined]
    return any(first < source.order(call) < last and source.code(receiver) == started
               for receiver, call in source.method_calls("reset"))


def calls_in(source: Source, method: str, tried: cst.Try, *parts: cst.CSTNode | None) -> list[cst.Call]:
    """Calls of a method that a `try` itself makes there, not one inside it or a function."""
    kinds = (cst.Try, cst.FunctionDef)
    return [call for _, call in source.method_calls(method)
            if any(part is not None and source.lies_in(call, part) for part in parts)
            and source.parent(call, *kinds) is tried]
