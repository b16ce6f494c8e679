"""The command as it is typed: exit status, what it says, the report, what cannot be compared."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from curves import LEGACY, ROOT, oracle_python
from paddle_migrate.cli import main

SMALL = Path(__file__).parent / "small_legacy.py"
OTHER_KERNELS = Path(__file__).parent / "other_kernels.py"
slow = pytest.mark.slow


def verify(*arguments: object):
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def broken(played: Path, tmp_path: Path) -> Path:
    """A migration with another learning rate."""
    text = (played / "new" / SMALL.name).read_text()
    path = tmp_path / "broken.py"
    path.write_text(text.replace("learning_rate=0.1", "learning_rate=0.2"))
    return path


@slow
def test_the_migration_by_default(tmp_path: Path) -> None:
    result = verify(SMALL, "--steps", 3, "--", "--batches", 4)
    assert result.exit_code == 0, result.output
    assert "The same: 3 step(s) agree within 1e-06 (largest difference: loss 0.0e+00" in result.stdout
    assert "old script, under compat: step 3 of 3" in result.stderr
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@slow
def test_paddle_may_be_the_first_import(played: Path, tmp_path: Path) -> None:
    """Paddle 2.6.2 crashes where it is loaded before zlib, which numpy.random brings and verify seeds."""
    script = tmp_path / "first.py"
    script.write_text("import paddle\n" + (played / "new" / SMALL.name).read_text())
    result = verify(SMALL, script, "--steps", 1)
    assert result.exit_code == 0, result.output


@slow
def test_report_goes_on_to_the_end(broken: Path) -> None:
    result = verify(SMALL, broken, "--report", "out.html")
    assert result.exit_code == 1, result.output
    assert "the learning rate, or a clip by the global norm: every update is 2 times the old one" in result.stdout
    page = Path("out.html").read_text(encoding="utf-8")
    pictures = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page, re.S)]
    assert len(pictures) == 2
    lines = [line.get("points") for line in pictures[0].iter("polyline")]
    assert [len(points.split()) for points in lines] == [5, 5]
    assert lines[0].split()[0] == lines[1].split()[0], "the first losses lie on each other"
    assert lines[0] == lines[1], "and so do the others: each step starts from the old script's parameters"
    assert "each step starts from the old script's parameters" in page.replace("&#x27;", "'")
    assert "http" not in page
    assert "Tolerance: 10 times what one unit in the last place" in page
    names = {text.text for text in pictures[1].iter("text")}
    assert names >= {f"\u2501 {name}" for name in ("difference of the loss", "allowed for the loss", "loss, nudged")}
    versions = f"{version('paddlepaddle')}<td>{platform.python_version()}"
    assert f"<td>old, under compat<td>{SMALL}<td>{versions}<td>" in page
    assert f"<td>the new script<td>{broken}<td>" in page
    assert "prefers-color-scheme: dark" in page


@slow
def test_rounding_is_measured_where_something_differs(played: Path, tmp_path: Path) -> None:
    shutil.copy(OTHER_KERNELS, tmp_path)
    other = tmp_path / "other.py"
    prelude = "import other_kernels; other_kernels.install()\n"
    other.write_text(prelude + (played / "new" / SMALL.name).read_text())
    result = verify(SMALL, other, "--report", "out.json")
    assert result.exit_code == 0, result.output
    assert "5 step(s) agree within what rounding does" in result.stdout
    assert "(1 run(s) from nudged parameters), at least 1e-06: for the loss" in result.stdout
    content = json.loads(Path("out.json").read_text())
    assert content["nudged_runs"] == 1
    assert max(content["runs"]["new"]["allowed_for_the_loss"]["0"]) < 1e-4
    without = verify(SMALL, other, "--nudges", 0)
    assert without.exit_code == 1, without.output
    assert "(--nudges 0)" in without.stdout


@slow
def test_paddles_adam_differs_by_its_epsilon_and_it_says_so(played: Path, tmp_path: Path) -> None:
    """Not the class that the tool writes."""
    assert verify(SMALL, "--", "--adam").exit_code == 0
    plain = tmp_path / "plain.py"
    text = (played / "new" / SMALL.name).read_text()
    assert text.count("= Adam(") == 1
    plain.write_text(text.replace("= Adam(", "= paddle.optimizer.Adam("))
    result = verify(SMALL, plain, "--", "--adam")
    assert result.exit_code == 1, result.output
    assert "after the step" in result.stdout
    assert "with 1.8.5's epsilon the new script agrees in all 5 steps" in result.stdout
    allowed = verify(SMALL, plain, "--adam-epsilon", "1.8", "--", "--adam")
    assert allowed.exit_code == 0, allowed.output
    assert "note: the new script's Adam was given 1.8.5's epsilon" in allowed.stdout


@slow
def test_a_seeded_script_draws_the_same(tmp_path: Path) -> None:
    seed = "fluid.default_main_program().random_seed = 90"
    (tmp_path / "seeded.py").write_text(SMALL.read_text().replace("net = Net()", f"{seed}\n        net = Net()"))
    result = verify("seeded.py", "--steps", 3)
    assert result.exit_code == 0, result.output


@slow
def test_a_script_that_fails(tmp_path: Path) -> None:
    failing = tmp_path / "failing.py"
    failing.write_text("import sys\nprint('out of luck', file=sys.stderr)\nsys.exit(3)\n")
    result = verify(failing, failing)
    assert result.exit_code == 2
    assert "the old script, under compat, failed before its first step" in result.stderr
    assert "out of luck" in result.stderr
    result = verify(SMALL, failing)
    assert result.exit_code == 2
    assert "the new script failed before its first step" in result.stderr
    assert "ended by" not in result.stderr


@slow
def test_a_script_that_a_signal_ends(tmp_path: Path) -> None:
    failing = tmp_path / "failing.py"
    failing.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    result = verify(failing, failing)
    assert result.exit_code == 2
    assert "(ended by SIGSEGV)" in result.stderr


@slow
def test_a_script_that_takes_no_step(tmp_path: Path) -> None:
    (tmp_path / "idle.py").write_text("import paddle\n")
    result = verify("idle.py")
    assert result.exit_code == 2
    assert "nothing to compare" in result.stderr


@slow
def test_modules_beside_the_script_are_migrated_with_it(tmp_path: Path) -> None:
    text = SMALL.read_text()
    cut, end = text.index("class Net"), text.index("def batches")
    folder = tmp_path / "mine"
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "__init__.py").touch()
    imports = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph.nn import BatchNorm, Conv2D, Linear, Pool2D\n"
    (folder / "parts" / "net.py").write_text(imports + "\n\n" + text[cut:end].rstrip() + "\n")
    (folder / "train.py").write_text(text[:cut] + "from parts.net import Net\n\n\n" + text[end:])
    before = {path: path.read_bytes() for path in folder.rglob("*.py")}
    result = verify(folder / "train.py", "--steps", 2)
    assert result.exit_code == 0, result.output
    assert {path: path.read_bytes() for path in folder.rglob("*.py")} == before


@slow
def test_ctrl_c_reports_what_was_compared(played: Path, tmp_path: Path) -> None:
    log = tmp_path / "said"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "codemods"), str(ROOT / "compat")])}
    text = (played / "new" / SMALL.name).read_text()
    new = tmp_path / "slow.py"
    new.write_text(text.replace("loss.backward()", "__import__('time').sleep(1); loss.backward()"))
    line = [sys.executable, "-m", "paddle_migrate", "verify", str(SMALL), str(new), "--", "--batches", "40"]
    with open(log, "w") as file:
        # a job in the background of a shell is started with the signal ignored
        listening = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
        process = subprocess.Popen(line, stdout=file, stderr=file, env=env, preexec_fn=listening)
        until = time.monotonic() + 120
        while "new script: step" not in log.read_text() and time.monotonic() < until:
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130, log.read_text()
    assert re.search(r"Interrupted; so far the same: \d+ step\(s\) agree", log.read_text())


@slow
@pytest.mark.skipif(oracle_python() is None, reason="no PaddlePaddle 1.8.5 here")
def test_real_paddle_as_the_third_curve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PADDLE_ORACLE_PYTHON", str(oracle_python()))
    plain = tmp_path / "plain.py"
    plain.write_text(SMALL.read_text().replace("dropout_prob=0.25", "dropout_prob=0.0"))
    result = verify(plain, "--oracle", "--report", "out.json")
    assert result.exit_code == 0, result.output
    losses = json.loads(Path("out.json").read_text())["runs"]["oracle"]["losses"]["0"]
    assert len(losses) == 5


@slow
@pytest.mark.parametrize("optimizer", ["sgd", "momentum"])
def test_the_example(small_folder: Path, optimizer: str) -> None:
    result = verify(LEGACY / "mnist_single.py", "--", "--optimizer", optimizer, "--epochs", 1, "--batch_size", 20)
    assert result.exit_code == 0, result.output
    assert "3 step(s) agree" in result.stdout


@slow
def test_the_data_parallel_example(small_folder: Path) -> None:
    script = LEGACY / "mnist_multi.py"
    options = ("--steps", 2, "--nproc", 2, "--report", "out.json", "--", "--optimizer", "momentum", "--batch_size", 10)
    result = verify(script, *options)
    assert result.exit_code == 0, result.output
    content = json.loads(Path("out.json").read_text())
    assert (content["verdict"], content["differences"]) == ("equal", [])
    runs = content["runs"]
    assert [len(runs[run]["losses"][rank]) for run in ("old", "new") for rank in ("0", "1")] == [2, 2, 2, 2]
    assert runs["old"]["losses"]["0"] != runs["old"]["losses"]["1"]


def test_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verify("no_such.py").exit_code == 2
    assert "ends in .html or .json" in verify(SMALL, "--report", "out.txt").stderr
    assert "leave out --oracle or --nproc" in verify(SMALL, "--oracle", "--nproc", 2).stderr
    for words in ([SMALL, "train"], [SMALL, "train", "1"], [SMALL, SMALL, "train"]):
        assert "stands behind --: paddle-migrate verify OLD -- ARGUMENTS" in verify(*words).stderr
    assert "stands behind" not in verify(SMALL, "--stepps", 3).stderr
    monkeypatch.setenv("PADDLE_ORACLE_PYTHON", "")
    result = verify(SMALL, "--oracle")
    assert result.exit_code == 2
    assert "PADDLE_ORACLE_PYTHON" in result.stderr
    assert "[-- ARGUMENTS...]" in verify("--help").stdout


def test_without_paddle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = verify(SMALL)
    assert result.exit_code == 2
    assert "has no Paddle; install one beside paddle-migrate: pip install paddlepaddle" in result.stderr


def test_a_script_that_is_not_python(tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text("import paddle.fluid\nprint 'Python 2'\n")
    result = verify("two.py")
    assert result.exit_code == 2
    assert "two.py:2: not Python 3: `print 'Python 2'`; this is Python 2" in result.stderr
    assert "Traceback" not in result.stderr
    (tmp_path / "one.py").write_text("import paddle.fluid\n")
    assert "two.py:2: not Python 3" in verify("one.py", "two.py").stderr


REPLACED = """\
import numpy as np
import paddle.fluid as fluid

with fluid.dygraph.guard(fluid.CPUPlace()):
    linear = fluid.dygraph.Linear(3, 4)
    sgd = fluid.optimizer.SGD(0.1, parameter_list=linear.parameters())
    index = fluid.dygraph.to_variable(np.array([1]))
    for _ in range(2):
        rows = linear(fluid.dygraph.to_variable(np.ones([3, 3], "float32")))
        rows = fluid.layers.{function}(rows, index{updates})
        loss = fluid.layers.mean(fluid.layers.square(rows))
        loss.backward()
        sgd.minimize(loss)
        linear.clear_gradients()
"""


@slow
def test_what_the_migration_said_is_said_where_the_two_differ(tmp_path: Path) -> None:
    script = tmp_path / "replaced.py"
    script.write_text(REPLACED.format(function="scatter", updates=", rows[:1] * 2.0"))
    result = verify(script)
    assert result.exit_code == 1, result.output
    assert "Look at: what scales the gradient behind the loss: every gradient is 0.75 times" in result.stdout
    assert f"note: {script}:10: person PM344: fluid.layers.scatter: rows that are replaced had" in result.stdout
    script.write_text(REPLACED.format(function="gather", updates=""))
    result = verify(script)
    assert result.exit_code == 0, result.output
    assert "PM344" not in result.stdout


@slow
def test_a_data_parallel_script_trains_in_one_process_unless_told(small_folder: Path) -> None:
    """Its migration would start one for each core."""
    result = verify(LEGACY / "mnist_multi.py", "--steps", 2, "--", "--optimizer", "momentum", "--batch_size", 10)
    assert result.exit_code == 0, result.output
    assert "2 step(s) agree within 1e-06" in result.stdout
