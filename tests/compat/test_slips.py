"""What goes wrong with data: the last batch is short, there is none, labels are missing, the file is not there."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import paddle_compat
import pytest

COMPAT = Path(paddle_compat.__file__).parents[1]

GIVEN = {
    "images": np.cos(np.arange(11 * 64) * 0.37).astype("float32").reshape([11, 1, 8, 8]),
    "labels": (np.arange(11) * 7 % 10).reshape([11, 1]),
    "weights": (np.sin(np.arange(148) * 1.7) * 0.3).astype("float32"),
}

SHORT = """
def losses_of(fluid, batch):
    losses = []
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = network(fluid, 8, 2, 3)
        model.set_dict(unpack(given["weights"], model.state_dict()))
        optimizer = optimizer_of(fluid, "sgd", model.parameters())
        for start in range(0, 11, batch):
            images, labels = given["images"][start : start + batch], given["labels"][start : start + batch]
            loss = loss_of(fluid, model, images, labels)
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            losses.append(loss.numpy())
    return np.array(losses)
answer["losses"] = losses_of(fluid, 4)
"""


@pytest.mark.oracle
def test_a_short_last_batch(fluid, harness, training):
    theirs = harness.ask("short", f"{training.source}\n{SHORT}", GIVEN)["losses"]
    scope = {**vars(training), "np": np, "fluid": fluid, "given": GIVEN, "answer": {}}
    exec(SHORT, scope)
    assert len(theirs) == 3
    assert np.abs(scope["answer"]["losses"] / theirs - 1).max() <= 1e-6


def test_no_batch_at_all_is_no_error(fluid, training):
    with fluid.dygraph.guard():
        model = training.network(fluid, 8, 2, 3)
        before = training.pack(model.state_dict())
        for _ in fluid.contrib.reader.distributed_batch_reader(lambda: iter([]))():
            raise AssertionError("there is nothing to read")
        assert training.pack(model.state_dict()).tobytes() == before.tobytes()


@pytest.mark.parametrize("count", [3, 5])
def test_another_number_of_labels_than_images(fluid, training, count):
    with fluid.dygraph.guard():
        model = training.network(fluid, 8, 2, 3)
        with pytest.raises(ValueError, match=r"(?i)expected"):
            training.loss_of(fluid, model, GIVEN["images"][:4], GIVEN["labels"][:count])


def test_a_missing_data_file_is_named(tmp_path):
    """In the seed's order: Paddle is imported before gzip, which is where Paddle 2.6.2 would end the process."""
    script = tmp_path / "old.py"
    script.write_text("import paddle.fluid as fluid\nimport gzip\ngzip.open('./work/mnist.json.gz')\n")
    command = [sys.executable, "-m", "paddle_compat", str(script)]
    done = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(COMPAT)}, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 1
    assert "FileNotFoundError" in done.stderr
    assert "mnist.json.gz" in done.stderr
