"""How programs call what is written into them."""

from __future__ import annotations

import pytest
from paddle_migrate.changes.helper_uses import BEGIN, Call, uses_in, uses_in_program

ONE = Call(1, frozenset(), hidden=False)
HIDDEN = Call(0, frozenset(), hidden=True)
HEAD = 'def load(x):\n    """load() of a file\nat the edge."""\n\n\n'


def uses(program):
    return uses_in_program(program, {"load", "Base"})


@pytest.mark.parametrize(("program", "calls"), [
    ("load(x)", [ONE]),
    ("x = 1\nif x:\n    y = 2\nelse:\n    load(x)\n", [ONE]),
    ("try:\n    pass\nexcept OSError:\n    load(x)\nfinally:\n    load(x)\n", [ONE, ONE]),
    ("@load\n@other\ndef f():\n    pass\n", [HIDDEN]),
    ("@other\n# about\ndef f():\n    return load(x,\n                y=1)\n", [Call(1, frozenset("y"), hidden=False)]),
    ("if a:\n    pass\nelif load(x):  # of a file\n    pass\nelse: load(x)\n", [ONE, ONE]),
    ("for i in load(x): pass\nwhile load(x):\n    pass\nwith load(x) as y:\n    pass\n", [ONE, ONE, ONE]),
    ("match load(x):\n    case load.a:\n        pass\n", [HIDDEN, ONE]),
    ("x = lambda: load(x) \\\n    or 1; y = {1: 2}\n", [ONE]),
    ("x = f(\nload(x),\n)\n", [ONE]),
    ("x = f(\nload(\nx),\n)\n", [ONE]),
    ("run(load)", [HIDDEN]),
    ("load(*x)", [Call(1, frozenset(), hidden=True)]),
    ("load(**x)", [Call(0, frozenset(), hidden=True)]),
    ("class A(Base):\n    def f(self): return load(x)\n", [ONE]),
    ("a.load(x)\nloads(x)\nload = 1\n", []),
    ("text = '''\nload(\n'''\n", []),
])  # fmt: skip
@pytest.mark.parametrize("head", ["", HEAD], ids=["alone", "behind a text at the edge"])
def test_of_a_program(program, calls, head):
    found = uses(head + program).get("load", [])
    assert found == calls == uses_in(head + program).get("load", [])


def test_what_begins_a_class():
    found = uses("class A(Base):\n    def __init__(self):\n        super(A, self).__init__(1)\n\n\nbase = Base(1, 2)\n")
    assert found == {BEGIN: [ONE], "Base": [HIDDEN, Call(2, frozenset(), hidden=False)][1:]}


def test_no_python():
    with pytest.raises(SyntaxError):
        uses("load(")
