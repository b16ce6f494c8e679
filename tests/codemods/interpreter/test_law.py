"""The interpreter may not know a shape, but it never knows a wrong one: held against 1.8.5's own recorded answers."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.values import Array, Items, Symbol
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.dialect import ScriptDialect

TESTS = Path(__file__).resolve().parents[2]
HEAD = "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n"
# What is known may only become more.
EXACT = 327


def doors():
    """Each file of tests/compat whose cases are expressions: the name of its record, and the file."""
    for path in sorted((TESTS / "compat").rglob("test_*.py")):
        named = re.search(r'return both\("([\w.]+)", CASES', path.read_text(encoding="utf-8"))
        if named:
            yield named[1], path


def module(path):
    spec = importlib.util.spec_from_file_location("tables_of_a_test", path)
    found = importlib.util.module_from_spec(spec)
    sys.modules["tables_of_a_test"] = found
    spec.loader.exec_module(found)
    return found


def shapes_of(answers, name):
    """The shapes of 1.8.5's results; none where it refused."""
    found = []
    while f"{name}|{len(found)}" in answers:
        found.append(tuple(answers[f"{name}|{len(found)}"][1]))
    return found


def worked_out(cases, given):
    """What the interpreter makes of each expression."""
    names = {name: f"case_{number}" for number, name in enumerate(cases)}
    inputs = "".join(
        f"{key} = fluid.dygraph.to_variable(np.zeros({list(value.shape)}, '{value.dtype}'))\n"
        for key, value in given.items()
    )
    text = HEAD + inputs + "".join(f"{names[name]} = {case.strip()}\n" for name, case in cases.items())
    script = Script.of(Source(text), Options())
    machine = Machine(ScriptDialect(script, Places(script.source), []))
    machine.run(ast.parse(text))
    return {name: machine.module.names.get(short) for name, short in names.items()}


def verdict(value, wanted):
    """Of one result: whether its shape is known, and right."""
    shape = value.shape if isinstance(value, Array) else None
    if shape is None:
        return "unknown"
    if len(shape) != len(wanted) or any(isinstance(d, int) and d != w for d, w in zip(shape, wanted, strict=True)):
        return "wrong"
    return "partial" if any(isinstance(d, Symbol) for d in shape) else "exact"


def judged(value, wanted):
    """Of all results of a case."""
    if isinstance(value, Items):
        value = value.values if value.exact else None
    if isinstance(value, (list, tuple)):
        if len(value) != len(wanted):
            return "wrong"
        verdicts = {verdict(v, w) for v, w in zip(value, wanted, strict=True)}
    else:
        verdicts = {verdict(value, wanted[0])}
        if len(wanted) != 1 and verdicts != {"unknown"}:
            return "wrong"
    return next(v for v in ("wrong", "unknown", "partial", "exact") if v in verdicts)


@pytest.fixture(scope="module")
def found():
    verdicts = {}
    for record, path in doors():
        tables = module(path)
        answers = json.loads((TESTS / "oracle" / "recorded" / f"{record}.json").read_text(encoding="utf-8"))
        wanted = {name: shapes_of(answers, name) for name in tables.CASES}
        values = worked_out(tables.CASES, tables.GIVEN)
        verdicts.update({(record, name): (judged(values[name], shapes), values[name], shapes, tables.CASES[name])
                         for name, shapes in wanted.items() if shapes})
    return verdicts


def test_no_shape_is_wrong(found):
    wrong = [(key, value, shapes, case) for key, (word, value, shapes, case) in found.items() if word == "wrong"]
    assert wrong == []


def test_as_many_are_known_as_before(found):
    counts = Counter(word for word, *_ in found.values())
    print(f"shapes of {len(found)} cases of tests/compat: {dict(counts)}")
    assert len(found) > 600
    assert counts["exact"] >= EXACT
