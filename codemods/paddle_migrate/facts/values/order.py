"""What holds where a line runs, of what lines before it set: over statements, branches, loops, calls and files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import libcst as cst

from paddle_migrate.facts.branches import truth
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.objects import classes_of
from paddle_migrate.facts.values.spot import Spot, Way
from paddle_migrate.facts.values.values import Values, values_of

_MOST = 20000  # statements on all ways
_MOST_AT_ONCE = 40  # things that may hold, with what is known besides
_ROUNDS = 2  # of a loop: what the first one leaves, the next one finds
_LEAVES = (cst.Return, cst.Raise, cst.Break, cst.Continue)
_ENDS = ("exit", "quit", "sys.exit", "os._exit")
_EVENTS = (cst.Call, cst.AssignTarget, cst.AugAssign, cst.BinaryOperation)  # what may set or ask
_NESTED = (cst.FunctionDef, cst.Lambda, cst.ClassDef)
_Test = tuple[Way | None, str]


@dataclass(frozen=True)
class Held:
    """Something that was set, and which tests were true or false then."""

    what: Hashable
    known: frozenset[tuple[_Test, bool]] = frozenset()

    def where(self, tests: Sequence[tuple[_Test, bool]]) -> Held | None:
        """The same where these tests are so, too; None where they were not."""
        if any((test, not taken) in self.known for test, taken in tests):
            return None
        return replace(self, known=self.known | set(tests))


_Holding = set[Held]


def holding(
    facts: Sequence[Facts], sets: Callable[[Spot], Hashable | None], asks: Callable[[Spot], bool], first: Hashable
) -> set[Hashable]:
    """All that may hold where something asks, in programs that begin with one of the files. Functions that no seen line
    runs may run in any order, more than once. Besides calls, targets and operations may set, and ask."""
    found: set[Hashable] = set()
    for each in facts:
        found |= _Program(each, sets, asks).run(first)
    return found


@dataclass
class _Frame:
    """A function that runs, or a file, and what holds where it, or the loop around, is left."""

    facts: Facts
    way: Way | None
    left: _Holding = field(default_factory=set)
    broken: _Holding = field(default_factory=set)
    again: _Holding = field(default_factory=set)


class _Program:
    def __init__(
        self, facts: Facts, sets: Callable[[Spot], Hashable | None], asks: Callable[[Spot], bool]
    ) -> None:
        self.facts, self.sets, self.asks = facts, sets, asks
        self.values: Values = values_of(facts)
        self.found: set[Hashable] = set()
        self._run: set[cst.CSTNode] = set()
        self._matters: dict[cst.CSTNode, bool] = {}
        self._steps = 0

    def run(self, first: Hashable) -> set[Hashable]:
        start = {Held(first)}
        self._block(_Frame(self.facts, None), self.facts.source.module.body, start)
        unseen = [each for each in self.facts.source.all(cst.FunctionDef) if self._is_unseen(each)]
        for _ in range(_ROUNDS):
            for each in unseen:
                start = start | self._function(Spot(self.facts, each), start)
        return self.found

    def _is_unseen(self, function: cst.FunctionDef) -> bool:
        if function in self._run or not self._does_matter(Spot(self.facts, function)):
            return False
        found = callers(self.values, self.facts, function)
        return not found.are_all or not found.calls

    # -- what is passed by ---------------------------------------------------------------------------------------

    def _does_matter(self, spot: Spot) -> bool:
        """Whether something in a statement or a function sets, asks or leaves."""
        node = spot.node
        assert isinstance(node, cst.CSTNode)
        if node not in self._matters:
            self._matters[node] = False  # for a circle
            body = node.body if isinstance(node, cst.FunctionDef) else node
            leaves = not isinstance(node, cst.FunctionDef) and any(_inside(spot.facts, body, *_LEAVES))
            events = _inside(spot.facts, body, *_EVENTS)
            self._matters[node] = leaves or any(self._does(spot.at(each)) for each in events)
        return self._matters[node]

    def _does(self, event: Spot) -> bool:
        functions = self._called(event)
        if functions:
            return any(self._does_matter(replace(each, way=None)) for each in functions)
        return self.asks(event) or self.sets(event) is not None or _ends(event)

    def _called(self, call: Spot) -> list[Spot]:
        """The functions of the files that a call runs, those that a decorator is around, too."""
        if not isinstance(call.node, cst.Call) or call.facts.names.resolve(call.node.func).startswith("paddle"):
            return []
        functions = [each for each in self.values.called(call, constructors=True) if each.node is not None]
        return functions or [replace(each, way=Way(each.node, call)) for each in self._decorated(call)]  # type: ignore[arg-type]

    def _decorated(self, call: Spot) -> Iterator[Spot]:
        func, facts = call.node.func, call.facts  # type: ignore[union-attr]
        if call.way is not None and call.way.depth > _ROUNDS * 4:
            return
        other = facts.others.bound(func) if facts.others is not None else None
        there = Facts.of_other(other[0]) if other is not None else facts
        bindings = other[1] if other is not None else facts.origins.bindings(func) if isinstance(func, cst.Name) else []
        yield from (Spot(there, each.node) for each in bindings if isinstance(each.node, cst.FunctionDef))
        for _, owner in classes_of(self.values, call.at(func.value)) if isinstance(func, cst.Attribute) else ():
            method = method_of(owner.node, func.attr.value) if isinstance(owner.node, cst.ClassDef) else None
            if method is not None and method.decorators:
                yield Spot(owner.facts, method)

    # -- what runs -----------------------------------------------------------------------------------------------

    def _function(self, function: Spot, held: _Holding) -> _Holding:
        node = function.node
        if not isinstance(node, cst.FunctionDef):
            return self._expression(_Frame(function.facts, function.way), node, held)  # type: ignore[arg-type]
        self._run.add(node)
        frame = _Frame(function.facts, function.way)
        return self._block(frame, node.body.body, held) | frame.left

    def _block(self, frame: _Frame, statements: Iterable[cst.CSTNode], held: _Holding) -> _Holding:
        for each in statements:
            if not held or self._steps > _MOST:
                break
            if self._does_matter(Spot(frame.facts, each)):
                self._steps += 1
                held = self._statement(frame, each, held)
        if len(held) > _MOST_AT_ONCE:
            return {Held(each.what) for each in held}
        return held

    def _statement(self, frame: _Frame, node: cst.CSTNode, held: _Holding) -> _Holding:
        if isinstance(node, cst.If):
            return self._branches(frame, node, held)
        if isinstance(node, (cst.For, cst.While)):
            return self._loop(frame, node, held)
        if isinstance(node, (cst.Try, cst.TryStar)):
            return self._try(frame, node, held)
        if isinstance(node, cst.With):
            for item in node.items:
                held = self._expression(frame, item, held)
            return self._block(frame, node.body.body, held)
        if isinstance(node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
            return self._block(frame, node.body, held)
        if isinstance(node, _NESTED):
            return held
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.IfExp):
            return self._branches(frame, node.value, held)
        return self._leave(frame, node, self._expression(frame, node, held))

    def _leave(self, frame: _Frame, node: cst.CSTNode, held: _Holding) -> _Holding:
        if isinstance(node, cst.Return):
            frame.left |= held
        elif isinstance(node, cst.Break):
            frame.broken |= held
        elif isinstance(node, cst.Continue):
            frame.again |= held
        return set() if isinstance(node, _LEAVES) else held

    def _branches(self, frame: _Frame, node: cst.If | cst.IfExp, held: _Holding) -> _Holding:
        test = Spot(frame.facts, node.test, frame.way)
        held = self._expression(frame, node.test, held)
        known, found = truth(test), set[Held]()
        for taken, branch in ((True, node.body), (False, node.orelse)):
            if known is not None and known is not taken:
                continue
            tests = list(_tests(test, taken))
            here = {there for each in held if (there := each.where(tests)) is not None}
            found |= self._branch(frame, branch, here)
        return found

    def _branch(self, frame: _Frame, branch: cst.CSTNode | None, held: _Holding) -> _Holding:
        if isinstance(branch, cst.Else):
            branch = branch.body
        if isinstance(branch, cst.BaseSuite):
            return self._block(frame, branch.body, held)
        if isinstance(branch, cst.If):
            return self._branches(frame, branch, held)
        return self._expression(frame, branch, held) if branch is not None else held

    def _loop(self, frame: _Frame, node: cst.For | cst.While, held: _Holding) -> _Holding:
        """Its body runs at least once."""
        outer, frame.broken, frame.again = (frame.broken, frame.again), set(), set()
        held = self._expression(frame, node.iter if isinstance(node, cst.For) else node.test, held)
        for _ in range(_ROUNDS):
            held = self._block(frame, node.body.body, held) | frame.again
            held = {self._behind_round(frame, node, each) for each in held}
        held = self._branch(frame, node.orelse, held) | frame.broken
        frame.broken, frame.again = outer
        return held

    def _behind_round(self, frame: _Frame, loop: cst.For | cst.While, held: Held) -> Held:
        """Without tests of what the next round may change."""
        changed = {binding.name for scope in [frame.facts.scopes.of(loop.body)] for bindings in scope.bindings.values()
                   for binding in bindings if frame.facts.source.lies_in(binding.node, loop)}
        kept = [each for each in held.known if each[0][0] != frame.way or not changed & _words(each[0][1])]
        return replace(held, known=frozenset(kept))

    def _try(self, frame: _Frame, node: cst.Try | cst.TryStar, held: _Holding) -> _Holding:
        done = self._block(frame, node.body.body, held)
        found = self._branch(frame, node.orelse, done)
        for handler in node.handlers:
            found = found | self._block(frame, handler.body.body, held | done)
        return self._block(frame, node.finalbody.body.body, found) if node.finalbody is not None else found

    def _expression(self, frame: _Frame, node: cst.CSTNode, held: _Holding) -> _Holding:
        for each in _inside(frame.facts, node, *_EVENTS):
            held = self._event(Spot(frame.facts, each, frame.way), held)
        return held

    def _event(self, event: Spot, held: _Holding) -> _Holding:
        functions = self._called(event)
        if functions:
            found = (self._function(each, held) if self._does_matter(replace(each, way=None)) else held
                     for each in functions)
            return set().union(*found)
        if self.asks(event):
            self.found |= {each.what for each in held}
        what = self.sets(event)
        return set() if _ends(event) else held if what is None else {replace(each, what=what) for each in held}


def _inside(facts: Facts, node: cst.CSTNode, *kinds: type[cst.CSTNode]) -> list[cst.CSTNode]:
    """What lies in the node, but not in functions and classes that it defines; inner calls first."""
    found: list[cst.CSTNode] = [each for kind in kinds for each in facts.source.inside(node, kind)]
    found += [node] if isinstance(node, kinds) and node not in found else []
    return sorted(
        (each for each in found if not _is_nested(facts, each, node)), key=lambda each: facts.source.span(each)[1]
    )


def _is_nested(facts: Facts, inner: cst.CSTNode, outer: cst.CSTNode) -> bool:
    at: cst.CSTNode | None = inner
    while at is not None and at is not outer:
        if isinstance(at, _NESTED):
            return True
        at = facts.source.parents.get(at)
    return False


def _ends(event: Spot) -> bool:
    return isinstance(event.node, cst.Call) and event.facts.source.code(event.node.func) in _ENDS


def _tests(test: Spot, taken: bool) -> Iterator[tuple[_Test, bool]]:
    """What is known in a branch, of names that are given a value once."""
    node = test.node
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        yield from _tests(test.at(node.expression), not taken)
    elif isinstance(node, cst.BooleanOperation) and isinstance(node.operator, cst.And if taken else cst.Or):
        yield from _tests(test.at(node.left), taken)
        yield from _tests(test.at(node.right), taken)
    elif isinstance(node, cst.CSTNode) and all(
        len(test.facts.scopes.find(each)) < 2 for each in [node, *test.facts.source.inside(node, cst.Name)]
        if isinstance(each, cst.Name)
    ):
        yield (test.way, test.facts.source.code(node)), taken


def _words(text: str) -> set[str]:
    return set("".join(each if each.isalnum() or each == "_" else " " for each in text).split())
