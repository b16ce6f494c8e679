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
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.joining import is_floating
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.values import Array, Items, Symbol
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.dialect import ScriptDialect

TESTS = Path(__file__).resolve().parents[2]
HEAD = "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n"
# What is known may only become more.
SHAPES = 687
DTYPES = 700


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


def results_of(answers, name):
    """The shapes and dtypes of 1.8.5's results; none where it refused."""
    found = []
    while f"{name}|{len(found)}" in answers:
        dtype, shape, *_ = answers[f"{name}|{len(found)}"]
        found.append((tuple(shape), dtype))
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
    machine = Interpreter(ScriptDialect(script, Places(script.source), []))
    machine.run(ast.parse(text))
    return {name: machine.module.names.get(short) for name, short in names.items()}


def shape_verdict(value, wanted):
    """Of one result: whether its shape is known, and right."""
    shape = value.shape if isinstance(value, Array) else None
    if shape is None:
        return "unknown"
    if len(shape) != len(wanted) or any(isinstance(d, int) and d != w for d, w in zip(shape, wanted, strict=True)):
        return "wrong"
    return "partial" if any(isinstance(d, Symbol) for d in shape) else "exact"


def dtype_verdict(value, wanted):
    """The same of its dtype, which may be known to be one of the floating ones."""
    dtype = value.dtype if isinstance(value, Array) else ""
    if dtype in ("", "float"):
        return "wrong" if dtype and not is_floating(wanted) else "partial" if dtype else "unknown"
    return "exact" if dtype == wanted else "wrong"


def judged(value, wanted):
    """Of all results of a case: the shapes, and the dtypes."""
    if isinstance(value, Items):
        value = value.values if value.exact else None
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    shapes, dtypes = [s for s, _ in wanted], [d for _, d in wanted]
    if len(values) != len(wanted):
        return ("wrong",) * 2 if any(isinstance(v, Array) and v.shape is not None for v in values) else ("unknown",) * 2
    return worst(map(shape_verdict, values, shapes)), worst(map(dtype_verdict, values, dtypes))


def worst(verdicts):
    found = set(verdicts)
    return next(v for v in ("wrong", "unknown", "partial", "exact") if v in found)


@pytest.fixture(scope="module")
def found():
    verdicts = {}
    for record, path in doors():
        tables = module(path)
        answers = json.loads((TESTS / "oracle" / "recorded" / f"{record}.json").read_text(encoding="utf-8"))
        wanted = {name: results_of(answers, name) for name in tables.CASES}
        values = worked_out(tables.CASES, tables.GIVEN)
        verdicts.update({(record, name): (judged(values[name], results), values[name], results, tables.CASES[name])
                         for name, results in wanted.items() if results})
    return verdicts


def test_no_shape_and_no_dtype_is_wrong(found):
    wrong = [(key, *told) for key, told in found.items() if "wrong" in told[0]]
    assert wrong == []


@pytest.mark.parametrize(("number", "what", "exact"), [(0, "shapes", SHAPES), (1, "dtypes", DTYPES)])
def test_as_many_are_known_as_before(found, number, what, exact):
    counts = Counter(told[0][number] for told in found.values())
    print(f"{what} of {len(found)} cases of tests/compat: {dict(counts)}")
    assert len(found) > 600
    assert counts["exact"] >= exact
