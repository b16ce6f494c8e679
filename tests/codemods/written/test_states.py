from __future__ import annotations

import struct

import numpy as np
import paddle
import pytest
from paddle_migrate.written.states import load_states, save_state
from paddle_migrate.written.variables import load_program_state


@pytest.fixture
def model():
    return paddle.nn.Linear(2, 1)


@pytest.fixture
def optimizer(model):
    """One that has made a step, so that it has a state."""
    adam = paddle.optimizer.Adam(0.1, parameters=model.parameters())
    model(paddle.ones([1, 2])).sum().backward()
    adam.step()
    return adam


def test_a_models_state(model, tmp_path):
    save_state(model.state_dict(), str(tmp_path / "m"))
    assert [p.name for p in tmp_path.iterdir()] == ["m.pdparams"]
    params, opt = load_states(str(tmp_path / "m"))
    assert opt is None
    assert params["weight"].tolist() == model.weight.tolist()


def test_an_optimizers_state_lies_beside_it(model, optimizer, tmp_path):
    save_state(model.state_dict(), str(tmp_path / "m"))
    save_state(optimizer.state_dict(), str(tmp_path / "m"))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.pdopt", "m.pdparams"]
    _, opt = load_states(str(tmp_path / "m"))
    assert set(optimizer.state_dict()) <= set(opt)


@pytest.mark.parametrize("suffix", [".pdparams", ".pdopt"])
def test_a_path_that_has_the_suffix_already(model, tmp_path, suffix):
    save_state(model.state_dict(), str(tmp_path / "m"))
    assert load_states(str(tmp_path / "m") + suffix)[0]["bias"].tolist() == model.bias.tolist()


def test_other_endings_belong_to_the_name(model, tmp_path):
    save_state(model.state_dict(), str(tmp_path / "m.v1"))
    assert [p.name for p in tmp_path.iterdir()] == ["m.v1.pdparams"]
    assert load_states(str(tmp_path / "m.v1"))[0]["bias"].tolist() == model.bias.tolist()


def test_what_is_not_there_is_not_made_up(tmp_path):
    with pytest.raises((ValueError, OSError)):
        load_states(str(tmp_path / "m"))


@pytest.mark.parametrize("suffix", ["", ".pdparams", ".pdopt", ".pdmodel"])
def test_what_a_program_saved_in_two_files(tmp_path, suffix):
    paddle.save({"w": np.ones(2, "float32")}, str(tmp_path / "m.pdparams"))
    assert load_program_state(str(tmp_path / "m") + suffix)["w"].tolist() == [1.0, 1.0]
    paddle.save({"w_moment": np.zeros(1, "float32")}, str(tmp_path / "m.pdopt"))
    assert set(load_program_state(str(tmp_path / "m") + suffix)) == {"w", "w_moment"}


def test_what_a_program_saved_in_a_file_for_each(tmp_path):
    array = np.arange(6, dtype="float32").reshape([2, 3])
    described = b"\x08\x05\x10\x02\x10\x03"  # a protobuf: float32, [2, 3]
    head = struct.pack("<IQIi", 0, 0, 0, len(described))
    (tmp_path / "w").write_bytes(head + described + array.tobytes())
    state = load_program_state(str(tmp_path))
    assert {name: value.tolist() for name, value in state.items()} == {"w": array.tolist()}
    assert isinstance(state["w"], np.ndarray)
