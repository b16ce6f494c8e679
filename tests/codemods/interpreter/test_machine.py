"""The state of a run: names, frames, steps."""

from __future__ import annotations

import ast
from contextlib import nullcontext

import pytest
from paddle_migrate.interpreter import machine as module
from paddle_migrate.interpreter.control import OutOfSteps
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.values import UNKNOWN, Scope


def test_a_name_is_looked_for_from_the_inside_to_the_outside():
    machine = Interpreter(Stars([]))
    machine.bind("a", 1)
    machine.bind("b", 1)
    machine.enter(None, Scope(outer=machine.module), None)
    machine.bind("b", 2)
    assert (machine.read("a"), machine.read("b"), machine.read("c")) == (1, 2, UNKNOWN)
    machine.leave()
    assert machine.read("b") == 1


@pytest.mark.parametrize(("text", "wanted"), [
    ("result = 1\ndef f():\n    global result\n    result = 2\nf()", "2"),
    ("result = 1\ndef f():\n    result = 2\nf()", "1"),
    ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    g()\n    return x\nresult = f()", "2"),
    ("def f():\n    x = 1\n    def g():\n        x = 2\n    g()\n    return x\nresult = f()", "1"),
])  # fmt: skip
def test_names_that_functions_share(result, text, wanted):
    assert result(text) == wanted


def test_each_run_of_a_function_is_told_apart():
    machine = Interpreter(Stars([]))
    runs = []
    for _ in range(2):
        runs.append(machine.enter(None, Scope(), None).run)
        machine.leave()
    assert len({machine.frame.run, *runs}) == 3


@pytest.mark.parametrize(
    ("returned", "wanted"), [([], None), ([3], 3), ([3, 3], 3), ([3, None], UNKNOWN), ([1, 2, 2], UNKNOWN)]
)
def test_what_a_function_returns(returned, wanted):
    machine = Interpreter(Stars([]))
    frame = machine.enter(None, Scope(), None)
    frame.returned = returned
    assert machine.returns(frame) == wanted


def test_steps_run_out(monkeypatch):
    monkeypatch.setattr(module, "MOST_STEPS", 10)
    machine = Interpreter(Stars([]))
    body = ast.parse("x = 1\n").body
    machine.execute(body * 4)
    with pytest.raises(OutOfSteps):
        machine.execute(body * 10)


@pytest.mark.parametrize("apart", [True, False])
def test_what_is_run_once_for_all_scripts_takes_no_steps_of_a_rule(monkeypatch, apart):
    """Else a rule would get further in a process that has run it before."""
    monkeypatch.setattr(module, "MOST_STEPS_OF_A_RULE", 10)
    machine = Interpreter(Stars([]))
    definition, body = ast.parse("x = [1, 2, 3, 4]\n").body, ast.parse("y = 1\n").body
    machine.enter(None, Scope(home=_Home()), None)
    with machine.by_itself() if apart else nullcontext():
        machine.execute(definition)
    with nullcontext() if apart else pytest.raises(OutOfSteps):
        machine.execute(body * 5)


class _Home:
    """A module of compat that holds nothing."""

    name = ""

    def find(self, machine, name):
        return None
