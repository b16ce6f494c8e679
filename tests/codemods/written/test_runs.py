"""Runs on one device."""

from __future__ import annotations

import pytest
from paddle_migrate.written.runs import on_one_device

# Paddle's own words at its own calls
pytestmark = pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")


@pytest.mark.parametrize(("cores", "use_cuda", "places", "counted"), [
    (None, None, None, 0), ("1", None, None, 0), ("2", None, None, 2), ("2", True, None, 0), ("2", False, None, 2),
    ("2", None, ["one"], 0), ("2", None, "one", 0), ("1", None, ["one", "another", "third"], 3),
])  # fmt: skip
def test_on_one_device(monkeypatch, cores, use_cuda, places, counted):
    monkeypatch.delenv("CPU_NUM", raising=False)
    if cores is not None:
        monkeypatch.setenv("CPU_NUM", cores)
    runs = object()
    if not counted:
        assert on_one_device(runs, use_cuda, places=places) is runs
    else:
        with pytest.raises(RuntimeError, match=f"ran this on {counted} devices"):
            on_one_device(runs, use_cuda, places=places)
