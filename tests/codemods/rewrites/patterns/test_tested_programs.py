"""Copies of programs for tests, and what runs of them fetch."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
main = fluid.default_main_program()
loss = network(fluid.data("x", [None, 4]))
"""


def migrated(lines):
    return migrate_source(HEAD + lines, options=Options(programs=True))


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("exe.run(test, fetch_list=[loss.name])\n", "exe.run(test, fetch_list=in_program(test, [loss]))\n"),
        ("exe.run(test, fetch_list=f, feed=d)\n", "exe.run(test, fetch_list=in_program(test, f), feed=d)\n"),
        (
            "def run(program, fetched):\n    return exe.run(program, d, fetched)\n",
            "def run(program, fetched):\n    return exe.run(program, d, in_program(program, fetched))\n",
        ),
    ],
)
def test_a_run_of_the_copy(line, new):
    result = migrated(f"test = main.clone(for_test=True)\n{line}")
    assert result.text.endswith(f"test = clone_for_test(main)\n{new}")
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "line",
    [
        "exe.run(main, fetch_list=[loss])\n",
        "exe.run(train_program, fetch_list=[loss])\n",
        "exe.run(startup)\n",
        "shell.run(test)\n",
    ],
)
def test_other_runs_stay(line):
    result = migrated(f"test = main.clone(for_test=True)\nexe.run(test, fetch_list=[loss])\n{line}")
    assert result.text.endswith(line)


@pytest.mark.parametrize(
    "lines",
    [
        "opt.minimize(loss)\ntest = main.clone(for_test=True)\nexe.run(test, fetch_list=[loss])\n",
        "test = main.clone(for_test=True)\nreturned(test)\n",
        "copy = main.clone()\n",
    ],
)
def test_what_a_person_does(lines):
    assert [f.name for f in migrated(lines).left] == ["Program.clone"]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("sums = [each[0] + each[1][0] for each in zip(sums, values)]\n", 1),
        ("for each in values:\n    print(each[0])\n", 1),
        ("print([each.item() for each in values], [s[0] for s in sums])\n", 0),
        ("for i, each in enumerate(values):\n    print(i)\n", 0),
    ],
)
def test_elements_in_a_loop_over_what_was_fetched_are_said(line, count):
    result = migrated(f"values = exe.run(main, fetch_list=fetched)\n{line}")
    assert [f.name for f in result.left] == ["fetch_list"] * count


def test_a_copy_behind_the_backward_of_another_program():
    result = migrated(
        "with fluid.program_guard(other):\n    opt.minimize(loss)\n"
        "test = main.clone(for_test=True)\nexe.run(test, fetch_list=[loss])\n"
    )
    assert not result.left
