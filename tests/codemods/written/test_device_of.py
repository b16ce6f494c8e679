from __future__ import annotations

import paddle
import pytest
from paddle_migrate.written.device_of import device_of


@pytest.mark.parametrize("place", [paddle.CPUPlace(), paddle.to_tensor(1.0).place, "cpu"])
def test_a_place_or_its_name(place):
    assert device_of(place) == "cpu"


class Gpu:
    def __str__(self) -> str:
        return "Place(gpu:1)"


def test_a_gpu_has_its_number():
    assert device_of(Gpu()) == "gpu:1"
    assert device_of("gpu:1") == "gpu:1"


@pytest.mark.parametrize(("gpus", "device"), [(0, "cpu"), (2, "gpu:0")])
def test_none_is_the_default(monkeypatch, gpus, device):
    monkeypatch.setattr(paddle.device.cuda, "device_count", lambda: gpus)
    assert device_of(None) == device
