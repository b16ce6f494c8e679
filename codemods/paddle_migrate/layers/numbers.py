"""Sizes that runs on shapes tell: the same number whenever the script, or a file that imports it, asks for one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import libcst as cst

from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.dynamic.sizes import run_by, run_on_shapes
from paddle_migrate.unsized.plan import Entry

Importers = Callable[[], list[str]]


class Numbers:
    """Those of one script. `importers`: what the files say that import it, under the name `module`."""

    def __init__(self, reading: Reading, importers: Importers = list, module: str = "") -> None:
        self.reading, self.importers, self.module = reading, importers, module
        self._found: list[dict[int, set[int | None]]] | None = None
        self._texts: list[str] = []

    def of(self, node: cst.BaseExpression) -> str:
        """The number that an expression gives; "" where it gives several, or none that is known."""
        if self._found is None:
            self._texts = self.importers()
            self._found = list(self._runs())
        tops = [each for each in self.reading.source.module.body if isinstance(each, (cst.FunctionDef, cst.ClassDef))]
        named = re.compile(rf"\b(?:{'|'.join(re.escape(each.name.value) for each in tops)})\b")
        every = [run.get(id(node), set()) for run in self._found]
        unseen = any(not seen and named.search(text) for seen, text in zip(every[1:], self._texts, strict=True))
        found = set[int | None]().union(*every)
        (number,) = found if len(found) == 1 and not unseen else (None,)
        return str(number) if isinstance(number, int) and number > 0 else ""

    def _runs(self) -> Iterator[dict[int, set[int | None]]]:
        """The script's own, and one of each that imports it."""
        reading = self.reading
        asked: list[cst.BaseExpression] = [call for call in reading.calls if reading.called(call) == "math.prod"]
        asked += [each for each in reading.source.all(cst.Subscript) if isinstance(
            each.value, cst.Attribute) and each.value.attr.value == "shape"]
        trained = [reading.source.parent(call, cst.FunctionDef) for _, call in reading.source.method_calls("minimize")]
        home = next((each.name.value for each in trained if each is not None), "")
        places, seen = run_on_shapes(reading, home, asked if trained else [])
        yield {id(node): _told(seen.get(places.of(node), [])) for node in asked}
        for text in self._texts:
            every = run_by(reading, text, self.module, asked)
            yield {id(node): _told(entries) for node, entries in zip(asked, every, strict=True)}


def _told(entries: list[Entry | None]) -> set[int | None]:
    return {None if each is None else each.size for each in entries}
