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
    "print(fluid.contrib.memory_usage(program=main, batch_size=3 // x.shape[1]))\n",
    "print('at most', fluid.contrib.memory_usage(main, 3)[1], sep=': ')\n",
    "if x.shape:\n    low, up, unit = fluid.contrib.memory_usage(main, 3)\n    print(low, up, unit)\n",
    "if x.shape:\n    if x.stop_gradient:\n        low, up, unit = fluid.contrib.memory_usage(main, 3)\n"
    "    else:\n        low, up, unit = fluid.contrib.memory_usage(program=main, batch_size=2)\n"
    "    print('%.3f - %.3f %s' % (low, up, unit))\n",
    "if x.shape:\n    print(fluid.contrib.memory_usage(main, 3))\nelif x.stop_gradient:\n"
    "    fluid.contrib.memory_usage(main, 2)\nelse:\n    fluid.memory_optimize(main)\n",
    "fluid.memory_optimize(main)\nfluid.release_memory(fluid.default_main_program())\n",
])  # fmt: skip
def test_what_goes(lines):
    result = migrate_source(HEAD + lines)
    assert result.left == []
    assert result.text.endswith("main = paddle.static.default_main_program()\n")


@pytest.mark.parametrize(("old", "new"), [
    ("saved = fluid.memory_optimize(main, print_log=False)\n", "saved = None\n"),
    ("saved = fluid.transpiler.memory_optimize(fluid.default_main_program())\n", "saved = None\n"),
    ("print(fluid.release_memory(main))\n", "print(None)\n"),
    ("def less(of):\n    return fluid.memory_optimize(of)\n", "def less(of):\n    return None\n"),
])  # fmt: skip
def test_what_did_nothing_gave_nothing(old, new):
    result = migrate_source(HEAD + old)
    assert result.left == []
    assert result.text.endswith(new)


@pytest.mark.parametrize(("head", "rest"), [
    ("def told():\n    if main:\n", ""), ("if main:\n", "else:\n    print(x)\n"), ("if step():\n", ""),
    ("for _ in range(2):\n", ""),
])  # fmt: skip
def test_an_empty_block_keeps_something(head, rest):
    space = " " * (4 * head.count("\n"))
    lines = f"{space}low, up, unit = fluid.contrib.memory_usage(main, 3)\n{space}print(low, up, unit)\n"
    result = migrate_source(HEAD + head + lines + rest)
    assert result.left == []
    assert result.text.endswith(f"{head}{space}pass\n{rest}")


@pytest.mark.parametrize("lines", [
    "low, up, unit = fluid.contrib.memory_usage(main, 3)\nassert up < 10\n",
    "low, up, unit = fluid.contrib.memory_usage(main, 3)\nprint(low, step())\n",
    "used = log(fluid.contrib.memory_usage(main, 3))\nprint(used)\n",
    "used = fluid.contrib.memory_usage(main, 3)[1]\nprint(used)\n",
    "print(fluid.contrib.memory_usage(main, 3), step())\n", "log(fluid.contrib.memory_usage(main, 3))\n",
    "low, up = 0, 1\nlow, up, unit = fluid.contrib.memory_usage(main, 3)\nprint(low, up)\n",
    "for low in range(2):\n    up = fluid.contrib.memory_usage(main, 3)\n    print(low, up)\n",
    "low, up, unit = fluid.contrib.memory_usage(main, 3)\nprint = log\nprint(low)\n",
    "low, up, unit = fluid.contrib.memory_usage(main, count())\n",
    "def used(main):\n    return fluid.contrib.memory_usage(main, 3)\n",
    "fluid.memory_optimize(build())\n", "saved = fluid.memory_optimize(build())\n", "less = fluid.memory_optimize\n",
])  # fmt: skip
def test_what_is_left(lines):
    result = migrate_source(HEAD + lines)
    assert len(result.left) == 1
    assert lines.strip().rpartition("\n")[2] in result.text


@pytest.mark.parametrize("text", ["low, up, unit = own.memory_usage(main, 3)\nprint(low)\n", "memory_optimize(main)\n"])
def test_other_names(check_noop, text):
    check_noop(f"import paddle\n{text}")
