"""What is allowed is little enough to show faults: each of these trains, and fails."""

from __future__ import annotations

from pathlib import Path

import pytest
import reference
from compared import Compared, compare
from curves import LEGACY, MODERN
from parity import Errors
from runs import OPTIMIZERS, RATES

pytestmark = [pytest.mark.slow, pytest.mark.oracle]

SCRIPT = LEGACY / "mnist_single.py"
MEAN = "avg_loss = fluid.layers.mean(loss)\n"
TWO = ("sgd", "adam")  # without states of its own, and with them
BATCH = "                image_data, label_data = data\n"


def faulty(folder: Path, old: str, new: str) -> Path:
    source = SCRIPT.read_text(encoding="utf-8")
    assert source.count(old) == 1
    script = folder / "faulty.py"
    script.write_text(source.replace(old, new), encoding="utf-8")
    return script


def bites(compared: dict[str, Compared], kind: str) -> None:
    """Every optimizer's steps show the fault in errors of this kind."""
    for optimizer, found in compared.items():
        print(f"{optimizer}: {found}")
        limit = 1e-6 if kind in ("loss", "gradient") else 1
        assert getattr(found.steps, kind) > 2 * limit, f"{optimizer}: {found}"
        assert not found.steps.good


def test_an_epsilon_in_its_modern_place(prepared: Path, folder: Path) -> None:
    """That of Paddle's own Adam, not of the class that migrated scripts have."""
    source = (MODERN / "mnist_single.py").read_text(encoding="utf-8")
    plain = folder / "plain.py"
    plain.write_text(source.replace("optimizer = Adam(", "optimizer = paddle.optimizer.Adam("), encoding="utf-8")
    bites(compare(plain, folder, reference.ask(prepared, "adam"), ["adam"], compat=False), "update")


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_a_learning_rate_off_by_a_ten_thousandth(prepared: Path, folder: Path, optimizer: str) -> None:
    rate = ("--lr", str(float(RATES.get(optimizer, "0.01")) * 1.0001))
    bites(compare(SCRIPT, folder, reference.ask(prepared, optimizer), [optimizer], compat=True, extra=rate), "update")


def test_a_scaled_loss(prepared: Path, folder: Path) -> None:
    answers = reference.ask(prepared, *TWO)
    found = compare(faulty(folder, MEAN, MEAN.replace("\n", " * 1.001\n")), folder, answers, TWO, compat=True)
    bites(found, "loss")
    bites(found, "gradient")
    assert not any(each.free.good for each in found.values())


def test_a_dropped_batch(prepared: Path, folder: Path) -> None:
    answers = reference.ask(prepared, *TWO)
    indent = BATCH[: BATCH.index("image")]
    dropping = f"{indent}if epoch_id == 0 and batch_id == 0:\n{indent}    continue\n"
    found = compare(faulty(folder, BATCH, dropping + BATCH), folder, answers, TWO, compat=True)
    bites(found, "loss")
    assert not any(each.free.good for each in found.values())


def test_no_error_is_good_enough_when_it_is_no_number() -> None:
    nothing = Errors(0.0, 0.0, 0.0, 0.0)
    assert nothing.good
    for kind in ("loss", "gradient", "state", "update"):
        assert not Errors(**{**nothing.__dict__, kind: float("nan")}).good
