"""Two nodes of two ranks each, as two addresses of this machine: a script as 1.x started it, and what it becomes."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.formats.shell import migrate_shell
from parity import CLOSE

pytestmark = [pytest.mark.slow, pytest.mark.oracle]

NODES = ("127.0.0.2", "127.0.0.3")
PORTS = {"compat": 6170, "migrated": 6270, "dies": 6370}
LINE = (
    "python -m paddle.distributed.launch --cluster_node_ips=127.0.0.2,127.0.0.3 --node_ip={node} --started_port={port}"
)
CARDS = " --selected_gpus=0,1"
ALONE = "strategy = fluid.dygraph.prepare_context()"  # 1.8.5 gave None for one process, and failed on it
TRAIN = """\
import numpy as np
import paddle.fluid as fluid


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.first = fluid.dygraph.Linear(6, 5, param_attr=fluid.initializer.Constant(0.1), act="tanh")
        self.last = fluid.dygraph.Linear(5, 1, param_attr=fluid.initializer.Constant(-0.2))

    def forward(self, x):
        return self.last(self.first(x))


def train():
    with fluid.dygraph.guard(fluid.CPUPlace()):
        env = fluid.dygraph.parallel.ParallelEnv()
        strategy = fluid.dygraph.prepare_context()
        model = fluid.dygraph.DataParallel(Net(), strategy)
        optimizer = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=model.parameters())
        for step in range(10):
            x = np.cos(np.arange(48, dtype="float32") * (step + 1)).reshape([8, 6])
            y = x.sum(axis=1, keepdims=True)[env.local_rank::env.nranks]
            guess = model(fluid.dygraph.to_variable(x[env.local_rank::env.nranks]))
            loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(guess, fluid.dygraph.to_variable(y)))
            loss = model.scale_loss(loss)
            loss.backward()
            model.apply_collective_grads()
            optimizer.minimize(loss)
            model.clear_gradients()
        end = [p.numpy().reshape([-1]) for p in model.parameters()]
        np.save("rank%d.npy" % env.local_rank, np.concatenate(end))


train()
"""
OF_ONE = TRAIN.replace(ALONE, "strategy = fluid.dygraph.ParallelEnv()")


def launched(folder: Path, line: str, environment: dict[str, str], port: int) -> list[subprocess.CompletedProcess[str]]:
    """The launch line on each node, at the same time."""
    started = []
    for number, node in enumerate(NODES):
        command = shlex.split(line.format(node=node, port=port, rank=number))
        arguments = [sys.executable, *command[1:], "--log_dir", f"log{number}", "train.py"]
        started.append(subprocess.Popen(arguments, env=environment, cwd=folder, text=True, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT))
    ended = [(process.communicate(timeout=200)[0], process.returncode) for process in started]
    return [subprocess.CompletedProcess([], code, out) for out, code in ended]


def logs(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in sorted(folder.glob("log*/workerlog.*")))


def todays(line: str) -> str:
    """What the tool makes of the line on each node, which differ by the node's address and its rank."""
    made = [migrate_shell(line.format(node=node, port="7", rank="") + " t.py\n").text for node in NODES]
    here = [text.replace(f"--rank={n}", "--rank={rank}").replace(f"--host={node}", "--host={node}")
            for n, (text, node) in enumerate(zip(made, NODES, strict=True))]
    assert here[0] == here[1]
    return here[0].removesuffix(" t.py\n").replace(":7 ", ":{port} ")


@pytest.mark.numeric
@pytest.mark.parametrize("way", ["compat", "migrated"])
def test_four_ranks_end_as_one_process_on_the_joined_batches(
    tmp_path: Path, environment: Callable[..., dict[str, str]], harness: ModuleType, way: str
) -> None:
    text, line = TRAIN, LINE + CARDS
    if way == "migrated":
        result = migrate_source(TRAIN, "train.py", Options(launcher="launch"))
        assert not result.left
        text, line = result.text, todays(LINE) + " --nproc_per_node=2"  # this machine has no GPU to name
        assert "fluid" not in text
    (tmp_path / "train.py").write_text(text, encoding="utf-8")
    done = launched(tmp_path, line, environment(way == "compat"), PORTS[way])
    assert [each.returncode for each in done] == [0, 0], done[0].stdout + done[1].stdout + logs(tmp_path)
    ranks = [np.load(tmp_path / f"rank{rank}.npy") for rank in range(4)]
    assert len({rank.tobytes() for rank in ranks}) == 1
    question = f"exec({OF_ONE!r}.replace('np.save(\"rank%d.npy\" % env.local_rank, ', 'answer.update(end='), globals())"
    theirs = harness.ask("nodes", question)["end"]
    difference = np.abs(ranks[0] - theirs).max()
    print(f"{way}: two nodes of two ranks after 10 steps differ by {difference:.1e} from 1.8.5 on the joined batches")
    assert difference <= CLOSE


def test_a_node_that_dies_ends_the_job_with_its_error(
    tmp_path: Path, environment: Callable[..., dict[str, str]]
) -> None:
    backward = "            loss.backward()\n"
    dying = TRAIN.replace(backward, f"            assert env.local_rank == 0 or step < 3, 'broken'\n{backward}")
    (tmp_path / "train.py").write_text(dying, encoding="utf-8")
    done = launched(tmp_path, LINE + " --selected_gpus=0", environment(True), PORTS["dies"])
    assert all(each.returncode for each in done)
    assert "AssertionError: broken" in done[1].stdout
