"""Several guards in one process, three ways: 1.8.5, compat, and migrated."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import paddle
import pytest
from paddle_migrate.api import migrate_source

HEAD = "import os\nimport numpy as np\nimport paddle.fluid as fluid\nfrom paddle.fluid.dygraph import guard\n"
# Training that goes on from what it saved: the optimizer's state goes by the names of the parameters.
BODY = """\
net = fluid.dygraph.Linear(2, 1, fluid.ParamAttr(initializer=fluid.initializer.Constant(0.5)))
opt = fluid.optimizer.MomentumOptimizer(0.1, 0.9, parameter_list=net.parameters())
if resume:
    weights, state = fluid.load_dygraph("model")
    net.set_dict(weights)
    opt.set_dict(state)
for step in range(3):
    loss = fluid.layers.mean(fluid.layers.square(net(fluid.dygraph.to_variable(DATA))))
    loss.backward()
    opt.minimize(loss)
    net.clear_gradients()
    LOSSES.append(loss.numpy()[0])
fluid.save_dygraph(net.state_dict(), "model")
fluid.save_dygraph(opt.state_dict(), "model")
"""
DATA = "DATA = np.arange(6, dtype='float32').reshape(3, 2) / 6\nLOSSES = []\n"


def indented(width: int) -> str:
    return "".join(" " * width + line + "\n" for line in BODY.splitlines())


RESUMED = {
    "two guards": f"resume = False\nwith guard():\n{indented(4)}resume = True\nwith guard():\n{indented(4)}",
    "a loop": f"for resume in (False, True):\n    with fluid.dygraph.guard():\n{indented(8)}",
    "called twice": f"def run(resume):\n    with guard(fluid.CPUPlace()):\n{indented(8)}run(False)\nrun(True)\n",
    "called in a loop": f"def run(resume):\n    with guard():\n{indented(8)}"
    "def main():\n    for resume in [False, True]: run(resume)\nmain()\n",
    "handed on": f"def run(resume):\n    with guard():\n{indented(8)}list(map(run, [False, True]))\n",
    "two functions": f"def first(resume):\n    with guard():\n{indented(8)}def second(resume):\n    with guard():\n"
    f"{indented(8)}if __name__ == '__main__':\n    first(False)\n    second(True)\n",
    "with a file": f"def run(resume):\n    with guard(), open(os.devnull) as empty:\n{indented(8)}"
    "run(False)\nrun(True)\n",
    "a method": f"class T:\n    def run(self, resume):\n        with guard():\n{indented(12)}"
    "t = T()\nt.run(False)\nt.run(True)\n",
    "an early end": f"def run(resume):\n    with guard(fluid.CPUPlace()):\n{indented(8)}        if resume: return 1\n"
    "run(False)\nrun(True)\n",
    "inside another": f"def run(resume):\n    with guard(fluid.CPUPlace()):\n{indented(8)}"
    "with guard():\n    other = fluid.dygraph.Linear(1, 1)\n    run(False)\n    run(True)\n",
}
QUESTION = """
import os, tempfile
os.chdir(tempfile.mkdtemp())
for name, text in {scripts!r}.items():
    scope = {{"__name__": "__main__"}}
    exec(compile(text, name, "exec"), scope)
    answer[name] = np.array(scope["LOSSES"], "float32")
"""


@pytest.fixture(scope="module")
def wanted(harness: ModuleType) -> dict[str, np.ndarray]:
    """The losses of 1.8.5."""
    scripts = {name: HEAD + DATA + text for name, text in RESUMED.items()}
    return harness.ask("dygraph.guards", QUESTION.format(scripts=scripts))


def losses(text: str, folder: Path) -> np.ndarray:
    """Of a script in a process of its own, as far as names and devices go."""
    before, device = Path.cwd(), paddle.device.get_device()
    scope: dict[str, Any] = {"__name__": "__main__"}
    try:
        os.chdir(folder)
        with paddle.utils.unique_name.guard():
            exec(compile(text, "script.py", "exec"), scope)
    finally:
        os.chdir(before)
        paddle.device.set_device(device)
    return np.array(scope["LOSSES"], "float32")


@pytest.mark.oracle
@pytest.mark.parametrize("form", RESUMED)
def test_training_goes_on_from_the_saved_state(form: str, wanted: dict[str, np.ndarray], tmp_path: Path) -> None:
    old = HEAD + DATA + RESUMED[form]
    result = migrate_source(old, "script.py")
    assert not result.left
    assert "fluid" not in result.text
    assert migrate_source(result.text).text == result.text
    assert len(wanted[form]) == 6
    for text in (old, result.text):
        np.testing.assert_allclose(losses(text, tmp_path), wanted[form], rtol=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "with guard():\n    with guard(fluid.CPUPlace()):\n        LOSSES.append(1)\n    LOSSES.append(2)\n",
        "def test():\n    with guard(fluid.CPUPlace()):\n        return 1\nwith guard():\n    LOSSES.append(test())\n",
        "class T:\n    def test(self):\n        with guard(fluid.CPUPlace()):\n            return 1\n"
        "t = T()\nwith guard():\n    LOSSES.append(t.test())\n",
        "with guard(fluid.CPUPlace()):\n    with guard(), open(os.devnull) as empty:\n        LOSSES.append(1)\n",
    ],
)
def test_a_guard_inside_another_gives_its_device_back(text, tmp_path):
    result = migrate_source(HEAD + DATA + text, "script.py")
    assert result.text.count("with on_device(") == 1
    assert not result.left
    assert migrate_source(result.text).text == result.text
    assert losses(result.text, tmp_path).tolist() == losses(HEAD + DATA + text, tmp_path).tolist()
