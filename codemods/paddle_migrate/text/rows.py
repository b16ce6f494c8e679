"""What the commonest kinds of nodes are made of, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple

import libcst as cst

# Parentheses go without saying. Between < and > lies the node itself, where white space or punctuation around it
# counts as its own, too.
_ROWS = """
And: whitespace_before < 'and' > whitespace_after
AnnAssign: < target annotation equal value > semicolon
Annotation: whitespace_before_indicator ':' whitespace_after_indicator < annotation >
Arg: < star whitespace_after_star keyword equal value > comma whitespace_after_arg
AsName: whitespace_before_as 'as' whitespace_after_as name
Assert: < 'assert' whitespace_after_assert test comma msg > semicolon
Assign: < targets value > semicolon
AssignEqual: whitespace_before '=' whitespace_after
AssignTarget: < target > whitespace_before_equal '=' whitespace_after_equal
Asynchronous: 'async' whitespace_after
Attribute: value dot attr
AugAssign: < target operator value > semicolon
BinaryOperation: left operator right
BooleanOperation: left operator right
Break: < 'break' > semicolon
Call: func whitespace_after_func '(' whitespace_before_args args ')'
Colon: whitespace_before ':' whitespace_after
Comma: whitespace_before ',' whitespace_after
Comment: value
CompFor: whitespace_before asynchronous 'for' whitespace_after_for target whitespace_before_in 'in'
    whitespace_after_in iter ifs inner_for_in
CompIf: whitespace_before 'if' whitespace_before_test test
Comparison: left comparisons
ComparisonTarget: operator comparator
ConcatenatedString: left whitespace_between right
Continue: < 'continue' > semicolon
Del: < 'del' whitespace_after_del target > semicolon
Dict: lbrace elements rbrace
DictElement: < key whitespace_before_colon ':' whitespace_after_colon value > comma
Dot: whitespace_before '.' whitespace_after
Element: < value > comma
Ellipsis: '...'
Expr: < value > semicolon
Float: value
From: whitespace_before_from < 'from' whitespace_after_from item >
GeneratorExp: elt for_in
IfExp: body whitespace_before_if 'if' whitespace_after_if test whitespace_before_else 'else'
    whitespace_after_else orelse
Import: < 'import' whitespace_after_import names > semicolon
ImportAlias: < name asname > comma
ImportFrom: < 'from' whitespace_after_from relative module whitespace_before_import 'import'
    whitespace_after_import lpar names rpar > semicolon
ImportStar: '*'
Index: star whitespace_after_star value
Integer: value
IsNot: whitespace_before < 'is' whitespace_between 'not' > whitespace_after
Lambda: 'lambda' whitespace_after_lambda params colon body
LeftCurlyBrace: '{' whitespace_after
LeftParen: '(' whitespace_after
LeftSquareBracket: '[' whitespace_after
List: lbracket elements rbracket
ListComp: lbracket elt for_in rbracket
Name: value
Not: 'not' whitespace_after
NotEqual: whitespace_before < value > whitespace_after
NotIn: whitespace_before < 'not' whitespace_between 'in' > whitespace_after
Or: whitespace_before < 'or' > whitespace_after
Param: < star whitespace_after_star name > annotation equal default comma whitespace_after_param
Parameters: posonly_params posonly_ind params star_arg kwonly_params star_kwarg
ParamSlash: '/' whitespace_after comma
ParamStar: '*' comma
Pass: < 'pass' > semicolon
Raise: < 'raise' whitespace_after_raise exc cause > semicolon
Return: < 'return' whitespace_after_return value > semicolon
RightCurlyBrace: whitespace_before '}'
RightParen: whitespace_before ')'
RightSquareBracket: whitespace_before ']'
Semicolon: whitespace_before ';' whitespace_after
SimpleString: value
Slice: lower first_colon upper second_colon step
StarredDictElement: < '**' whitespace_before_value value > comma
StarredElement: < '*' whitespace_before_value value > comma
Subscript: value whitespace_after_value lbracket slice rbracket
SubscriptElement: < slice > comma
TrailingWhitespace: whitespace comment newline
Tuple: elements
UnaryOperation: operator expression
WithItem: < item asname > comma
"""
_TOKENS = """
Add + Subtract - Multiply * Divide / FloorDivide // Modulo % Power ** LeftShift << RightShift >> BitOr | BitAnd &
BitXor ^
MatrixMultiply @ LessThan < GreaterThan > Equal == LessThanEqual <= GreaterThanEqual >= In in Is is AddAssign +=
SubtractAssign -= MultiplyAssign *= DivideAssign /= FloorDivideAssign //= ModuloAssign %= PowerAssign **=
"""
# what stands before the block of a statement
_HEADERS = """
ClassDef: 'class' whitespace_after_class name whitespace_after_name type_parameters whitespace_after_type_parameters
    lpar bases keywords rpar whitespace_before_colon ':'
Else: 'else' whitespace_before_colon ':'
Finally: 'finally' whitespace_before_colon ':'
For: asynchronous 'for' whitespace_after_for target whitespace_before_in 'in' whitespace_after_in iter
    whitespace_before_colon ':'
FunctionDef: asynchronous 'def' whitespace_after_def name whitespace_after_name type_parameters
    whitespace_after_type_parameters '(' whitespace_before_params params ')' returns whitespace_before_colon ':'
If: 'if' whitespace_before_test test whitespace_after_test ':'
Try: 'try' whitespace_before_colon ':'
While: 'while' whitespace_after_while test whitespace_before_colon ':'
With: asynchronous 'with' whitespace_after_with lpar items rpar whitespace_before_colon ':'
"""


class Parts(NamedTuple):
    """Fields, how many characters stand before each of them, and behind the last."""

    read: Callable[[Any], tuple[Any, ...]]
    before: list[int]
    behind: int


class Row(NamedTuple):
    before: Parts | None
    itself: Parts
    behind: Parts | None
    in_parentheses: bool


def _parts(words: list[str]) -> Parts | None:
    fields: list[str] = []
    before: list[int] = []
    width = 0
    for word in words:
        if word.startswith("'"):
            width += len(word) - 2
        else:
            fields.append(word)
            before.append(width)
            width = 0
    if not words:
        return None
    read: Callable[[Any], Any] = attrgetter(*fields) if fields else _nothing
    return Parts(_alone(read) if len(fields) == 1 else read, before, width)


def _nothing(node: Any) -> tuple[Any, ...]:
    return ()


def _alone(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda node: (read(node),)


def _row(kind: type[cst.CSTNode], words: list[str]) -> Row:
    first, last = (words.index("<"), words.index(">")) if "<" in words else (-1, len(words))
    itself = _parts(words[first + 1 : last])
    assert itself is not None
    in_parentheses = "lpar" in kind.__dataclass_fields__ and "lpar" not in words
    return Row(_parts(words[: max(first, 0)]), itself, _parts(words[last + 1 :]), in_parentheses)


def _table(rows: str) -> dict[type[cst.CSTNode], Row]:
    named = (line.partition(":") for line in rows.strip().replace("\n    ", " ").splitlines())
    return {kind: _row(kind, words.split()) for name, _, words in named for kind in [getattr(cst, name)]}


def _operators() -> dict[type[cst.CSTNode], Row]:
    words = _TOKENS.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    binary = "".join(f"{name}: whitespace_before < '{token}' > whitespace_after\n" for name, token in pairs)
    unary = "".join(f"{name}: '-' whitespace_after\n" for name in ("Minus", "Plus", "BitInvert"))
    return _table(binary + unary)


KNOWN = {**_table(_ROWS), **_operators()}
HEADERS = _table(_HEADERS)
