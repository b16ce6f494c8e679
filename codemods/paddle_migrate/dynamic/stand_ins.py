"""Numbers that are known only when a script runs, as names for the sizes of its layers: two runs on shapes, with other
numbers in their place, tell which sizes go along with which of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

import libcst as cst

from paddle_migrate.dynamic.declared import is_fixed
from paddle_migrate.dynamic.reading import Home, Reading

_FIRST = (10007, 10009, 10037, 10039, 10061, 10067, 10069, 10079, 10091, 10093, 10099, 10103)
_SECOND = (20011, 20021, 20023, 20029, 20047, 20051, 20063, 20071, 20089, 20101, 20107, 20113)
_EVEN = 24  # by which what stands in can be parted
_MOST, _FACTORS, _OFFSETS = len(_FIRST), 64, 4096
_CHOOSES = (cst.Comparison, cst.If, cst.While, cst.IfExp, cst.BooleanOperation, cst.UnaryOperation, cst.Assert,
            cst.Subscript, cst.For, cst.CompFor, cst.FormattedString)
_PURE = ("paddle.", "written.")

Runs = tuple[Mapping[str, int], Mapping[str, int]]  # numbers by what they stand in for


def stand_ins(reading: Reading, home: Home, makers: Sequence[cst.Call]) -> Runs:
    """For names, and attributes of names, that layers at the top of the home are made with and that nothing but sizes
    hangs on."""
    texts = dict.fromkeys(text for maker in makers for text in _asked(reading, maker) if _is_size_alone(
        reading, home, text))
    names = list(texts)[:_MOST]
    return tuple({text: _EVEN * number for text, number in zip(names, numbers, strict=False)}  # type: ignore[return-value]
                 for numbers in (_FIRST, _SECOND))


def said(size: tuple[int, int], known: Runs) -> str:
    """The size in terms of what the numbers stand in for; "" where it is not told by one or two of them."""
    first, second = known
    for text in first:
        one, other = first[text], second[text]
        factor, rest = divmod(size[0] - size[1], one - other)
        offset = size[0] - factor * one
        if not rest and 0 < factor <= _FACTORS and abs(offset) <= _OFFSETS:
            return _linear(text, factor, offset)
        for part in (2, 3, 4, 6, 8, 12, 24):
            if size == (one // part, other // part):
                return f"{text} // {part}"
    for (a, b), mark in product(combinations(first, 2), "+*"):
        pairs = [(each[a], each[b]) for each in known]
        if size == tuple(x + y if mark == "+" else x * y for x, y in pairs):
            return f"{a} {mark} {b}"
    return ""


def _linear(text: str, factor: int, offset: int) -> str:
    found = text if factor == 1 else f"{text} * {factor}"
    return found if not offset else f"{found} {'+' if offset > 0 else '-'} {abs(offset)}"


def _asked(reading: Reading, maker: cst.Call) -> Iterator[str]:
    """Names, and attributes of names, in the numbers that a layer is made with."""
    waiting: list[cst.CSTNode] = [arg.value for arg in maker.args]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, (cst.Name, cst.Attribute)) and is_fixed(reading, node):
            yield reading.code(node)
        elif isinstance(node, cst.BinaryOperation):
            waiting += [node.left, node.right]
        elif isinstance(node, (cst.List, cst.Tuple)):
            waiting += [each.value for each in node.elements]


def _is_size_alone(reading: Reading, home: Home, text: str) -> bool:
    root = text.partition(".")[0]
    own = reading.scope(home).find(root)
    for node in reading.source.all(cst.Name, cst.Attribute):
        is_one = reading.code(node) == text and not isinstance(reading.source.parents.get(node), cst.Attribute)
        if is_one and reading.bindings(_root(node)) == own and not _is_passed_on(reading, node):
            return False
    return True


def _root(node: cst.CSTNode) -> cst.BaseExpression:
    while isinstance(node, cst.Attribute):
        node = node.value
    assert isinstance(node, cst.BaseExpression)
    return node


def _is_passed_on(reading: Reading, node: cst.CSTNode) -> bool:
    """Whether it is set there, or is a part of a number that is given to Paddle, or to a library."""
    at, above = node, reading.source.parents.get(node)
    while above is not None and not isinstance(above, cst.BaseSmallStatement):
        is_test = not isinstance(above, (cst.If, cst.While)) or above.test is at
        if isinstance(above, (cst.Param, cst.AssignTarget)):
            return True
        if isinstance(above, _CHOOSES) and is_test:
            return False
        if isinstance(above, cst.Call):
            return reading.called(above).startswith(_PURE) or _is_of_a_layer(reading, above)
        at, above = above, reading.source.parents.get(above)
    return isinstance(above, (cst.Assign, cst.Expr))


def _is_of_a_layer(reading: Reading, call: cst.Call) -> bool:
    """Whether it is a call of something else than the file's own functions, and Python's."""
    func = call.func
    return not isinstance(func, cst.Name) or any(each.kind == "import" for each in reading.bindings(func))
