"""What runs fetch, over variables, parameters and lists that are put together."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fetched import fetched_parts
from paddle_migrate.text.source import Source


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("run([a, b.name])", ["a", "b.name"]),
        ("f = [a] + g\ng = (b, *c)\nc = [d]\nrun(f)", ["a", "b", "d"]),
        ("f = []\nf.append(a.name)\nrun(f)", ["a.name"]),
        ("run([v.name for v in vs])", ["v.name"]),
        ("run([a] if x else [])", ["a"]),
        ("def t(e, f):\n    run(f)\nt(1, [a])\nt(e=1, f=[b])", ["a", "b"]),
        ("class T:\n    def t(self, f):\n        run(f)\n    def u(self):\n        self.t([a])", ["a"]),
        ("f = f\nrun(f)", []),
        ("def t(*f):\n    run(f)\nt([a])", []),
        ("run(made())", []),
    ],
)
def test_the_parts(text, parts):
    source = Source(f"{text}\n")
    facts = Facts.find(source)
    call = next(c for c in source.all(cst.Call) if source.code(c.func) == "run")
    assert [source.code(part) for part in fetched_parts(facts, call.args[0].value)] == parts
