"""`--watch`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from paddle_migrate.batch.finding import Walk
from paddle_migrate.batch.watching import changes

OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"


def test_what_comes_goes_and_changes(tmp_path):
    (tmp_path / "a.py").write_text(OLD)
    (tmp_path / "b.py").write_text(OLD)
    steps = iter([
        lambda: None,
        lambda: (tmp_path / "c.py").write_text(OLD),
        lambda: (tmp_path / "a.py").write_text(OLD * 2),
        lambda: (tmp_path / "b.py").unlink(),
    ])
    found = changes(Walk([tmp_path]), lambda _: next(steps)())
    assert next(found) == []
    assert [[path.name for path in next(found)] for _ in range(3)] == [["c.py"], ["a.py"], ["b.py"]]


@pytest.mark.slow
def test_until_it_is_interrupted(tmp_path):
    (tmp_path / "a.py").write_text(OLD)
    command = [sys.executable, "-m", "paddle_migrate", "--check", "--watch", "."]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "XDG_CACHE_HOME": str(tmp_path / ".cache")}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as watching:
        assert watching.stderr is not None
        said = iter(watching.stderr.readline, "")
        assert next(line for line in said if "would change" in line) == "would change: a.py\n"
        assert "1 would change, 1 uses rewritten" in next(said)
        time.sleep(0.2)
        (tmp_path / "a.py").write_text(OLD * 2)
        assert next(line for line in said if "changed:" in line) == "changed: a.py\n"
        assert next(line for line in said if "uses" in line).startswith("1 file(s): 1 would change, 2 uses")
        watching.send_signal(signal.SIGINT)
        assert watching.wait(20) == 130
