"""One device: the old script unchanged, and its modern twin, train as real PaddlePaddle 1.8.5 does."""

from __future__ import annotations

import shutil
from pathlib import Path

import curves
import make_digits
import numpy as np
import pytest
import reference
from compared import compare
from curves import LEGACY, MODERN
from parity import free_run
from runs import OPTIMIZERS, SHUFFLE, STEPS, init, short_batch_run

pytestmark = [pytest.mark.slow, pytest.mark.oracle]

WAYS = {"compat": LEGACY / "mnist_single.py", "migrated": MODERN / "mnist_single.py"}


def train(way: str, folder: Path, *options: str) -> curves.Run:
    return curves.run_here(WAYS[way], folder, *options, compat=way == "compat")


@pytest.mark.numeric
@pytest.mark.parametrize("way", WAYS)
def test_every_step_and_48_free_ones(prepared: Path, folder: Path, way: str) -> None:
    answers = reference.ask(prepared, *OPTIMIZERS)
    for optimizer, compared in compare(WAYS[way], folder, answers, compat=way == "compat").items():
        print(f"{optimizer}, {way}: {compared}")
        assert compared.good, f"{optimizer}: {compared}"
        assert compared.count == (STEPS if curves.oracle_python() else 1)


@pytest.mark.numeric
def test_the_path_is_smooth_and_leads_down(prepared: Path) -> None:
    """At few steps a window of a pooling layer is so near a tie that the gradient is any kernel's choice."""
    from compared import kinks_of

    for name, answer in reference.ask(prepared, *OPTIMIZERS).items():
        assert len(answer.loss) == STEPS
        assert answer.loss[-12:].mean() < 0.75 * answer.loss[:12].mean(), name
        assert len(kinks_of(answer.path)) <= STEPS // 8, name


@pytest.mark.numeric
def test_short_last_batch(prepared: Path, folder: Path) -> None:
    answer = reference.ask(prepared, reference.SHORT_BATCH)[reference.SHORT_BATCH]
    assert len(answer.loss) == 3
    for way in WAYS:
        losses = train(way, folder, *short_batch_run()).losses
        assert free_run(np.array(losses), answer.loss, answer.nudged).good, way


OTHER = (*SHUFFLE, "--batch_size", "20", "--steps", "3")


def jobs(*options: str) -> list[curves.Job]:
    """A short run with each optimizer; `half` in the options is a file of its own for each."""
    return [
        {"options": ["--optimizer", each, *OTHER, *(f"half_{each}" if o == "half" else o for o in options)]}
        for each in OPTIMIZERS
    ]


def losses(way: str, folder: Path, *options: str) -> np.ndarray:
    """[optimizers, steps]"""
    if way == "1.8.5":
        kept = curves.walk_there(LEGACY / "mnist_single.py", jobs(*options), folder)
    else:
        kept = curves.walk_here(WAYS[way], jobs(*options), folder, compat=way == "compat")
    return np.array([each["loss"] for each in kept])


EVERY = [*WAYS, "1.8.5"] if curves.oracle_python() else list(WAYS)


@pytest.mark.parametrize("first", [way for way in EVERY if way != "migrated"])  # 1.8.5 cannot read NumPy 2's pickles
def test_each_goes_on_where_any_stopped(small_folder: Path, first: str) -> None:
    losses(first, small_folder, *init(), "--save", "half")
    found = {way: losses(way, small_folder, *init(), "--resume", "half") for way in EVERY}
    assert found["compat"].shape == (len(OPTIMIZERS), 3)
    for way in EVERY:
        np.testing.assert_allclose(found[way], found["compat"], rtol=1e-6)


def test_missing_data_file_is_named(folder: Path) -> None:
    shutil.rmtree(folder / "work")
    for way in WAYS:
        with pytest.raises(curves.ScriptFailed, match=r"No such file or directory: './work/mnist.json.gz'"):
            train(way, folder)


def test_label_count_that_does_not_match(folder: Path) -> None:
    write_splits(folder, images=3, labels=2)
    for way in WAYS:
        with pytest.raises(curves.ScriptFailed, match="AssertionError: 3 images but 2 labels"):
            train(way, folder)


def test_empty_training_split(folder: Path) -> None:
    write_splits(folder, images=0, labels=0)
    for way in WAYS:
        done = train(way, folder, "--epochs", "1", "--save", way)
        assert done.losses == []
        assert "epoch: 0, valid loss:" in done.output
        assert (folder / f"{way}.pdparams").exists()


def write_splits(folder: Path, images: int, labels: int) -> None:
    """A training split with so many images and labels, and four good ones to validate on."""
    image = [0.5] * 784
    splits = [[[image] * images, [1] * labels], [[image] * 4, [1] * 4], [[], []]]
    make_digits.write_splits(folder / "work" / "mnist.json.gz", splits)
