"""`runner.run([loss], feed=batch)` of an executor that has its program, as `runner.run(main, feed=batch,
fetch_list=[loss])` of a plain one."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.guards import GUARD
from paddle_migrate.dynamic.helpers import PROGRAM_EXECUTOR, SCHEDULES, STEPS
from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Line, Reading
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_DEFAULT = "paddle.static.default_main_program"
_EXECUTOR, _PLACES = "paddle.static.Executor", ("paddle.CUDAPlace(0)", "paddle.CPUPlace()")
_TAKES = ("fetch_list", "feed", "feed_dict", "return_numpy")


def with_plain_executors(text: str) -> str:
    """The text with runs that name their program; as it is where one of them is not seen."""
    if PROGRAM_EXECUTOR.partition(".")[2] not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    for call in reading.calls:
        if reading.called(call) == PROGRAM_EXECUTOR and not _Runner(reading, call).write(edits):
            return text
    return edits.result()


class _Runner:
    """One of them, and the name that it has."""

    def __init__(self, reading: Reading, call: cst.Call) -> None:
        self.reading, self.source, self.call = reading, reading.source, call
        self.program = self._argument(call, 1, "program")
        assign = self.source.parents.get(call)
        target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
        found = reading.scopes.of(call).bindings.get(target.value, []) if isinstance(target, cst.Name) else []
        self.uses = found[0].uses if len(found) == 1 else []

    def write(self, edits: Edits) -> bool:
        """Whether all its runs are seen, and are written."""
        runs = [self._run(use) for use in self.uses]
        if not runs or not self._is_plain():
            return False
        for run in runs:
            given = self._given(run) if run is not None else None
            if run is None or given is None or not self._count_on(edits, run):
                return False
            edits.replace(*self.source.span(run), f"{self.reading.code(run.func)}({given})")
        edits.replace(*self.source.span(self.call), self._executor())
        return True

    def _is_plain(self) -> bool:
        """Whether its program is the same wherever it runs."""
        reading, program = self.reading, self.program
        if program is None or reading.called(program) == _DEFAULT:
            return not any(reading.called(call) == GUARD for call in reading.calls)
        bound = reading.bindings(program)
        return isinstance(program, cst.Name) and len(bound) == 1 and all(
            reading.scopes.of(use).find(program.value) == bound for use in self.uses)

    def _run(self, use: cst.Name) -> cst.Call | None:
        method = self.source.parents.get(use)
        run = self.source.parents.get(method)
        is_run = isinstance(method, cst.Attribute) and method.value is use and method.attr.value == "run"
        return run if is_run and isinstance(run, cst.Call) and run.func is method else None

    def _given(self, run: cst.Call) -> str | None:
        """The text of its arguments; None where not all of them are seen."""
        if any(arg.star or (arg.keyword is not None and arg.keyword.value not in _TAKES) for arg in run.args):
            return None
        fetched, feed, other, numpy = (self._argument(run, place, name) for place, name in enumerate(_TAKES))
        if feed is not None and other is not None:
            return None
        code = self.reading.code
        words = {"feed": feed or other, "fetch_list": fetched, "return_numpy": numpy}
        given = [code(self.program)] if self.program is not None else []
        return ", ".join([*given, *(f"{name}={code(value)}" for name, value in words.items() if value is not None)])

    def _argument(self, call: cst.Call, place: int, name: str) -> cst.BaseExpression | None:
        given = argument(call, place, name)
        return None if given is None or self.reading.code(given) == "None" else given

    def _count_on(self, edits: Edits, run: cst.Call) -> bool:
        """Have the schedules go on behind it, as the run itself saw to."""
        reading, source = self.reading, self.source
        helper = reading.helper(STEPS)
        if helper is None or not any(reading.called(call).startswith(SCHEDULES) for call in reading.calls):
            return True
        line = source.parent(run, Line)
        if not isinstance(line, Line) or not isinstance(source.parents.get(line), (cst.IndentedBlock, cst.Module)):
            return False
        program = reading.code(self.program) if self.program is not None else ""
        edits.insert(source.line_start(lines_of(reading, line)[1]),
                     f"{source.indentation(line)}{helper.name.value}({program}){source.newline}")
        return True

    def _executor(self) -> str:
        reading, cuda = self.reading, argument(self.call, 0, "use_cuda")
        base = next((reading.code(call.func).partition(".")[0] for call in reading.calls
                     if reading.called(call) == _EXECUTOR), "paddle")
        if isinstance(cuda, cst.IfExp) and (reading.code(cuda.body), reading.code(cuda.orelse)) == ("True", "False"):
            cuda = cuda.test
        test = reading.code(cuda) if cuda is not None else "False"
        made, gpu, cpu = (base + name.removeprefix("paddle") for name in (_EXECUTOR, *_PLACES))
        return f"{made}({ {'True': gpu, 'False': cpu}.get(test, f'{gpu} if {test} else {cpu}')})"
