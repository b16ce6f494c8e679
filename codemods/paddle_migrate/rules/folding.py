"""Folds the expressions of a rule's body: parameters put in, and what constants decide decided."""

from __future__ import annotations

import ast
import copy
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from paddle_migrate.rules.expansion import (
    TRAINING,
    Call,
    Default,
    Expansion,
    Given,
    Naming,
    Refused,
    helper_mark,
    literal,
)
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.parameters import MAKE_THEMSELVES
from paddle_migrate.rules.rule import PACKAGE, Modules, Rule
from paddle_migrate.text.pytree import dotted_name

UNKNOWN = object()
OF_LAYERS = (Word.AT_RUN_TIME, Word.SIZED, Word.WITH_ARGUMENTS)
ORDERINGS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    **ORDERINGS,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
_SIZED = "__sized__"
_CONTAINS = (ast.In, ast.NotIn)


class Folding(ABC):
    """The names of a rule's body with what they stand for, and what is found out on the way."""

    def __init__(self, rule: Rule, names: dict[str, ast.expr], target: str) -> None:
        self.rule = rule
        self.names = names
        self.target = target
        self.helpers: list[Rule] = []
        self.rules = [rule]
        self.differs: list[str] = []
        self.dynamic_only: list[str] = []
        self.asks_training = False
        self.asks_compat = False  # whether something was spelled by its name in compat
        self.asks_target = False
        self.activation: ast.expr | None = None  # that of a layer which was made
        self.called: ast.Call | None = None
        self.naming: Naming | None = None

    @abstractmethod
    def expand(self, rule: Rule, call: Call) -> Expansion:
        """What a call of another rule means."""

    @abstractmethod
    def layered(self, node: ast.Call) -> ast.expr:
        """What a function that makes parameters means."""

    @abstractmethod
    def of_layer(self, word: Word, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
        """What a call of a word of layers' language stands for."""

    def note_mode(self, rule: Rule, bound: dict[str, ast.expr]) -> None:
        """Note why what stands for the rule is nothing for a program, where it has these arguments."""
        given = [name for name, value in bound.items() if not isinstance(value, Default)]
        if words := rule.why_dynamic(given):
            self.dynamic_only.append(words)

    def _expand(self, inner: Rule, call: Call) -> Expansion:
        """A rule that this one calls, whose needs become this one's."""
        try:
            expansion = self.expand(inner, call)
        except RecursionError:
            if inner.name != self.rule.name:
                raise
            raise Refused("calls itself, which no expression does") from None
        self.helpers += expansion.helpers
        self.rules += expansion.rules
        self.differs += expansion.differs
        self.dynamic_only += expansion.dynamic_only
        self.asks_training = self.asks_training or expansion.asks_training
        self.asks_target = self.asks_target or expansion.asks_target
        self.activation = expansion.activation or self.activation
        self.naming = expansion.naming or self.naming
        if [param.name for param in inner.params] == [param.name for param in self.rule.params]:
            self.called = expansion.called  # what it makes is made with the arguments of this one
        return expansion

    def value(self, node: ast.expr) -> Any:
        """The value of a folded expression, or UNKNOWN."""
        if isinstance(node, Given):
            return node.value if node.known else UNKNOWN
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.List, ast.Tuple)):
            values = [self.value(e) for e in node.elts]
            if UNKNOWN in values:
                return UNKNOWN
            return values if isinstance(node, ast.List) else tuple(values)
        return UNKNOWN

    def fold(self, node: ast.expr) -> ast.expr:
        """The expression with parameters put in and everything decided folded away."""
        method = getattr(self, f"_fold_{type(node).__name__}", None)
        return method(node) if method else self._fold_children(node)

    def _fold_children(self, node: ast.expr) -> ast.expr:
        """Also of what a comprehension goes through, which is no expression itself."""
        node = copy.copy(node)
        for name, old in ast.iter_fields(node):
            if isinstance(old, ast.expr):
                setattr(node, name, self.fold(old))
            elif isinstance(old, list) and old and isinstance(old[0], (ast.expr, ast.comprehension)):
                setattr(node, name, [self.fold(e) for e in old])
        return node

    def _fold_Given(self, node: Given) -> ast.expr:
        return node

    def _fold_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.names:
            return self.names[node.id]
        if constants := self.rule.module.constants(node.id):
            return constants
        dotted = self.rule.module.dotted(node)
        if Word.of(dotted) is Word.PADDLE_3:
            self.asks_target = True
            return ast.Constant(value=self.target == "3")
        self.asks_compat = self.asks_compat or dotted.startswith(PACKAGE)
        return dotted_name(dotted) if dotted else node

    def _fold_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        stops_at = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for operand in node.values:
            folded = self.fold(operand)
            value = self.value(folded)
            if value is not UNKNOWN and bool(value) == stops_at:
                return folded if not left else ast.BoolOp(op=node.op, values=[*left, folded])
            if value is UNKNOWN or operand is node.values[-1]:
                left.append(folded)
        return left[0] if len(left) == 1 else ast.BoolOp(op=node.op, values=left)

    def _fold_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.fold(node.operand)
        value = self.value(operand)
        if isinstance(node.op, ast.Not) and value is not UNKNOWN:
            return ast.Constant(value=not value)
        if isinstance(node.op, ast.USub) and isinstance(operand, ast.Constant):
            return ast.Constant(value=-value)
        return ast.UnaryOp(op=node.op, operand=operand)

    def channels(self, input: ast.expr, data_format: ast.expr) -> ast.expr:
        """How many channels an input has, which come second or last."""
        place: ast.expr = ast.Constant(value=1)
        known = self.value(data_format)
        if known is UNKNOWN:
            second = ast.Call(ast.Attribute(data_format, "startswith", ast.Load()), [ast.Constant(value="NC")], [])
            place = ast.IfExp(second, place, ast.Constant(value=-1))
        elif not str(known).startswith("NC"):
            place = ast.Constant(value=-1)
        return ast.Subscript(value=ast.Attribute(input, "shape", ast.Load()), slice=place, ctx=ast.Load())

    def _fold_Subscript(self, node: ast.Subscript) -> ast.expr:
        whole, index = self.fold(node.value), self.value(self.fold(node.slice))
        if isinstance(whole, ast.Attribute) and is_sized(whole.value):
            assert isinstance(whole.value, ast.Call)
            if index != 1:
                raise Refused("its channels come last, or where they are is known only when it runs")
            return self.channels(*whole.value.args)
        if isinstance(whole, Given) and isinstance(index, int) and -len(whole.elements) <= index < len(whole.elements):
            return whole.elements[index]
        if isinstance(whole, Default) and isinstance(whole.value, (list, tuple)) and isinstance(index, int):
            return ast.Constant(value=whole.value[index])
        return ast.Subscript(value=whole, slice=self.fold(node.slice), ctx=ast.Load())

    def _fold_List(self, node: ast.List) -> ast.expr:
        return ast.List(elts=[part for element in node.elts for part in self._parts(element)], ctx=ast.Load())

    def _parts(self, element: ast.expr) -> list[ast.expr]:
        """What an element writes into its list: several, where it is `*paddings` and these are written out."""
        if not isinstance(element, ast.Starred):
            return [self.fold(element)]
        whole = self.fold(element.value)
        if isinstance(whole, Given) and whole.elements:
            return list(whole.elements)
        if isinstance(whole, Default) and isinstance(whole.value, (list, tuple)):
            return [ast.Constant(value=part) for part in whole.value]
        return [ast.Starred(value=whole, ctx=ast.Load())]

    def _fold_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.fold(node.test)
        decided = self.value(test)
        if decided is UNKNOWN:
            body, orelse = self.fold(node.body), self.fold(node.orelse)
            one, other = self.value(body), self.value(orelse)
            same = one is not UNKNOWN and type(one) is type(other) and one == other
            return orelse if same else ast.IfExp(test=test, body=body, orelse=orelse)
        return self.fold(node.body if decided else node.orelse)

    def _fold_Compare(self, node: ast.Compare) -> ast.expr:
        operands = [self.fold(e) for e in (node.left, *node.comparators)]
        values = [self.value(e) for e in operands]
        if UNKNOWN not in values:
            pairs = zip(node.ops, values, values[1:], strict=False)
            with suppress(TypeError):  # what the script gives there fails when it runs, today as in 1.8
                return ast.Constant(value=all(COMPARE[type(op)](left, right) for op, left, right in pairs))
        if len(operands) == 2 and values[1] is None and getattr(operands[0], "never_none", False):
            return ast.Constant(value=isinstance(node.ops[0], (ast.IsNot, ast.NotEq)))
        if len(operands) == 2 and isinstance(node.ops[0], ast.In) and self._holds(operands[1], values[0]):
            return ast.Constant(value=True)
        among = getattr(operands[0], "among", ())
        if among and type(node.ops[0]) in _CONTAINS and values[1] is not UNKNOWN:
            held = {COMPARE[type(node.ops[0])](each, values[1]) for each in among}
            if len(held) == 1:
                return ast.Constant(value=held.pop())
        return ast.Compare(left=operands[0], ops=node.ops, comparators=operands[1:])

    def _holds(self, container: ast.expr, value: Any) -> bool:
        """Whether a list that is written out, of whatever else, has this value among what is known of it."""
        known = [self.value(e) for e in container.elements] if isinstance(container, Given) else []
        return value is not UNKNOWN and any(e is not UNKNOWN and e == value and type(e) is type(value) for e in known)

    def _fold_Call(self, node: ast.Call) -> ast.expr:
        if self.rule.module.word(node.func) is Word.LAYERED:
            return self.layered(node)
        args = [self.fold(a) for a in node.args]
        keywords = [ast.keyword(arg=k.arg, value=self.fold(k.value)) for k in node.keywords]
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance" and args:
            decided = self._isinstance(args[0], node.args[1])
            if decided is not None:
                return ast.Constant(value=decided)
        dotted = self.rule.module.dotted(node.func)
        word = Word.of(dotted)
        if word is not None:
            return self._fold_word(word, args, keywords)
        if dotted.startswith(PACKAGE):
            inner = self.rule.module.library.lookup(dotted)
            if isinstance(inner, Rule) and inner.kind in ("function", "class", "wrapper", "move"):
                return self._expand(inner, Call(args, {k.arg: k.value for k in keywords if k.arg})).value
            if isinstance(inner, Rule) and inner.kind == "helper":
                return self._helper_call(inner, args, keywords)
            raise Refused(f"{self.rule.short} has no form in one expression: write what it does as statements")
        return ast.Call(func=self.fold(node.func), args=args, keywords=keywords)

    def _fold_word(self, word: Word, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
        """What a call of a word of the rules' language stands for."""
        if word in OF_LAYERS:
            return self.of_layer(word, args, keywords)
        if word is Word.KNOWN:
            return args[0]
        if word is Word.ACTIVATE:
            return self.activated(args[0], args[1])
        if word is Word.LEFT_OUT:
            return ast.Constant(value=all(self.value(arg) is None for arg in args))
        if word is Word.IN_TRAIN_MODE:
            self.asks_training = True
            return ast.Call(func=ast.Name(id=TRAINING, ctx=ast.Load()), args=args, keywords=[])
        raise Refused(f"{self.rule.short} has no form in one expression: write what it does as statements")

    def _helper_call(self, helper: Rule, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.Call:
        """A call of a function that the script gets, without what are its defaults, positional as the user wrote it."""
        self.helpers.append(helper)
        places = zip((param.name for param in helper.params), args, strict=False)
        self.note_mode(helper, {**dict(places), **{str(k.arg): k.value for k in keywords}})
        keywords = [k for k in keywords if not _is_default(helper, k)]
        for param in helper.params[len(args) :]:
            value = keywords[0].value if keywords and keywords[0].arg == param.name else None
            if not isinstance(value, Given) or not value.positional or _stands_behind(value, keywords[1:]):
                break
            args, keywords = [*args, value], keywords[1:]
        if helper.short in MAKE_THEMSELVES:
            name = self.names.get("name", Default(value=None))
            self.naming = Naming(ast.Constant(value=MAKE_THEMSELVES[helper.short]), name, self.value(name) is None)
        return ast.Call(func=ast.Name(id=helper_mark(helper.short), ctx=ast.Load()), args=args, keywords=keywords)

    def activated(self, inner: ast.expr, act: ast.expr) -> ast.expr:
        """Under the activation of that name; by a function that the script gets, where only a run tells the name."""
        name = self.value(act)
        if name is UNKNOWN:
            helper = self.rule.module.library.lookup(f"{PACKAGE}._today.activated_by_name")
            assert isinstance(helper, Rule)
            return self._expand(helper, Call([inner, act], {})).value
        if name is None:
            return inner
        rule = activation_rule(self.rule.module.library, str(name))
        return self._helper_call(rule, [inner], []) if rule.kind == "helper" \
            else self._expand(rule, Call([inner], {})).value

    def _isinstance(self, value: ast.expr, kinds: ast.expr) -> bool | None:
        known = self.value(value)
        if known is UNKNOWN and isinstance(value, Given) and value.is_tensor:
            return False
        if known is UNKNOWN and isinstance(value, Given) and (value.elements or value.is_list):
            known = []
        if known is UNKNOWN:
            return None
        builtin: dict[str, type] = {t.__name__: t for t in (int, float, str, bool, list, tuple, dict)}
        names = [e.id for e in (kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]) if isinstance(e, ast.Name)]
        return isinstance(known, tuple(builtin[n] for n in names if n in builtin))


def sized(input: ast.expr, data_format: ast.expr) -> ast.expr:
    """Stands for an input of which a rule takes sizes as if its channels came second."""
    return ast.Call(ast.Name(_SIZED, ast.Load()), [input, data_format], [])


def is_sized(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == _SIZED


_OF_ROWS = ("sequence_softmax",)


def activation_rule(library: Modules, act: str) -> Rule:
    """What `act=` names: the function of that name in fluid.layers, or for the rows of sequences."""
    sequences = library.module(f"{PACKAGE}._today_sequences")
    of_rows = sequences.find(act) if sequences is not None and act in _OF_ROWS else None
    rule = of_rows or library.lookup(f"{PACKAGE}.fluid.layers.{act}")
    if not isinstance(rule, Rule):
        raise Refused(f"act={act!r} is no activation that this tool knows")
    return rule


def _stands_behind(value: Given, keywords: list[ast.keyword]) -> bool:
    """Whether the user wrote the argument behind one of those that keep their names."""
    numbers = [n.number for k in keywords for n in ast.walk(k.value) if isinstance(n, Given)]
    return any(number < value.number for number in numbers)


def _is_default(rule: Rule, keyword: ast.keyword) -> bool:
    """Whether the rule's own default of a parameter is this constant."""
    param = rule.param(keyword.arg) if keyword.arg else None
    default, value = param.default if param else None, keyword.value
    if default is None or not isinstance(value, ast.Constant):
        return False
    known, same = literal(ast.unparse(default))
    return known and type(same) is type(value.value) and bool(same == value.value)
