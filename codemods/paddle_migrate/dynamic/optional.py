"""What a network needs for training alone, such as labels, may be left out: then `forward` ends where it needs it."""

from __future__ import annotations

from collections.abc import Collection

import libcst as cst

from paddle_migrate.dynamic.bodies import bind, bound_in
from paddle_migrate.dynamic.classes import DROPS, Classes, returned
from paddle_migrate.dynamic.parts import Body, Part
from paddle_migrate.dynamic.pieces import is_in, lines_of
from paddle_migrate.dynamic.program import MAKERS
from paddle_migrate.dynamic.reading import Stays, small, target_names, value_of

_ORDER = "what the saved model gives is worked out behind what needs {}; put it before"


class Optional:
    """For one program: `names` by the class whose `forward` may do without them."""

    def __init__(self, classes: Classes, results: list[str], names: Collection[str]) -> None:
        self.classes, self.reading, self.results = classes, classes.reading, results
        self.names: dict[Body, set[str]] = {}
        self.ending: list[str] = []
        self._stopped: set[Body] = set()
        if results and names:
            self._end_early(classes.bodies[0], set(names))

    def parameters(self, body: Body, names: list[str]) -> list[str]:
        """Those of `forward`, with None for what may be left out and what stands behind it."""
        may, found = self.names.get(body, set()), list[str]()
        for text in names:
            open_ended = text in may or any(" = " in each or "=" in each for each in found)
            found.append(f"{text}=None" if open_ended and "=" not in text else text)
        return found

    def _end_early(self, body: Body, names: set[str]) -> None:
        reading, tainted = self.reading, set(names)
        self.names.setdefault(body, set()).update(names)
        for line in body.lines if body.function is None else body.lines[:-1]:
            used = reading.names_in(line) & tainted
            if not used:
                continue
            part = self._handed_on(body, line, used & names) if used <= names else None
            if part is None:
                self._stop(body, line, min(used & names or names))
                return
            tainted |= set(target_names(small(line)))
        if body.function is None:
            self.ending = self._lines(min(names), ", ".join(self.results))
        elif reading.names_in(body.lines[-1]) & names and self._handed_on(body, body.lines[-1], names) is None:
            self._stop(body, body.lines[-1], min(names))

    def _handed_on(self, body: Body, line: cst.CSTNode, names: set[str]) -> Part | None:
        """The part that the statement is a call of, which gets them as they are: it has to do without them, too."""
        value = value_of(small(line))
        part = next((each for each in body.parts if each.call is value and each.functions), None)
        if part is None:
            return None
        for function in part.functions:
            given = bind(self.reading, part.call, function)
            params = {param for param, text in given.items() if isinstance(text, cst.Name) and text.value in names}
            if {self.reading.code(given[param]) for param in params} != names & self.reading.names_in(line):
                return None
            self._end_early(self.classes.by_function[function], params)
        return part

    def _stop(self, body: Body, line: cst.CSTNode, name: str) -> None:
        if body in self._stopped:
            return
        self._stopped.add(body)
        before = body.lines.index(line)
        parts = self._parts(body)
        hoisted = self._hoisted(body, before, set(self.results if body.function is None else filter(None, parts)))
        body.lines[before:] = [*hoisted, *(each for each in body.lines[before:] if each not in hoisted)]
        known = {each for other in body.lines[: before + len(hoisted)] for each in target_names(small(other))}
        known |= {param.name.value for param in body.params} - self.names[body]
        if not set(self.results if body.function is None else parts) - self._tainted(body, before) <= known or (
                body.function is None and not set(self.results) <= known):
            raise Stays(line, _ORDER.format(name))
        text = ", ".join(self.results if body.function is None else [
            each if each in known else "None" for each in parts])
        source = self.reading.source
        at = source.line_start(lines_of(self.reading, line)[0])
        start = source.start(line)
        indent = source.text[source.line_start(source.line(line)) : start]
        self.classes.inner.insert(at, "".join(f"{indent}{each}{source.newline}" for each in self._lines(name, text)))

    def _hoisted(self, body: Body, before: int, wanted: set[str]) -> list[cst.CSTNode]:
        """Statements behind one that needs what is left out, which do not, and of which wanted names are worked out."""
        reading, found, tainted = self.reading, list[cst.CSTNode](), self._tainted(body, before)
        for line in reversed(body.lines[before:]):
            names = bound_in(reading, line)
            if names & wanted - tainted and self._may_stand_before(body, line):
                found.insert(0, line)
                wanted |= reading.names_in(line)
        return found

    def _tainted(self, body: Body, before: int) -> set[str]:
        """What is left out, and what is worked out of it from a statement on."""
        found = set(self.names[body])
        for line in body.lines[before:]:
            if self.reading.names_in(line) & found:
                found |= bound_in(self.reading, line)
        return found

    def _may_stand_before(self, body: Body, line: cst.CSTNode) -> bool:
        """Whether it makes no layer, draws nothing, and what it reads and binds is bound once."""
        reading, names = self.reading, bound_in(self.reading, line)
        others = {name for each in body.lines if each is not line for name in bound_in(reading, each)}
        every = [name for each in body.lines for name in target_names(small(each))]
        is_plain = isinstance(small(line), cst.Assign) and not any(
            is_in(reading.source, part.call, line) for part in body.parts)
        is_once = all(every.count(name) < 2 for name in reading.names_in(line))
        return is_plain and is_once and not names & others and all(
            _is_settled(reading.called(call)) for call in reading.calls_in(line))

    def _lines(self, name: str, text: str) -> list[str]:
        return [f"if {name} is None:", f"{self.reading.source.indent}return {text}"]

    def _parts(self, body: Body) -> list[str]:
        """The names that a function returns."""
        value = returned(body) if body.function is not None else None
        parts = [each.value for each in value.elements] if isinstance(value, (cst.Tuple, cst.List)) else [value]
        if body.function is not None and not all(isinstance(each, cst.Name) for each in parts):
            raise Stays(body.lines[-1], "what it returns has no names; give them names, so that labels can be left out")
        return [each.value for each in parts if isinstance(each, cst.Name)]


def _is_settled(called: str) -> bool:
    """Whether a function gives the same wherever it is called."""
    return called.startswith(("paddle.", "written.")) and called not in (*DROPS, *MAKERS)
