"""One device: the old script unchanged, and its modern twin, give the losses of real PaddlePaddle 1.8.5."""

from __future__ import annotations

import shutil
from pathlib import Path

import curves
import make_digits
import pytest
import reference
from curves import LEGACY, MODERN
from runs import CLOSE_OPTIMIZERS, SHORT_BATCH_RUN, SHUFFLE, STEPS, long_run

pytestmark = [pytest.mark.slow, pytest.mark.oracle]

WAYS = {"compat": LEGACY / "mnist_single.py", "migrated": MODERN / "mnist_single.py"}
# 1.8.5 adds Adam's epsilon to the square root as it is, 2.x scales it with the step: code without our package cannot
# have 1.8.5's. From a checkpoint of the third step on, three more steps differ by 2.5e-6.
ADAM_MIGRATED = 1e-5


def train(way: str, folder: Path, *options: str) -> curves.Run:
    return curves.run_here(WAYS[way], folder, *options, compat=way == "compat")


@pytest.mark.parametrize("optimizer", CLOSE_OPTIMIZERS)
def test_losses_over_48_steps(folder: Path, optimizer: str) -> None:
    oracle = reference.losses(folder, *long_run(optimizer))
    assert len(oracle) == STEPS
    assert oracle[-1] < oracle[0] / 2
    for way in WAYS:
        losses = train(way, folder, *long_run(optimizer)).losses
        assert curves.largest_difference(losses, oracle) <= 1e-6, way


def test_short_last_batch(folder: Path) -> None:
    oracle = reference.losses(folder, *SHORT_BATCH_RUN)
    assert len(oracle) == 3
    for way in WAYS:
        assert curves.largest_difference(train(way, folder, *SHORT_BATCH_RUN).losses, oracle) <= 1e-6, way


OPTIMIZERS = ("sgd", "momentum", "adagrad", "adam")
HALF = (*SHUFFLE, "--batch_size", "20", "--steps", "3", "--save", "half")
OTHER_HALF = (*SHUFFLE, "--batch_size", "20", "--steps", "3", "--resume", "half")


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_checkpoint_of_compat(small_folder: Path, optimizer: str) -> None:
    choice = ("--optimizer", optimizer)
    train("compat", small_folder, *HALF, *choice)
    compat, migrated = (train(way, small_folder, *OTHER_HALF, *choice).losses for way in WAYS)
    assert curves.largest_difference(migrated, compat) <= (ADAM_MIGRATED if optimizer == "adam" else 1e-6)
    if curves.oracle_python():
        oracle = reference.train(small_folder, *OTHER_HALF, *choice).losses
        assert curves.largest_difference(compat, oracle) <= 1e-6


@pytest.mark.skipif(not curves.oracle_python(), reason="needs PaddlePaddle 1.8.5: make oracle")
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_checkpoint_of_the_oracle(small_folder: Path, optimizer: str) -> None:
    choice = ("--optimizer", optimizer)
    reference.train(small_folder, *HALF, *choice)
    oracle = reference.train(small_folder, *OTHER_HALF, *choice).losses
    for way in WAYS:
        tolerance = ADAM_MIGRATED if (way, optimizer) == ("migrated", "adam") else 1e-6
        assert curves.largest_difference(train(way, small_folder, *OTHER_HALF, *choice).losses, oracle) <= tolerance


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
