"""Training over files of samples: `train_from_dataset()` as the loop over batches that it is, and what a dataset is
told of the variables that it feeds."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

import libcst as cst

from paddle_migrate.dynamic.data_files import GOES, TELLS, asks_dataset
from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.helpers import OPTIMIZERS, SCHEDULES, STEPS
from paddle_migrate.dynamic.listed import NOT_SEEN, fed_name, listed
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Reading, Stays, small
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

TRAINS = "written.train_from_dataset"
_TAKES = ("executor", "program", "dataset", "scope", "thread", "debug", "fetch_list", "fetch_info", "print_period",
          "fetch_handler")
_STEADY = (cst.Name, cst.Attribute, cst.BinaryOperation, cst.UnaryOperation, cst.Tuple, cst.List, cst.Subscript,
           cst.BaseNumber, cst.SimpleString, cst.Call)
_PROGRAM = "paddle.static.default_main_program"


def with_loops_over_files(text: str) -> str:
    """`for number, batch in dataset.numbered(): loss_value, = exe.run(main, feed=batch, fetch_list=[loss])` in place of
    `train_from_dataset(exe, main, dataset, fetch_list=[loss])`, where all that is given stays the same meanwhile."""
    if f"{TRAINS.partition('.')[2]}(" not in text:
        return text
    reading = Reading(text)
    edits = Edits(text)
    for call in reading.calls:
        line = reading.source.parents.get(reading.source.parents.get(call))
        if reading.called(call) != TRAINS:
            continue
        rows = _rows(reading, call) if isinstance(line, Line) and isinstance(small(line), cst.Expr) else []
        if not rows or not isinstance(line, Line):
            return text
        between = f"{reading.source.newline}{reading.source.indentation(line)}"
        edits.replace(*reading.source.core(line), between.join(rows))
    return edits.result()


def _rows(reading: Reading, call: cst.Call) -> list[str]:
    """The loop; nothing where it is not seen what is run and told."""
    given = {name: argument(call, place, name) for place, name in enumerate(_TAKES)}
    executor, program, dataset, thread = (given[name] for name in ("executor", "program", "dataset", "thread"))
    others = [given[name] for name in ("scope", "fetch_handler")]
    if executor is None or dataset is None or any(arg.star for arg in call.args) or any(
            each is not None and reading.code(each) != "None" for each in others):
        return []
    fetched, told = (_elements(reading, given[name]) for name in ("fetch_list", "fetch_info"))
    schedule = _has_schedule(reading)
    period = given["print_period"]
    parts = [each for each in (executor, program, dataset, thread, period, *(told or ())) if each is not None]
    if fetched is None or told is None or schedule is None or not all(_is_steady(reading, each) for each in parts) or (
            not all(isinstance(each, cst.Name) for each in fetched)):
        return []
    code, step = reading.code, reading.source.indent
    of = code(program) if program is not None else ""
    names = [each.value for each in fetched if isinstance(each, cst.Name)]
    values = [reading.free(call, f"{name}_value") for name in names]
    number, batch = reading.free(call, "number"), reading.free(call, "batch")
    run = f"{code(executor)}.run({of or 'None'}, feed={batch}, fetch_list=[{', '.join(names)}])"
    rows = [f"for {number}, {batch} in {code(dataset)}.{GOES}({code(thread) if thread is not None else ''}):",
            f"{step}{', '.join(values)}{',' if len(values) == 1 else ''} = {run}" if values else f"{step}{run}"]
    if schedule:
        rows.append(f"{step}{schedule}({of})")
    shown = [f"{step * 2}print({code(words)}, {value}, flush=True)" for words, value in zip_longest(
        told[: len(values)], values[: len(told)]) if words is not None]
    every = code(period) if period is not None else "100"
    return [*rows, f"{step}if {number} and {number} % {every} == 0:", *shown] if shown else rows


def _elements(reading: Reading, node: cst.BaseExpression | None) -> list[cst.BaseExpression] | None:
    """Those of a list; none where there is none, None where it is not seen."""
    value = reading.value(node)
    if value is None or reading.code(value) == "None":
        return []
    if not isinstance(value, (cst.List, cst.Tuple)) or any(isinstance(e, cst.StarredElement) for e in value.elements):
        return None
    is_changed = value is not node and any(not isinstance(
        reading.source.parents.get(use), cst.Arg) for use in reading.bindings(node)[0].uses)
    return None if is_changed else [each.value for each in value.elements]


def _is_steady(reading: Reading, node: cst.BaseExpression) -> bool:
    """Whether it may be worked out in each round: names, constants, what is worked out of them, and texts."""
    calls = reading.calls_in(node)
    inner = [each for each in reading.inside(node) if isinstance(each, cst.BaseExpression)]
    return all(isinstance(each, _STEADY) for each in inner) and all(
        reading.called(call) == _PROGRAM or _is_text(call) for call in calls)


def _is_text(call: cst.Call) -> bool:
    """`"…".format(x)`."""
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "format" and isinstance(
        call.func.value, cst.SimpleString)


def _has_schedule(reading: Reading) -> str | None:
    """What has the schedules of rates go on, as the file calls it, if there may be any; None where it is not seen."""
    rates = [argument(call, 0, "learning_rate") for call in reading.calls if reading.called(call).startswith(OPTIMIZERS)
             and not reading.called(call).startswith(SCHEDULES)]
    if any(isinstance(reading.end(each), cst.Name) for each in rates):
        return None
    has_any = any(reading.called(call).startswith(SCHEDULES) for call in reading.calls)
    helper = reading.helper(STEPS)
    return "" if not has_any else helper.name.value if helper is not None else None


class Told(NamedTuple):
    """Where a dataset is told what it feeds: the statement, how it is called, what it is given and the variables of
    that."""

    line: Line
    name: str
    given: cst.BaseExpression | None
    fed: list[str]

    def write(self, draft: Draft, sequences: list[str]) -> None:
        """`sequences`: those that are fed as rows of such."""
        string = draft.reading.string
        rows = [string(each) for each in self.fed if each in sequences]
        told = [f"{self.name}.sequences = [{', '.join(rows)}]"] if rows else []
        draft.replace(self.line, [f"{self.name}.{TELLS}([{', '.join(self.fed)}])", *told])


class Datasets:
    """Those that a program is fed by. Raises Stays for what is not understood."""

    def __init__(self, program: Program) -> None:
        self.program, self.reading, self.source = program, program.reading, program.reading.source
        calls = [call for call in self.reading.calls if asks_dataset(self.reading, call, TELLS)]
        self.told = [self._told(call) for call in calls]
        self._loops = {id(self.source.parents.get(call)) for call in self.reading.calls if asks_dataset(
            self.reading, call, GOES)}

    def is_batch(self, node: cst.BaseExpression) -> bool:
        """Whether it is what a round of theirs feeds."""
        bindings = self.reading.bindings(node)
        return bool(bindings) and all(id(each.node) in self._loops for each in bindings)

    def _told(self, call: cst.Call) -> Told:
        line = self.source.parents.get(self.source.parents.get(call))
        keys = {feed.key: feed.name for feed in self.program.feeds.values()}
        given = argument(call, 0, "var_list")
        fed = [fed_name(each, keys) for each in listed(self.reading, given)]
        is_seen = bool(fed) and all(each in self.program.feeds and self.program.is_seen(call, each) for each in fed)
        if not isinstance(line, Line) or not isinstance(small(line), cst.Expr) or not is_seen:
            raise Stays(call, NOT_SEEN)
        self.program.understand(call)
        assert isinstance(call.func, cst.Attribute)
        return Told(line, self.reading.code(call.func.value), given, fed)
