from __future__ import annotations

import paddle
import pytest
from paddle_migrate.written.on_device import on_device


def test_names_are_counted_afresh_inside_and_go_on_behind():
    with paddle.utils.unique_name.guard():
        first = paddle.nn.Linear(1, 1).full_name()
        with on_device("cpu"):
            assert paddle.nn.Linear(1, 1).full_name() == first
        assert paddle.nn.Linear(1, 1).full_name() != first


@pytest.mark.parametrize("error", [None, KeyError])
def test_the_device_before_comes_back(monkeypatch, error):
    set_to = []
    monkeypatch.setattr(paddle.device, "get_device", lambda: "gpu:1")
    monkeypatch.setattr(paddle.device, "set_device", set_to.append)
    try:
        with on_device("cpu"):
            assert set_to == ["cpu"]
            if error:
                raise error
    except KeyError:
        assert error
    assert set_to == ["cpu", "gpu:1"]


def test_what_the_block_raises_is_not_kept_back():
    with pytest.raises(ZeroDivisionError), on_device("cpu"):
        _ = 1 / 0
