"""From a rule and a call's arguments to the expression that the call means today."""

from __future__ import annotations

import ast
import copy
import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any

from paddle_migrate.pytree import dotted_name
from paddle_migrate.rules import Library, Param, Rule, init_of


class Refused(Exception):
    """The call cannot be inlined; the message says why."""


class Given(ast.Name):
    """Stands in an expression for an argument that the user wrote.

    `number` tells which one; `known` says whether its value can be read off the text, `value` is then that value.
    Of a list or tuple written out, `elements` are the same for each of its elements.
    """

    number: int
    known: bool
    value: Any
    positional: bool
    elements: list[Given]


class Default(ast.Constant):
    """A legacy default that nobody wrote: it may be left out where today's default is the same."""


def helper_mark(name: str) -> str:
    """Stands in an expression for the name that a helper gets in the script."""
    return f"__helper_{name}__"


def given(number: int, positional: bool, known: bool = False, value: Any = None) -> Given:
    node = Given(id=f"__given_{number}__", ctx=ast.Load())
    node.number, node.positional, node.known, node.value = number, positional, known, value
    node.elements = []
    return node


@dataclass
class Expansion:
    """What a call means: `value`, for a layer also the activation that its constructor was given."""

    value: ast.expr
    activation: ast.expr | None = None
    dropped: dict[str, str] = field(default_factory=dict)  # parameters that were given and are left out: the reason
    asks_training: bool = False  # whether `value` holds TRAINING
    helpers: list[Rule] = field(default_factory=list)  # functions that `value` calls, by `helper_mark` of their names
    rules: list[Rule] = field(default_factory=list)  # the rule, and those that it calls
    asks_target: bool = False  # whether another Paddle to write for would make it another expression
    differs: list[str] = field(default_factory=list)  # how its numbers differ for what was given


@dataclass
class Call:
    """Arguments of a call, in the order they are written."""

    args: list[ast.expr]
    keywords: dict[str, ast.expr]


UNKNOWN = object()
ORDERINGS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    **ORDERINGS,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
_KNOWN = f"{Library.PACKAGE}._rule.known"
TRAINING = "__training__"  # stands in an expression for whether the model is in training


def bind(rule: Rule, call: Call) -> dict[str, ast.expr]:
    """The call's arguments by parameter name, defaults filled in."""
    bound: dict[str, ast.expr] = {}
    places = [p for p in rule.params if not p.keyword_only]
    if len(call.args) > len(places):
        raise Refused(f"{rule.short}() takes {len(places)} arguments, {len(call.args)} are given")
    for param, arg in zip(places, call.args, strict=False):
        bound[param.name] = arg
    for name, arg in call.keywords.items():
        if rule.param(name) is None:
            raise Refused(f"{rule.short}() has no argument {name!r} in 1.8")
        if name in bound:
            raise Refused(f"{rule.short}() is given {name!r} twice")
        bound[name] = arg
    for param in rule.params:
        if param.name not in bound:
            bound[param.name] = _default(rule, param)
    return bound


def _default(rule: Rule, param: Param) -> ast.expr:
    if param.default is None:
        raise Refused(f"{rule.short}() needs the argument {param.name!r}")
    try:
        return Default(value=ast.literal_eval(param.default))
    except ValueError:
        return copy.deepcopy(param.default)


def expand(rule: Rule, call: Call, target: str = "2.6") -> Expansion:
    """What `call` of `rule` means in the Paddle `target`.

    Raises Refused when that is not one expression known before the program runs.
    """
    if rule.kind == "move":
        keywords = [ast.keyword(arg=k, value=v) for k, v in call.keywords.items()]
        return Expansion(ast.Call(func=dotted_name(rule.target), args=list(call.args), keywords=keywords))
    if rule.node is None or rule.kind not in ("function", "class", "wrapper"):
        raise Refused(f"{rule.short} has no form in one expression")
    bound = bind(rule, call)
    run = _Run(rule, bound, target)
    if rule.kind == "function":
        assert isinstance(rule.node, ast.FunctionDef)
        result = run.function(rule.node.body)
        activation = None
    else:
        assert isinstance(rule.node, ast.ClassDef)
        result, activation = run.constructor(rule.node, wrapper=rule.kind == "wrapper")
    dropped = {
        name: reason for name, reason in rule.dropped.items() if not isinstance(bound.get(name), (Default, type(None)))
    }
    return Expansion(result, activation, dropped, run.asks_training, run.helpers, run.rules, run.asks_target,
                     run.differs)


# What is written as one argument: a literal's text (empty for anything else), and the same of each element of a list.
Written = tuple[str, tuple[str, ...]]


@lru_cache(maxsize=4096)
def expanded(rule: Rule, arguments: tuple[tuple[str, Written], ...], target: str) -> Expansion:
    """`expand` of a call known by what is written: (keyword or empty, argument) for each argument.

    Scripts repeat a few forms of call, so each form is expanded once; nothing that comes back may be changed.
    """
    return expand(rule, call_of(arguments), target)


def call_of(arguments: tuple[tuple[str, Written], ...]) -> Call:
    """The arguments as `Given`, numbered by their place, then the elements of lists in their order."""
    numbers = count(len(arguments))
    args: list[ast.expr] = []
    keywords: dict[str, ast.expr] = {}
    for place, (keyword, (text, elements)) in enumerate(arguments):
        node = given(place, not keyword, *literal(text))
        node.elements = [given(next(numbers), not keyword, *literal(element)) for element in elements]
        if keyword:
            keywords[keyword] = node
        else:
            args.append(node)
    return Call(args, keywords)


@lru_cache(maxsize=4096, typed=True)
def literal(text: str) -> tuple[bool, Any]:
    """Whether the text is a literal, and its value. The value may not be changed."""
    if not text:
        return False, None
    try:
        return True, ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False, None


@lru_cache(maxsize=256)
def around(library: Library, act: str, target: str = "2.6") -> ast.expr:
    """The activation that `act=` names, around the first thing given."""
    return activated(library, act, given(0, True), target)


def activated(library: Library, act: str, inner: ast.expr, target: str = "2.6") -> ast.expr:
    """The expression `inner` under the activation that `act=` names: the function of that name in fluid.layers."""
    rule = library.lookup(f"{Library.PACKAGE}.fluid.layers.{act}")
    if not isinstance(rule, Rule):
        raise Refused(f"act={act!r} is no activation that this tool knows")
    return expand(rule, Call([inner], {}), target).value


class _Run:
    """Follows a rule's body with the bound arguments, folding what they decide."""

    def __init__(self, rule: Rule, names: dict[str, ast.expr], target: str) -> None:
        self.rule = rule
        self.names = names
        self.target = target
        self.helpers: list[Rule] = []
        self.rules = [rule]
        self.differs: list[str] = []
        self.asks_training = False
        self.asks_target = False

    def function(self, body: list[ast.stmt]) -> ast.expr:
        result = self._block(body)
        if result is None:
            raise Refused(f"{self.rule.short} returns nothing")
        return result

    def _block(self, body: list[ast.stmt]) -> ast.expr | None:
        for statement in body:
            if isinstance(statement, ast.Return):
                return self.fold(statement.value) if statement.value else ast.Constant(value=None)
            if isinstance(statement, ast.Raise):
                raise Refused(_words(statement))
            if isinstance(statement, ast.If):
                if self._is_type_guard(statement):
                    continue
                result = self._block(self._branch(statement))
                if result is not None:
                    return result
            elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                self.names[statement.targets[0].id] = self.fold(statement.value)
        return None

    def _branch(self, statement: ast.If) -> list[ast.stmt]:
        decided = self._truth(statement.test)
        if decided is UNKNOWN and self._is_known(statement.test):
            return statement.orelse
        if decided is UNKNOWN:
            raise Refused(f"what it means depends on {self._undecided(statement.test)}, known only when it runs")
        return statement.body if decided else statement.orelse

    def _is_known(self, test: ast.expr) -> bool:
        return isinstance(test, ast.Call) and self.rule.module.dotted(test.func) == _KNOWN

    def _is_type_guard(self, statement: ast.If) -> bool:
        """A check of an argument's type that raises or hands the argument back, or one for None that raises: it is for
        input that is wrong, or right already, and cannot be decided here."""
        test = statement.test.operand if isinstance(statement.test, ast.UnaryOp) else statement.test
        last = statement.body[0]
        is_check = isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance"
        is_check = is_check or (isinstance(last, ast.Raise) and all(map(_asks_for_none, _alternatives(test))))
        harmless = isinstance(last, ast.Raise) or (isinstance(last, ast.Return) and isinstance(last.value, ast.Name))
        return is_check and harmless and not statement.orelse and self._truth(statement.test) is UNKNOWN

    def _truth(self, test: ast.expr) -> Any:
        """Whether a condition holds, or UNKNOWN; one known part may decide an `or` or an `and`."""
        folded = self.fold(test)
        if not isinstance(folded, ast.BoolOp):
            return self.value(folded)
        decides = isinstance(folded.op, ast.Or)
        known = [bool(value) for value in map(self.value, folded.values) if value is not UNKNOWN]
        return decides if decides in known else UNKNOWN

    def _undecided(self, test: ast.expr) -> str:
        names = [n.id for n in ast.walk(test) if isinstance(n, ast.Name) and n.id in self.names]
        unknown = [n for n in names if self.value(self.names[n]) is UNKNOWN]
        return " and ".join(dict.fromkeys(unknown)) or "its arguments"

    def constructor(self, node: ast.ClassDef, wrapper: bool) -> tuple[ast.expr, ast.expr | None]:
        init = init_of(node)
        if init is None:
            return self._inherited(node)
        return self._constructor_block(init.body, node, wrapper)

    def _inherited(self, node: ast.ClassDef) -> tuple[ast.expr, ast.expr | None]:
        parent = self.rule.module.library.lookup(self.rule.module.dotted(node.bases[0]))
        if isinstance(parent, Rule):
            inner = self._expand(parent, Call([], {k: v for k, v in self.names.items() if not isinstance(v, Default)}))
            return inner.value, inner.activation
        keywords = [ast.keyword(arg=k, value=v) for k, v in self.names.items()]
        return ast.Call(func=self.fold(node.bases[0]), args=[], keywords=keywords), None

    def _constructor_block(
        self, body: list[ast.stmt], node: ast.ClassDef, wrapper: bool
    ) -> tuple[ast.expr, ast.expr | None]:
        result: ast.expr | None = None
        activation: ast.expr | None = None
        pending = list(body)
        while pending:
            statement = pending.pop(0)
            if isinstance(statement, ast.Raise):
                raise Refused(_words(statement))
            if isinstance(statement, ast.If):
                pending = [*self._branch(statement), *pending]
            elif isinstance(statement, ast.Assign):
                target = statement.targets[0]
                if isinstance(target, ast.Name):
                    self.names[target.id] = self.fold(statement.value)
                elif wrapper and isinstance(target, ast.Attribute) and target.attr == "inner":
                    result = self.fold(statement.value)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                called = statement.value
                if not wrapper and _is_super_init(called.func):
                    result = self._base_call(called, node)
                elif isinstance(called.func, ast.Name) and called.func.id == "with_activation":
                    activation = self.fold(called.args[1])
                elif isinstance(called.func, ast.Name) and called.func.id == "with_dtype" and result is not None:
                    result = self._with_dtype(result, self.fold(called.args[1]))
                elif isinstance(called.func, ast.Name):
                    self._check_mark(called.func.id, called)
        if result is None:
            raise Refused(f"{self.rule.short} has no form in one expression")
        if activation is not None and self.value(activation) is None:
            activation = None
        return result, activation

    def _with_dtype(self, layer: ast.expr, dtype: ast.expr) -> ast.expr:
        """The layer, cast where it is not float32 as all are today."""
        if self.value(dtype) == "float32":
            return layer
        cast = ast.Attribute(value=layer, attr="to", ctx=ast.Load())
        return ast.Call(func=cast, args=[], keywords=[ast.keyword(arg="dtype", value=dtype)])

    def _check_mark(self, name: str, called: ast.Call) -> None:
        """What a constructor does that today's call has no argument for."""
        values = {str(k.arg): self.fold(k.value) for k in called.keywords}
        given = [name for name, value in values.items() if not isinstance(value, Default)]
        if name == "runtime_only" and given:
            raise Refused(f"{given[0]}= has no equivalent today")
        if name == "differs_if_given" and any(self.value(values[name]) is not None for name in given):
            self.differs.append(ast.literal_eval(called.args[0]))

    def _base_call(self, called: ast.Call, node: ast.ClassDef) -> ast.expr:
        keywords = [ast.keyword(arg=k.arg, value=self.fold(k.value)) for k in called.keywords]
        args = [self.fold(a) for a in called.args]
        parent = self.rule.module.library.lookup(self.rule.module.dotted(node.bases[0]))
        if isinstance(parent, Rule):
            given_only = {k.arg: k.value for k in keywords if k.arg and not isinstance(k.value, Default)}
            return self._expand(parent, Call(args, given_only)).value
        return ast.Call(func=self.fold(node.bases[0]), args=args, keywords=keywords)

    def _expand(self, inner: Rule, call: Call) -> Expansion:
        """A rule that this one calls, whose needs become this one's."""
        expansion = expand(inner, call, self.target)
        self.helpers += expansion.helpers
        self.rules += expansion.rules
        self.differs += expansion.differs
        self.asks_training = self.asks_training or expansion.asks_training
        self.asks_target = self.asks_target or expansion.asks_target
        return expansion

    def value(self, node: ast.expr) -> Any:
        """The value of a folded expression, or UNKNOWN."""
        if isinstance(node, Given):
            return node.value if node.known else UNKNOWN
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.List, ast.Tuple)):
            values = [self.value(e) for e in node.elts]
            return UNKNOWN if UNKNOWN in values else (type(node) is ast.List and values) or tuple(values)
        return UNKNOWN

    def fold(self, node: ast.expr) -> ast.expr:
        """The expression with parameters put in and everything decided folded away."""
        method = getattr(self, f"_fold_{type(node).__name__}", None)
        return method(node) if method else self._fold_children(node)

    def _fold_children(self, node: ast.expr) -> ast.expr:
        node = copy.copy(node)
        for name, old in ast.iter_fields(node):
            if isinstance(old, ast.expr):
                setattr(node, name, self.fold(old))
            elif isinstance(old, list) and old and isinstance(old[0], ast.expr):
                setattr(node, name, [self.fold(e) for e in old])
        return node

    def _fold_Given(self, node: Given) -> ast.expr:
        return node

    def _fold_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.names:
            return self.names[node.id]
        dotted = self.rule.module.dotted(node)
        if dotted == f"{Library.PACKAGE}._rule.PADDLE_3":
            self.asks_target = True
            return ast.Constant(value=self.target == "3")
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

    def _fold_Subscript(self, node: ast.Subscript) -> ast.expr:
        whole, index = self.fold(node.value), self.value(self.fold(node.slice))
        if isinstance(whole, Given) and isinstance(index, int) and -len(whole.elements) <= index < len(whole.elements):
            return whole.elements[index]
        if isinstance(whole, Default) and isinstance(whole.value, (list, tuple)) and isinstance(index, int):
            return ast.Constant(value=whole.value[index])
        return ast.Subscript(value=whole, slice=self.fold(node.slice), ctx=ast.Load())

    def _fold_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.fold(node.test)
        decided = self.value(test)
        if decided is UNKNOWN:
            body, orelse = self.fold(node.body), self.fold(node.orelse)
            same = isinstance(body, ast.Constant) and isinstance(orelse, ast.Constant) and body.value is orelse.value
            return orelse if same else ast.IfExp(test=test, body=body, orelse=orelse)
        return self.fold(node.body if decided else node.orelse)

    def _fold_Compare(self, node: ast.Compare) -> ast.expr:
        operands = [self.fold(e) for e in (node.left, *node.comparators)]
        values = [self.value(e) for e in operands]
        if UNKNOWN not in values:
            pairs = zip(node.ops, values, values[1:], strict=False)
            return ast.Constant(value=all(_COMPARE[type(op)](left, right) for op, left, right in pairs))
        return ast.Compare(left=operands[0], ops=node.ops, comparators=operands[1:])

    def _fold_Call(self, node: ast.Call) -> ast.expr:
        args = [self.fold(a) for a in node.args]
        keywords = [ast.keyword(arg=k.arg, value=self.fold(k.value)) for k in node.keywords]
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance" and args:
            decided = self._isinstance(args[0], node.args[1])
            if decided is not None:
                return ast.Constant(value=decided)
        dotted = self.rule.module.dotted(node.func)
        if dotted == _KNOWN:
            return args[0]
        if dotted == f"{Library.PACKAGE}._rule.activate":
            return self._activated(args[0], args[1])
        if dotted == f"{Library.PACKAGE}._rule.left_out":
            return ast.Constant(value=all(self.value(arg) is None for arg in args))
        if dotted == f"{Library.PACKAGE}._rule.in_train_mode":
            self.asks_training = True
            return ast.Name(id=TRAINING, ctx=ast.Load())
        if dotted.startswith(Library.PACKAGE):
            inner = self.rule.module.library.lookup(dotted)
            known = isinstance(inner, Rule) and not inner.module.name.endswith("._rule")
            if known and isinstance(inner, Rule) and inner.kind in ("function", "class", "wrapper", "move"):
                return self._expand(inner, Call(args, {k.arg: k.value for k in keywords if k.arg})).value
            if isinstance(inner, Rule) and inner.kind == "helper":
                return self._helper_call(inner, args, keywords)
            raise Refused(f"{self.rule.short} has no form in one expression")
        return ast.Call(func=self.fold(node.func), args=args, keywords=keywords)

    def _helper_call(self, helper: Rule, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.Call:
        """A call of a function that the script gets, without what are its defaults, positional as the user wrote it."""
        self.helpers.append(helper)
        keywords = [k for k in keywords if not _is_default(helper, k)]
        for param in helper.params[len(args) :]:
            value = keywords[0].value if keywords and keywords[0].arg == param.name else None
            if not isinstance(value, Given) or not value.positional:
                break
            args, keywords = [*args, value], keywords[1:]
        return ast.Call(func=ast.Name(id=helper_mark(helper.short), ctx=ast.Load()), args=args, keywords=keywords)

    def _activated(self, inner: ast.expr, act: ast.expr) -> ast.expr:
        name = self.value(act)
        if name is UNKNOWN:
            raise Refused("act= is known only when it runs")
        return inner if name is None else activated(self.rule.module.library, str(name), inner, self.target)

    def _isinstance(self, value: ast.expr, kinds: ast.expr) -> bool | None:
        known = self.value(value)
        if known is UNKNOWN:
            return None
        builtin: dict[str, type] = {t.__name__: t for t in (int, float, str, bool, list, tuple, dict)}
        names = [e.id for e in (kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]) if isinstance(e, ast.Name)]
        return isinstance(known, tuple(builtin[n] for n in names if n in builtin))


def _alternatives(test: ast.expr) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]


def _asks_for_none(test: ast.expr) -> bool:
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Is):
        return False
    return isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None


def _is_default(rule: Rule, keyword: ast.keyword) -> bool:
    """Whether the rule's own default of a parameter is this constant."""
    param = rule.param(keyword.arg) if keyword.arg else None
    default, value = param.default if param else None, keyword.value
    if default is None or not isinstance(value, ast.Constant):
        return False
    known, same = literal(ast.unparse(default))
    return known and type(same) is type(value.value) and bool(same == value.value)


def _is_super_init(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and func.attr == "__init__" and isinstance(func.value, ast.Call)


def _words(statement: ast.Raise) -> str:
    """The text of a rule's own error."""
    error: ast.expr | None = statement.exc
    if isinstance(error, ast.Call) and error.args:
        first = error.args[0]
        if isinstance(first, ast.Constant):
            return str(first.value)
        if isinstance(first, ast.JoinedStr):
            return "".join(str(v.value) if isinstance(v, ast.Constant) else "…" for v in first.values)
    return "this form has no equivalent today"
