"""Numbers that are known only when a script runs, as names for the sizes of its layers: some runs on shapes, with other
numbers in their place, tell which sizes go along with which of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import libcst as cst

from paddle_migrate.dynamic.declared import is_fixed
from paddle_migrate.dynamic.reading import Home, Reading

_STANDING = (  # odd and even ones, so that what is parted by a number is told from its whole
    (10009, 10037, 10061, 10069, 10093, 10133, 10141, 10169, 10177, 10181, 10193, 10253),
    (20011, 20023, 20047, 20051, 20063, 20071, 20107, 20123, 20143, 20147, 20183, 20219),
    (30026, 30034, 30106, 30122, 30146, 30154, 30202, 30242, 30274, 30298, 30322, 30346),
)
_MOST, _FACTORS, _OFFSETS, _PARTS = len(_STANDING[0]), 64, 4096, 33
_CHOOSES = (cst.Comparison, cst.If, cst.While, cst.IfExp, cst.BooleanOperation, cst.UnaryOperation, cst.Assert,
            cst.Subscript, cst.For, cst.CompFor, cst.FormattedString)
_PURE = ("paddle.", "written.")
_OPERATIONS: dict[type[cst.BaseBinaryOp], Callable[[int, int], int]] = {
    cst.Add: operator.add, cst.Subtract: operator.sub, cst.Multiply: operator.mul, cst.FloorDivide: operator.floordiv}

Runs = list[dict[str, int]]  # numbers by what they stand in for, of several runs


def stand_ins(reading: Reading, home: Home, makers: Sequence[cst.Call]) -> Runs:
    """For names, and attributes and elements of these, that layers at the top of the home are made with and that
    nothing but sizes hangs on."""
    asked = [node for maker in makers for node in _numbers(reading, maker)]
    texts = dict.fromkeys(reading.code(node) for node in asked if not isinstance(node, cst.BinaryOperation))
    names = [text for text in texts if _is_size_alone(reading, home, text)][:_MOST]
    return [dict(zip(names, numbers, strict=False)) for numbers in _STANDING]


def terms(reading: Reading, makers: Sequence[cst.Call], known: Runs) -> Runs:
    """These numbers, and those of what layers are made with that are worked out of them."""
    found = [dict(each) for each in known]
    for node in (node for maker in makers for node in _numbers(reading, maker)):
        for numbers, more in zip(known, found, strict=True):
            value = _worked_out(reading, node, numbers)
            if value is not None and isinstance(node, cst.BinaryOperation):
                more[reading.code(node)] = value
    return found


def said(sizes: list[int], known: Runs) -> str:
    """A size, as it was in each run, in terms of what the numbers stand in for; "" where one or two do not tell it."""
    of = {text: [each[text] for each in known] for text in known[0]}
    exact = next((text for text, numbers in of.items() if numbers == sizes), "")
    if exact:
        return exact
    for (a, first), (b, second) in combinations(of.items(), 2):
        if sizes == list(map(operator.add, first, second)):
            return f"{a} + {b}"
        if sizes == list(map(operator.mul, first, second)):
            return f"{_closed(a)} * {_closed(b)}"
    for text, numbers in of.items():
        factor, rest = divmod(sizes[0] - sizes[1], numbers[0] - numbers[1])
        offset = sizes[0] - factor * numbers[0]
        is_line = sizes == [each * factor + offset for each in numbers]
        if is_line and not rest and 0 < factor <= _FACTORS and abs(offset) <= _OFFSETS:
            return _linear(text, factor, offset)
        for part in range(2, _PARTS):
            if sizes == [each // part for each in numbers]:
                return f"{_closed(text)} // {part}"
    return ""


def _linear(text: str, factor: int, offset: int) -> str:
    found = text if factor == 1 else f"{_closed(text)} * {factor}"
    return found if not offset else f"{found} {'+' if offset > 0 else '-'} {abs(offset)}"


def _closed(text: str) -> str:
    return f"({text})" if " " in text else text


def _numbers(reading: Reading, maker: cst.Call) -> Iterator[cst.BaseExpression]:
    """Names, attributes and elements of these, and what is worked out of them, in what a layer is made with."""
    waiting: list[cst.BaseExpression] = [arg.value for arg in maker.args]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, (cst.Name, cst.Attribute, cst.Subscript)) and is_fixed(reading, node):
            yield node
        elif isinstance(node, cst.BinaryOperation):
            yield node
            waiting += [node.left, node.right]
        elif isinstance(node, (cst.List, cst.Tuple)):
            waiting += [each.value for each in node.elements]


def _worked_out(reading: Reading, node: cst.BaseExpression, known: Mapping[str, int]) -> int | None:
    if isinstance(node, cst.Integer):
        return node.evaluated_value
    if not isinstance(node, cst.BinaryOperation) or type(node.operator) not in _OPERATIONS:
        return known.get(reading.code(node))
    left, right = (_worked_out(reading, each, known) for each in (node.left, node.right))
    if left is None or right is None or (isinstance(node.operator, cst.FloorDivide) and not right):
        return None
    return _OPERATIONS[type(node.operator)](left, right)


def _is_size_alone(reading: Reading, home: Home, text: str) -> bool:
    root = text.partition(".")[0]
    own = reading.scope(home).find(root)
    for node in (*reading.source.all(cst.Name, cst.Attribute), *reading.source.all(cst.Subscript)):
        is_one = reading.code(node) == text and not isinstance(reading.source.parents.get(node), cst.Attribute)
        if is_one and reading.bindings(_root(node)) == own and not _is_passed_on(reading, node):
            return False
    return True


def _root(node: cst.CSTNode) -> cst.BaseExpression:
    while isinstance(node, (cst.Attribute, cst.Subscript)):
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
