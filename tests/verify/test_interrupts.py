"""Ctrl-C and SIGTERM end everything at once, with one line and the status that a shell expects."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from curves import ROOT

SMALL = Path(__file__).parent / "small_legacy.py"
MARK = "PADDLE_MIGRATE_TEST"
SLOW = "".join(f"x_{n} = fluid.layers.relu(fluid.layers.mean(x_{n}))\n" for n in range(3000))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]


def _listen() -> None:
    """A job in the background of a shell is started with SIGINT ignored, one under nohup with SIGHUP."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Command:
    """`paddle-migrate …` in a process of its own, and all that bears its mark."""

    def __init__(self, folder: Path, *arguments: object) -> None:
        self.mark = f"{MARK}={folder}"
        self.log = folder / "said"
        paths = os.pathsep.join([str(ROOT / "codemods"), str(ROOT / "compat")])
        env = {**os.environ, "PYTHONPATH": paths, MARK: str(folder), "OMP_NUM_THREADS": "1"}
        line = [sys.executable, "-m", "paddle_migrate", *map(str, arguments)]
        with open(self.log, "w") as file:
            self.process = subprocess.Popen(line, stdout=file, stderr=file, env=env, cwd=folder, preexec_fn=_listen)

    @property
    def said(self) -> str:
        return self.log.read_text()

    def running(self) -> list[str]:
        """The command lines of the processes that the command has started, itself included."""
        return [line for _, line in self._processes()]

    def _processes(self) -> Iterator[tuple[int, str]]:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name), (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue

    def wait_for(self, enough, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while not enough() and time.monotonic() < until:
            time.sleep(0.05)
        assert enough(), (self.said, self.running())

    def end(self, number: signal.Signals, within: float = 60) -> int:
        start = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(120)
        self.wait_for(lambda: not self.running(), within)
        assert time.monotonic() - start < within + 120  # the scripts would go on for longer
        return status

    def close(self) -> None:
        for pid, _ in self._processes():
            os.kill(pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def command(tmp_path: Path):
    started = []

    def start(*arguments: object) -> Command:
        started.append(Command(tmp_path, *arguments))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Files that two processes have to do with for a while."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(24):
        (folder / f"f{number}.py").write_text("import paddle.fluid as fluid\n" + SLOW)
    return folder


SIGNALS = pytest.mark.parametrize(("number", "status"), [
    (signal.SIGINT, 130), (signal.SIGTERM, 143), *([(signal.SIGHUP, 129)] if hasattr(signal, "SIGHUP") else []),
])  # fmt: skip


@SIGNALS
def test_verify(command, tmp_path: Path, number: signal.Signals, status: int) -> None:
    script = tmp_path / "slow.py"
    script.write_text(SMALL.read_text().replace("loss.backward()", "__import__('time').sleep(1); loss.backward()"))
    verify = command("verify", script, "--", "--batches", 40)
    verify.wait_for(lambda: any("paddle_compat" in line for line in verify.running()))
    time.sleep(2)
    assert verify.end(number) == status, verify.said
    assert "Interrupted before a step could be compared" in verify.said
    assert "Traceback" not in verify.said


def test_verify_in_two_processes(command, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    text = SMALL.read_text().replace("net = Net()", "__import__('time').sleep(600)\n        net = Net()")
    script.write_text(text)
    verify = command("verify", "--nproc", 2, script)
    verify.wait_for(lambda: sum("train.py" in line for line in verify.running()) >= 4)  # with the launcher
    time.sleep(2)
    assert verify.end(signal.SIGTERM) == 143, verify.said


def test_a_killed_verify_leaves_nothing(command, tmp_path: Path) -> None:
    script = tmp_path / "slow.py"
    script.write_text(SMALL.read_text().replace("net = Net()", "__import__('time').sleep(600)\n        net = Net()"))
    verify = command("verify", script)
    verify.wait_for(lambda: any("paddle_compat" in line for line in verify.running()))
    time.sleep(2)
    assert verify.end(signal.SIGKILL) == -signal.SIGKILL


@SIGNALS
def test_several_files(command, many: Path, number: signal.Signals, status: int) -> None:
    before = {path: path.read_bytes() for path in many.iterdir()}
    run = command("-j", 2, "-w", many)
    run.wait_for(lambda: len(run.running()) >= 3)
    time.sleep(0.5)
    assert run.end(number) == status, run.said
    assert run.said.strip().endswith("of 24 file(s) looked at, 0 written."), run.said
    assert len(run.said.strip().split("\n")) == 1
    assert {path: path.read_bytes() for path in many.iterdir()} == before


def test_killed_with_several_files(command, many: Path) -> None:
    run = command("-j", 2, "-w", many)
    run.wait_for(lambda: len(run.running()) >= 3)
    # a process sees it when it next comes out of the parser
    assert run.end(signal.SIGKILL) == -signal.SIGKILL


@pytest.mark.parametrize("files", [1, 16])
def test_a_traced_script(command, tmp_path: Path, files: int) -> None:
    folder = tmp_path / "traced"
    folder.mkdir()
    text = "import time\nimport paddle.fluid as fluid\nfrom paddle.fluid.dygraph import FC\ntime.sleep(600)\n"
    text += "with fluid.dygraph.guard():\n    fc = FC('fc', 3)\n"
    for number in range(files):
        (folder / f"f{number}.py").write_text(text)
    run = command("-j", 2, "--trace", folder)
    run.wait_for(lambda: any("paddle_compat" in line for line in run.running()))
    time.sleep(2)
    assert run.end(signal.SIGINT) == 130, run.said
    assert "nothing written" in run.said
