"""Rewritten lines that are too long are broken; the script's own are left."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.options import Options

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 1, 28, 28])\n"
CALL = """fluid.nets.simple_img_conv_pool(
        x, num_filters=20, filter_size=5, pool_size=2, pool_stride=2, act='relu')"""
NAME = "a_name_that_is_rather_long"


def test_a_call():
    text = migrate_source(f"{HEAD}def f():\n    {NAME} = {CALL}\n    return {NAME}\n").text
    assert text.endswith(f"""\
    {NAME} = F.max_pool2d(
        F.relu(nn.Conv2D(in_channels=x.shape[1], out_channels=20, kernel_size=5)(x)), kernel_size=2, stride=2)
    return {NAME}
""")


def test_it_is_said_who_wrote_the_lines():
    result = migrate_source(f"{HEAD}{NAME} = {CALL}\n", options=Options(why=True))
    lines = result.text.splitlines()
    assert all(result.origins.new[n + 1] for n, line in enumerate(lines) if "pool2d" in line or "Conv2D" in line)


def test_a_second_run_changes_nothing():
    once = migrate_source(f"{HEAD}{NAME} = {CALL}\n").text
    assert max(map(len, once.splitlines())) <= 120
    assert migrate_source(once).text == once


@pytest.mark.parametrize("line", ["y = fluid.layers.relu(x)" + " " * 100 + "# a comment", "y = fluid.layers.relu(x)"])
def test_what_is_short_or_was_long_stays_on_its_line(line):
    text = migrate_source(f"{HEAD}{line}\n").text
    assert text.splitlines()[-1] == line.replace("fluid.layers", "F")


def test_a_line_that_was_long_by_its_indentation_stays():
    text = f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    print({', '.join(['x'] * 37)}, {'y' * 5})\n"
    line = text.splitlines()[-1]
    assert len(line) > 120
    assert line.strip() in migrate_source(text).text.splitlines()


def test_a_line_that_was_long_stays():
    long = f"print({', '.join(['x'] * 60)}, fluid.layers.relu(x))"
    assert migrate_source(f"{HEAD}{long}\n").text.splitlines()[-1] == long.replace("fluid.layers", "F")
