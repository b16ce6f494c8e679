"""The order of runs, steps and clearings over all paths that a script may take."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts import runs as module
from paddle_migrate.facts.frames import key_of
from paddle_migrate.facts.matters import Matters
from paddle_migrate.facts.runs import Events, Runs, TooLongError

ABOVE = 3  # lines of imports that each text gets


def go(script, *, after_step=False, apart=False, ends=False):
    """What steps feel: `a.backward()` runs, `o.step()` steps, `o.clear_grad()` clears, `o = new()` makes one anew."""
    source, functions = script.facts.source, script.facts.kinds.called

    def receiver(call, *methods):
        func = call.func
        return func.value if isinstance(func, cst.Attribute) and func.attr.value in methods else None

    def made(assign, frame):
        return frozenset({key_of(script.facts, assign.targets[0].target, frame)}) if makes(assign) else frozenset()

    def makes(assign):
        return source.code(assign.value) == "new()"

    def is_event(call):
        return receiver(call, "backward", "step") is not None

    stepped = []
    events = Events(
        lambda call: receiver(call, "backward") is not None,
        lambda call: receiver(call, "step"),
        lambda call, holder, frame: stepped.append(holder),
        lambda call, frame, state: frozenset(h for h in stepped if h[-1] == receiver(call, "clear_grad").value),
        lambda call: [each for each in (functions(call),) if each is not None],
        made,
        lambda holder: after_step,
        lambda before, run, frame: apart,
        lambda run: ends,
    )
    runs = Runs(script.facts, events, Matters(script.facts, is_event, makes))
    runs.go_through(source.all(cst.FunctionDef))
    met = {(source.line(f.meeting.before.run), source.line(f.meeting.run)) for f in runs.felt}
    return sorted((before - ABOVE, later - ABOVE) for before, later in met)


ONE = "a.backward()\no.step()\no.clear_grad()\n"
TWO = "a.backward()\nb.backward()\no.step()\n"
BEFORE = "a.backward()\no.step()\n"


@pytest.mark.parametrize(("text", "felt"), [
    (TWO, [(1, 2)]),
    ("for x in y:\n    a.backward()\n    o.step()\n", [(2, 2)]),
    ("while x:\n    a.backward()\n    if y:\n        o.step()\n        o.clear_grad()\n", [(2, 2)]),
    ("for x in y:\n    a.backward()\n    o.step()\n    if z: continue\n    o.clear_grad()\n", [(2, 2)]),
    ("if x:\n    a.backward()\nelse:\n    pass\nb.backward()\no.step()\n", [(2, 5)]),
    (f"{BEFORE}try:\n    f()\n    o.clear_grad()\nexcept E:\n    pass\nb.backward()\no.step()\n", [(1, 8)]),
    ("a.backward()\ntry:\n    f()\nfinally:\n    b.backward()\no.step()\n", [(1, 5)]),
    ("def f():\n    a.backward()\nf()\nf()\no.step()\n", [(2, 2)]),
    ("def f():\n    a.backward()\n    if x: return\n    o.clear_grad()\nf()\no.step()\nf()\no.step()\n", [(2, 2)]),
    ("def f():\n    a.backward()\n    o.step()\n", [(2, 2)]),  # others may call it twice
    ("match x:\n    case 1:\n        a.backward()\nb.backward()\no.step()\n", [(3, 4)]),
    ("a.backward()\nwith g():\n    b.backward()\no.step()\n", [(1, 3)]),
])  # fmt: skip
def test_a_step_that_feels_two_runs(read, text, felt):
    assert go(read(text)) == felt


@pytest.mark.parametrize("text", [
    ONE, f"for x in y:\n{''.join('    ' + line for line in ONE.splitlines(keepends=True))}",
    f"{ONE}b.backward()\no.step()\n",
    "if x:\n    a.backward()\nelse:\n    b.backward()\no.step()\n",  # never both
    "for x in y:\n    a.backward()\n    break\no.step()\n",
    "for x in y:\n    a.backward()\n    raise E\no.step()\n",
    "def f():\n    a.backward()\n    return\n    b.backward()\nf()\no.step()\no.clear_grad()\n",
    "for x in y:\n    o = new()\n    a.backward()\n    o.step()\n",  # another one each time
    "f = lambda: a.backward()\nb.backward()\no.step()\n",
    "for x in y:\n    f(x)\n",
])  # fmt: skip
def test_steps_that_feel_one(read, text):
    assert go(read(text)) == []


def test_gradients_that_are_cleared_behind_each_step(read):
    script = read("for x in y:\n    a.backward()\n    o.step()\n")
    assert go(script, after_step=True) == []


def test_runs_that_have_nothing_in_common(read):
    assert go(read(TWO), apart=True) == []


def test_gradients_that_end_with_the_function(read):
    text = "def f():\n    a.backward()\n    o.step()\ndef g():\n    b.backward()\n    o.step()\n"
    assert go(read(text)) == [(2, 2), (2, 5), (5, 2), (5, 5)]
    assert go(read(text), ends=True) == []


def test_too_many_paths(read, monkeypatch):
    monkeypatch.setattr(module, "_MOST", 5)
    with pytest.raises(TooLongError):
        go(read(TWO * 3))
