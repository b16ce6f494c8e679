"""What a program's save() has written is loaded again."""

from __future__ import annotations

import numpy as np
import pytest


def build(fluid, size=3):
    x, label = fluid.data("x", [None, 2]), fluid.data("label", [None, 1], "int64")
    found = fluid.layers.fc(x, 2, act="softmax", param_attr=fluid.ParamAttr(name="w"), bias_attr=False)
    other = fluid.layers.fc(x, size, param_attr=fluid.ParamAttr(name="other"), bias_attr=False)
    return fluid.layers.auc(found, label, slide_steps=0)[0], other


@pytest.mark.filterwarnings("ignore:fluid.save. there is no .pdmodel")
def test_counts_of_no_steps(fluid, tmp_path):
    """1.8.5 declares a number of counts more than auc(slide_steps=0) keeps, and loads what it has kept."""
    area, _ = build(fluid)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    feed = {"x": np.eye(2, dtype="float32"), "label": np.array([[0], [1]])}
    exe.run(feed=feed, fetch_list=[area])
    fluid.save(fluid.default_main_program(), str(tmp_path / "model"))
    counts = sorted(each.name for each in fluid.default_main_program().list_vars() if "_generated_var" in each.name)
    before = {name: np.array(fluid.global_scope().find_var(name).get_tensor()) for name in counts}
    with fluid.scope_guard(fluid.Scope()):
        fluid.load(fluid.default_main_program(), str(tmp_path / "model"), exe)
        for name in counts:
            np.testing.assert_array_equal(np.array(fluid.global_scope().find_var(name).get_tensor()), before[name])
        exe.run(feed=feed, fetch_list=[area])
    assert len(counts) == 4


def test_a_parameter_of_another_shape(fluid, tmp_path):
    build(fluid)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    fluid.save(fluid.default_main_program(), str(tmp_path / "model"))
    changed = fluid.Program()
    with fluid.program_guard(changed, fluid.Program()), fluid.unique_name.guard():
        build(fluid, size=4)
        with pytest.raises(RuntimeError, match=r"other has the shape \[2, 4\]"):
            fluid.load(changed, str(tmp_path / "model"), exe)


def _built(fluid, **sizes):
    program, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(program, startup), fluid.unique_name.guard():
        area, _ = build(fluid, **sizes)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    return program, area, exe


@pytest.mark.parametrize("filename", [None, "all"])
def test_counts_of_no_steps_among_persistables(fluid, tmp_path, filename):
    """1.8.5 loads them, before anything has run, too: it looks at the shapes of parameters alone."""
    feed = {"x": np.eye(2, dtype="float32"), "label": np.array([[0], [1]])}
    with fluid.scope_guard(fluid.Scope()):
        program, area, exe = _built(fluid)
        first = exe.run(program, feed=feed, fetch_list=[area])[0]
        fluid.io.save_persistables(exe, str(tmp_path), program, filename)
    with fluid.scope_guard(fluid.Scope()):
        again, area, exe = _built(fluid)
        fluid.io.load_persistables(exe, str(tmp_path), again, filename)
        np.testing.assert_allclose(exe.run(again, feed=feed, fetch_list=[area])[0], first)


@pytest.mark.parametrize("filename", [None, "all"])
def test_a_persistable_parameter_of_another_shape(fluid, tmp_path, filename):
    with fluid.scope_guard(fluid.Scope()):
        program, _, exe = _built(fluid)
        fluid.io.save_persistables(exe, str(tmp_path), program, filename)
    with fluid.scope_guard(fluid.Scope()):
        other, _, exe = _built(fluid, size=4)
        with pytest.raises(RuntimeError, match=r"other has the shape \[2, 4\]"):
            fluid.io.load_persistables(exe, str(tmp_path), other, filename)
