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
