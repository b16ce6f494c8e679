"""1.x's inference on models in 1.x's files: ``core.AnalysisConfig``, ``create_paddle_predictor`` and their tensors."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import paddle
import pytest

SCRIPT = Path(__file__).parent / "scripts" / "predictors.py"


@pytest.fixture(scope="module")
def found(environment, tmp_path_factory):
    """What the old script finds. In a process of its own, as predictors serve: in the tests' own, behind all that
    has run there before, Paddle's ``create_predictor`` has aborted it now and then."""
    out = tmp_path_factory.mktemp("predictors") / "found.json"
    subprocess.run([sys.executable, "-W", "ignore", str(SCRIPT), str(out)], env=environment(True), check=True)
    return json.loads(out.read_text())


@pytest.mark.parametrize("files", ["files", "one file"])
@pytest.mark.parametrize("way", ["copied", "not_copied", "of_the_other_kind"])
def test_what_is_predicted(found, files, way):
    np.testing.assert_allclose(found[files][way], found[files]["wanted"], rtol=1e-6)


@pytest.mark.parametrize("files", ["files", "one file"])
def test_onednn_is_asked_for(found, files):
    assert found[files]["onednn"] == [False, True]


def test_an_operator_that_is_gone(found):
    """The error names what converts the model."""
    if paddle.__version__.startswith("2."):
        assert not found["gone"]
    else:
        assert "paddle-migrate model OLD -o NEW" in found["gone"]
