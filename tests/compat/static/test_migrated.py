"""What stands for an expression today stands for it in a program, too: each door's cases as today's programs, run by
Paddle's own executor, against what real 1.8.5 gave."""

from __future__ import annotations

import contextlib
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import paddle
import pytest
from paddle_migrate.api import Options, migrate_source

pytestmark = pytest.mark.oracle

ORACLE = Path(__file__).parents[2] / "oracle"
HEAD = "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n"
# what 1.8.5 itself answered otherwise in a program; the doors ask it in dynamic mode
OTHERWISE = {"div_ints": "", "reshape_actual": "", "scale_act": ""}


@contextlib.contextmanager
def today() -> Iterator[None]:
    """A program of Paddle's own."""
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            yield
    finally:
        paddle.disable_static()


def run(text, feed):
    scope = {}
    with today():
        exec(compile(text, "script.py", "exec"), scope)
        found = scope["found"]
        executor = paddle.static.Executor(paddle.CPUPlace())
        executor.run(paddle.static.default_startup_program())
        program = paddle.static.default_main_program()
        return executor.run(program, feed=feed, fetch_list=list(found) if isinstance(found, (list, tuple)) else [found])


def program(expression, given):
    used = {key: value for key, value in given.items() if re.search(rf"\b{key}\b", expression)}
    lines = [f"{key} = fluid.data({key!r}, {list(value.shape)}, {str(value.dtype)!r})\n" for key, value in used.items()]
    return HEAD + "".join(lines) + f"found = {expression}\n", used


def doors():
    for path in sorted(Path(__file__).parents[1].rglob("test_*.py")):
        names = re.findall(r'return both\("([\w.]+)", CASES, GIVEN', path.read_text(encoding="utf-8"))
        if names:
            yield pytest.param(path, names[0], id=names[0])


def module(path):
    spec = importlib.util.spec_from_file_location(f"door.{path.parent.name}.{path.stem}", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize(("path", "name"), doors())
def test_the_cases_of_a_door(path, name, harness):
    door = module(path)
    question = (ORACLE / "cases.py").read_text(encoding="utf-8")
    question = f"{question}\nanswer.update(run_cases(fluid, {door.CASES!r}, given))\n"
    theirs = harness.ask(name, question, door.GIVEN)
    compared = 0
    for case, expression in door.CASES.items():
        text, feed = program(expression, door.GIVEN)
        result = migrate_source(text, options=Options(programs=True))
        if f"{case}|0" not in theirs or result.left or case in OTHERWISE:
            continue
        assert "fluid" not in result.text, case
        for number, got in enumerate(run(result.text, feed)):
            wanted = theirs[f"{case}|{number}"]
            assert wanted.shape == np.shape(got) or (wanted.shape, np.shape(got)) == ((1,), ()), case
            np.testing.assert_allclose(np.reshape(got, wanted.shape), wanted, 1e-5, 1e-6, err_msg=case)
        compared += 1
    assert compared >= len(door.CASES) // 3
