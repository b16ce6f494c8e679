"""Models for inference, and parameters, saved and loaded: `paddle.jit.save` of the network, its `state_dict()`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.dynamic.helpers import LOADS_MODEL, SAVES_MODEL
from paddle_migrate.dynamic.listed import fed_name, listed
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Reading, Stays, small, targets, value_of
from paddle_migrate.dynamic.runs import OF_NETWORK, Kind
from paddle_migrate.text.arguments import argument


@dataclass(eq=False)
class Saved:
    """A model that is saved: what is fed to it, by the variables' names, and what comes out; the lists that say so."""

    call: cst.Call
    line: Line
    feeds: list[str]
    results: list[str]
    lists: list[cst.BaseExpression]


@dataclass(eq=False)
class Loaded:
    """A model that is loaded: the names of its program, of the list of what is fed, of what is fetched."""

    call: cst.Call
    line: Line
    program: str
    feeds: str
    fetches: str


class Models:
    """All of a program's. `kind`: what a program is. Raises Stays for what is not understood."""

    def __init__(self, program: Program, kind: Callable[[cst.BaseExpression | None], Kind]) -> None:
        self.program, self.reading, self.kind = program, program.reading, kind
        calls = program.reading.calls
        self.saved = [self._saved(call) for call in calls if program.reading.called(call) in SAVES_MODEL]
        self.loaded = [self._loaded(call) for call in calls if program.reading.called(call) in LOADS_MODEL]
        first = self.saved[0] if self.saved else None
        for other in self.saved[1:]:
            assert first is not None
            if (other.feeds, other.results) != (first.feeds, first.results):
                raise Stays(other.call, "two models of one network are saved, which take or give other things")
        if first is not None and len(set(first.results)) < len(first.results):
            raise Stays(first.call, "the model gives a result twice; save it by hand with paddle.jit.save")

    @property
    def feeds(self) -> list[str]:
        """What the network needs for inference, by the variables' names."""
        return self.saved[0].feeds if self.saved else list(self.program.feeds)

    @property
    def results(self) -> list[str]:
        return self.saved[0].results if self.saved else []

    def path(self, call: cst.Call, os: str) -> str:
        """Where the model lies, without an ending."""
        code = self.reading.code
        prefix = argument(call, 0, "path_prefix")
        if prefix is not None and self._is_todays(call):
            return code(prefix)
        folder = argument(call, 0, "dirname")
        name = argument(call, 5 if self.reading.called(call) in SAVES_MODEL else 2, "model_filename")
        if folder is None or self._is_given(name):
            raise Stays(call, "the model's file has a name of its own; write the path by hand")
        return f'{os}.path.join({code(folder)}, {self.reading.string("model")})'

    def _is_given(self, node: cst.BaseExpression | None) -> bool:
        """Whether a file's name is given; a parameter that all calls leave at None gives none."""
        if node is None or self.reading.code(node) == "None":
            return False
        bindings = self.reading.bindings(node)
        if len(bindings) != 1:
            return True
        param = bindings[0].node
        if isinstance(param, cst.Param):
            function = self.reading.source.parent(param, cst.FunctionDef)
            if function is None or param.default is None or self.reading.code(param.default) != "None":
                return True
            place = list(function.params.params).index(param)
            uses = self.reading.uses(self.reading.scopes.of(function), function.name.value)
            calls = [self.reading.source.parents.get(use) for use in uses]
            return not all(isinstance(call, cst.Call) and call.func is use and not self._is_given(
                argument(call, place, param.name.value)) for use, call in zip(uses, calls, strict=True))
        return self._is_given(bindings[0].value) if bindings[0].kind == "value" else True

    def _is_todays(self, call: cst.Call) -> bool:
        return self.reading.called(call) in (SAVES_MODEL[1], LOADS_MODEL[1])

    def _saved(self, call: cst.Call) -> Saved:
        todays = self._is_todays(call)
        names = argument(call, 1, "feed_vars" if todays else "feeded_var_names")
        results = argument(call, 2, "fetch_vars" if todays else "target_vars")
        program = argument(call, -1 if todays else 4, "program" if todays else "main_program")
        if self.kind(program) not in OF_NETWORK:
            raise Stays(call, "the model that is saved is none of this network; save it by hand with paddle.jit.save")
        keys = {feed.key: feed.name for feed in self.program.feeds.values()}
        fed = [fed_name(each, keys) for each in self._listed(names)]
        given = [fed_name(each, {}) for each in self._listed(results)]
        if not fed or not given or not set(fed) <= set(self.program.feeds) or not set(given) <= set(self.program.live):
            raise Stays(call, "it is not seen here what the saved model takes and gives")
        lists = [each for each in (names, results) if each is not None]
        return Saved(call, line_of(self.reading, call), fed, given, lists)

    def _listed(self, node: cst.BaseExpression | None) -> list[cst.BaseExpression]:
        """What a list names, or a name by itself."""
        found = listed(self.reading, node)
        if not found and isinstance(node, (cst.Name, cst.SimpleString)):
            found = [node]
        for each in found:
            self.program.understand(each)
        return found

    def _loaded(self, call: cst.Call) -> Loaded:
        line = line_of(self.reading, call)
        names = [each.value for each in targets(small(line)) if isinstance(each, cst.Name)]
        if len(names) != 3 or not self.saved:
            raise Stays(call, "a model is loaded that this file does not save: load it with paddle.jit.load")
        return Loaded(call, line, *names)



def line_of(reading: Reading, call: cst.Call) -> Line:
    """The statement that a call is, or that gives its value a name. Raises Stays for a part of another."""
    line = reading.source.parents.get(reading.source.parents[call])
    if not isinstance(line, Line) or value_of(small(line)) is not call:
        raise Stays(call, "a model is saved or loaded in the middle of something else")
    return line


def uses_of_names(reading: Reading, loaded: Loaded) -> list[cst.Name]:
    """Where the list of what is fed to a loaded model is read."""
    assign = small(loaded.line)
    bound = [each for each in targets(assign) if isinstance(each, cst.Name) and each.value == loaded.feeds]
    return reading.uses(reading.scopes.of(bound[0]), loaded.feeds) if bound else []
