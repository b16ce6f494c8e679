"""`executor.run(…)`: a step of training, a test, a start that nothing needs any more, or a model that was loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import libcst as cst

from paddle_migrate.dynamic.helpers import (
    CLONES_FOR_TEST,
    IN_PROGRAM,
    KEPT_RESULTS,
    LET_UNFED,
    LOADS_MODEL,
    NAMED,
    SCHEDULES,
)
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Reading, Stays, small, target_names, targets, value_of
from paddle_migrate.text.arguments import argument

# "given": of a program that does not train, and is none for tests; "other": of none that is looked at
Kind = Literal["main", "startup", "test", "loaded", "given", "other"]
_KINDS: dict[str, Kind] = {
    "paddle.static.default_main_program": "main",
    "paddle.static.default_startup_program": "startup",
    **dict.fromkeys(CLONES_FOR_TEST, "test"),
    **dict.fromkeys(LOADS_MODEL, "loaded"),
}
OF_NETWORK: tuple[Kind, ...] = ("main", "test")
TENSOR, RATE = "_global_learning_rate", "get_lr()"
_DEEPEST = 5
_LOOPS = (cst.For, cst.While)
_EXECUTOR = "paddle.static.Executor"


def copied_for_test(reading: Reading, node: cst.CSTNode | None) -> cst.BaseExpression | None:
    """The program that `program.clone(for_test=True)` is a copy of."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute) or node.func.attr.value != "clone":
        return None
    tests = argument(node, 0, "for_test")
    return node.func.value if tests is not None and reading.code(tests) == "True" else None


@dataclass(eq=False)
class Run:
    """`executor.run(…)`, alone in its line. `fetched`: variables of the network, by name, or how a loaded model's are
    called; `parameter`: of the function that is given the program; `each`: what all values go through, if anything."""

    call: cst.Call
    line: Line
    kind: Kind
    program: cst.BaseExpression | None
    fetched: list[str]
    targets: list[str] | None  # None: the list itself goes where `whole` says
    whole: str
    parameter: cst.Param | None = None
    each: str = ""


class Runs:
    """All of a program's. Raises Stays for what is not understood. `told`: which program a call makes, where there are
    several; None for one that it does not make, and for what the default one is."""

    def __init__(self, program: Program, told: Callable[[cst.Call | None], Kind | None] | None = None) -> None:
        self.program, self.reading, self._told = program, program.reading, told or self._told_by_name
        self.obsolete: dict[cst.Param, str] = {}  # parameters that go: with the word that takes their place, or ""
        calls = [call for receiver, call in self.reading.source.method_calls("run") if self._is_executor(receiver)]
        self.rates: list[cst.CSTNode] = []  # statements that name what `optimizer._global_learning_rate()` gives
        self.starts = [call for call in calls if self._is_start(call)]
        self.all = [self._run(call) for call in calls if call not in self.starts
                    and self.kind(self._program(call)) != "other"]
        for start in self.starts:
            self._check_start(start)

    def of(self, *kinds: Kind) -> list[Run]:
        return [run for run in self.all if run.kind in kinds]

    def _is_executor(self, node: cst.BaseExpression, depth: int = 0) -> bool:
        made = [each.value for each in self.reading.bindings(node)] or [node]
        if all(self.reading.called(each) == _EXECUTOR for each in made):  # one, or one in each branch
            return True
        found = [self._is_executor(each, depth + 1) for each in self._given(node)] if depth < _DEEPEST else []
        if found and all(found):
            self._note(node, "")
            return True
        return False

    def _is_start(self, call: cst.Call) -> bool:
        program = argument(call, 0, "program")
        if argument(call, 2, "fetch_list") is not None or argument(call, 1, "feed") is not None:
            return False
        return program is not None and self.kind(program) == "startup"

    def _check_start(self, start: cst.Call) -> None:
        """Raises Stays where parameters are drawn anew after a step, as a layer's are only where it is made anew."""
        source, reading = self.reading.source, self.reading
        function = source.parent(start, cst.FunctionDef)
        uses = reading.uses(reading.scopes.of(function), function.name.value) if isinstance(
            function, cst.FunctionDef) and function is not self.program.home else []
        is_again = len(uses) > 1 or any(source.parent(node, *_LOOPS) is not None and not source.lies_in(
            self.program.home, source.parent(node, *_LOOPS) or node) for node in [start, *uses])
        before = [run for run in self.of("main") if source.parent(run.call, cst.FunctionDef) is function
                  and source.start(run.call) < source.start(start)]
        if is_again or before:
            raise Stays(start, "parameters are drawn anew here; make the network and its optimizer anew by hand")

    def kind(self, node: cst.BaseExpression | None, depth: int = 0) -> Kind:
        """What program an expression is."""
        is_call, is_none = isinstance(node, cst.Call), isinstance(node, cst.Name) and node.value == "None"
        told = self._told(node if isinstance(node, cst.Call) else None) if node is None or is_call or is_none else None
        if told is not None or node is None:
            return told or "main"
        copied = copied_for_test(self.reading, node)
        if copied is not None and depth < _DEEPEST and self.kind(copied, depth + 1) == "main":
            return "test"
        bindings = self.reading.bindings(node)
        if len(bindings) == 1 and isinstance(bindings[0].node, cst.Assign):
            assign = bindings[0].node
            called = self.reading.called(assign.value)
            if called in LOADS_MODEL and self.reading.code(node) == self.reading.code(
                next(targets(assign))
            ):
                return "loaded"
            if depth < _DEEPEST and called not in LOADS_MODEL:
                return self.kind(assign.value, depth + 1)
        given = self._given(node) if depth < _DEEPEST else []
        kinds = {self.kind(each, depth + 1) for each in given}
        if len(kinds) == 1:
            self._note(node, "net")
            return kinds.pop()
        raise Stays(node, f"it is not seen here which program {self.reading.code(node)} is")

    def _told_by_name(self, call: cst.Call | None) -> Kind | None:
        return _KINDS.get(self.reading.called(call)) if call is not None else "main"

    def _note(self, node: cst.BaseExpression, word: str) -> None:
        for binding in self.reading.bindings(node):
            if isinstance(binding.node, cst.Param):
                self.obsolete[binding.node] = word

    def _given(self, node: cst.BaseExpression | None) -> list[cst.BaseExpression]:
        """What all calls give for a parameter of a function of the file; nothing where that is not known."""
        param = self.param(node)
        return [value for _, value in self.arguments(param)] if param is not None else []

    def param(self, node: cst.BaseExpression | None) -> cst.Param | None:
        bindings = self.reading.bindings(node)
        found = bindings[0].node if len(bindings) == 1 else None
        return found if isinstance(found, cst.Param) else None

    def arguments(self, param: cst.Param) -> list[tuple[cst.Arg, cst.BaseExpression]]:
        """What the calls of its function give for a parameter. Raises Stays where that is not seen of each."""
        reading = self.reading
        function = reading.source.parent(param, cst.FunctionDef)
        if function is None:
            raise Stays(param, f"{param.name.value} is not seen here")
        place = list(function.params.params).index(param) if param in function.params.params else -1
        found = []
        for use in reading.uses(reading.scopes.of(function), function.name.value):
            call = reading.source.parents.get(use)
            if not isinstance(call, cst.Call) or call.func is not use:
                raise Stays(use, f"{function.name.value}() is handed on here; its calls have to be seen")
            arg = next((a for i, a in enumerate(call.args) if not a.star and (
                a.keyword.value == param.name.value if a.keyword else i == place)), None)
            if arg is None or any(a.star for a in call.args):
                raise Stays(call, f"{function.name.value}() is not given {param.name.value} here")
            found.append((arg, arg.value))
        return found

    # -- a run ---------------------------------------------------------------------------------------------------

    def _run(self, call: cst.Call) -> Run:
        reading = self.reading
        whole, each = self._mapped(call)
        line = reading.source.parents.get(reading.source.parents[whole])
        statement = small(line) if line is not None else None
        if not isinstance(line, Line) or value_of(statement) is not whole or isinstance(statement, cst.Return):
            raise Stays(call, "what is fetched is used where it is fetched; give it a name first")
        known = ("program", "feed", "fetch_list", "return_numpy")
        if any(arg.star or (arg.keyword and arg.keyword.value not in known) for arg in call.args) or len(call.args) > 4:
            raise Stays(call, "run() is given more than program, feed, fetch_list and return_numpy")
        numpy = argument(call, 3 if len(call.args) > 3 else -1, "return_numpy")
        if numpy is not None and reading.code(numpy) != "True" and not self._become_arrays(line):
            raise Stays(call, "return_numpy=False: write it by hand")
        program = self._program(call)
        kind = self.kind(program)
        fetched = self._fetched(argument(call, 2, "fetch_list"), kind)
        names, name = self._targets(statement, len(fetched) if kind != "loaded" else None)
        return Run(call, line, kind, program, fetched, names, name, self.param(program), each)

    def _program(self, call: cst.Call) -> cst.BaseExpression | None:
        """What a run runs; a layer is given what it takes, and nothing else."""
        program = argument(call, 0, "program")
        is_let = isinstance(program, cst.Call) and self.reading.called(program) == LET_UNFED
        return program.args[0].value if isinstance(program, cst.Call) and is_let else program

    def _mapped(self, call: cst.Call) -> tuple[cst.Call | cst.ListComp, str]:
        """`map(np.atleast_1d, run)` around a run, or a list of that, or `[np.atleast_1d(each) for each in run]`, and
        what all values go through; `kept_results()` comes to the same."""
        reading = self.reading
        outer = reading.source.parents.get(reading.source.parents[call])
        if isinstance(outer, cst.ListComp) and (each := _each(outer, call)) is not None:
            return outer, reading.code(each)
        if reading.called(outer) == KEPT_RESULTS and isinstance(outer, cst.Call):
            return outer, self._to_vector()
        if not isinstance(outer, cst.Call) or reading.code(outer.func) != "map" or len(outer.args) != 2:
            return call, ""
        above = reading.source.parents.get(reading.source.parents[outer])
        listed = isinstance(above, cst.Call) and reading.code(above.func) == "list"
        return above if isinstance(above, cst.Call) and listed else outer, reading.code(outer.args[0].value)

    def _to_vector(self) -> str:
        """NumPy's `atleast_1d`, as the script would say it."""
        return self.of_numpy("atleast_1d")

    def of_numpy(self, name: str) -> str:
        imports = self.reading.source.all(cst.Import)
        numpy = [each for found in imports for each in found.names if self.reading.code(each.name) == "numpy"]
        names = [self.reading.code(each.asname.name) if each.asname else "numpy" for each in numpy]
        return f"{names[0]}.{name}" if names else ""

    def array(self, fetched: str) -> str:
        """The array that a run gives for one of what it fetches."""
        return f'{self._array()}([{fetched}], dtype={self.reading.string("float32")})' if fetched.endswith(
            f".{RATE}") else f"{fetched}.numpy()"

    def _become_arrays(self, line: Line) -> bool:
        """Whether all that is fetched goes to NumPy, `np.array(value)`, so that it may be arrays before."""
        for target in targets(small(line)):
            if not isinstance(target, cst.Name):
                return False
            uses = self.reading.uses(self.reading.scopes.of(target), target.value)
            if not all(self._makes_array(use) or self._setter(use) not in (None, line) for use in uses):
                return False
        return True

    def _setter(self, use: cst.Name) -> cst.CSTNode | None:
        """The statement above a use, in a block that it stands in, that sets the name last."""
        at, parents = self.reading.source.parents.get(use), self.reading.source.parents
        while at is not None:
            block = parents.get(at)
            if isinstance(block, (cst.IndentedBlock, cst.Module)):
                before = list(block.body)[: list(block.body).index(at)]  # type: ignore[arg-type]
                found = next((each for each in reversed(before) if use.value in target_names(small(each))), None)
                if found is not None:
                    return found
            at = block
        return None

    def _makes_array(self, node: cst.CSTNode) -> bool:
        """`np.array(value)`, `np.argmax(values[0])`: whatever NumPy is given is an array to it."""
        above = self.reading.source.parents.get(node)
        while isinstance(above, cst.Subscript) and above.value is node:
            node, above = above, self.reading.source.parents.get(above)
        call = self.reading.source.parents.get(above) if isinstance(above, cst.Arg) else None
        return self.reading.called(call).startswith("numpy.")

    def _targets(self, statement: cst.BaseSmallStatement | None, count: int | None) -> tuple[list[str] | None, str]:
        """`count`: how many values there are, None where that is asked later."""
        if isinstance(statement, cst.Expr):
            return [], ""
        assert isinstance(statement, cst.Assign)
        target = statement.targets[0].target
        if len(statement.targets) == 1 and isinstance(target, (cst.Tuple, cst.List)) and (
                count is None or len(target.elements) == count):
            return [self.reading.code(each.value) for each in target.elements], ""
        if len(statement.targets) == 1 and isinstance(target, cst.Name):
            return None, target.value
        raise Stays(statement, "what is fetched goes to another number of names")

    def _fetched(self, node: cst.BaseExpression | None, kind: Kind, depth: int = 0) -> list[str]:
        reading = self.reading
        if kind == "loaded" or node is None:
            return []
        if reading.called(node) == IN_PROGRAM:
            assert isinstance(node, cst.Call)
            return self._fetched(node.args[1].value, kind, depth)
        if reading.called(node) == NAMED and isinstance(node, cst.Call):
            return self._fetched(argument(node, 0, "given"), kind, depth)
        if isinstance(node, (cst.List, cst.Tuple)):
            names = [self._variable(each.value) or self._rate(each.value, kind) for each in node.elements]
            if not all(names):
                raise Stays(node, "what is fetched is not seen here to be a value of the network")
            self.program.understand(node)
            return names
        if self._variable(node):
            self.program.understand(node)
            return [self._variable(node)]
        value = reading.value(node)
        if value is not None and value is not node and depth < _DEEPEST:
            return self._fetched(value, kind, depth + 1)
        given = [self._fetched(each, kind, depth + 1) for each in self._given(node)] if depth < _DEEPEST else []
        if not given or any(each != given[0] for each in given):
            raise Stays(node, "what is fetched is not seen here to be a value of the network")
        self._note_fetches(node)
        return given[0]

    def _rate(self, node: cst.BaseExpression, kind: Kind) -> str:
        """The text of the rate that a step takes, of `optimizer._global_learning_rate()`, or of a schedule."""
        value = self.reading.end(node)
        func = value.func if isinstance(value, cst.Call) and len(value.args) < 2 else None
        is_hidden = isinstance(node, cst.Name) and node is not value and not self.program.is_seen(node, node.value)
        if kind != "main" or not self._array() or is_hidden:
            return ""
        if self.reading.called(value).startswith(SCHEDULES) and node is not value:
            return f"{self.reading.code(node)}.{RATE}"
        if not isinstance(func, cst.Attribute) or func.attr.value != TENSOR:
            return ""
        at: cst.BaseExpression | None = node
        while at is not value:
            self.rates.append(self.reading.source.parents[self.reading.bindings(at)[0].node])
            at = self.reading.value(at)
        return f"{self.reading.code(func.value)}.{RATE}"

    def _array(self) -> str:
        """NumPy's `array`, as the script would say it."""
        return self.of_numpy("array")

    def _variable(self, node: cst.BaseExpression, depth: int = 0) -> str:
        """The network's value that it is, by its name, or as a parameter that all calls give that one; "" of others."""
        if self.param(node) is not None and depth < _DEEPEST:
            found = {self._variable(each, depth + 1) for each in self._given(node)}
            if len(found) == 1 and any(found):
                self._note(node, "")
                return found.pop()
            return ""
        return node.value if isinstance(node, cst.Name) and node.value in self.program.live else ""

    def _note_fetches(self, node: cst.BaseExpression) -> None:
        self._note(node, "")


def _each(found: cst.ListComp, of: cst.Call) -> cst.BaseExpression | None:
    """`f` of `[f(each) for each in of]`."""
    loop, made = found.for_in, found.elt
    is_plain = loop.iter is of and not loop.ifs and loop.inner_for_in is None and isinstance(made, cst.Call)
    given = made.args[0] if is_plain and isinstance(made, cst.Call) and len(made.args) == 1 else None
    is_same = given is not None and not given.star and isinstance(given.value, cst.Name) and isinstance(
        loop.target, cst.Name) and given.value.value == loop.target.value and given.keyword is None
    return made.func if is_same and isinstance(made, cst.Call) and isinstance(made.func, cst.Attribute) else None
