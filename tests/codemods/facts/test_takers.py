"""Which calls take a value."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.takers import takers


def _takers(read, text):
    script = read(text)
    found = takers(script.facts, script.node("make()", 0))
    return found if found is None else set(script.codes(found))


@pytest.mark.parametrize(("text", "wanted"), [
    ("use(make())\n", {"use(make())"}),
    ("use(a=make())\n", {"use(a=make())"}),
    ("v = make()\nuse(v)\nother(v, 1)\n", {"use(v)", "other(v, 1)"}),
    ("v = make() if a else None\nuse(v)\n", {"use(v)"}),
    ("v = make()\nw = v\nuse(w)\n", {"use(w)"}),
    ("def f():\n    return make()\nuse(f())\n", {"use(f())"}),
    ("class A:\n    def f(self):\n        self.v = make()\n    def g(self):\n        use(self.v)\n", {"use(self.v)"}),
])  # fmt: skip
def test_they_are_known(read, text, wanted):
    assert _takers(read, text) == wanted


@pytest.mark.parametrize("text", [
    "make()\n",
    "v = make()\n",  # nothing takes it
    "v = make()\nuse(v)\nv.change()\n",
    "v = make()\nuse(v)\nprint([v])\n",
    "v = w = make()\nuse(v)\n",
    "a[0] = make()\n",
    "v, w = make()\nuse(v)\n",
    "use(1 if make() else 2)\n",
    "def f():\n    return make()\nuse(f)\n",
    "@changed\ndef f():\n    return make()\nuse(f())\n",
    "for v in make():\n    use(v)\n",
])  # fmt: skip
def test_it_may_be_used_for_something_else(read, text):
    assert _takers(read, text) is None
