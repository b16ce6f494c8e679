"""Gradients add up since 2.0: `backward()` of 1.8 replaced those that an earlier run had left.

Where a step may meet the gradients of two runs, `clear_grad()` is written before the later one, or behind each step of
an optimizer that the script never clears. Where it is not clear that the later run reaches all that the earlier one
did, whose gradients 1.8 kept otherwise, a function that is written into the script clears what it reaches.
"""

from __future__ import annotations

from functools import partial

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.alive import Alive, Felt, Meeting
from paddle_migrate.facts.called_values import called
from paddle_migrate.facts.frames import Frame, Key, related
from paddle_migrate.facts.holders import Holders
from paddle_migrate.facts.matters import Matters
from paddle_migrate.facts.reach import Reach, reach
from paddle_migrate.facts.runs import Events, Runs, TooLongError
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

_ADDS = "since 2.0 backward() adds to the gradients that are there, 1.8 replaced them"
_LAST = "1.8 trained on the last backward() before a step alone, and so does this; to train on all of them, add them up"
_DO = "if this run reaches all that {name} holds, clear {name}'s gradients before it; else keep the two apart"
_KEEP = "keep the optimizer in a variable, and call its clear_grad() behind step()"
_CLEAR = ".clear_grad()"
_MOST_ROUNDS = 4
_TOO_LONG = f"{_ADDS}; the script takes too many paths here: see that they are cleared between two runs"


def rewrite(script: Script) -> None:
    calls = [call for _, call in script.source.method_calls("backward") if script.is_whole_statement(call)]
    if not script.facts.is_old or not any(map(script.mode.is_dynamic, calls)):
        return
    holders = Holders(script.facts)
    reaches = _Reaches(script, holders)
    try:
        felt, behind = _felt(script, holders, reaches)
    except TooLongError:
        script.say(calls[0], "PM320", "backward", _TOO_LONG)
        return
    for step in behind:
        _clear_behind(script, step)
    plan = _Plan(script, holders, reaches)
    order = script.source.order
    for each in sorted(felt, key=lambda f: (order(f.meeting.run), order(f.meeting.before.run), str(f.holder[-1]))):
        plan.settle(each)
    plan.write()


class _Reaches:
    """What the losses of runs were made of, as far as is known by now: the more models are known, the more exactly."""

    def __init__(self, script: Script, holders: Holders) -> None:
        self.facts, self.models = script.facts, holders.models
        self._known: dict[tuple[cst.Call, Frame], tuple[Reach, int]] = {}

    def of(self, run: cst.Call, frame: Frame) -> Reach:
        known, models = self._known.get((run, frame), (None, -1))
        if known is None or models != len(self.models):
            assert isinstance(run.func, cst.Attribute)
            models = len(self.models)
            known = reach(self.facts, run.func.value, frame, self.models)
            self._known[run, frame] = known, models
        return known

    def is_variable(self, run: cst.Call) -> bool:
        """Whether what it is run of is a variable of the script's own, and no parameter."""
        loss = run.func.value if isinstance(run.func, cst.Attribute) else None
        bindings = self.facts.origins.bindings(loss) if isinstance(loss, cst.Name) else []
        return any(b.kind in ("value", "other") for b in bindings)


def _felt(script: Script, holders: Holders, reaches: _Reaches) -> tuple[set[Felt], list[cst.Call]]:
    """What steps meet the gradients of two runs, and the steps behind which gradients are to be cleared."""
    matters = Matters(script.facts, holders.is_event, holders.makes)
    runs = _go(script, holders, reaches, matters, frozenset())
    never = holders.never_cleared
    if not runs.felt and not never and len(holders.stepped) <= 1:
        return set(), []  # of one holder, what is known by the end could only show more of it cleared
    for left in reversed(range(_MOST_ROUNDS)):
        runs = _go(script, holders, reaches, matters, never)
        odd = frozenset(f.holder for f in runs.felt) & never
        if not odd:
            break
        # clearing behind each step is not enough: it is done before each run
        never = never - odd if left > 1 else frozenset[Key]()
    return runs.felt, [call for call, keys in holders.steps.items() if keys <= never and not holders.is_asking(call)]


def _go(script: Script, holders: Holders, reaches: _Reaches, matters: Matters, never: frozenset[Key]) -> Runs:
    def apart(before: Alive, run: cst.Call, frame: Frame) -> bool:
        """1.8 kept the gradients of what the later run does not reach, and so does today's Paddle."""
        if before.run is run and before.frame == frame and reaches.is_variable(run):
            return False  # the same, which reaches itself at least
        one, other = reaches.of(before.run, before.frame), reaches.of(run, frame)
        return one.closed and other.closed and not _touches(one, other.keys)

    def ends(run: Alive) -> bool:
        found = reaches.of(run.run, run.frame)
        return found.closed and all(isinstance(key[0], Frame) for key in found.keys)

    events = Events(
        holders.is_run, holders.step, holders.note, holders.clear, partial(called, script.facts), holders.made,
        lambda key: key in never, apart, ends,
    )
    runs = Runs(script.facts, events, matters)
    runs.go_through(script.source.all(cst.FunctionDef))
    return runs


def _clear_behind(script: Script, step: cst.Call) -> None:
    assert isinstance(step.func, cst.Attribute)
    statement = script.statement(step)
    if step.func.attr.value != "minimize" or statement is None or not script.mode.is_dynamic(step):
        return
    if script.source.has_effects(step.func.value):
        script.say(step, "PM320", "minimize", f"{_ADDS}: {_KEEP}")
        return
    line = f"{script.source.code(step.func.value)}.clear_grad()"
    script.beside.behind(statement, [line])
    script.say(step, "PM105", "minimize", f"{line} behind it: {_ADDS}")


class _Plan:
    """Lines to write before runs."""

    def __init__(self, script: Script, holders: Holders, reaches: _Reaches) -> None:
        self.script, self.holders, self.reaches = script, holders, reaches
        self.lines: dict[cst.CSTNode, list[str]] = {}
        self.anew: dict[cst.Call, list[str]] = {}  # runs that replace gradients: of which optimizers
        self._places: dict[tuple[cst.Call, Frame, Key], tuple[cst.CSTNode, str] | None] = {}

    def settle(self, felt: Felt) -> None:
        meeting, script = felt.meeting, self.script
        need = self._need(felt)
        if need == "nothing" or not script.mode.is_dynamic(meeting.run):
            return
        place = self._place(felt)
        name = self.holders.stepped[felt.holder]
        if need == "person" and self._runs_anew(felt):
            return
        if place is None or need == "person":
            line = script.source.line(meeting.before.run)
            words = f"{_ADDS}, here those of line {line}, before {name} uses them"
            script.say(meeting.run, "PM320", "backward", f"{words}; {_DO.format(name=name)}")
            return
        statement, line_text = place
        lines = self.lines.setdefault(statement, [])
        if line_text not in lines:
            lines.append(line_text)
            script.say(meeting.run, "PM105", "backward", f"{line_text} before it: {_ADDS}")
        if meeting.before.run is not meeting.run and felt.own and not meeting.before.stepped:
            script.say(meeting.run, "PM227", "backward", _LAST)

    def _runs_anew(self, felt: Felt) -> bool:
        """Have the run be that of the function, if it can; and the earlier one, where it is not known what is cleared
        between them."""
        meeting, holder, before = felt.meeting, felt.holder, felt.meeting.before
        runs = [(meeting.run, self._place(felt))]
        if self.holders.owned.get(holder) is None and before.run is not meeting.run:
            runs.append((before.run, self.holders.place(Meeting(before, before.run, before.frame), holder)))
        if self.holders.is_tensor(holder) or not self._are_of_two_graphs(meeting.run, before.run):
            return False
        for run, place in runs:
            if place is None or run.args or self.script.statement(run) is not place[0]:
                return False
        for run, place in runs:
            names = self.anew.setdefault(run, [])
            assert place is not None
            names += [text] if (text := place[1].removesuffix(_CLEAR)) not in names else []
        return True

    def _are_of_two_graphs(self, *runs: cst.Call) -> bool:
        """Nothing can go through one twice."""
        facts = self.script.facts
        losses = [{*values_of(facts).ends(Spot(facts, loss))} for loss in _losses(*runs)]
        made = all(isinstance(end.node, (cst.Call, cst.BinaryOperation, Part)) for ends in losses for end in ends)
        return made and (runs[0] is runs[1] or not losses[0] & losses[1])

    def write(self) -> None:
        script = self.script
        for run, optimizers in self.anew.items():
            name = write_written(script, "backward_anew")
            (loss,) = _losses(run)
            script.edits.replace(*script.source.core(run), partial(_anew, script, name, loss, optimizers))
            script.say(run, "PM117", "backward", f"→ {name}(), written into the script: {_ADDS}")
        for statement, lines in self.lines.items():
            for line in lines:
                self.script.beside.before(statement, line)

    def _need(self, felt: Felt) -> str:
        """clear, nothing, or person."""
        meeting, holder = felt.meeting, felt.holder
        same = meeting.before.run is meeting.run
        if same and meeting.before.frame == meeting.frame:
            return "clear"
        before, later = (self.reaches.of(run, frame) for run, frame in self._ends(meeting))
        owned = self.holders.owned.get(holder)
        if later.closed and owned and not _touches(later, owned):
            return "nothing"
        if before.closed and owned and not _touches(before, owned):
            return "nothing"
        if before.closed and later.closed:
            mine = [k for k in before.keys if owned is None or any(related(k, o) for o in owned)]
            if self.holders.is_tensor(holder):
                return "clear" if any(related(k, holder) for k in later.keys) else "nothing"
            models = [k for k in mine if k in self.holders.models]
            return "clear" if models and all(k in later.keys for k in models) else "person"
        return "clear" if same or (felt.own and meeting.before.stepped) else "person"

    def _place(self, felt: Felt) -> tuple[cst.CSTNode, str] | None:
        at = (felt.meeting.run, felt.meeting.frame, felt.holder)
        if at not in self._places:
            self._places[at] = self.holders.place(felt.meeting, felt.holder)
        return self._places[at]

    def _ends(self, meeting: Meeting) -> list[tuple[cst.Call, Frame]]:
        return [(meeting.before.run, meeting.before.frame), (meeting.run, meeting.frame)]


def _losses(*runs: cst.Call) -> list[cst.BaseExpression]:
    return [run.func.value for run in runs if isinstance(run.func, cst.Attribute)]


def _anew(script: Script, name: str, loss: cst.BaseExpression, optimizers: list[str]) -> str:
    return f"{name}({', '.join([script.render(loss), *optimizers])})"


def _touches(found: Reach, owned: frozenset[Key]) -> bool:
    return any(related(key, own) for key in found.keys for own in owned)
