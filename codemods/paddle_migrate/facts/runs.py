"""In which order a script runs backward(), steps its optimizers and clears gradients, over all paths it may take.

The script is gone through with a set of what may be alive: the runs of backward() so far, and for each the optimizers
(here: holders of gradients) that stepped since and those whose gradients were cleared since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import or_
from typing import Any

import libcst as cst

from paddle_migrate.facts.alive import Alive, Felt, Keys, Meeting, State
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.frames import Frame, Key, key_of
from paddle_migrate.facts.matters import Matters, is_clearing
from paddle_migrate.text.children import children

_MOST = 200_000  # what is kept of gradients, counted again at each event of a script
_MOST_TURNS = 6  # of a loop until nothing new comes


class TooLongError(Exception):
    """The script takes too many paths."""


@dataclass
class Events:
    """What calls mean: a run of backward(), a step (its holder's name in the script), a clearing, or one of some
    functions."""

    run: Callable[[cst.Call], bool]
    step: Callable[[cst.Call], cst.BaseExpression | None]
    note: Callable[[cst.Call, Key, Frame], None]  # a step has come, of this holder
    clear: Callable[[cst.Call, Frame, State], Keys]
    functions: Callable[[cst.Call], list[cst.FunctionDef]]
    made: Callable[[cst.Assign, Frame], Keys]  # holders that a statement makes anew
    after_step: Callable[[Key], bool]  # whether the tool will clear the holder's gradients behind each step
    apart: Callable[[Alive, cst.Call, Frame], bool]  # whether two runs reach nothing in common
    ends: Callable[[Alive], bool]  # whether all that a run reaches ends with the function that it stands in


Ways = dict[str, State | None]
_DEFINITIONS = frozenset((cst.FunctionDef, cst.ClassDef))
_LEAVES: dict[type[cst.CSTNode], str] = {cst.Break: "break", cst.Continue: "continue", cst.Return: "return"}


class Runs:
    """Goes through one script."""

    def __init__(self, facts: Facts, events: Events, matters: Matters) -> None:
        self.facts, self.events = facts, events
        self.felt: set[Felt] = set()
        self.entered: set[cst.CSTNode] = set()
        self._left = _MOST
        self._raising: list[State] = []  # what the open try statements may come to their handlers with
        self._holding, self._mattering = matters.holding, matters.mattering

    def go_through(self, functions: Sequence[cst.FunctionDef]) -> None:
        """The module, then each function that nothing in the file calls, as often as others may call them."""
        self._block(self.facts.source.module.body, State(), Frame())
        state = State()
        for _ in range(2):
            for function in functions:
                if function not in self.entered and id(function) in self._holding:
                    state |= self._lasting(self._function(function, Frame(function), state))

    def _lasting(self, state: State) -> State:
        """What may still matter when a function has ended."""
        alive = frozenset(a for a in state.alive if not self.events.ends(a))
        meetings = frozenset(m for m in state.meetings if not self.events.ends(m.before))
        return replace(state, alive=alive, meetings=meetings)

    # -- statements --------------------------------------------------------------------------------------------

    def _block(self, statements: Sequence[cst.CSTNode], state: State, frame: Frame) -> Ways:
        ways: Ways = {"on": state}
        for statement in statements:
            at = ways["on"]
            if at is None:
                break
            if id(statement) not in self._mattering:
                continue
            ways = {**ways, "on": None}
            _join(ways, self._statement(statement, at, frame))
        return ways

    def _statement(self, node: cst.CSTNode, state: State, frame: Frame) -> Ways:
        if id(node) not in self._mattering or type(node) in _DEFINITIONS:
            return {"on": state}
        way = self._ways.get(type(node))
        if way is not None:
            return way(node, state, frame)
        state = self._expressions([node], state, frame)
        if type(node) is cst.Assign:
            state = self._clear(state, self.events.made(node, frame))
        leaves = _LEAVES.get(type(node))
        if leaves is not None:
            return {leaves: state, "on": None}
        if type(node) is cst.Raise:
            self._may_raise(state)
            return {"on": None}
        return {"on": state}

    @cached_property
    def _ways(self) -> dict[type[cst.CSTNode], Callable[[Any, State, Frame], Ways]]:
        """Through each kind of statement that holds others; asked by type, since isinstance() takes its time."""
        body, loop, attempt = self._body, self._loop, self._try
        return {
            cst.SimpleStatementLine: body, cst.SimpleStatementSuite: body, cst.IndentedBlock: body, cst.If: self._if,
            cst.For: loop, cst.While: loop, cst.Try: attempt, cst.TryStar: attempt, cst.With: self._with,
            cst.Match: self._match,
        }  # fmt: skip

    def _body(self, node: Any, state: State, frame: Frame) -> Ways:
        return self._block(node.body, state, frame)

    def _with(self, node: cst.With, state: State, frame: Frame) -> Ways:
        inside = self._expressions(node.items, state, frame)
        return self._statement(node.body, inside, frame)

    def _if(self, node: cst.If, state: State, frame: Frame) -> Ways:
        state = self._expressions([node.test], state, frame)
        ways = self._statement(node.body, state, frame)
        other = node.orelse
        if isinstance(other, cst.If):
            _join(ways, self._if(other, state, frame))
        else:
            _join(ways, self._statement(other.body, state, frame) if other is not None else {"on": state})
        return ways

    def _match(self, node: cst.Match, state: State, frame: Frame) -> Ways:
        ways: Ways = {"on": state}
        for case in node.cases:
            _join(ways, self._statement(case.body, state, frame))
        return ways

    def _loop(self, node: cst.For | cst.While, state: State, frame: Frame) -> Ways:
        if id(node) not in self._holding:
            return {"on": state}
        found: Ways = {}
        test = [node.test] if isinstance(node, cst.While) else []
        state = self._expressions([node.iter] if isinstance(node, cst.For) else [], state, frame)
        for _ in range(_MOST_TURNS):
            state = self._expressions(test, state, frame)
            inside = self._statement(node.body, state, frame)
            _join(found, {"return": inside.get("return"), "break": inside.get("break")})
            again = state
            for kind in ("on", "continue"):
                again |= inside.get(kind) or State()
            if again == state:
                break
            state = again
        ways: Ways = {"on": state} if node.orelse is None else self._statement(node.orelse.body, state, frame)
        _join(ways, {"on": found.get("break"), "return": found.get("return")})
        return ways

    def _try(self, node: cst.Try | cst.TryStar, state: State, frame: Frame) -> Ways:
        self._raising.append(state)
        ways = self._statement(node.body, state, frame)
        raised = self._raising.pop()
        if node.orelse is not None and (on := ways.get("on")) is not None:
            ways = {**ways, "on": None}
            _join(ways, self._statement(node.orelse.body, on, frame))
        for handler in node.handlers:
            _join(ways, self._statement(handler.body, raised, frame))
        if not node.handlers:
            self._may_raise(raised)
        if node.finalbody is None:
            return ways
        after: Ways = {}
        for kind, at in ways.items():
            if at is not None:
                inside = self._statement(node.finalbody.body, at, frame)
                _join(after, {**inside, "on": None, kind: inside.get("on")})
        return after or {"on": None}

    def _may_raise(self, state: State) -> None:
        for number, seen in enumerate(self._raising):
            self._raising[number] = seen | state

    # -- calls -------------------------------------------------------------------------------------------------

    def _expressions(self, nodes: Sequence[cst.CSTNode], state: State, frame: Frame) -> State:
        for call in (c for node in nodes for c in self._calls(node)):
            self._may_raise(state)
            state = self._call(call, state, frame)
            self._may_raise(state)
        return state

    def _calls(self, node: cst.CSTNode) -> Iterator[cst.Call]:
        """Calls that matter, in the order in which they are executed."""
        if id(node) not in self._holding or type(node) is cst.Lambda:
            return
        for child in children(node):
            yield from self._calls(child)
        if type(node) is cst.Call:
            yield node

    def _call(self, call: cst.Call, state: State, frame: Frame) -> State:
        self._left -= 1 + len(state.alive) + len(state.meetings)
        if self._left < 0:
            raise TooLongError
        if self.events.run(call):
            return self._run(call, state, frame)
        holder = self.events.step(call)
        if holder is not None:
            return self._step(call, key_of(self.facts, holder, frame), state, frame)
        if is_clearing(call):
            return self._clear(state, self.events.clear(call, frame, state))
        open_now = [each.function for each in frame.chain]
        entered = [f for f in self.events.functions(call) if f not in open_now and id(f) in self._holding]
        ends = [self._function(function, Frame(function, call, frame), state) for function in entered]
        return reduce(or_, ends) if ends else state

    def _function(self, function: cst.FunctionDef, frame: Frame, state: State) -> State:
        if frame.call is not None:
            self.entered.add(function)
        raising, self._raising = self._raising, [*self._raising]
        ways = self._statement(function.body, state, frame)
        raising[:] = self._raising
        self._raising = raising
        ends = [s for s in (ways.get("on"), ways.get("return")) if s is not None]
        found = State()
        for end in ends:
            found |= end
        return found

    def _run(self, call: cst.Call, state: State, frame: Frame) -> State:
        met = (before for before in state.alive if not self.events.apart(before, call, frame))
        new = frozenset(Meeting(before, call, frame) for before in met)
        older = frozenset(a for a in state.alive if a.run is not call or a.frame != frame)
        return State(older | {Alive(call, frame)}, state.meetings | new, frozenset({call}))

    def _step(self, call: cst.Call, holder: Key, state: State, frame: Frame) -> State:
        self.events.note(call, holder, frame)
        named = self._named(call, state, frame)
        for meeting in state.meetings:
            before = meeting.before
            own = (meeting.run, meeting.frame) in named
            if holder in before.cleared:
                continue
            if not named or own or ((before.run, before.frame) in named and holder not in before.stepped):
                self.felt.add(Felt(meeting, holder, own))
        alive = frozenset(replace(a, stepped=a.stepped | {holder}) for a in state.alive)
        state = replace(state, alive=alive)
        return self._clear(state, frozenset({holder})) if self.events.after_step(holder) else state

    def _named(self, step: cst.Call, state: State, frame: Frame) -> set[tuple[cst.Call, Frame]]:
        """The runs of the loss that `minimize(loss)` names."""
        losses = [key_of(self.facts, a.value, frame) for a in step.args[:1]]
        runs = [a for a in state.alive if isinstance(a.run.func, cst.Attribute)]
        return {(a.run, a.frame) for a in runs if key_of(self.facts, a.run.func.value, a.frame) in losses}  # type: ignore[attr-defined]

    def _clear(self, state: State, holders: Keys) -> State:
        if not holders:
            return state
        alive = frozenset(replace(a, cleared=a.cleared | holders) for a in state.alive)
        meetings = (replace(m, before=replace(m.before, cleared=m.before.cleared | holders)) for m in state.meetings)
        return State(alive, frozenset(meetings), state.last)


def _join(ways: Ways, others: Ways) -> None:
    for kind, state in others.items():
        if state is not None:
            known = ways.get(kind)
            ways[kind] = state if known is None else known | state
