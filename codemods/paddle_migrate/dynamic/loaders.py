"""Loaders that feed a program, gone through in loops: a feeder that makes tensors of what their reader gives."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.helpers import LOADERS, SEQUENCE_LOADER, SPLIT_FEED
from paddle_migrate.dynamic.listed import NOT_SEEN, fed_name, listed
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Stays, small, target_names, value_of
from paddle_migrate.text.arguments import argument

_OF_LISTS = ("set_sample_list_generator", "decorate_sample_list_generator", "decorate_paddle_reader")
_OF_BATCHES = ("set_batch_generator", "decorate_batch_generator", "decorate_tensor_provider")
_OF_SAMPLES = ("set_sample_generator", "decorate_sample_generator")
_STARTS, _ENDS = "start", "reset"
_USED = "a loader is used otherwise than in a loop over it; write a paddle.io.DataLoader by hand"
_READER = "a loader's reader is set here in a way that this tool does not know; write a paddle.io.DataLoader by hand"


class Loaders:
    """All of one file. Raises Stays for what is not understood."""

    def __init__(self, program: Program, paddle: str) -> None:
        self.program, self.reading, self.source, self.paddle = program, program.reading, program.reading.source, paddle
        self.direct: list[cst.Call] = []  # loaders of readers that give arrays of whole batches
        self.setters: list[tuple[Line, list[str]]] = []  # with what comes in their place
        self.iterations: list[tuple[cst.BaseExpression, str]] = []  # with what gives the batches
        self._loops: set[int] = set()
        self._nexts: dict[int, str] = {}  # by the ids of `next(loader)`: what has the batches
        for call in self.reading.calls:
            if self.reading.called(call) in LOADERS:
                self._find(call)

    def batch(self, node: cst.BaseExpression) -> str:
        """The text of what a loop over a loader gives, and nothing else, or `next(loader)`; "" of others."""
        bindings = self.reading.bindings(node)
        if bindings and all(id(each.node) in self._loops for each in bindings):
            return self.reading.code(node)
        return f"next({self._nexts[id(node)]})" if id(node) in self._nexts else ""

    def write(self, draft: Draft) -> None:
        for line, texts in self.setters:
            draft.replace(line, texts)
        for call in self.direct:
            loader = self.source.parents[self.source.parents[call]]
            draft.replace(loader, [])
            draft.vanish(self.reading.scopes.of(call), target_names(small(loader))[0])
        for node, text in self.iterations:
            draft.put(*self.source.span(node), text)

    def _find(self, call: cst.Call) -> None:
        line = self.source.parents.get(self.source.parents.get(call))
        names = target_names(small(line)) if line is not None else []
        scope = self.reading.scopes.of(call)
        is_plain = all(each.keyword is None or each.keyword.value in ("feed_list", "capacity") for each in call.args)
        if len(names) != 1 or value_of(small(line)) is not call or len(call.args) > 2 or not is_plain or len(  # type: ignore[arg-type]
                scope.bindings[names[0]]) != 1:
            raise Stays(call, _USED)
        (binding,) = scope.bindings[names[0]]
        setters = [use for use in binding.uses if self._method(use) not in ("", _STARTS, _ENDS)]
        if len(setters) != 1:
            raise Stays(call, _READER)
        batches = self._reader(setters[0])
        method = self.source.parents[setters[0]]
        if isinstance(method, cst.Attribute) and method.attr.value in _OF_BATCHES:
            self.direct.append(call)
            listed_names = ", ".join(map(self.reading.string, self._fed(call)))
            if self.reading.called(call) == SEQUENCE_LOADER:
                parted = f"{SPLIT_FEED.partition('.')[2]}(dict(zip([{listed_names}], each)))"
                made = f"{{name: {self.paddle}.to_tensor(rows) for name, rows in {parted}.items()}}"
            else:
                made = f"dict(zip([{listed_names}], map({self.paddle}.to_tensor, each)))"
            batches = f"({made} for each in {batches}())"
        else:
            batches = f"map({binding.name}.feed, {batches}())"
        others = [use for use in binding.uses if use is not setters[0]]
        if any(self.reading.scopes.of(use) is not self.reading.scopes.of(setters[0]) for use in others):
            raise Stays(call, _READER)
        started = [use for use in others if self._method(use) or self._next(use) is not None]
        if started:
            self._find_starts(started, binding.name, batches)
        for use in others:
            if use not in started:
                self._find_loop(use, batches)

    def _method(self, use: cst.Name) -> str:
        """`start` of `loader.start`."""
        above = self.source.parents.get(use)
        return above.attr.value if isinstance(above, cst.Attribute) else ""

    def _next(self, use: cst.Name) -> cst.Call | None:
        """`next(loader)`."""
        call = self.source.parents.get(self.source.parents.get(use))
        is_one = isinstance(call, cst.Call) and len(call.args) == 1 and call.args[0].value is use
        return call if is_one and isinstance(call, cst.Call) and self.reading.code(call.func) == "next" and not (
            self.reading.bindings(call.func)) else None

    def _find_starts(self, uses: list[cst.Name], name: str, batches: str) -> None:
        """A loader that is started, from which batches are taken one by one until there are no more."""
        kept = f"{name}_batches"
        if any(kept in scope.bindings for scope in self.reading.scopes.everywhere()):
            raise Stays(uses[0], _READER)
        self.setters[-1][1].append(f"{kept} = iter([])")
        for use in uses:
            call = self._next(use) or self.source.parents.get(self.source.parents.get(use))
            line = self.source.parents.get(self.source.parents.get(call))
            if isinstance(call, cst.Call) and self._next(use) is call:
                self._nexts[id(call)] = kept
            elif isinstance(call, cst.Call) and not call.args and isinstance(line, Line) and small(line) is not None:
                given = batches if self._method(use) == _STARTS else "[]"
                self.setters.append((line, [f"{kept} = iter({given})"]))
            else:
                raise Stays(use, _USED)

    def _fed(self, call: cst.Call) -> list[str]:
        """The variables that a loader feeds."""
        keys = {feed.key: feed.name for feed in self.program.feeds.values()}
        found = [fed_name(each, keys) for each in listed(self.reading, argument(call, 0, "feed_list"))]
        if not found or not set(found) <= set(self.program.feeds):
            raise Stays(call, NOT_SEEN)
        return found

    def _reader(self, use: cst.Name) -> str:
        """What the reader is called, if need be from here on."""
        method = self.source.parents[use]
        call = self.source.parents.get(method)
        line = self.source.parent(use, cst.SimpleStatementLine)
        if not isinstance(method, cst.Attribute) or not isinstance(call, cst.Call) or line is None or value_of(
                small(line)) is not call or not isinstance(small(line), cst.Expr):
            raise Stays(use, _READER)
        text = self._batches(call, method.attr.value)
        reader = call.args[0].value
        if text == self.reading.code(reader) and len(self.reading.bindings(reader)) == 1:
            self.setters.append((line, []))
            return text
        name = f"{use.value}_reader"
        if any(name in scope.bindings for scope in self.reading.scopes.everywhere()):
            raise Stays(use, _READER)
        self.setters.append((line, [f"{name} = {text}"]))
        return name

    def _batches(self, call: cst.Call, method: str) -> str:
        """The reader of batches that the loader is given, or makes of one of samples."""
        code = self.reading.code
        given = [argument(call, place, word) for place, word in enumerate(("reader", "batch_size", "drop_last"))]
        words = {arg.keyword.value for arg in call.args if arg.keyword is not None}
        is_whole = method in (*_OF_LISTS, *_OF_BATCHES) and words <= {"reader", "places"} and len(call.args) <= 2
        if is_whole and given[0] is not None:
            return code(given[0])
        if method in _OF_SAMPLES and given[0] is not None and given[1] is not None and len(call.args) <= 4 and (
                words <= {"reader", "batch_size", "drop_last", "places"}):
            drops = code(given[2]) if given[2] is not None else "True"
            return f"{self.paddle}.batch({code(given[0])}, {code(given[1])}, drop_last={drops})"
        raise Stays(call, _READER)

    def _find_loop(self, use: cst.Name, feeds: str) -> None:
        """`for batch in loader():`, or in `enumerate(loader())`."""
        node: cst.BaseExpression = use
        above = self.source.parents.get(node)
        if isinstance(above, cst.Call) and above.func is node and not above.args:
            node, above = above, self.source.parents.get(above)
        whole, place = node, self.source.parents.get(above)
        is_counted = isinstance(above, cst.Arg) and isinstance(place, cst.Call) and (
            self.reading.code(place.func) == "enumerate" and place.args[0] is above)
        if is_counted and isinstance(place, cst.Call):
            whole, above = place, self.source.parents.get(place)
        if not isinstance(above, cst.For) or above.iter is not whole:
            raise Stays(use, _USED)
        target: cst.BaseExpression = above.target
        if is_counted and isinstance(target, cst.Tuple) and len(target.elements) == 2:
            target = target.elements[1].value
        elif is_counted:
            raise Stays(use, _USED)
        batches = self.reading.scopes.of(use).find(target.value) if isinstance(target, cst.Name) else []
        if not batches or not all(map(self._is_fed, batches[0].uses)):
            raise Stays(use, "what a loader gives is used otherwise than as what is fed; write this by hand")
        self._loops.add(id(above))
        self.iterations.append((node, feeds))

    def _is_fed(self, use: cst.Name) -> bool:
        call = self.source.parents.get(self.source.parents.get(use))
        return isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and (
            call.func.attr.value == "run") and argument(call, 1, "feed") is use
