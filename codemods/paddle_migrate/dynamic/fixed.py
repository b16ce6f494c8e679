"""Functions that are handed a function, always the same one: they call it by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.dynamic.rounds import settled
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error


def with_fixed_functions(text: str, mention: Callable[[str], bool]) -> str:
    """The text with `def stage(x, count): … block(x)` in place of `def stage(block_of, x, count): … block_of(x)`, where
    all calls give `block`. `mention`: whether another file, which may give another one, has a function's name."""
    return settled(text, lambda old: _step(Reading(old), mention))


def _step(reading: Reading, mention: Callable[[str], bool]) -> str:
    for function in reading.functions.values():
        for place, param in enumerate(function.params.params):
            uses = _calls_of(reading, function, param)
            given = list(_given(reading, function, place, param)) if uses else []
            names = {arg.value.value if isinstance(arg.value, cst.Name) else "" for _, arg in given}
            name = names.pop() if len(names) == 1 else ""
            if name and _means_it(reading, function, name, given) and not mention(function.name.value):
                new = _without(reading, function, param, uses, name, given)
                if python_error(new) is None:
                    return new
    return reading.source.text


def _calls_of(reading: Reading, function: cst.FunctionDef, param: cst.Param) -> list[cst.Name]:
    """Where the function calls what it is given; nothing where it does anything else with it."""
    bindings = reading.scope(function).bindings[param.name.value]
    uses = bindings[0].uses
    calls = [reading.source.parents.get(use) for use in uses]
    is_only = len(bindings) == 1 and param.default is None and all(
        isinstance(call, cst.Call) and call.func is use for call, use in zip(calls, uses, strict=True))
    return list(uses) if is_only else []


def _given(
    reading: Reading, function: cst.FunctionDef, place: int, param: cst.Param
) -> Iterator[tuple[cst.Call, cst.Arg]]:
    """What each call gives; a call that gives itself where it is not seen."""
    for use in reading.uses(reading.scopes.module, function.name.value):
        call = reading.source.parents.get(use)
        args = call.args if isinstance(call, cst.Call) and call.func is use else ()
        arg = next((each for number, each in enumerate(args) if not each.star and (
            each.keyword.value == param.name.value if each.keyword is not None else number == place)), None)
        if arg is None or not isinstance(call, cst.Call) or any(each.star for each in args):
            yield cst.Call(use), cst.Arg(cst.Call(use))
        else:
            yield call, arg


def _means_it(
    reading: Reading, function: cst.FunctionDef, name: str, given: list[tuple[cst.Call, cst.Arg]]
) -> bool:
    """Whether the name is one function of the file, where it is given and where it is called."""
    module = reading.scopes.module.bindings.get(name, [])
    is_one = len(module) == 1 and module[0].node is reading.functions.get(name) and module[0].node is not function
    return is_one and name not in reading.scope(function).bindings and all(
        reading.bindings(arg.value) == module for _, arg in given)


def _without(
    reading: Reading, function: cst.FunctionDef, param: cst.Param, uses: list[cst.Name], name: str,
    given: list[tuple[cst.Call, cst.Arg]]
) -> str:
    edits, source = Edits(reading.source.text), reading.source
    for use in uses:
        edits.replace(*source.span(use), name)
    for every, gone in [(function.params.params, param), *((call.args, arg) for call, arg in given)]:
        place = next(number for number, each in enumerate(every) if each is gone)
        if place + 1 < len(every):
            edits.replace(source.start(gone), source.start(every[place + 1]), "")
        else:
            start = source.core(every[place - 1])[1] if place else source.start(gone)
            edits.replace(start, source.core(gone)[1], "")
    return edits.result()
