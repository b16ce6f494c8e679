"""What programs had and networks have not: programs, executors, places, scopes, seeds, helpers that worked on them."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.draft import GAP, Draft
from paddle_migrate.dynamic.guards import SCOPE, loads_a_model
from paddle_migrate.dynamic.helpers import CLONES_FOR_TEST, LOADS_MODEL, SHARES
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Reading, Stays, small, target_names, value_of
from paddle_migrate.dynamic.runs import copied_for_test
from paddle_migrate.text.arguments import argument

_PROGRAMS = ("paddle.static.default_main_program", "paddle.static.default_startup_program", *CLONES_FOR_TEST,
             "paddle.static.Scope", "paddle.static.Program", "written.clone")
_SCOPE = "a program runs in one of several scopes; load its parameters where it runs, and take the scope out"
_PLACE = "this tool does not know this place; call paddle.set_device() by hand"


class Leftovers:
    """Takes them out of one file."""

    def __init__(self, program: Program, draft: Draft, paddle: str) -> None:
        self.program, self.reading, self.draft, self.paddle = program, program.reading, draft, paddle
        self.wanted = set[str]()  # helpers that the new text calls
        self.places: dict[int, tuple[Line, str]] = {}  # statements that choose the device, by their ids

    def take_out(self, *copies: cst.Call) -> None:
        """`copies`: further calls that make programs."""
        for call in self.reading.calls:
            name = self.reading.called(call)
            if name in _PROGRAMS or call in copies or copied_for_test(self.reading, call) is not None:
                self._program(call)
            elif name == "paddle.static.Executor":
                self._executor(call)
            elif name in ("paddle.enable_static", SHARES):  # layers that share are one by now
                self.draft.replace(_line(self.reading, call), [])
            elif name == SCOPE:
                self._guard(call)
        kept = self._kept()
        gone = [each for name, each in self.reading.helpers.items() if name not in kept]
        for helper in gone:
            self._drop(helper)
            self.draft.vanish(self.reading.scopes.module, helper.name.value)
        for line, uses in self.reading.for_helpers:
            if all(any(self.reading.source.lies_in(use, each) for each in gone) for use in uses):
                self._drop(line)
        self._seeds()

    def _drop(self, node: cst.CSTNode) -> None:
        source = self.reading.source
        first, last = source.line(node), source.line_at(source.core(node)[1] - 1)
        self.draft.put(source.line_start(first), source.line_start(last + 1), GAP + source.newline)

    def _kept(self) -> set[str]:
        """The functions that layers call as well, and those that these call."""
        own = [node for node in self.reading.source.module.body if node not in self.reading.helpers.values()]
        found, wanted = set[str](), {name for node in own for name in self.reading.names_in(node)}
        wanted |= {helper.name.value for name in self.wanted if (helper := self.reading.helper(name)) is not None}
        while new := wanted & self.reading.works_in_both - found:
            found |= new
            wanted = {name for each in new for name in self.reading.names_in(self.reading.helpers[each])}
        return found

    def _program(self, call: cst.Call) -> None:
        """`main = default_main_program()`, which nothing needs; where it is an argument, that is dealt with there."""
        line = self.reading.source.parents.get(self.reading.source.parents[call])
        names = target_names(small(line)) if line is not None else []
        if isinstance(line, Line) and value_of(small(line)) is call and names:
            self._take_out(line, names[0])

    def _take_out(self, line: Line, name: str) -> None:
        """With its other names, `compiled = main`."""
        self.draft.replace(line, [])
        scope = self.reading.scopes.of(line)
        self.draft.vanish(scope, name)
        for use in self.reading.uses(scope, name):
            again = self.reading.source.parents.get(self.reading.source.parents[use])
            names = target_names(small(again)) if isinstance(again, Line) else []
            if isinstance(again, Line) and value_of(small(again)) is use and len(names) == 1 and names[0] != name:
                self._take_out(again, names[0])

    def _executor(self, call: cst.Call) -> None:
        line = _line(self.reading, call)
        names = target_names(small(line))
        if len(names) != 1 or value_of(small(line)) is not call:
            raise Stays(call, "an executor is made in the middle of something else")
        self.draft.vanish(self.reading.scopes.of(call), names[0])
        place = argument(call, 0, "place")
        value = self.reading.value(place)
        text = f"{self.paddle}.set_device({self._device(place, value)})" if place is not None else ""
        scope = self.reading.scopes.of(line)
        if place is value and text and all(
            text != other or self.reading.scopes.of(where) is not scope for where, other in self.places.values()
        ):
            self.places[id(line)] = line, text
            return
        self.draft.replace(line, [])
        if place is value:
            return
        where = self.reading.source.parents.get(self.reading.source.parents[value]) if value is not None else None
        if not isinstance(where, Line):
            raise Stays(place, _PLACE)
        if id(where) not in self.places:
            (name,) = target_names(small(where))
            if self._is_handed_on(where, name):
                text = f"{self.reading.code(small(where))}\n{text}"  # type: ignore[arg-type]
            else:
                self.draft.vanish(self.reading.scopes.of(where), name)
            self.places[id(where)] = where, text

    def _is_handed_on(self, line: Line, name: str) -> bool:
        """Whether a function that is not Paddle's is given a place, which it may still do something with."""
        uses = self.reading.uses(self.reading.scopes.of(line), name)
        calls = [self.reading.source.parents.get(self.reading.source.parents.get(use)) for use in uses]
        return any(isinstance(call, cst.Call) and not self.reading.called(call).startswith(("paddle.", "written."))
                   and self.reading.code(call.func) not in self.reading.functions for call in calls)

    def _device(self, place: cst.BaseExpression, value: cst.BaseExpression | None) -> str:
        """The text of the device that a place is."""
        string = self.reading.string
        if isinstance(value, cst.IfExp):
            test, body, other = self.reading.code(value.test), value.body, value.orelse
            return f"{self._device(place, body)} if {test} else {self._device(place, other)}"
        name = self.reading.called(value)
        number = value.args[0].value if isinstance(value, cst.Call) and value.args else None
        if name == "paddle.CPUPlace":
            return string("cpu")
        if name == "paddle.CUDAPlace" and (number is None or isinstance(number, cst.Integer)):
            return string(f"gpu:{self.reading.code(number) if number is not None else 0}")
        if name == "paddle.CUDAPlace" and isinstance(number, (cst.Name, cst.Attribute)):
            return f"f{string(f'gpu:{{{self.reading.code(number)}}}')}"
        raise Stays(place, _PLACE)

    def _guard(self, call: cst.Call) -> None:
        """`with scope_guard(scope):` kept what is loaded apart, which layers do by themselves."""
        item = self.reading.source.parents.get(call)
        block = self.reading.source.parents.get(item) if item is not None else None
        if not isinstance(block, cst.With) or len(block.items) != 1:
            raise Stays(call, "a scope is kept in a way that this tool does not know")
        if any(line in self.program.network or line is self.program.minimize_line for line in block.body.body):
            raise Stays(call, "the network is built in a scope of its own")
        if not loads_a_model(self.reading, block) or not all(map(self._runs_what_is_loaded, self._runs_in(block))):
            raise Stays(call, _SCOPE)
        self.draft.put(*self.reading.source.span(call), f"{self.paddle}.no_grad()")

    def _runs_in(self, block: cst.With) -> list[cst.Call]:
        """Of programs; a call of a function that has some stands for them."""
        reading = self.reading
        called = [call for call in reading.calls_in(block) if isinstance(call.func, cst.Name)
                  and call.func.value in reading.functions]
        own = [call for _, call in reading.source.method_calls("run") if reading.source.lies_in(call, block)]
        return [*own, *(call for call in called if ".run(" in reading.code(reading.functions[call.func.value]))]  # type: ignore[attr-defined]

    def _runs_what_is_loaded(self, call: cst.Call) -> bool:
        bindings = self.reading.bindings(argument(call, 0, "program"))
        made = [each.node.value if isinstance(each.node, cst.Assign) else None for each in bindings]
        return bool(made) and all(self.reading.called(each) in LOADS_MODEL for each in made)

    def _seeds(self) -> None:
        seen: set[tuple[int, str]] = set()
        for assign in self.reading.source.all(cst.Assign):
            target = assign.targets[0].target
            if not isinstance(target, cst.Attribute) or target.attr.value != "random_seed":
                continue
            line = _line(self.reading, assign)
            block = id(self.reading.source.parents.get(line))
            key = block, self.reading.code(assign.value)
            self.draft.replace(line, [] if key in seen else [f"{self.paddle}.seed({key[1]})"])
            seen.add(key)


def _line(reading: Reading, node: cst.CSTNode) -> Line:
    line = reading.source.parent(node, cst.SimpleStatementLine)
    if line is None or small(line) is None:
        raise Stays(node, "statements stand beside one another in a line; give each its own")
    return line
