"""1.8.5's line that starts parameter servers and trainers starts the same processes; test_trainers.py has what they
learn together."""

import json
import subprocess
import sys
from argparse import Namespace

import pytest
from paddle_compat.distributed.launch_ps import parse_args, start_procs

pytestmark = pytest.mark.oracle

NAMES = ["PADDLE_PSERVERS_IP_PORT_LIST", "PADDLE_TRAINERS_NUM", "TRAINING_ROLE", "POD_IP", "PADDLE_PORT",
         "PADDLE_TRAINER_ID"]
SCRIPT = f"""
import json, os, sys, time
told = {{name: os.environ[name] for name in {NAMES!r} if name in os.environ}}
print(json.dumps([sys.argv[1:], told]))
sys.stdout.flush()
ready = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "ready %s")
if told["TRAINING_ROLE"] == "PSERVER":
    open(ready % told["PADDLE_PORT"], "w").close()
    time.sleep(60)
for endpoint in told["PADDLE_PSERVERS_IP_PORT_LIST"].split(","):  # servers are ended with the last trainer
    while not os.path.exists(ready % endpoint.split(":")[1]):
        time.sleep(0.02)
sys.exit(int(sys.argv[-1]) * int(told["PADDLE_TRAINER_ID"]))
"""
LINES = {
    "short": ["train.py", "--lr", "0"],
    "long": ["--worker_num=3", "--server_num", "1", "--start_port=7000", "--log_dir", "out", "train.py", "0"],
    "endpoints": ["--worker_num", "1", "--endpoints=127.0.0.1:7164,localhost:7165", "train.py", "0"],
}
QUESTION = f"""
import json, os, subprocess, sys, tempfile
for name, line in {LINES!r}.items():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "train.py"), "w") as file:
            file.write({SCRIPT!r})
        subprocess.run([sys.executable, "-m", "paddle.distributed.launch_ps", *line], cwd=folder, check=True)
        logs = os.path.join(folder, "out" if "out" in line else "logs")
        found = {{log: json.loads(open(os.path.join(logs, log)).read()) for log in sorted(os.listdir(logs))}}
    answer[name] = np.array(json.dumps(found))
"""


def logs(folder):
    """What each process printed; 1.8.5 let trainers have a server's variables, too, which say nothing to them."""
    found = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in folder.iterdir()}
    return without_servers(found)


def without_servers(found):
    for log, (_, told) in found.items():
        if log.startswith("worker"):
            told.pop("POD_IP", None), told.pop("PADDLE_PORT", None)
    return found


@pytest.fixture(scope="module")
def theirs(harness):
    return {name: without_servers(json.loads(str(found))) for name, found
            in harness.ask("static.launch_ps", QUESTION).items()}


@pytest.mark.parametrize("name", LINES)
def test_the_same_processes(theirs, environment, tmp_path, monkeypatch, name):
    """The shortest as a line; what is told in others, in this process."""
    (tmp_path / "train.py").write_text(SCRIPT, encoding="utf-8")
    line = [sys.executable, "-m", "paddle.distributed.launch_ps", *LINES[name]]
    if name == "short":
        done = subprocess.run(line, env=environment(compat=True), cwd=tmp_path, capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done.stderr
    else:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", line[2:])
        assert start_procs(parse_args()) == 0
    assert logs(tmp_path / ("out" if "out" in line else "logs")) == theirs[name]


def test_a_trainer_that_fails_is_heard_of(tmp_path):
    (tmp_path / "train.py").write_text(SCRIPT, encoding="utf-8")
    args = Namespace(start_port=6170, server_num=1, worker_num=3, endpoints="", log_dir=str(tmp_path / "logs"),
                     training_script=str(tmp_path / "train.py"), training_script_args=["4"])
    assert start_procs(args) == 4
