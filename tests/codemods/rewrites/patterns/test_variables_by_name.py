"""Variables asked for by their names, through a function of 1.8.5's own."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nexe = fluid.Executor(fluid.CPUPlace())\n"


def migrated(line):
    return migrate_source(f"{HEAD}{line}\n", options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("v = fluid.framework._get_var(a.name)", "v = variable(paddle.static.default_main_program(), a.name)"),
        ("v = fluid.framework._get_var('w', made())", "v = variable(made(), 'w')"),
    ],
)  # fmt: skip
def test_written(old, new):
    result = migrated(old)
    assert result.text.endswith(f"\n{new}\n")
    assert not result.left


@pytest.mark.parametrize("line", ["v = fluid.framework._get_var(*names)", "v = fluid.framework._get_var(name='w')",
                                  "v = fluid.framework._get_var"])  # fmt: skip
def test_what_is_left(line):
    result = migrated(line)
    assert line in result.text
    assert [f.name for f in result.left] == ["fluid.framework._get_var"]


def test_a_function_of_the_same_name():
    assert migrated("v = _get_var('w')").text.endswith("\nv = _get_var('w')\n")
