"""Programs that are saved and loaded, migrated."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.api import Options, migrate_source

SCRIPT = """
import numpy as np
import paddle.fluid as fluid


def network():
    x = fluid.data("x", [None, 3])
    seen = fluid.layers.create_global_var([1], 0, "int64", persistable=True, name="seen")
    hidden = fluid.layers.batch_norm(fluid.layers.fc(x, 4, act="relu"))
    return fluid.layers.fc(hidden, 2)


def run(starts, folder, use):
    with fluid.scope_guard(fluid.Scope()), fluid.unique_name.guard():
        main, startup = fluid.Program(), fluid.Program()
        with fluid.program_guard(main, startup):
            out = network()
        exe = fluid.Executor(fluid.CPUPlace())
        if starts:
            exe.run(startup)
        use(exe, folder, main)
        tested = main.clone(for_test=True)
        return exe.run(tested, feed={"x": np.eye(3, dtype="float32")}, fetch_list=[out])[0]


def keep(exe, folder, main):
    SAVE


def have_again(exe, folder, main):
    LOAD
"""
WAYS = {
    "load": ("fluid.save(main, folder + '/a')", "fluid.load(main, folder + '/a', exe)"),
    "persistables": ("fluid.io.save_persistables(exe, folder, main)", "fluid.io.load_persistables(exe, folder, main)"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_program_is_loaded_whose_startup_program_did_not_run(way, tmp_path):
    save, load = WAYS[way]
    result = migrate_source(SCRIPT.replace("SAVE", save).replace("LOAD", load), options=Options(programs=True))
    assert "fluid" not in result.text
    scope: dict = {}
    paddle.enable_static()
    try:
        exec(result.text, scope)
        kept = scope["run"](True, str(tmp_path), scope["keep"])
        again = scope["run"](False, str(tmp_path), scope["have_again"])
        started = scope["run"](True, str(tmp_path), scope["have_again"])
    finally:
        paddle.disable_static()
    assert np.abs(kept).max() > 0
    assert np.array_equal(kept, again)
    assert np.array_equal(kept, started)


OLD = """
import paddle.fluid as fluid

x = fluid.data("x", [None, 4])
out = fluid.layers.fc(fluid.layers.reshape(x=fluid.layers.cast(x=x, dtype="float32"), shape=[-1, 2]), 3)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
fluid.save(fluid.default_main_program(), prefix)
"""


def test_an_old_program_is_saved_whose_calls_name_their_arguments(fluid, tmp_path):
    """Its description has 1.8.5's operators, with their inputs."""
    program = fluid.Program()
    with fluid.program_guard(program, fluid.Program()):
        exec(OLD, {"prefix": str(tmp_path / "a")})
    described = (tmp_path / "a.pdmodel").read_bytes()
    assert b"cast" in described
    assert b"reshape2" in described
