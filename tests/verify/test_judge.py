"""What is a fault, what is rounding, and of what nothing can be said; and how that is told."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from paddle_migrate.chinese.wanted import choose
from paddle_migrate.verify.judge import Judge
from paddle_migrate.verify.outcome import Fault, Outcome, Run, Step
from paddle_migrate.verify.play import _judge_unfinished
from paddle_migrate.verify.process import Role, Settings
from paddle_migrate.verify.report import as_json, page
from paddle_migrate.verify.words import verdict

SETTINGS = Settings(Path(), ())


def run(role: Role, losses: list[float], apart: dict[int, float] | None = None) -> Run:
    """`apart`: by how much the losses of some steps (from 0) differ from the old run's."""
    far = apart or {}
    steps = [Step(i + 1, 0, loss, 1, {"loss": {0: far[i]}} if i in far else {}) for i, loss in enumerate(losses)]
    return Run(role, {0: steps}, {"SGD"})


def judged(new: dict[int, float], *nudged: dict[int, float], steps: int = 12) -> Judge:
    losses = [1.0] * steps
    judge = Judge(run("new", losses, new), [run("nudged", losses, one) for one in nudged], 1e-6)
    judge.advance()
    judge.settle()
    return judge


def test_ten_times_what_a_nudge_does_is_allowed() -> None:
    assert judged({3: 5e-6}).fault is not None
    assert judged({3: 5e-6}, {3: 1e-6}).fault is None
    assert judged({3: 5e-6}, {3: 1e-8}, {3: 1e-6}).fault is None, "the largest of several"
    assert judged({3: 5e-5}, {3: 1e-6}).fault.step == 4
    assert judged({3: 5e-7}).fault is None, "never less than 1e-6"


def test_a_nudge_that_does_nothing_by_luck_counts_for_what_it_mostly_did() -> None:
    usual = dict.fromkeys(range(6), 1e-6)
    assert judged({6: 5e-6}, usual).fault is None
    assert judged({6: 5e-6}, {0: 1e-6}).fault is not None, "and not for what it did once"


def updated(role: Role, gradient: float, update: float) -> Run:
    """One step, whose gradient and update of parameter 7 are so far from the old run's."""
    apart = {"gradient": {7: gradient}, "value": {7: update}}
    return Run(role, {0: [Step(1, 0, 1.0, 1, apart)]}, {"Adam"})


@pytest.mark.parametrize(
    ("gradient", "update", "is_fault"),
    [
        (5e-7, 3e-5, False),  # five times the nudge's gradient: five times its update, ten times over
        (1e-7, 3e-5, True),
        (0.0, 3e-5, True),  # a fault of the optimizer alone
        (5e-7, 1e-4, True),
        (1e-4, 3e-3, True),  # of the gradient
    ],
)
def test_an_update_may_follow_its_gradient(gradient: float, update: float, is_fault: bool) -> None:
    judge = Judge(updated("new", gradient, update), [updated("nudged", 1e-7, 1e-6)], 1e-6)
    judge.advance()
    assert (judge.fault is not None) == is_fault


@pytest.mark.parametrize(
    ("gradient", "update", "is_fault"), [(1e-7, 3e-5, False), (0.0, 3e-5, True), (1e-7, 3e-4, True)]
)
def test_what_a_nudge_did_to_one_update_counts_for_all(gradient: float, update: float, is_fault: bool) -> None:
    nudged = updated("nudged", 1e-7, 1e-6)
    nudged.steps_of[0][0].apart["gradient"][8] = 1e-8
    nudged.steps_of[0][0].apart["value"][8] = 1e-6
    judge = Judge(updated("new", gradient, update), [nudged], 1e-6)
    judge.advance()
    assert (judge.fault is not None) == is_fault


def test_a_single_step_that_tells_nothing_is_left_out() -> None:
    judge = judged({3: 0.5, 8: 1e-3}, {3: 1e-3})
    assert judge.run.left_out == (4,)
    assert judge.fault.step == 9
    assert judge.end is None


def test_the_comparison_ends_where_rounding_does_everything() -> None:
    chaos = {step: 10.0 ** (step - 8) for step in range(12)}
    judge = judged({step: 3 * far for step, far in chaos.items()}, chaos)
    assert (judge.fault, judge.end, judge.run.left_out) == (None, 6, ())
    assert judge.run.compared == 5
    outcome = Outcome(run("old", [1.0] * 12), [judge.run], [run("nudged", [1.0] * 12, chaos)])
    said = verdict(outcome, SETTINGS)
    assert "The same: 5 step(s) agree" in said
    assert "ends before step 6: from there on rounding alone changes the loss by more than 0.001" in said
    assert "10 times what one unit in the last place of the parameters does" in said
    assert outcome.status == 0
    early = judged({0: 1e-3, 3: 0.5}, chaos)
    assert early.fault.step == 1, "what differs before is a fault all the same"


def test_nothing_can_be_said_where_the_first_step_tells_nothing() -> None:
    judge = judged({0: 0.5}, dict.fromkeys(range(12), 0.1))
    outcome = Outcome(run("old", [1.0] * 12), [judge.run], [run("nudged", [1.0] * 12)])
    assert "Nothing can be said" in verdict(outcome, SETTINGS)
    assert outcome.status == 2


def test_no_nudge_explains_a_step_too_few() -> None:
    new = run("new", [1.0] * 3)
    new.end_against(run("old", [1.0] * 4))
    judge = Judge(new, [run("nudged", [1.0] * 4, dict.fromkeys(range(4), 1e-6))], 1e-6)
    judge.advance()
    assert judge.fault is not None
    assert judge.fault.step == 4


def failing() -> Outcome:
    infinity = float("inf")
    found = {"what": "loss", "key": 0, "old": 2.0, "new": float("nan"), "relative": infinity}
    new = run("new", [1.0, float("nan")], {1: infinity})
    new.steps_of[0][1] = replace(new.steps_of[0][1], found=(found,))
    judge = Judge(new, [], 1e-6)
    judge.advance()
    judge.settle()
    return Outcome(run("old", [1.0, 2.0]), [new], notes=["<i>"])


def test_reports_of_what_is_not_a_number() -> None:
    outcome = failing()
    text = verdict(outcome, SETTINGS)
    content = json.loads(as_json(outcome, text), parse_constant=lambda name: pytest.fail(name))
    assert content["runs"]["new"]["losses"]["0"] == [1.0, "nan"]
    assert content["differences"][0]["found"][0]["relative"] == "inf"
    assert "<i>" not in page(outcome, text)


def test_the_page_is_in_the_language_that_is_spoken() -> None:
    choose("zh")
    try:
        text = page(failing(), "")
    finally:
        choose(None)
    assert "<html lang='zh-CN'>" in text
    assert not re.search(r">[^<]*\b(the|differences?|script|loss)\b", text), "something is left in English"


def test_status() -> None:
    outcome = failing()
    assert (outcome.verdict, outcome.status) == ("differ", 1)
    assert "Step 2: the new script differs" in verdict(outcome, SETTINGS)
    outcome.trouble = "it failed"
    assert (outcome.verdict, outcome.status) == ("failed", 2)
    same = Outcome(run("old", [1.0, 2.0]), [run("new", [1.0])], interrupted=True)
    assert (same.verdict, same.status) == ("interrupted", 130)
    assert "Interrupted; so far the same: 1 step(s) agree" in verdict(same, SETTINGS)


def test_a_rank_that_is_missing_differs() -> None:
    old, new = run("old", [1.0]), run("new", [1.0])
    old.steps_of[1] = old.steps_of[0]
    new.end_against(old)
    judge = Judge(new, [], 1e-6)
    judge.advance()
    assert judge.fault == Fault("new", 1, 1, ({"what": "steps"},))


def test_what_was_not_asked_before_the_interruption_is_no_verdict() -> None:
    new = run("new", [1.0] * 5, {3: 5e-6})
    outcome = Outcome(run("old", [1.0] * 9), [new], interrupted=True)
    _judge_unfinished(new, SETTINGS, outcome)
    assert outcome.status == 130
    said = verdict(outcome, SETTINGS)
    assert "Interrupted; 3 step(s) agree. Step 4 differs by more than 1e-06, and whether rounding does as much" in said
    outcome.interruption = 143
    assert outcome.status == 143


def test_a_run_goes_its_own_way_where_there_was_no_room() -> None:
    old = run("old", [1.0] * 9)
    old.kept = 4
    outcome = Outcome(old, [judged({}, steps=9).run])
    assert "From step 6 on each run went its own way" in verdict(outcome, SETTINGS)
    old.kept = 9
    assert "its own way" not in verdict(outcome, SETTINGS)
