"""Sizes that a run on shapes tells: the same number whenever the script asks for one."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.dynamic.sizes import run_on_shapes


class Numbers:
    """Those of one script. `mention`: whether another file, which may ask for others, has a function's name."""

    def __init__(self, reading: Reading, mention: Callable[[str], bool]) -> None:
        self.reading, self.mention = reading, mention
        self._found: dict[int, int] | None = None

    def of(self, node: cst.BaseExpression) -> str:
        """The number that an expression gives; "" where it gives several, or none that is known."""
        function = self.reading.source.parent(node, cst.FunctionDef)
        if self._found is None:
            self._found = self._run()
        if function is None or not self._found or self.mention(function.name.value):
            return ""
        found = self._found.get(id(node))
        return str(found) if found is not None and found > 0 else ""

    def _run(self) -> dict[int, int]:
        reading = self.reading
        trained = [reading.source.parent(call, cst.FunctionDef) for _, call in reading.source.method_calls("minimize")]
        if not trained:
            return {}
        home = next((each.name.value for each in trained if each is not None), "")
        asked: list[cst.BaseExpression] = [call for call in reading.calls if reading.called(call) == "math.prod"]
        asked += [each for each in reading.source.all(cst.Subscript) if isinstance(
            each.value, cst.Attribute) and each.value.attr.value == "shape"]
        places, seen = run_on_shapes(reading, home, asked)
        every = {id(node): seen.get(places.of(node), []) for node in asked}
        numbers = {key: {None if each is None else each.size for each in entries} for key, entries in every.items()}
        return {key: value for key, found in numbers.items() if len(found) == 1 for value in found if value is not None}
