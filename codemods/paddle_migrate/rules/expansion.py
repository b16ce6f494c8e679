"""What a call means: its arguments, and the expression that they come to."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import count
from typing import Any

from paddle_migrate.rules.definitions import Param
from paddle_migrate.rules.rule import Rule

NEVER_NONE = "<not None>"  # written for an argument of which the script tells no more
A_LIST = "<a list>"  # the same, of lists and tuples
A_TENSOR = "<a tensor>"  # and of tensors
_AMONG = "<one of>"  # before the constants that an argument may be
TRAINING = "__training__"  # stands in an expression for whether the model is in training


class Refused(Exception):
    """The call cannot be inlined; the message says why."""


class Undecided(Refused):
    """The call would be written in one of several ways, and its text does not tell in which."""


class Given(ast.Name):
    """Stands in an expression for an argument that the user wrote.

    `number` tells which one; `known` says whether its value can be read off the text, `value` is then that value. Who
    asks is noted, for the call means the same whatever the value is if nobody does. Of a list or tuple written out,
    `elements` are the same for each of its elements. `never_none`: it is not None, whatever it is; `is_list`: it is a
    list or a tuple, `is_tensor`: a tensor; `among`: all the constants that it may be, where they are seen.
    """

    number: int
    told: Callable[[], tuple[bool, Any]]
    asked: set[int]  # the numbers of those that were asked for their values, of one call
    positional: bool
    elements: list[Given]
    never_none: bool
    is_list: bool
    is_tensor: bool
    among: tuple[Any, ...]

    @property
    def known(self) -> bool:
        self.asked.add(self.number)
        return self.told()[0]

    @property
    def value(self) -> Any:
        self.asked.add(self.number)
        return self.told()[1]


class Default(ast.Constant):
    """A legacy default that nobody wrote: it may be left out where today's default is the same."""


def helper_mark(name: str) -> str:
    """Stands in an expression for the name that a helper gets in the script."""
    return f"__helper_{name}__"


def given(number: int, positional: bool, text: str = "", asked: set[int] | None = None) -> Given:
    """`text`: of a literal; empty for anything else."""
    node = Given(id=f"__given_{number}__", ctx=ast.Load())
    node.number, node.positional, node.told = number, positional, partial(literal, text)
    node.asked = asked if asked is not None else set()
    node.elements, node.never_none, node.is_list, node.is_tensor, node.among = [], False, False, False, ()
    return node


def one_of(constants: tuple[Any, ...]) -> str:
    """What is written for an argument that may be any of these."""
    return f"{_AMONG}{constants!r}"


@dataclass(frozen=True)
class Naming:
    """How 1.8.5 named what a function made: by its ``name``, or else by its kind and a number."""

    kind: ast.expr  # of a convolution a call with what its kind depends on
    name: ast.expr
    is_none: bool


@dataclass
class Expansion:
    """What a call means: `value`, for a layer also the activation that its constructor was given."""

    value: ast.expr
    activation: ast.expr | None = None
    called: ast.Call | None = None  # in `value`: a layer that is made, and called there
    naming: Naming | None = None  # how 1.8.5 named the parameters of a layer in `value`
    dropped: dict[str, str] = field(default_factory=dict)  # parameters that were given and are left out: the reason
    asks_training: bool = False  # whether `value` holds TRAINING
    helpers: list[Rule] = field(default_factory=list)  # functions that `value` calls, by `helper_mark` of their names
    rules: list[Rule] = field(default_factory=list)  # the rule, and those that it calls
    asks_target: bool = False  # whether another Paddle to write for would make it another expression
    differs: list[str] = field(default_factory=list)  # how its numbers differ for what was given
    dynamic_only: list[str] = field(default_factory=list)  # why it is nothing for a program


@dataclass
class Call:
    """Arguments of a call, in the order they are written."""

    args: list[ast.expr]
    keywords: dict[str, ast.expr]


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
            _without(rule, name, arg)
            continue
        if name in bound:
            raise Refused(f"{rule.short}() is given {name!r} twice")
        bound[name] = arg
    for param in rule.params:
        if param.name not in bound:
            bound[param.name] = _default(rule, param)
    return bound


def _without(rule: Rule, name: str, arg: ast.expr) -> None:
    """An argument that 1.8 has not, which may be 2.x's, as it is by default. Raises `Refused` for any other."""
    short = rule.short.removesuffix("Optimizer").removesuffix("Initializer")
    module = ".".join(rule.name.split(".")[2:3])
    appended = rule.module.library.since_2.get(f"{module}.{short}", {})
    if name not in appended:
        raise Refused(
            f"{rule.short}() has no argument {name!r} in 1.8, and raised: take it out, or write what was meant"
        )
    default = appended[name]
    if not isinstance(arg, Given) or not arg.known or (default is not ... and arg.value != default):
        raise Refused(f"{rule.short}() has the argument {name!r} since Paddle 2: write today's call")


def _default(rule: Rule, param: Param) -> ast.expr:
    if param.default is None:
        raise Refused(f"{rule.short}() needs the argument {param.name!r}")
    known, value = _constant(param.default)
    return Default(value=value) if known else copy.deepcopy(param.default)


@cache
def _constant(default: ast.expr) -> tuple[bool, Any]:
    """Whether a rule's default is a literal, and its value, which may not be changed."""
    try:
        return True, ast.literal_eval(default)
    except ValueError:
        return False, None


# What is written as one argument: a literal's text (empty for anything else), and the same of each element of a list.
Written = tuple[str, tuple[str, ...]]
Arguments = tuple[tuple[str, Written], ...]  # each with its keyword, if it has one


def texts_of(arguments: Arguments) -> list[str]:
    """What is written, by the numbers of `call_of`."""
    return [text for _, (text, _) in arguments] + [text for _, (_, elements) in arguments for text in elements]


def form_of(arguments: Arguments) -> tuple[tuple[str, str, int], ...]:
    """The arguments without their literals."""
    return tuple((name, text if text.startswith("<") else "", len(parts)) for name, (text, parts) in arguments)


def call_of(arguments: Arguments, asked: set[int] | None = None) -> Call:
    """The arguments as `Given`, numbered by their place, then the elements of lists in their order; ``asked`` gets the
    numbers of those whose values are asked for."""
    asked = asked if asked is not None else set()
    numbers = count(len(arguments))
    args: list[ast.expr] = []
    keywords: dict[str, ast.expr] = {}
    for place, (keyword, (text, elements)) in enumerate(arguments):
        node = given(place, not keyword, text, asked)
        node.never_none = text in (NEVER_NONE, A_LIST, A_TENSOR)
        node.is_list, node.is_tensor = text == A_LIST, text == A_TENSOR
        if text.startswith(_AMONG):
            node.among = ast.literal_eval(text.removeprefix(_AMONG))
            node.never_none = None not in node.among
        node.elements = [given(next(numbers), not keyword, element, asked) for element in elements]
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
