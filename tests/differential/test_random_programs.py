"""Random programs, old under compat and migrated without us: they print the same numbers, or a finding names the line.

PADDLE_MIGRATE_FUZZ_SECONDS=3600 goes on for an hour instead of a few programs, PADDLE_MIGRATE_FUZZ_SEED=N begins
elsewhere. A failure names its seed, and the programs before and after.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from compare import difference
from programs import program
from ways import Way, migrated

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("PADDLE_MIGRATE_FUZZ_SECONDS", "0"))
FIRST = int(os.environ.get("PADDLE_MIGRATE_FUZZ_SEED", "0"))
# Both run on the same kernels; what parts them is the order of some additions, over five steps.
SAME = 1e-5
# 1.8.5's own kernels round otherwise, and its rectifiers and clipping amplify that.
CLOSE = 1e-4


def seeds(number: int) -> Iterator[int]:
    """So many, or as many as the time that is given allows."""
    end = time.monotonic() + SECONDS
    seed = FIRST
    while seed < FIRST + number or time.monotonic() < end:
        yield seed
        seed += 1


def told(seed: int, what: str, *programs: dict[str, str]) -> str:
    texts = (f"--- {name}\n{text}" for files in programs for name, text in files.items() if name != "start.py")
    return f"seed {seed}: {what}\n{''.join(texts)}"


def test_old_and_migrated_print_the_same(compat: Way, bare: Way, tmp_path):
    counts: Counter[str] = Counter()
    faults = []
    for seed in seeds(120):
        files = program(random.Random(seed))
        old = compat.run(files)
        assert not old.error, told(seed, old.error, files)
        new = migrated(files, tmp_path)
        if new.left:
            counts["left to a person"] += 1
            continue
        wrong = difference(bare.run(new.files), old, SAME)
        counts["different" if wrong else "equal"] += 1
        if wrong:
            faults.append(told(seed, wrong, files, new.files))
            if len(faults) == 3:
                break
    print(dict(counts))
    assert not faults, "\n".join(faults)
    assert counts["left to a person"] <= 0.25 * counts.total(), counts


@pytest.mark.oracle
def test_compat_prints_what_1_8_5_does(compat: Way, oracle: Way):
    compared = 0
    for seed in seeds(60):
        files = program(random.Random(seed))
        if not any("Adam(" in text for text in files.values()):  # the processes have today's epsilon
            wrong = difference(compat.run(files), oracle.run(files), CLOSE)
            assert not wrong, told(seed, wrong, files)
            compared += 1
    assert compared >= 30


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (".clear_grad()", ".state_dict()"),
        ("F.relu(", "("),
        ("learning_rate=0.1", "learning_rate=0.10001"),
        ("opt.step()", "opt.state_dict()"),
    ],
)
def test_what_is_wrong_shows(bare: Way, compat: Way, tmp_path, right: str, wrong: str):
    """A mistake in the migrated program is one of the differences that the first test looks for."""
    text = (
        "import numpy as np\nimport paddle.fluid as fluid\nfrom start import batches, show, weights\n"
        "class Net(fluid.dygraph.Layer):\n"
        "    def __init__(self):\n"
        "        super(Net, self).__init__()\n"
        "        self.fc = fluid.dygraph.Linear(6, 3, act='relu')\n"
        "    def forward(self, x):\n        return self.fc(x)\n"
        "with fluid.dygraph.guard():\n"
        "    net = Net()\n    net.set_dict(weights(net.state_dict()))\n"
        "    opt = fluid.optimizer.SGD(learning_rate=0.1, parameter_list=net.parameters())\n"
        "    for a, b in batches(5):\n"
        "        loss = fluid.layers.mean(net(fluid.dygraph.to_variable(a)))\n"
        "        loss.backward()\n        opt.minimize(loss)\n        net.clear_gradients()\n"
        "    show('end', *[p.numpy().sum() for p in net.parameters()])\n"
    )
    files = {"main.py": text, "start.py": program(random.Random(0))["start.py"]}
    old, new = compat.run(files), migrated(files, tmp_path)
    assert not new.left
    assert not difference(bare.run(new.files), old, SAME)
    broken = new.files["main.py"].replace(right, wrong)
    assert broken != new.files["main.py"]
    assert difference(bare.run({**new.files, "main.py": broken}), old, SAME)
