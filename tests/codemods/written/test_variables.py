"""Variables in Paddle 1's files, read into a program of today's."""

from __future__ import annotations

import struct

import numpy as np
import paddle
import pytest
from paddle_migrate.written.variables import (
    lasting,
    load,
    load_vars,
    read_array,
    save_params,
    save_vars,
    set_program_state,
    write_array,
)

# Paddle's own words at its own calls
pytestmark = pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")

NUMBERS = {"bool": 0, "int16": 1, "int32": 2, "int64": 3, "float16": 4, "float32": 5, "float64": 6, "uint8": 20,
           "int8": 21}


def varint(number):
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def written(array, levels=()):
    """As 1.8.5's `save` operator writes a tensor with the offsets of its sequences."""
    offsets = b"".join(struct.pack("<Q", 8 * len(each)) + struct.pack(f"<{len(each)}Q", *each) for each in levels)
    described = b"\x08" + varint(NUMBERS[array.dtype.name]) + b"".join(b"\x10" + varint(n) for n in array.shape)
    head = struct.pack("<IQ", 0, len(levels)) + offsets + struct.pack("<Ii", 0, len(described))
    return head + described + array.tobytes()


@pytest.mark.parametrize("dtype", NUMBERS)
def test_an_array(tmp_path, dtype):
    arrays = [(np.arange(300).reshape(150, 2) % 2).astype(dtype), np.array([1], dtype)]
    (tmp_path / "both").write_bytes(written(arrays[0], [[0, 2, 150]]) + written(arrays[1]))
    with open(tmp_path / "both", "rb") as file:
        for array in arrays:
            found = read_array(file)
            assert found.dtype == array.dtype
            np.testing.assert_array_equal(found, array)
        assert file.read() == b""


@pytest.fixture
def parameters():
    paddle.enable_static()
    try:
        main, scope = paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, paddle.static.Program()), paddle.static.scope_guard(scope):
            x = paddle.static.data("x", [None, 2])
            out = paddle.nn.Linear(2, 3, paddle.ParamAttr("w"), paddle.ParamAttr("b"))(x)
            executor = paddle.static.Executor()
            executor.run(paddle.static.default_startup_program())
            yield executor, lambda: executor.run(main, {"x": np.eye(2, dtype="float32")}, [out])[0]
    finally:
        paddle.disable_static()


@pytest.mark.parametrize("filename", [None, "all"])
@pytest.mark.parametrize("given", ["vars", "predicate"])
def test_parameters(tmp_path, parameters, filename, given):
    executor, run = parameters
    values = {"b": np.full(3, 7, "float32"), "w": np.arange(6, dtype="float32").reshape(2, 3)}
    for name, value in values.items():
        with open(tmp_path / (filename or name), "ab") as file:
            file.write(written(value))
    chosen = {"vars": {"vars": ["w", "b"]}, "predicate": {"predicate": lambda var: var.name in ("w", "b")}}[given]
    load_vars(executor, str(tmp_path), filename=filename, **chosen)
    np.testing.assert_array_equal(run(), values["w"] + values["b"])


def test_nothing_to_load_is_said(tmp_path, parameters):
    executor, run = parameters
    before = run()
    with pytest.warns(UserWarning, match="no variable of the program"):
        load_vars(executor, str(tmp_path), vars=[])
    np.testing.assert_array_equal(run(), before)
    with pytest.raises(ValueError, match="not exist"):
        load_vars(executor, str(tmp_path), vars=["w"])


@pytest.mark.parametrize("names", [["w"], ["b"], ["b", "w"], ["other", "w"]])
def test_what_a_folder_has_is_loaded(tmp_path, parameters, names):
    """`fluid.load` of a folder took what was there; its files may be of another program in part."""
    executor, run = parameters
    values = {"b": np.full(3, 7, "float32"), "w": np.arange(6, dtype="float32").reshape(2, 3)}
    before = {name: np.array(paddle.static.global_scope().find_var(name).get_tensor()) for name in values}
    for name in names:
        (tmp_path / name).write_bytes(written(values.get(name, np.ones(2, "float32"))))
    load(paddle.static.default_main_program(), str(tmp_path), executor)
    b, w = ((values if name in names else before)[name] for name in ("b", "w"))
    np.testing.assert_allclose(run(), w + b, rtol=1e-6)


@pytest.mark.parametrize(("folder", "said"), [("gone", FileNotFoundError), ("", UserWarning)])
def test_a_folder_without_a_variable_of_the_program(tmp_path, parameters, folder, said):
    executor, run = parameters
    before = run()
    with pytest.warns(said) if issubclass(said, Warning) else pytest.raises(said):
        load(paddle.static.default_main_program(), str(tmp_path / folder), executor)
    np.testing.assert_array_equal(run(), before)


@pytest.mark.parametrize("ending", ["", ".pdparams"])
def test_todays_files_need_every_parameter(tmp_path, parameters, ending):
    executor, run = parameters
    paddle.save({"w": np.ones([2, 3], "float32")}, str(tmp_path / "m.pdparams"))
    with pytest.raises(KeyError, match="b"):
        load(paddle.static.default_main_program(), str(tmp_path / "m") + ending, executor)
    both = {"w": np.ones([2, 3], "float32"), "b": np.ones(3, "float32")}
    paddle.save(both, str(tmp_path / "m.pdparams"))
    load(paddle.static.default_main_program(), str(tmp_path / "m") + ending, executor)
    np.testing.assert_array_equal(run(), np.full([2, 3], 2))


def test_one_file_for_all_is_loaded_by_its_variables(tmp_path, parameters):
    executor, run = parameters
    (tmp_path / "all").write_bytes(written(np.ones(3, "float32")) + written(np.ones([2, 3], "float32")))
    main = paddle.static.default_main_program()
    load(main, str(tmp_path / "all"), executor, var_list=main.global_block().all_parameters())
    np.testing.assert_array_equal(run(), np.full([2, 3], 2))


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("shape", [[], [1], [150, 2]])
def test_an_array_is_written_as_185_did(tmp_path, dtype, shape):
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    with open(tmp_path / "one", "wb") as file:
        write_array(file, array)
    assert (tmp_path / "one").read_bytes() == written(array)


@pytest.mark.parametrize("filename", [None, "all"])
@pytest.mark.parametrize("save", [save_vars, save_params])
def test_what_is_saved_is_loaded(tmp_path, parameters, filename, save):
    executor, run = parameters
    before = run()
    save(executor, str(tmp_path / "new" / "folder"), filename=filename)
    folder = tmp_path / "new" / "folder"
    assert sorted(each.name for each in folder.iterdir()) == ([filename] if filename else ["b", "w"])
    executor.run(paddle.static.default_startup_program())
    assert np.any(run() != before)
    load_vars(executor, str(folder), predicate=lambda var: filename or (folder / var.name).exists(), filename=filename)
    np.testing.assert_array_equal(run(), before)


@pytest.mark.parametrize("shape", [[3], [1, 3, 1, 1], [1, 3], [3, 1]])
def test_dimensions_of_one_element_may_be_others(parameters, shape):
    """1.8.5 kept the slopes of `prelu` as [1, 3, 1, 1], which are [3] today."""
    _, run = parameters
    before = run()
    set_program_state(paddle.static.default_main_program(), {"b": np.array([1, 2, 3], "float32").reshape(shape)})
    np.testing.assert_allclose(run() - before, [[1, 2, 3]] * 2, rtol=1e-6)


@pytest.mark.parametrize(("name", "shape"), [("w", [3, 2]), ("w", [6]), ("w", [1, 6]), ("b", [2]), ("b", [1])])
def test_other_sizes_are_refused(parameters, name, shape):
    with pytest.raises(ValueError, match="in the files, and"):
        set_program_state(paddle.static.default_main_program(), {name: np.ones(shape, "float32")})


@pytest.mark.parametrize(("name", "lasts"), [("seen", True), ("as_many_steps_0", False)])
def test_what_a_loop_counts_to_is_not_of_the_program(parameters, name, lasts):
    variable = paddle.static.data(name, [1], "int32")
    variable.persistable = True
    paddle.add(variable, variable)  # what nothing uses is left out, too
    names = {each.name for each in lasting(paddle.static.default_main_program())}
    assert (name in names) is lasts
    assert {"w", "b"} <= names


def test_what_is_computed_and_marked_as_lasting_is_left_out(tmp_path):
    """`loss.persistable = True`: Paddle 3 has no name for it."""
    paddle.enable_static()
    try:
        main, scope = paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, paddle.static.Program()), paddle.static.scope_guard(scope):
            loss = paddle.nn.Linear(2, 1, paddle.ParamAttr("w"), False)(paddle.static.data("x", [None, 2])).mean()
            loss.persistable = True
            executor = paddle.static.Executor()
            executor.run(paddle.static.default_startup_program())
            tensor = scope.find_var("w").get_tensor()
            saved = np.array(tensor)
            save_vars(executor, str(tmp_path), main)
            tensor.set(saved + 1, paddle.CPUPlace())
            load_vars(executor, str(tmp_path), main, predicate=lambda each: each.name == "w")
            np.testing.assert_array_equal(np.array(tensor), saved)
    finally:
        paddle.disable_static()


@pytest.mark.parametrize(("refused", "epoch"), [("none", 3), ("@LR_DECAY_COUNTER@", 0)])
def test_the_count_of_a_schedule_is_asked_for_like_a_variable(tmp_path, refused, epoch):
    """In 1.8.5 it was one, which a predicate was asked for by its name."""
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            loss = paddle.nn.Linear(2, 1, paddle.ParamAttr("w"), False)(paddle.static.data("x", [None, 2])).mean()
            schedule = paddle.optimizer.lr.ExponentialDecay(0.1, 0.5)
            paddle.optimizer.SGD(schedule).minimize(loss)
            paddle.static.Executor().run(startup)
            schedule.step(3)
            save_vars(None, str(tmp_path), main, predicate=lambda each: each.persistable)
            schedule.step(0)
            load_vars(None, str(tmp_path), main, predicate=lambda each: each.name != refused)
            assert schedule.last_epoch == epoch
    finally:
        paddle.disable_static()
