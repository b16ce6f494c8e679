"""Variables of a program without a name: called as 1.8.5 called them, by each program that begins its names anew."""

from __future__ import annotations

PROGRAM = """
import paddle.fluid as fluid
for again in range(2):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        with fluid.unique_name.guard():
            first = fluid.layers.create_global_var([1], 3.0, "float32", persistable=True)
            second = fluid.layers.create_global_var([1], 4.0, "float32", persistable=True)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    print(first.name, second.name)
    if not again:
        fluid.io.save_persistables(exe, "saved", main)
    else:
        fluid.io.load_persistables(exe, "saved", main)
"""


def test_the_next_program_finds_what_one_has_saved(run_both_ways):
    _, new = run_both_ways({"names": {"main.py": PROGRAM}})
    assert new["names"] == ["_generated_var_0 _generated_var_1"] * 2  # as real 1.8.5 prints


BLOCKS = """
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
first = L.create_global_var([1], 0.1, "float32", persistable=True)
second = L.create_global_var([1], 0.2, "float32", persistable=True)
x = fluid.data("x", [1], "float32")
doubled = L.cond(x > 2.0, lambda: first * 2.0, lambda: second * 3.0)
more = L.cond(x > 1.0, lambda: doubled + 1.0, lambda: doubled - 1.0)
third = L.create_global_var([1], 0.4, "float32", persistable=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for value in (0.5, 1.5, 2.5):
    print(["%.3f" % v[0] for v in exe.run(feed={"x": np.array([value], "float32")}, fetch_list=[doubled, more, third])])
"""
BRANCH = "one = L.ones([1], 'float32')\nbranch = L.cond(one > 2.0, lambda: one + 1.0, lambda: one - 1.0)\nfirst ="
BEHIND = BLOCKS.replace("first =", BRANCH, 1)


def test_blocks_have_other_names(run_both_ways):
    """Made before and behind a branch, whose own variables Paddle 2.6 would call the same."""
    old, new = run_both_ways({"before": {"main.py": BLOCKS}, "behind": {"main.py": BEHIND}})
    numbers = ["['0.600', '-0.400', '0.400']", "['0.600', '1.600', '0.400']", "['0.200', '1.200', '0.400']"]  # by 1.8.5
    assert new == old == {"before": numbers, "behind": numbers}
