"""Programs as classes of layers and a loop: they train, test and save as 1.8.5 did the program."""

from __future__ import annotations

import runpy
import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import paddle
import pytest
from paddle_migrate.api import Options, migrate_source

pytestmark = pytest.mark.oracle

RUNNERS = Path(__file__).parent / "runners"
RUN = {
    "fit_a_line": ("fit_a_line", "train(tempfile.mkdtemp())"),
    "perceptron": ("pictures", "train(tempfile.mkdtemp(), 'perceptron')"),
    "convolutional": ("pictures", "train(tempfile.mkdtemp(), 'convolutional')"),
}


@pytest.fixture(scope="module")
def trained(harness):
    """What 1.8.5 gives for each of the scripts, every one in programs of its own."""
    question = ["import tempfile, types, paddle.fluid as fluid"]
    for case, (name, call) in RUN.items():
        text = (RUNNERS / f"{name}.py").read_text(encoding="utf-8")
        question.append(f"script = types.ModuleType('script')\nexec({text!r}, script.__dict__)\n"
                        "with fluid.program_guard(fluid.Program(), fluid.Program()), "
                        "fluid.scope_guard(fluid.core.Scope()), fluid.unique_name.guard():\n"
                        f"    parts = script.{call}\n"
                        "for number, part in enumerate(parts):\n"
                        f"    answer['{case}|%d' % number] = np.array(part, 'float32')")
    return harness.ask("static.as_layers", "\n".join(question))


# where another test of the process has used fluid, the layer says which Paddle's backward() the new script gets
@pytest.mark.filterwarnings("ignore:.* uses names that came with Paddle 2:UserWarning")
@pytest.mark.parametrize("case", RUN)
def test_a_script_runs_as_layers_with_185s_numbers(case, trained, tmp_path):
    name, call = RUN[case]
    text = (RUNNERS / f"{name}.py").read_text(encoding="utf-8")
    result = migrate_source(text, options=Options(dygraph=True))
    assert result.left == []
    assert "nn.Layer" in result.text
    assert not any(word in result.text for word in ("fluid", "enable_static", "Executor"))
    script = tmp_path / f"{name}.py"  # jit.save() reads it
    script.write_text(result.text, encoding="utf-8")
    scope = runpy.run_path(str(script), run_name=name)
    parts = eval(f"script.{call}", {"script": SimpleNamespace(**scope), "tempfile": tempfile})
    assert paddle.in_dynamic_mode()
    assert len(parts) == 2
    for number, part in enumerate(parts):
        wanted = trained[f"{case}|{number}"]
        np.testing.assert_allclose(np.reshape(np.array(part, "float32"), wanted.shape), wanted, 2e-6, 1e-6)


def test_the_tests_test_something(trained):
    """Batch statistics are not those of training, and the networks learn."""
    seen = trained["convolutional|0"]
    assert seen[-3:, 0].mean() < seen[:3, 0].mean()
    assert not np.isclose(seen[8, 0], seen[6, 0], atol=1e-4)
    assert trained["perceptron|0"][-1, 0] < trained["perceptron|0"][0, 0]
