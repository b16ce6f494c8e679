"""Parameters that a program saves, and loads again: the network's `state_dict()`, with the optimizer's where all of it
is loaded."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.dynamic.handed import sees_net
from paddle_migrate.dynamic.helpers import CLONE, LOADS_STATE, LOADS_VARS, OF_PARAMETERS, READS_ARRAY, SAVES_STATE
from paddle_migrate.dynamic.models import line_of
from paddle_migrate.dynamic.parts import Body, Part
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Stays, body_of
from paddle_migrate.dynamic.runs import OF_NETWORK, Runs
from paddle_migrate.dynamic.sharing import any_name, are_named
from paddle_migrate.text.arguments import argument

_PROGRAM_FIRST = ("paddle.static.save", "paddle.static.load", "written.load", "written.save", "written.save_counted")
_ANOTHERS = "what is loaded here is not saved in this file: have net.set_state_dict() load what the other file saves"
_CHOSEN = (
    "a part of what the program saved before is loaded here: have net.set_state_dict() load that part, by its keys"
)
_AGAIN = (
    "parameters have names here, and what builds them may run again: layers of the same names cannot be made twice; "
    "take the names out, or build them once"
)


@dataclass(eq=False)
class State:
    """A statement that saves or loads. `place`: the path, or the folder, without an ending."""

    call: cst.Call
    line: Line
    place: cst.BaseExpression
    is_folder: bool
    loads: bool
    is_whole: bool  # not of parameters alone
    chooser: cst.FunctionDef | None = None  # what chooses variables of a program by their names, and nothing else has
    parts: tuple[Part, ...] = ()  # what it loads into, where all parameters have names of their own


class States:
    """All of a program's. Raises Stays for what is not understood."""

    def __init__(self, program: Program, runs: Runs, bodies: list[Body]) -> None:
        self.program, self.reading, self.bodies = program, program.reading, bodies
        calls = [call for call in self.reading.calls if self.reading.called(call) in (*SAVES_STATE, *LOADS_STATE)]
        self.all = [self._state(call, runs) for call in calls]
        saved = [each for each in self.all if not each.loads]
        loaded = [each for each in self.all if each.loads]
        line = self.reading.source.line
        own = [each for each in loaded if any(self._is_same(each, other) for other in saved)]
        others = [each for each in loaded if each not in own]
        again = self._is_called_again()
        if others and again:  # it may be what an earlier call has saved
            raise Stays(others[0].call, _ANOTHERS)
        named = any_name(self.reading) if again else None
        if named is not None:
            raise Stays(named, _AGAIN)
        chosen = next((each.call for each in own if self.reading.called(each.call) == LOADS_VARS), None)
        if chosen is not None:
            raise Stays(chosen, _CHOSEN)
        self.of_optimizer = any(each.is_whole for each in loaded)
        self.saved = line(saved[0].call) if saved else 0
        self.loaded = line(own[0].call) if own else 0
        self.brought = tuple(  # lines that load what others saved
            line(each.call) for each in loaded if each not in own and not each.parts)
        self.has_folders = any(each.is_folder for each in self.all)

    def _state(self, call: cst.Call, runs: Runs) -> State:
        reading, name = self.reading, self.reading.called(call)
        line = line_of(reading, call)
        if not sees_net(self.program, call):
            raise Stays(call, "a model is saved or loaded in the middle of something else")
        is_first = name in _PROGRAM_FIRST
        program = argument(call, 0 if is_first else 2, "program" if is_first else "main_program")
        place = argument(call, 1, "model_path" if is_first else "dirname")
        others = (argument(call, 3, "var_list"), argument(call, 3, "filename"))
        made = line
        if name == LOADS_VARS:  # those of the program, or of a copy from before, that a predicate chooses
            copied = reading.value(program)
            if isinstance(copied, cst.Call) and reading.called(copied) == CLONE and copied.args:
                program, made = copied.args[0].value, line_of(reading, copied)
            others = (argument(call, 3, "vars"), argument(call, 5, "filename"))
        if place is None or any(others) or runs.kind(program) not in OF_NETWORK or (is_first and program is None):
            raise Stays(call, "it is not seen here which program is saved")
        chooser = self._chooser(argument(call, 4, "predicate")) if name == LOADS_VARS else None
        is_whole = name not in (*OF_PARAMETERS, LOADS_VARS)
        parts = self._named(made) if chooser is not None else ()
        return State(call, line, place, not is_first, name in LOADS_STATE, is_whole, chooser, parts)

    def _is_called_again(self) -> bool:
        """Whether the function that builds the program may run more than once."""
        home, source = self.program.home, self.reading.source
        if not isinstance(home, cst.FunctionDef):
            return False
        uses = self.reading.uses(self.reading.scopes.of(home), home.name.value)
        return len(uses) > 1 or any(source.parent(use, cst.For) or source.parent(use, cst.While) for use in uses)

    def _chooser(self, chosen: cst.BaseExpression | None) -> cst.FunctionDef | None:
        """The function that chooses what is loaded by its name, where nothing else has it."""
        bound = self.reading.bindings(chosen)
        function = bound[0].node if len(bound) == 1 and len(bound[0].uses) == 1 else None
        if not isinstance(function, cst.FunctionDef) or function.decorators or len(function.params.params) != 1:
            return None
        uses = self.reading.uses(self.reading.scopes.scope(function), function.params.params[0].name.value)
        above = [self.reading.source.parents.get(use) for use in uses]
        is_by_name = all(isinstance(each, cst.Attribute) and each.attr.value == "name" for each in above)
        return function if is_by_name else None

    def _named(self, line: cst.CSTNode) -> tuple[Part, ...]:
        """The parts of the network that are built before a statement, where all their parameters have names."""
        start = self.reading.source.start
        parts = [each for each in self.bodies[0].parts if start(each.call) < start(line)]
        is_known = self.reading.helper(READS_ARRAY) is not None and line in body_of(self.program.home)
        return tuple(parts) if is_known and all(are_named(self.reading, each.call) for each in parts) else ()

    def _is_same(self, one: State, other: State) -> bool:
        """Whether both are of one place, of which all values are seen."""
        first, second = self._said(one), self._said(other)
        return first == second and len(first) == 1

    def _said(self, state: State) -> set[str]:
        """Where the files may lie; nothing where not all of it is seen."""
        every = set(self._values(state.place))
        return set() if "" in every else {posixpath.normpath(f"{each}/model" if state.is_folder else each)
                                          for each in every}

    def _values(self, node: cst.BaseExpression) -> Iterator[str]:
        """The strings that an expression may be; of a parameter, or of an attribute that the file does not set, of
        what has one value, something that stands for it. "" where that is not seen."""
        reading = self.reading
        if isinstance(node, cst.SimpleString):
            yield str(node.evaluated_value)
        elif isinstance(node, cst.Name) and (bound := reading.bindings(node)):
            for each in bound:
                if each.kind == "value" and each.value is not None:
                    yield from self._values(each.value)
                else:
                    yield f"<{id(each)}>" if each.kind == "param" and len(bound) == 1 else ""
        elif isinstance(node, cst.Call) and reading.called(node) == "os.path.join" and len(node.args) == 2:
            for first in self._values(node.args[0].value):
                for second in self._values(node.args[1].value):
                    yield f"{first}/{second}" if first and second else ""
        elif isinstance(node, cst.Attribute) and len(owner := reading.bindings(node.value)) == 1:
            is_set = any(isinstance(each.target, cst.Attribute) and each.target.attr.value == node.attr.value
                         for each in reading.source.all(cst.AssignTarget))
            yield "" if is_set else f"<{id(owner[0])}>.{node.attr.value}"
        else:
            yield ""

    def by_names(self, state: State, net: str, os: str, is_only: bool) -> list[str]:
        """What loads old files by their names, which are those of parameters; `is_only`: the network is one part."""
        reading, indent = self.reading, self.reading.source.indent
        every = len(state.parts) == len(self.bodies[0].parts) or is_only
        attributes = dict.fromkeys(each.attribute for each in state.parts)
        held = [net] if every else [f"{net}.{name}" for name in attributes]
        values = [f"{each}.state_dict().values()" for each in held]
        listed = values[0] if len(values) == 1 else f"[{', '.join(f'*{each}' for each in values)}]"
        each, file = reading.free(state.call, "each"), reading.free(state.call, "file")
        helper, chooser = reading.helper(READS_ARRAY), state.chooser
        assert helper is not None
        assert chooser is not None
        path = f"{os}.path.join({reading.code(state.place)}, {each}.name)"
        return [
            f"for {each} in {listed}:",
            f"{indent}if {chooser.name.value}({each}):",
            f"{indent * 2}with open({path}, {reading.string('rb')}) as {file}:",
            f"{indent * 3}{each}.set_value({helper.name.value}({file}))",
        ]

    def written(self, state: State, names: dict[str, str], os: str) -> list[str]:
        """What stands in a statement's place; `names`: of the network, the optimizer and `paddle`."""
        lines, paddle = list[str](), names["paddle"]
        both = ("net", ".pdparams"), ("optimizer", ".pdopt")
        for name, ending in both if state.is_whole and self.of_optimizer else both[:1]:
            file, owner = self._file(state, ending, os), names[name]
            lines.append(f"{owner}.set_state_dict({paddle}.load({file}))" if state.loads else
                         f"{paddle}.save({owner}.state_dict(), {file})")
        return lines

    def _file(self, state: State, ending: str, os: str) -> str:
        text, string = self.reading.code(state.place), self.reading.string
        if state.is_folder:
            return f"{os}.path.join({text}, {string(f'model{ending}')})"
        last = state.place
        if isinstance(last, cst.Call) and self.reading.called(last) == "os.path.join" and last.args:
            last = last.args[-1].value
        if isinstance(last, cst.SimpleString) and len(last.quote) == 1:
            end = self.reading.source.core(last)[1] - self.reading.source.core(state.place)[0] - 1
            return f"{text[:end]}{ending}{text[end:]}"
        return f"{text} + {string(ending)}"
