"""What migrated scripts predict with the very files that 1.8.5 wrote, and with what becomes of these."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.written.inference import predictor_config, run_tensors


def predictor(*files):
    config = predictor_config(*map(str, files))
    config.disable_gpu()
    config.disable_glog_info()
    config.enable_memory_optim()
    return paddle.inference.create_predictor(config)


def converted(folder):
    done = CliRunner().invoke(main, ["model", str(folder), "-o", "new", "--no-check"])
    assert done.exit_code == 0, done.output
    return "new"


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("pair", lambda old: [old]), ("pair", lambda old: [converted(old)]),
        ("image", lambda old: [converted(old)]),
        ("image", lambda old: [f"{converted(old)}/__model__", "new/__params__"]),
    ],
)  # fmt: skip
def test_arrays(model, name, files):
    """Today's Paddle has no pad2d: it reads what the command has made of the image's."""
    old = model(name)
    made = predictor(*files(old.folder))
    with np.load(old.given) as given:
        tensors = [paddle.base.core.PaddleTensor(given[each]) for each in made.get_input_names()]
    for one, other in zip(run_tensors(made, tensors), old.gives, strict=True):
        np.testing.assert_allclose(one.as_ndarray(), other, rtol=1e-5, atol=1e-6)


def test_sequences(model):
    """Paddle 3 has no sequence_pad: it reads what the command has made of it."""
    old = model("words")
    with np.load(old.given) as given:
        offsets = [0, *np.cumsum(given["words.lengths"]).tolist()]
        words = paddle.base.core.PaddleTensor(given["words"], "words", [offsets])
    for one, other in zip(run_tensors(predictor(converted(old.folder)), [words]), old.gives, strict=True):
        np.testing.assert_allclose(one.as_ndarray(), other, rtol=1e-5, atol=1e-6)
