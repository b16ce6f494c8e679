"""The state of a run: names, frames and what was learnt. How things are run is given by `Interpreter`."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from paddle_migrate.interpreter.control import OutOfSteps
from paddle_migrate.interpreter.dtypes import are_known, is_open, may_be_whole, whole_dtype
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.records import Arguments, Made, Place, place
from paddle_migrate.interpreter.shapes import is_lengthened, lower_side
from paddle_migrate.interpreter.values import UNKNOWN, Array, Closure, Home, OwnClass, Scope, Waiting, home_of

MOST_STEPS = 100_000  # statements and expressions of the script: some seconds
MOST_STEPS_OF_A_RULE = 4_000  # of compat's bodies, for one call of the script


class Dialect(Protocol):
    """What the interpreter has to be told of the library that the script is written for."""

    def star(self, name: str) -> str:
        """The full name that an import of everything gives to `name`; empty when none does."""
        ...

    def waiting(
        self, machine: Machine, name: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
    ) -> Waiting | None:
        """The layer that a call of `name` makes in its old form; None when it makes none."""


@dataclass(eq=False)
class Frame:
    """A function that is running, or the module; `home` is the module of compat that it is written in."""

    scope: Scope
    function: Closure | None
    caller: Frame | None
    site: ast.Call | None
    run: int
    depth: int = 0
    home: Home | None = None
    returned: list[Any] = field(default_factory=list)
    yielded: list[Any] = field(default_factory=list)


class Machine(ABC):
    """Afterwards `made` holds every old-form layer in the order of their making.

    With `today`, functions of fluid give what today's give in their place: full reductions have no dimension.
    """

    def __init__(self, dialect: Dialect, today: bool = False) -> None:
        self.dialect = dialect
        self.today = today
        self.made: list[Made] = []
        # how many dimensions `value[index]` had, -1 where that is not known; only an element of an array has none
        self.indexed: dict[Place, set[tuple[int, str]]] = {}
        self.results: dict[Place, set[int]] = {}  # the same of what calls gave
        # the first one's dtype where both sides of an operator are tensors of different ones, else an empty text
        self.mixed: dict[Place, set[str]] = {}
        # the side of operators, "left" or "right", that has fewer dimensions, and what the other has; "", 0 of others
        self.lower: dict[Place, set[tuple[str, int]]] = {}
        self.divided: set[Place] = set()  # `a / b`, or f(a, b), of tensors that may be of whole numbers
        # on which side a number with a point met something, and that one's dtype where it may be whole
        self.met: dict[Place, set[tuple[str, str]]] = {}
        self.lengthened: set[Place] = set()  # `a < b`, or f(a, b), where a dimension of 1 in `a` is longer in `b`
        self.handed: dict[Place, Arguments] = {}  # to what is not known, with a tensor that may be of whole numbers
        self.floats: list[tuple[Array, str]] = []  # tensors of open dtypes that were floats, and these
        self.news = 0  # counts what was learnt: layers, shapes
        self.uncertain = 0  # how many conditions and loops of unknown outcome are open
        # where loops of unknown length are, and the tensors there that may be others in the next round
        self.repeating: list[tuple[Frame, set[str]]] = []
        self.entered: set[ast.AST] = set()  # functions that have run
        self.instantiated: dict[OwnClass, tuple[list[Any], dict[str, Any]]] = {}  # with the arguments
        self.called: dict[OwnClass, list[Any]] = {}  # what objects of a class were called with
        self.explored = ""  # what makes what runs one of the script's other possibilities: "layers=101"
        self.arithmetic: dict[ast.AST | None, list[tuple[str, ast.expr]]] = {}
        self._steps = 0
        self._steps_of_a_rule = 0
        self.too_long: set[ast.AST] = set()  # methods of compat's
        self._runs = 0
        self.module = Scope()
        self.frame = Frame(self.module, None, None, None, 0)

    # -- what runs things ---------------------------------------------------------------------------------------------

    @abstractmethod
    def statement(self, node: ast.stmt) -> None: ...

    @abstractmethod
    def expression(self, node: ast.expr) -> Any: ...

    @abstractmethod
    def call(self, function: Any, args: list[Any], keywords: dict[str, Any], site: ast.Call | None) -> Any: ...

    @abstractmethod
    def attribute(self, owner: Any, name: str) -> Any: ...

    @abstractmethod
    def builtin(self, name: str) -> Any: ...

    # -- what statements, expressions and calls ask of it -------------------------------------------------------------

    def step(self) -> None:
        if self.frame.home is not None:
            self._steps_of_a_rule += 1
            if self._steps_of_a_rule > MOST_STEPS_OF_A_RULE:
                raise OutOfSteps
            return
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise OutOfSteps

    def start_again(self) -> None:
        """With as many steps as at first, and nothing noted of divisions."""
        self.forget_floats()
        self._steps, self.divided, self.handed, self.mixed, self.lower, self.met = 0, set(), {}, {}, {}, {}

    def execute(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.step()
            self.statement(statement)

    def value(self, node: ast.expr) -> Any:
        self.step()
        return self.expression(node)

    def enter(self, function: Closure | None, scope: Scope, site: ast.Call | None) -> Frame:
        """A new frame on top."""
        self._runs += 1
        caller = self.frame
        self.frame = Frame(scope, function, caller, site, self._runs, caller.depth + 1, home_of(scope))
        return self.frame

    def leave(self) -> None:
        assert self.frame.caller is not None
        self.frame = self.frame.caller

    @contextmanager
    def in_library(self) -> Iterator[None]:
        """Runs what the script calls of compat: with steps of its own, and as sure as if it were called once."""
        if self.frame.home is not None:
            yield
            return
        uncertain, self.uncertain, self._steps_of_a_rule = self.uncertain, 0, 0
        frame = self.frame
        try:
            yield
        finally:
            self.uncertain, self.frame = uncertain, frame

    @contextmanager
    def steps_of_its_own(self, function: Closure) -> Iterator[None]:
        """Runs a method of compat's that the script calls; where it goes on for long, it is left, once and for all."""
        before, self._steps_of_a_rule = self._steps_of_a_rule, 0
        try:
            yield
        except OutOfSteps:
            self.too_long.add(function.node)
            if self._steps > MOST_STEPS:
                raise
        finally:
            self._steps_of_a_rule = before

    @contextmanager
    def by_itself(self) -> Iterator[None]:
        """Runs what is run once for all scripts: on no account of what happens to need it first."""
        before = self.uncertain, self._steps_of_a_rule
        self.uncertain = self._steps_of_a_rule = 0
        try:
            yield
        finally:
            self.uncertain, self._steps_of_a_rule = before

    def note_floats(self, value: Any) -> None:
        """That it is a tensor of floats, as a function takes it that takes no others."""
        if is_open(value):
            self.floats.append((value, value.dtype))
            value.dtype = "float"

    def forget_floats(self) -> None:
        """Other calls may be given what this one took as floats."""
        for value, dtype in self.floats:
            value.dtype = dtype
        self.floats = []

    def note_index(self, node: ast.expr, dimensions: int, kind: str) -> None:
        if self.frame.home is None:
            self.indexed.setdefault(place(node), set()).add((dimensions, kind))

    def note_result(self, node: ast.expr, result: Any) -> None:
        if self.frame.home is None:
            shape = result.shape if isinstance(result, Array) else None
            self.results.setdefault(place(node), set()).add(-1 if shape is None else len(shape))

    def note_mixed(self, node: ast.expr | ast.stmt, left: Any, right: Any) -> None:
        if self.frame.home is None and isinstance(left, Array) and isinstance(right, Array):
            known = are_known(left, right) and left.dtype != right.dtype
            self.mixed.setdefault(place(node), set()).add(left.dtype if known else "")
        self.note_lower(node, left, right)

    def note_lower(self, node: ast.expr | ast.stmt, left: Any, right: Any) -> None:
        """Of two tensors of a program, of which the second one's first size is known only when it runs."""
        if self.frame.home is None and isinstance(left, Array) and isinstance(right, Array):
            side = "" if "numpy" in (left.kind, right.kind) else lower_side(left.shape, right.shape)
            other = left if side == "right" else right
            self.lower.setdefault(place(node), set()).add((side, len(other.shape or ()) if side else 0))

    def note_division(self, node: ast.expr | ast.stmt, op: ast.operator, left: Any, right: Any) -> None:
        """`a // b` and `a % b` of a number and a tensor were none in 1.8.5, and a text takes anything by `%`."""
        sides = (left, right) if isinstance(op, ast.Div) else (left,) if isinstance(op, (ast.FloorDiv, ast.Mod)) else ()
        if self.frame.home is None and any(map(may_be_whole, sides)):
            self.divided.add(place(node))

    def note_met(self, node: ast.expr | ast.stmt, op: ast.operator | ast.cmpop, left: Any, right: Any) -> None:
        """A number with a point beside something: 1.8.5 cut it off where that was a tensor of whole numbers. Sums and
        products took none but whole ones, which mean the same to a comparison; divisions are noted by themselves."""
        side, number, other = ("left", left, right) if isinstance(left, float) else ("right", right, left)
        if self.frame.home is not None or not isinstance(number, float) or isinstance(other, (int, float)):
            return
        wholes = isinstance(op, (ast.Add, ast.Sub, ast.Mult))
        if isinstance(op, ast.Pow) or ((wholes or isinstance(op, ast.cmpop)) and number.is_integer() == wholes):
            self.met.setdefault(place(node), set()).add((side, whole_dtype(other)))

    def note_lengthened(self, node: ast.expr, left: Any, right: Any) -> None:
        tensors = isinstance(left, Array) and isinstance(right, Array) and "numpy" not in (left.kind, right.kind)
        if self.frame.home is None and tensors and is_lengthened(left.shape, right.shape):
            self.lengthened.add(place(node))

    def note_handed(self, site: ast.Call | None, args: list[Any], keywords: dict[str, Any]) -> None:
        if site is not None and self.frame.home is None and any(map(may_be_whole, (*args, *keywords.values()))):
            self.handed[place(site)] = (args, keywords)

    # -- names --------------------------------------------------------------------------------------------------------

    def read(self, name: str) -> Any:
        scope: Scope | None = self.frame.scope
        while scope is not None:
            if name in scope.shared:
                return scope.shared[name].names.get(name, UNKNOWN)
            if name in scope.names:
                return scope.names[name]
            if scope.home is not None and (found := scope.home.find(self, name)) is not None:
                return found
            scope = scope.outer
        return self.builtin(name)

    def bind(self, name: str, value: Any) -> None:
        scope = self.frame.scope
        scope = scope.shared.get(name, scope)
        scope.names[name] = value

    def returns(self, frame: Frame) -> Any:
        if not frame.returned:
            return None
        result = frame.returned[0]
        for value in frame.returned[1:]:
            result = join(result, value)
        return result
