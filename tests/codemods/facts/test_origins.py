"""Where a value comes from: assignments, attributes, parameters, results."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.makers import makers


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("x = 1\nuse(x)\n", ["1"]),
        ("x = y = 1\nuse(x)\n", ["1"]),
        ("x = 1\ny = x\nx = 2\nuse(x)\n", ["2"]),
        ("x = 1\nif a:\n    x = 2\nuse(x)\n", ["1", "2"]),
        ("x = a() if b else 2\nuse(x)\n", ["2", "a()"]),
        ("f(1)\nf(x=2)\ndef f(x):\n    use(x)\n", ["1", "2"]),
        ("def f(x=3):\n    use(x)\nf()\n", ["3"]),
        ("def f():\n    return 1\nx = f()\nuse(x)\n", ["1"]),
        ("x, y = 1, 2\nuse(x)\n", ["1"]),
        ("class A:\n    def __init__(self, x):\n        use(x)\nA(1)\n", ["1"]),
        ("class A:\n    def f(self):\n        self.x = 1\n        x = self.x\n        use(x)\n", ["1"]),
        ("x = y\ny = x\nuse(x)\n", []),  # a circle has no end
        ("use(x)\n", ["x"]),
    ],
)
def test_followed(read, text, ends):
    script = read(text)
    assert sorted(script.codes(script.facts.origins.ends(script.node("x")))) == ends


@pytest.mark.parametrize(
    "text",
    [
        "for x in y:\n    use(x)\n",
        "x, y = f()\nuse(x)\n",
        "def f(x):\n    use(x)\n",
        "def f(x):\n    use(x)\nf(*a)\n",
        "def f(*x):\n    use(x)\nf(1)\n",
        "g = lambda x: use(x)\n",
        "with open(p) as x:\n    use(x)\n",
        "import x\nuse(x)\n",
        "def x():\n    pass\nuse(x)\n",
        "x += 1\nuse(x)\n",
        "def f():\n    pass\nx = f()\nuse(x)\n",
    ],
)
def test_unknown_is_an_answer(read, text):
    script = read(text)
    assert script.facts.origins.ends(script.node("x")) == [None]


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("for x in y:\n    use(x)\n", "each"),
        ("[x for x in y]\n", "each"),
        ("x, z = y\nuse(x)\n", "part"),
        ("x += y\nuse(x)\n", "added"),
        ("with y as x:\n    use(x)\n", "entered"),
    ],
)
def test_of_what_holds_it(read, text, way):
    script = read(text)
    if "[" in text:
        binding = script.facts.scopes.find(script.node("x", 0))[0]
    else:
        binding = script.facts.scopes.find(script.node("x"))[0]
    (origin,) = script.facts.origins.of_binding(binding)
    assert (script.facts.source.code(origin.value), origin.way, origin.whole) == ("y", way, None)


SGD, ADAM = "fluid.optimizer.SGD(0.1)", "fluid.optimizer.Adam(0.1)"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (f"o = {SGD}\nuse(o)\n", {SGD}),
        (f"o = {SGD} if a else {ADAM}\nuse(o)\n", {SGD, ADAM}),
        (f"def make():\n    return {SGD}\ndef run(o):\n    use(o)\nrun(make())\nrun({ADAM})\n", {SGD, ADAM}),
        (f"o = {SGD}\nif a:\n    o = other()\nuse(o)\n", None),
        (f"def run(o=None):\n    use(o)\nrun({SGD})\nrun()\n", None),
        ("use(o)\n", None),
        ("o = 1\nuse(o)\n", None),
    ],
)
def test_makers(read, text, made):
    script = read(text)
    found = makers(script.facts, script.node("o"))
    assert (found if found is None else set(script.codes(found))) == made


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x = f()\nuse(x)\n", "f()"),
        ("a = f()\ny = a\nx = y\nuse(x)\n", "f()"),
        ("x = 1\nx = f()\nuse(x)\n", "f()"),
        ("x = 1\nif a:\n    x = f()\nuse(x)\n", None),
        ("def g(x):\n    use(x)\n", None),
        ("x, y = f()\nuse(x)\n", None),
        ("x = y\ny = x\nuse(x)\n", None),
        ("use(x)\n", None),
    ],
)
def test_the_only_value_of_a_variable(read, text, value):
    script = read(text)
    assert script.codes([script.facts.origins.only(script.node("x"))]) == [value]
