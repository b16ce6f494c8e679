"""Estimates of memory and what did nothing: what goes, and what is left to a person."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 3])\nmain = fluid.default_main_program()\n"


@pytest.mark.parametrize("lines", [
    "low, up, unit = fluid.contrib.memory_usage(main, batch_size=3)\nprint('%.3f - %.3f %s' % (low, up, unit))\n",
    "low, up, unit = fluid.contrib.memory_usage(main, 3)\nprint(low)\nprint(up, unit, sep=', ')\n",
    "fluid.contrib.memory_usage(program=main, batch_size=3)\n",
    "used = fluid.contrib.memory_usage(fluid.default_main_program(), 3)\nprint(used[0], used[1])\n",
    "fluid.memory_optimize(main)\nfluid.release_memory(fluid.default_main_program())\n",
])  # fmt: skip
def test_what_goes(lines):
    result = migrate_source(HEAD + lines)
    assert result.left == []
    assert result.text.endswith("main = paddle.static.default_main_program()\n")


def test_an_empty_block_keeps_something():
    lines = "if x.shape:\n    low, up, unit = fluid.contrib.memory_usage(main, 3)\n    print(low, up, unit)\n"
    assert migrate_source(HEAD + lines).text.endswith("if x.shape:\n    pass\n")


@pytest.mark.parametrize("lines", [
    "low, up, unit = fluid.contrib.memory_usage(main, 3)\nassert up < 10\n",
    "low, up, unit = fluid.contrib.memory_usage(main, 3)\nprint(low, step())\n",
    "low, up, unit = fluid.contrib.memory_usage(main, 3)\nprint = log\nprint(low)\n",
    "low, up, unit = fluid.contrib.memory_usage(main, count())\n",
    "def used(main):\n    return fluid.contrib.memory_usage(main, 3)\n",
    "saved = fluid.memory_optimize(main)\n", "fluid.memory_optimize(build())\n",
])  # fmt: skip
def test_what_is_left(lines):
    result = migrate_source(HEAD + lines)
    assert len(result.left) == 1
    assert lines.strip().rpartition("\n")[2] in result.text


@pytest.mark.parametrize("text", ["low, up, unit = own.memory_usage(main, 3)\nprint(low)\n", "memory_optimize(main)\n"])
def test_other_names(check_noop, text):
    check_noop(f"import paddle\n{text}")
