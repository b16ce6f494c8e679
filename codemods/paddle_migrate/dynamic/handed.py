"""Functions that are handed a program, an executor, what is fetched: the network, where they do not see it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Reading, Stays
from paddle_migrate.dynamic.runs import Runs


def write_handed(program: Program, runs: Runs, draft: Draft, net: str) -> None:
    """`net`: the network's name."""
    reading = program.reading
    by_function: dict[cst.FunctionDef, list[cst.Param]] = {}
    for param in runs.obsolete:
        function = reading.source.parent(param, cst.FunctionDef)
        assert function is not None
        by_function.setdefault(function, []).append(param)
    for function, params in by_function.items():
        needs_net = not sees_net(program, function)
        words = {param: net if needs_net and runs.obsolete[param] == "net" else "" for param in params}
        if needs_net and not any(words.values()):
            raise Stays(function, f"{function.name.value}() runs a program that it is not given")
        for param in [each for each in params if words[each]][1:]:
            words[param] = ""
        kept = [(param, words.get(param)) for param in function.params.params]
        texts = [reading.code(param) if word is None else word for param, word in kept if word != ""]
        start, end = reading.source.span(kept[0][0])[0], reading.source.span(kept[-1][0])[1]
        draft.put(start, end, ", ".join(texts))
        for param in params:
            draft.vanish(reading.scopes.scope(function), param.name.value)
        _write_calls(reading, runs, draft, function, words)
    for run in runs.of("main", "test", "given"):
        if not sees_net(program, run.call) and run.parameter not in runs.obsolete:
            raise Stays(run.call, "the program is run where its network is not seen; give the function the program")


def _write_calls(
    reading: Reading, runs: Runs, draft: Draft, function: cst.FunctionDef, words: dict[cst.Param, str]
) -> None:
    source = reading.source
    given = {id(arg): words[param] for param in words for arg, _ in runs.arguments(param)}
    for use in reading.uses(reading.scopes.of(function), function.name.value):
        call = source.parents[use]
        assert isinstance(call, cst.Call)
        texts: list[str] = []
        for arg in call.args:
            word = given.get(id(arg))
            if word is None:
                texts.append(source.text[source.span(arg)[0] : source.span(arg.value)[1]])
            elif word:
                texts.append(f"{word}={word}" if arg.keyword is not None else word)
        first, last = source.span(call.args[0])[0], source.span(call.args[-1].value)[1]
        draft.put(first, last, ", ".join(texts))


def sees_net(program: Program, node: cst.CSTNode) -> bool:
    """Whether the network's own name is seen where a node stands: it is in its home."""
    at: cst.CSTNode | None = node
    while at is not None:
        if at is program.home:
            return True
        at = program.reading.source.parents.get(at)
    return False
