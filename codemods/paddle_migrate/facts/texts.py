"""What a text may be that a script makes of others: all of it, or how it begins and ends; which surely differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from string import Formatter

import libcst as cst

from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.text.arguments import argument

_DEEPEST = 12
_OPEN: list[object] = []  # the expressions that are asked about, each for the one before
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


def texts(spot: Spot, depth: int = 0) -> list[Text]:
    """What the expression may be: one of the texts."""
    if depth > _DEEPEST:
        return [UNKNOWN]
    ends = values_of(spot.facts).ends(spot)
    found = list(dict.fromkeys(text for end in ends for text in _made(end, depth + 1)))
    return found if len(found) <= _MOST else [UNKNOWN]


def _made(spot: Spot, depth: int) -> list[Text]:
    """One that is made of itself, `name = name + "_x"`, may grow without an end."""
    if spot.node in _OPEN:
        return [UNKNOWN]
    _OPEN.append(spot.node)
    try:
        return _made_of_others(spot, depth)
    finally:
        _OPEN.pop()


def _made_of_others(spot: Spot, depth: int) -> list[Text]:
    node = spot.node
    if isinstance(node, (cst.SimpleString, cst.ConcatenatedString, cst.Integer)):
        value = node.evaluated_value
        return [Text(str(value))] if isinstance(value, (str, int)) else [UNKNOWN]
    if isinstance(node, cst.FormattedString):
        return _joined([_piece(spot, part, depth) for part in node.parts])
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _joined([texts(spot.at(node.left), depth), texts(spot.at(node.right), depth)])
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        return _filled(texts(spot.at(node.left), depth), spot.at(node.right), depth)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format":
        return _formatted(texts(spot.at(node.func.value), depth), spot, node, depth)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "str" and node.args:
        return texts(spot.at(node.args[0].value), depth)
    return [UNKNOWN]


def _joined(parts: list[list[Text]]) -> list[Text]:
    found = []
    for chosen in product(*(part if len(part) <= _MOST else [UNKNOWN] for part in parts)):
        text = Text()
        for each in chosen:
            text += each
        found.append(text)
        if len(found) > _MOST:
            return [UNKNOWN]
    return found


def _piece(spot: Spot, part: cst.BaseFormattedStringContent, depth: int) -> list[Text]:
    if isinstance(part, cst.FormattedStringText):
        return [Text(part.value.replace("{{", "{").replace("}}", "}"))]
    plain = isinstance(part, cst.FormattedStringExpression) and part.format_spec is None and part.conversion is None
    return texts(spot.at(part.expression), depth) if plain else [UNKNOWN]  # type: ignore[attr-defined]


def _filled(formats: list[Text], given: Spot, depth: int) -> list[Text]:
    """Of `"%s_w" % given`."""
    node = given.node
    values = [each.value for each in node.elements] if isinstance(node, cst.Tuple) else [node]
    found: list[Text] = []
    for form in formats:
        if form.end is None:
            found += _joined(list(_percent(form.start, [given.at(each) for each in values], depth)))
        else:
            found.append(Text(form.start.partition("%")[0], ""))
    return found


def _percent(form: str, values: list[Spot], depth: int) -> Iterator[list[Text]]:
    waiting, at = list(values), 0
    for field in _FIELD.finditer(form):
        yield [Text(form[at : field.start()])]
        at = field.end()
        if field[1]:
            yield [Text("%")]
        else:
            value = waiting.pop(0) if waiting else None
            yield texts(value, depth) if field[0] in ("%s", "%d") and value is not None else [UNKNOWN]
    yield [Text(form[at:])]


def _formatted(formats: list[Text], spot: Spot, call: cst.Call, depth: int) -> list[Text]:
    """Of `"{}_w".format(given)`."""
    found: list[Text] = []
    for form in formats:
        if form.end is not None:
            found.append(Text(form.start.partition("{")[0], ""))
        else:
            found += _joined(list(_braces(form.start, spot, call, depth)))
    return found


def _braces(form: str, spot: Spot, call: cst.Call, depth: int) -> Iterator[list[Text]]:
    try:
        parsed = list(Formatter().parse(form))
    except ValueError:
        parsed = [("", "?", "", None)]
    for number, (literal, name, spec, conversion) in enumerate(parsed):
        yield [Text(literal)]
        if name is not None:
            place = number if not name else int(name) if name.isdigit() else -1
            value = argument(call, place, name) if not spec and not conversion else None
            yield texts(spot.at(value), depth) if value is not None else [UNKNOWN]
