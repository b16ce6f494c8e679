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
