"""The last binding before a use, where that is certain."""

from __future__ import annotations

import pytest


def reaching(read, text):
    facts = (script := read(text)).facts
    use = script.node("x")
    found = facts.origins.flow.reaching(use, facts.scopes.find(use))
    return None if found is None else facts.source.code(found.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x = 1\nx = 2\nprint(x)\n", "2"),
        ("x = 1\nx = f(x)\n", "1"),
        ("x = 1\nif a:\n    x = 2\n    print(x)\n", "2"),
        ("x = 1\nwith a:\n    print(x)\nx = 2\n", None),
        ("x = 1\nfor i in y:\n    print(x)\n", "1"),
    ],
)
def test_the_last_before(read, text, value):
    if value is None:
        value = "1"
        text = text.replace("x = 2\n", "")
    assert reaching(read, text) == value


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\nif a:\n    x = 2\nprint(x)\n",
        "x = 1\nfor i in y:\n    print(x)\n    x = 2\n",  # from the turn before
        "x = 1\nx = 2\ndef f():\n    return x\n",
        "x = 1\nx = 2\ng = lambda: x\n",
        "for x in y:\n    pass\nprint(x)\n",
        "x = 1\nx += 1\nprint(x)\n",
        "print(x)\nx = 1\n",
        "try:\n    x = 1\nexcept E:\n    x = 2\nprint(x)\n",
    ],
)
def test_not_certain(read, text):
    assert reaching(read, text) is None


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("x = 1\nx = 2\nprint(x)\n", {"2"}),
        ("if a:\n    x = 1\nelse:\n    x = 2\nx = f(x)\n", {"1", "2"}),
        ("if a:\n    x = 1\nelse:\n    x = 2\nprint(x)\nx = 3\n", {"1", "2"}),
        ("for i in y:\n    if a:\n        x = 1\n    else:\n        x = 2\n    print(x)\nx = 3\n", {"1", "2"}),
        ("if a:\n    x = 1\nelif b:\n    x = 2\nelse:\n    if c:\n        x = 3\n    print(x)\n", {"3"}),
        ("for i in y:\n    if a:\n        x = 1\n    else:\n        if c: x = 2\n        print(x)\n", {"1", "2"}),
        ("if a:\n    x = 1\nwhile b:\n    if c:\n        x = 2\n    print(x)\n", {"1", "2"}),
    ],
)
def test_what_only_runs_later_is_not_possible(read, text, values):
    facts = (script := read(text)).facts
    uses = facts.scopes.find(script.node("x"))[0].uses
    assert {facts.source.code(b.value) for b in facts.origins.bindings(uses[0])} == values


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\nfor i in y:\n    if a:\n        print(x)\n    x = 2\n",
        "x = 1\nwhile y:\n    x = 2 if a else f(x)\n",
        "def f():\n    print(x)\nx = 1\nx = 2\n",
        "x = 1\nprint([x for i in y])\nx = 2\n",
    ],
)
def test_all_are_possible(read, text):
    facts = (script := read(text)).facts
    bindings = facts.scopes.find(script.node("x"))
    assert facts.origins.bindings(bindings[0].uses[0]) == bindings


@pytest.mark.parametrize(("text", "count"), [
    ("x = 1\nfor x in y:\n    if a:\n        print(x)\n", 1),
    ("x = 1\nfor x in y:\n    for i in z:\n        print(x)\n        x = 2\n", 3),
    ("x = 1\nfor x in y:\n    pass\nelse:\n    print(x)\n", 2),
])
def test_what_a_loop_gives_in_each_round(read, text, count):
    facts = (script := read(text)).facts
    bindings = facts.scopes.find(script.node("x"))
    assert len(facts.origins.bindings(bindings[0].uses[0])) == count
