"""One key for each thing that a script speaks of."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.frames import Frame, key_of, related


def _keys(read, text):
    script = read(f"{text}use(one, other)\n")
    return [key_of(script.facts, script.node(name), Frame()) for name in ("one", "other")]


@pytest.mark.parametrize("text", ["one = make()\nother = one\n", "a = make()\none = a\nother = a\n"])
def test_another_name_for_the_same(read, text):
    one, other = _keys(read, text)
    assert one == other


@pytest.mark.parametrize("text", [
    "one = make()\nother = make()\n", "one = make()\nother = one\nother = make()\n", "one = make()\nother = use(one)\n",
    "one = make()\n",
])  # fmt: skip
def test_other_things(read, text):
    one, other = _keys(read, text)
    assert one != other


def test_a_wrapped_model_is_the_model(read):
    text = "one = make()\nother = fluid.dygraph.DataParallel(one, fluid.dygraph.prepare_context())\n"
    one, other = _keys(read, text)
    assert one == other


def test_a_parameter_is_what_the_call_passes(read):
    script = read("a = make()\nb = make()\ndef f(p, q=None):\n    run(p, q)\nf(a, q=b)\n")
    frame = Frame(script.function("f"), script.node("f(a, q=b)"), Frame())
    inside = [key_of(script.facts, script.node(name, 1), frame) for name in "pq"]
    assert inside == [key_of(script.facts, script.node(name), Frame()) for name in "ab"]


def test_a_parameter_of_a_root_is_nothing_else(read):
    script = read("a = make()\ndef f(p):\n    run(p)\nf(a)\n")
    root = key_of(script.facts, script.node("p"), Frame(script.function("f")))
    assert root != key_of(script.facts, script.node("a"), Frame())


@pytest.mark.parametrize(("one", "other", "wanted"), [
    (("a",), ("a",), True), (("a",), ("a", "b"), True), (("a", "b"), ("a",), True), (("a", "b"), ("a", "c"), False),
    (("a",), ("b",), False), (("a",), ("b", "a"), False),
])  # fmt: skip
def test_related(one, other, wanted):
    assert related(one, other) is wanted
