"""Every node of a tree, without its white space and punctuation, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import libcst as cst

# what each kind holds, as it is written; kinds that are not listed are asked, which takes several times as long
_PARTS = """
AnnAssign: target annotation value
Annotation: annotation
Arg: keyword value
AsName: name
Assert: test msg
Assign: targets value
AssignTarget: target
Attribute: value attr
AugAssign: target operator value
BinaryOperation: left operator right
BooleanOperation: left operator right
Call: func args
ClassDef: decorators name type_parameters bases keywords body
CompFor: target iter ifs inner_for_in
CompIf: test
Comparison: left comparisons
ComparisonTarget: operator comparator
ConcatenatedString: left right
Decorator: decorator
Del: target
Dict: elements
DictComp: key value for_in
DictElement: key value
Element: value
Else: body
ExceptHandler: type name body
Expr: value
Finally: body
For: target iter body orelse
FormattedString: parts
FormattedStringExpression: expression format_spec
FunctionDef: decorators name type_parameters params returns body
GeneratorExp: elt for_in
If: test body orelse
IfExp: body test orelse
Import: names
ImportAlias: name asname
ImportFrom: module names
IndentedBlock: body
Index: value
Lambda: params body
List: elements
ListComp: elt for_in
Module: body
NamedExpr: target value
Param: name annotation default
Parameters: posonly_params posonly_ind params star_arg kwonly_params star_kwarg
Return: value
Set: elements
SimpleStatementLine: body
SimpleStatementSuite: body
Slice: lower upper step
StarredElement: value
Subscript: value slice
SubscriptElement: slice
Try: body handlers orelse finalbody
Tuple: elements
UnaryOperation: operator expression
While: test body orelse
With: items body
WithItem: item asname
"""
_LEAVES = """
Add And Break Continue Divide Ellipsis Equal Float FloorDivide FormattedStringText GreaterThan GreaterThanEqual
ImportStar In Integer Is IsNot LessThan LessThanEqual Minus Modulo Multiply Name Not NotEqual NotIn Or Pass Power
SimpleString Subtract
"""
# white space and marks: parts of what they stand in
PUNCTUATION = frozenset(
    (
        cst.SimpleWhitespace,
        cst.ParenthesizedWhitespace,
        cst.TrailingWhitespace,
        cst.EmptyLine,
        cst.Newline,
        cst.Comment,
        cst.AssignEqual,
        cst.Asynchronous,
        cst.Colon,
        cst.Comma,
        cst.Dot,
        cst.Semicolon,
        cst.LeftCurlyBrace,
        cst.LeftParen,
        cst.LeftSquareBracket,
        cst.RightCurlyBrace,
        cst.RightParen,
        cst.RightSquareBracket,
    )
)

Getter = Callable[[Any], tuple[Any, ...]]


def _getter(fields: list[str]) -> Getter:
    """Reads the fields, the last one first."""
    read: Getter = attrgetter(*reversed(fields))
    return read if len(fields) > 1 else lambda node: (read(node),)


def _getters() -> dict[type, Getter | None]:
    rows = (line.split(":") for line in _PARTS.strip().splitlines())
    named = {getattr(cst, kind): fields.split() for kind, fields in rows}
    found = {k: _getter([f for f in fields if f in k.__dataclass_fields__]) for k, fields in named.items()}
    return {**found, **{getattr(cst, kind): None for kind in _LEAVES.split()}}


_GETTERS = _getters()


def _asked(node: cst.CSTNode) -> tuple[Any, ...]:
    return tuple(reversed([child for child in node.children if type(child) not in PUNCTUATION]))


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """What stands directly in a node."""
    read: Getter | None = _GETTERS.get(type(node), _asked)
    found: list[cst.CSTNode] = []
    for part in reversed(read(node)) if read is not None else ():
        if isinstance(part, (tuple, list)):
            found += part
        elif part is not None and type(part) is not cst.MaybeSentinel:
            found.append(part)
    return found


def walk(module: cst.CSTNode) -> tuple[list[cst.CSTNode], dict[int, cst.CSTNode]]:
    """All nodes, and the one above each, by id: hashing nodes costs more than all the rest."""
    nodes: list[cst.CSTNode] = []
    above: dict[int, cst.CSTNode] = {}
    waiting: list[cst.CSTNode] = [module]
    known: Callable[..., Getter | None] = _GETTERS.get
    nothing = cst.MaybeSentinel
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        read = known(type(node), _asked)
        if read is None:
            continue
        for part in read(node):
            kind = type(part)
            if kind is tuple or kind is list:
                for child in reversed(part):
                    above[id(child)] = node
                    waiting.append(child)
            elif part is not None and kind is not nothing:
                above[id(part)] = node
                waiting.append(part)
    return nodes, above
