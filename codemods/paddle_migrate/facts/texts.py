"""What a text may be that a script makes of others: all of it, or how it begins and ends; which surely differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from string import Formatter

import libcst as cst

from paddle_migrate.facts.frames import Frame
from paddle_migrate.facts.origins import Origins
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.ways import Ways
from paddle_migrate.text.arguments import argument

_DEEPEST = 12
_MOST = 16
_FIELD = re.compile(r"%(?:(%)|[sd]|[^a-zA-Z%]*[a-zA-Z])")


@dataclass(frozen=True)
class Text:
    """One that begins with ``start`` and, unless that is all of it, ends with ``end``."""

    start: str = ""
    end: str | None = None

    def __add__(self, other: Text) -> Text:
        if self.end is None:
            return Text(self.start + other.start, other.end)
        return Text(self.start, self.end + other.start if other.end is None else other.end)

    def is_other(self, than: Text) -> bool:
        """Whether the two are distinct, whatever stands in between."""
        if self.end is None and than.end is None:
            return self.start != than.start
        if self.end is None:
            return than.is_other(self)
        if than.end is None:
            return (not than.start.startswith(self.start) or not than.start.endswith(self.end)
                    or len(than.start) < len(self.start) + len(self.end))
        return _part(self.start, than.start) or _part(self.end[::-1], than.end[::-1])


UNKNOWN = Text(end="")


def _part(one: str, other: str) -> bool:
    return not one.startswith(other) and not other.startswith(one)


class Texts:
    """Answers for one file."""

    def __init__(self, origins: Origins, ways: Ways) -> None:
        self.origins, self.ways = origins, ways
        self.code = origins.code

    def of(self, node: cst.BaseExpression, frame: Frame, depth: int = 0) -> list[Text]:
        """What the expression may be where it runs because of these calls: one of the texts."""
        if depth > _DEEPEST:
            return [UNKNOWN]
        found = list(dict.fromkeys(self._of(node, frame, depth + 1)))
        return found if len(found) <= _MOST else [UNKNOWN]

    def values(self, node: cst.BaseExpression, frame: Frame) -> list[tuple[cst.BaseExpression, Frame]] | None:
        """One step back to where the value comes from, and because of which calls that runs; None where it is made
        here, or nothing tells."""
        if isinstance(node, cst.IfExp):
            return [(node.body, frame), (node.orelse, frame)]
        function = self.code.definitions.function(node)
        if function is not None and isinstance(node, cst.Call):
            within = Frame(function, node, frame)
            return [(each, within) for each in self.code.definitions.returned(function)] or None
        if not isinstance(node, cst.Name):
            return None
        found: list[tuple[cst.BaseExpression, Frame]] = []
        for binding in self.origins.bindings(node):
            at = next((each for each in frame.chain if each.function is binding.scope.node), Frame())
            given = self._given(binding, at) if isinstance(binding.node, cst.Param) else [(binding.value, at)]
            for value, where in given:
                if value is None:
                    return None
                found.append((value, where))
        return found or None

    def _given(self, binding: Binding, frame: Frame) -> list[tuple[cst.BaseExpression | None, Frame]]:
        """What a parameter is in this call of its function, or in any of its calls, where it is not known which."""
        param, function = binding.node, binding.scope.node
        assert isinstance(param, cst.Param)
        calls = [frame] if frame.call is not None else []
        if not calls and isinstance(function, cst.FunctionDef):
            calls = [Frame(function, call, Frame()) for call in self.ways.calls(function) or ()]
        found: list[tuple[cst.BaseExpression | None, Frame]] = []
        for each in calls:
            starred = each.call is None or param.star or any(arg.star for arg in each.call.args)
            value = None if starred else each.given(binding)
            found.append((value, each.outer or Frame()) if starred or value is not None else (param.default, Frame()))
        return found or [(None, frame)]

    def _of(self, node: cst.BaseExpression, frame: Frame, depth: int) -> list[Text]:
        if isinstance(node, (cst.SimpleString, cst.ConcatenatedString, cst.Integer)):
            value = node.evaluated_value
            return [Text(str(value))] if isinstance(value, (str, int)) else [UNKNOWN]
        if isinstance(node, cst.FormattedString):
            return self._joined([self._piece(part, frame, depth) for part in node.parts])
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
            return self._joined([self.of(node.left, frame, depth), self.of(node.right, frame, depth)])
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
            return self._filled(self.of(node.left, frame, depth), node.right, frame, depth)
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format":
            return self._formatted(self.of(node.func.value, frame, depth), node, frame, depth)
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "str" and node.args:
            return self.of(node.args[0].value, frame, depth)
        back = self.values(node, frame)
        if back is None:
            return [UNKNOWN]
        return [text for value, at in back for text in self.of(value, at, depth)]

    def _joined(self, parts: list[list[Text]]) -> list[Text]:
        found = []
        for chosen in product(*(part if len(part) <= _MOST else [UNKNOWN] for part in parts)):
            text = Text()
            for each in chosen:
                text += each
            found.append(text)
            if len(found) > _MOST:
                return [UNKNOWN]
        return found

    def _piece(self, part: cst.BaseFormattedStringContent, frame: Frame, depth: int) -> list[Text]:
        if isinstance(part, cst.FormattedStringText):
            return [Text(part.value.replace("{{", "{").replace("}}", "}"))]
        plain = isinstance(part, cst.FormattedStringExpression) and part.format_spec is None and part.conversion is None
        return self.of(part.expression, frame, depth) if plain else [UNKNOWN]  # type: ignore[attr-defined]

    def _filled(
        self, formats: list[Text], given: cst.BaseExpression, frame: Frame, depth: int
    ) -> list[Text]:
        """Of `"%s_w" % given`."""
        values = [each.value for each in given.elements] if isinstance(given, cst.Tuple) else [given]
        found: list[Text] = []
        for form in formats:
            pieces = [[UNKNOWN]] if form.end is not None else list(self._percent(form.start, values, frame, depth))
            found += self._joined(pieces) if form.end is None else [Text(form.start.partition("%")[0], "")]
        return found

    def _percent(
        self, form: str, values: list[cst.BaseExpression], frame: Frame, depth: int
    ) -> Iterator[list[Text]]:
        waiting, at = list(values), 0
        for field in _FIELD.finditer(form):
            yield [Text(form[at : field.start()])]
            at = field.end()
            if field[1]:
                yield [Text("%")]
            else:
                value = waiting.pop(0) if waiting else None
                plain = field[0] in ("%s", "%d") and value is not None
                yield self.of(value, frame, depth) if plain and value is not None else [UNKNOWN]
        yield [Text(form[at:])]

    def _formatted(self, formats: list[Text], call: cst.Call, frame: Frame, depth: int) -> list[Text]:
        """Of `"{}_w".format(given)`."""
        found: list[Text] = []
        for form in formats:
            if form.end is not None:
                found.append(Text(form.start.partition("{")[0], ""))
            else:
                found += self._joined(list(self._braces(form.start, call, frame, depth)))
        return found

    def _braces(self, form: str, call: cst.Call, frame: Frame, depth: int) -> Iterator[list[Text]]:
        try:
            parsed = list(Formatter().parse(form))
        except ValueError:
            parsed = [("", "?", "", None)]
        for number, (literal, name, spec, conversion) in enumerate(parsed):
            yield [Text(literal)]
            if name is not None:
                place = number if not name else int(name) if name.isdigit() else -1
                value = argument(call, place, name) if not spec and not conversion else None
                yield self.of(value, frame, depth) if value is not None else [UNKNOWN]
