"""Runs in the middle of a statement, each in one of its own before it: `results = exe.run(…)`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.helpers import IN_PROGRAM, KEPT_RESULTS
from paddle_migrate.dynamic.reading import Line, Reading, target_names, value_of
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_EXECUTOR = "paddle.static.Executor"
_LATER = (cst.Lambda, cst.IfExp, cst.BooleanOperation, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)


def with_named_runs(text: str) -> str:
    """The text in which what runs give has a name; what is not sure to run at once and first stays where it is."""
    if _EXECUTOR.rpartition(".")[2] not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    for receiver, call in reading.source.method_calls("run"):
        line = reading.source.parent(call, cst.SimpleStatementLine)
        made = reading.value(receiver)
        is_handed = {each.kind for each in reading.bindings(made)} == {"param"}
        is_executor = reading.called(made) == _EXECUTOR or (is_handed and argument(call, -1, "fetch_list") is not None)
        if isinstance(line, Line) and is_executor and _is_inner(reading, call, line):
            source, only, statement = reading.source, _only(reading, call), line.body[0]
            is_named = isinstance(statement, cst.Assign) and statement.value is only and len(statement.targets) == 1
            if isinstance(statement, cst.Assign) and is_named and only is not None and target_names(statement):
                edits.insert(source.span(statement.targets[0].target)[1], ",")
                edits.replace(source.span(only)[0], source.span(only)[1], reading.code(call))
                continue
            name = reading.free(call, "result" if only is not None else "results")
            start = source.line_start(source.line(line))
            head = source.text[start : source.start(line)] + name + ("," if only is not None else "")
            edits.insert(start, f"{head} = {reading.code(call)}{source.newline}")
            edits.replace(*source.span(only or call), name)
    return edits.result()


def _only(reading: Reading, call: cst.Call) -> cst.Subscript | None:
    """`exe.run(…)[0]` of a run that fetches one thing."""
    above, fetched = reading.source.parents[call], argument(call, 2, "fetch_list")
    if not isinstance(above, cst.Subscript) or reading.code(above.slice[0]) != "0":
        return None
    if isinstance(fetched, cst.Call) and reading.called(fetched) == IN_PROGRAM:
        fetched = argument(fetched, 1, "variables")
    return above if isinstance(fetched, (cst.List, cst.Tuple)) and len(fetched.elements) == 1 else None


def _is_inner(reading: Reading, call: cst.Call, line: Line) -> bool:
    statement = line.body[0]
    if len(line.body) != 1 or not isinstance(statement, (cst.Expr, cst.Assign, cst.Return)) or _has_place(
            reading, call, statement):
        return False
    lies_in, start = reading.source.lies_in, reading.source.start
    before = [each for each in reading.calls_in(statement) if start(each) < start(call) and not lies_in(call, each)]
    later = [each for each in reading.inside(statement) if isinstance(each, _LATER) and lies_in(call, each)]
    return not before and not later


def _has_place(reading: Reading, call: cst.Call, statement: cst.Expr | cst.Assign | cst.Return) -> bool:
    """Whether it is the whole statement, or what it is given to `map` and `list` for, which is known."""
    if isinstance(statement, cst.Return):
        return False
    node: cst.CSTNode = call
    while node is not statement:
        if node is value_of(statement):
            return True
        above = reading.source.parents[node]
        call_above = reading.source.parents.get(above)
        if not isinstance(above, cst.Arg) or not isinstance(call_above, cst.Call) or (
                reading.code(call_above.func) not in ("map", "list") and reading.called(call_above) != KEPT_RESULTS):
            return False
        node = call_above
    return True
