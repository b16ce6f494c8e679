"""The recorded results stand in for PaddlePaddle 1.8.5 where it cannot run, so they have to be its own, and current."""

from __future__ import annotations

from pathlib import Path

import curves
import numpy as np
import pytest
import reference
from runs import CLOSE_OPTIMIZERS, SHORT_BATCH_RUN, joined_run, long_run

pytestmark = pytest.mark.oracle

RUNS = [*map(long_run, CLOSE_OPTIMIZERS), *map(joined_run, CLOSE_OPTIMIZERS), SHORT_BATCH_RUN]


@pytest.fixture
def nothing_live(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "oracle_python", lambda: None)


@pytest.mark.usefixtures("nothing_live")
def test_record_is_of_these_inputs_and_complete(prepared: Path) -> None:
    for options in RUNS:
        assert len(reference.losses(prepared, *options)) > 1
    for optimizer in CLOSE_OPTIMIZERS:
        weights = reference.weights(prepared, *joined_run(optimizer))
        start = curves.starting_weights()
        assert {name: array.shape for name, array in weights.items()} == {name: a.shape for name, a in start.items()}


@pytest.mark.usefixtures("nothing_live")
def test_record_of_another_script_is_refused(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "mnist_single.py"
    other.write_bytes(reference.SCRIPT.read_bytes() + b"# changed\n")
    monkeypatch.setattr(reference, "SCRIPT", other)
    with pytest.raises(RuntimeError, match="make record"):
        reference.losses(prepared, *RUNS[0])


@pytest.mark.slow
@pytest.mark.skipif(not curves.oracle_python(), reason="needs PaddlePaddle 1.8.5: make oracle")
def test_record_is_what_the_oracle_says(prepared: Path) -> None:
    options = joined_run("momentum")
    live, recorded = reference.train(prepared, *options), reference.recorded(prepared)
    assert curves.largest_difference(live.losses, recorded["curves"][" ".join(options)]) <= 1e-6
    number = recorded["weights"].index(" ".join(options))
    with np.load(reference.RECORDED_WEIGHTS) as arrays:
        for name, array in reference.weights(prepared, *options).items():
            np.testing.assert_allclose(arrays[f"{number}/{name}"], array, rtol=0, atol=1e-6 * np.abs(array).max())
