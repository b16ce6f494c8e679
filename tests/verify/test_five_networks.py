"""The five commonest kinds of network: rounding is told from a fault, in either direction.

The new scripts run on other kernels than the old ones (`other_kernels`), so nothing is equal to the last bit; the old
ones' own nudged runs say what that may do. Adam has 1.8.5's epsilon unless it is the fault.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.verify.outcome import Outcome
from paddle_migrate.verify.play import adam_alone
from paddle_migrate.verify.process import Settings
from paddle_migrate.verify.words import verdict

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
PROGRAMS = HERE.parent / "programs"
FIVE = ("mnist_loader", "resnet", "sentiment_gru", "transformer", "cycle_gan")
STEPS = 10
FIRST = {name: 1 + STEPS * index for index, name in enumerate(FIVE)}  # a step of the generators and one of the others
NUDGES = 2

# name: the program, what its migration says, what a wrong one says, at which of its steps it shows, a word of the hint
FAULTS = {
    "activation lost": ("mnist_loader", 'self.first = ConvPool(1, 4, 5, 2, 2, act="relu")',
                        "self.first = ConvPool(1, 4, 5, 2, 2)", 1, "activations"),
    "one batch dropped": ("mnist_loader", "for batch_id, data in enumerate(train_loader()):",
                          "for batch_id, data in list(enumerate(train_loader()))[1:]:", 1, "other batches"),
    "softmax twice": ("resnet", "use_softmax=False", "use_softmax=True", 1, "the loss function"),
    "rate off by 1e-4": ("resnet", "[0.0005, 0.0002, 0.0001]", "[0.00050005, 0.0002, 0.0001]", 1, "is 1.0001 times"),
    "rate falls a step late": ("resnet", "boundaries, values = [8, 15]", "boundaries, values = [9, 15]", 9, "rate"),
    "loss times 1.001": ("sentiment_gru", "        unscaled = loss\n", "        loss = loss * 1.001; unscaled = loss\n",
                         1, "every gradient is 1.001 times"),
    "gradients pile up": ("sentiment_gru", "        sgd.clear_grad()\n", "", 2, "clear_grad"),
    "one batch dropped later": ("sentiment_gru", "    if step >= args.steps:\n",
                                "    if step == 4:\n            continue\n        if step >= args.steps:\n", 5,
                                "other batches"),
    "gradients of one of two pile up": ("cycle_gan", "optimizer_g.step()\n        cycle_gan.clear_gradients()\n",
                                        "optimizer_g.step()\n        optimizer_d.clear_grad = lambda: None\n",
                                        2, "clear_grad"),
}


def migrated(folder: Path) -> Path:
    folder.mkdir()
    shutil.copy(PROGRAMS / "utility.py", folder)
    for name in FIVE:
        source = (PROGRAMS / "legacy" / f"{name}.py").read_text(encoding="utf-8")
        (folder / f"{name}.py").write_text(migrate_source(source, f"{name}.py", Options()).text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory, play_once: Callable[..., Any]) -> Any:
    folder, programs = tmp_path_factory.mktemp("five"), tmp_path_factory.mktemp("programs")
    shutil.copytree(PROGRAMS / "legacy", programs, dirs_exist_ok=True)
    shutil.copy(PROGRAMS / "utility.py", programs)
    return play_once(folder, HERE / "five.py", NUDGES, str(programs), str(STEPS))


def held_against(five: Any, tmp_path: Path, folder: Path, old_adam: bool = True) -> Outcome:
    arguments = (str(folder), str(STEPS), "other kernels")
    return five.against(HERE / "five.py", tmp_path / "records", *arguments, old_adam=old_adam)


def test_rounding_is_no_fault(five: Any, tmp_path: Path) -> None:
    outcome = held_against(five, tmp_path, migrated(tmp_path / "new"))
    said = verdict(outcome, Settings(tmp_path, ()))
    new = outcome.others[0]
    assert outcome.verdict == "equal", said
    assert outcome.steps == outcome.old.steps == 6 * STEPS
    assert new.end is None, said
    assert not new.left_out, said
    assert new.largest("gradient") > 1e-6, "the kernels are others"
    assert max(new.bounds[0]) < 1e-4, said
    assert f"({NUDGES} run(s) from nudged parameters)" in said


@pytest.mark.parametrize("name", FAULTS)
def test_fault(five: Any, tmp_path: Path, name: str) -> None:
    program, before, after, step, hint = FAULTS[name]
    path = migrated(tmp_path / "new") / f"{program}.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
    outcome = held_against(five, tmp_path, path.parent)
    said = verdict(outcome, Settings(tmp_path, ()))
    assert outcome.verdict == "differ", said
    assert outcome.faults[0].step == FIRST[program] + step - 1, said
    assert hint in said, said


def test_the_epsilon_of_adam_in_its_modern_place(five: Any, tmp_path: Path) -> None:
    """Which Paddle's own class has; what the tool writes keeps the old one."""
    folder = migrated(tmp_path / "new")
    assert held_against(five, tmp_path / "kept", folder, old_adam=False).verdict == "equal"
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("= Adam(", "= paddle.optimizer.Adam("), encoding="utf-8")
    outcome = held_against(five, tmp_path, folder, old_adam=False)
    said = verdict(outcome, Settings(tmp_path, ()))
    assert outcome.verdict == "differ", said
    assert outcome.faults[0].step == FIRST["transformer"], said
    assert {found["what"] for found in outcome.faults[0].found} == {"value"}, said
    assert adam_alone(outcome.others[0], outcome.old)
