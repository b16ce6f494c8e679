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
    ("v = w = make()\nuse(v)\n", {"use(v)"}),
    ("v = [make()]\nuse(v[0])\n", {"use(v[0])"}),
    ("def f(v):\n    use(v)\nf(make())\n", {"use(v)"}),
    ("def f():\n    return make()\nuse(f())\n", {"use(f())"}),
    ("class A:\n    def f(self):\n        self.v = make()\n    def g(self):\n        use(self.v)\n", {"use(self.v)"}),
    ("class A:\n    def f(self):\n        self.v = make()\n        use(self.v)\nclass B(list):\n    def f(self):\n"
     "        print(self.v + 1)\n", {"use(self.v)"}),
    ("v = make()\nuse(v)\nv = other()\nv.change()\n", {"use(v)"}),
    ("def f(**more):\n    use(1, **more)\nf(a=make())\n", {"use(1, **more)"}),
    # kept by a base class, which nobody asks for it
    ("class A:\n    def __init__(self, v=None):\n        self.v = v\nclass B(A):\n    def __init__(self, v):\n"
     "        super().__init__(v)\nv = make()\nuse(v)\nB(v)\n", {"use(v)"}),
    ("class A:\n    def g(self, v):\n        use(v)\nclass B(A):\n    def f(self):\n"
     "        super(B, self).g(v=make())\n", {"use(v)"}),
])  # fmt: skip
def test_they_are_known(read, text, wanted):
    assert _takers(read, text) == wanted


@pytest.mark.parametrize("text", [
    "make()\n",
    "v = make()\n",  # nothing takes it
    "v = make()\nuse(v)\nv.change()\n",
    "v = make()\nuse(v)\nprint([v])\n",
    "a[0] = make()\n",
    "v, w = make()\nuse(v)\n",
    "use(1 if make() else 2)\n",
    "def f():\n    return make()\nuse(f)\n",
    "@changed\ndef f():\n    return make()\nuse(f())\n",
    "class A:\n    def f(self):\n        use(self.v)\n        self.v = make()\nclass B(A):\n    def f(self):\n"
    "        print(self.v + 1)\n",
    "v = make()\nuse(v)\nprint(v.step())\n",
    "v = make()\nuse(v)\nif a:\n    v = other()\nv.change()\n",
    "for v in make():\n    use(v)\n",
    "class A:\n    def __init__(self, v):\n        self.v = v\n    def f(self):\n        self.v.change()\nclass B(A):\n"
    "    def __init__(self, v):\n        super().__init__(v)\nv = make()\nuse(v)\nB(v)\n",
])  # fmt: skip
def test_it_may_be_used_for_something_else(read, text):
    assert _takers(read, text) is None


def test_readings_beside_them(read):
    script = read("v = make()\nuse(v)\nprint(v.step())\nx = v.step().numpy()\n")
    besides = []
    assert script.codes(takers(script.facts, script.node("make()", 0), besides)) == ["use(v)"]
    assert script.codes(besides) == ["v.step()", "v.step()"]


@pytest.mark.parametrize("text", ["v.step()\n", "v.step(1)\n", "v.step\n"])
def test_what_is_no_reading(read, text):
    script = read("v = make()\nuse(v)\n" + text)
    assert takers(script.facts, script.node("make()", 0), []) is None
