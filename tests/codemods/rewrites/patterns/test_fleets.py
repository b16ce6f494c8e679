"""`fluid.incubate.fleet` becomes today's, with an optimizer of the script's own: its workers learn what 1.8.5's did."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest
from paddle_migrate.api import Options, migrate_source

COLLECTIVE = "from paddle.fluid.incubate.fleet.collective import fleet, DistributedStrategy\n"
SERVERS = """\
from paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler import fleet
from paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler.distributed_strategy import StrategyFactory
"""
HEAD = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.incubate.fleet.base.role_maker as role_maker
"""
NET = """\
x, y = fluid.layers.data('x', [4]), fluid.layers.data('y', [1])
out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.1))
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
momentum = fluid.optimizer.Momentum(0.1, 0.9)
"""
IN_RING = f"""{NET}
fleet.init(role_maker.PaddleCloudRoleMaker(is_collective=True))
kept = fluid.ExecutionStrategy()
kept.num_threads = 2
strategy = DistributedStrategy()
strategy.nccl_comm_num, strategy.exec_strategy = 1, kept
fleet.distributed_optimizer(optimizer=momentum, strategy=strategy).minimize(loss)
""".replace("strategy.nccl_comm_num, strategy.exec_strategy = 1, kept",
            "strategy.nccl_comm_num = 1\nstrategy.exec_strategy = kept")
WITH_SERVERS = f"""{NET}
role = role_maker.PaddleCloudRoleMaker()
fleet.init(role)
optimizer = fleet.distributed_optimizer(momentum, StrategyFactory.create_sync_strategy())
optimizer.minimize(loss)
if fleet.is_server():
    fleet.init_server()
    fleet.run_server()
    raise SystemExit
fleet.init_worker()
"""
LOOP = """\
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fleet.startup_program)
program = fleet.main_program
drawn = np.random.RandomState(5)
for i in range(3):
    xs = drawn.rand(6, 4).astype('float32')
    ys = xs.sum(1, keepdims=True) * 2
    part = slice(0, 3) if fleet.worker_index() == 0 else slice(3, 6)
    print('%.5f' % exe.run(program, feed={'x': xs[part], 'y': ys[part]}, fetch_list=[loss])[0])
print(*fleet.split_files(['0a', '1b', '2c']), fleet.worker_num())
if fleet.is_first_worker():
    fleet.save_persistables(exe, 'kept')
    fluid.io.save_params(exe, 'params', main_program=program)
    fluid.save(program, 'state/all')
    fleet.save_inference_model(exe, 'model', ['x'], [out])
fleet.stop_worker()
"""
# of 1.8.5, two trainers in synchronous mode
PRINTED = {0: ["14.80721", "4.03084", "1.44320", "0a 1b 2"], 1: ["10.50375", "8.51156", "0.75759", "2c 2"]}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize("text", [HEAD + COLLECTIVE + IN_RING + LOOP, HEAD + SERVERS + WITH_SERVERS + LOOP],
                         ids=["ring", "servers"])  # fmt: skip
def test_two_processes(environment, tmp_path, text):
    result = migrate_source(text, "old.py", Options())
    assert not [f for f in result.findings if f.level in ("person", "error")]
    assert "incubate" not in result.text
    (tmp_path / "new.py").write_text(result.text, encoding="utf-8")
    ends = [f"127.0.0.1:{free_port()}" for _ in range(3)]
    shared = {"PADDLE_TRAINER_ENDPOINTS": ",".join(ends[:2]), "PADDLE_PSERVERS_IP_PORT_LIST": ends[2],
              "PADDLE_TRAINERS_NUM": "2", "POD_IP": "127.0.0.1"}
    roles = [{"TRAINING_ROLE": "TRAINER", "PADDLE_TRAINER_ID": str(rank), "PADDLE_CURRENT_ENDPOINT": end}
             for rank, end in enumerate(ends[:2])]
    roles += [{"TRAINING_ROLE": "PSERVER"}] if "is_server" in text else []
    started = [subprocess.Popen([sys.executable, "-W", "ignore", "new.py"], cwd=tmp_path, text=True,
                                env={**environment(compat=False), **shared, **role, "PADDLE_PORT": end.split(":")[1]},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
               for role, end in zip(roles, ends, strict=False)]
    ended = [each.communicate(timeout=120) for each in started]
    assert [each.returncode for each in started] == [0] * len(started), ended[0][1][-3000:]
    for rank in (0, 1):
        assert [line for line in ended[rank][0].splitlines() if line[:1].isdigit()] == PRINTED[rank]
    assert "fc_0.w_0" in os.listdir(tmp_path / "params")
    assert "fc_0.w_0_velocity_0" in os.listdir(tmp_path / "kept")
    assert sorted(os.listdir(tmp_path / "state")) == ["all.pdopt", "all.pdparams"]
    assert "model.pdiparams" in os.listdir(tmp_path / "model")


OLD = HEAD + "from paddle.fluid.incubate.fleet import collective\n" + NET


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("n = collective.fleet.worker_num()", "n = dist.fleet.worker_num()"),
        ("seen = collective.fleet", "seen = dist.fleet.fleet"),
        ("fleet = collective.fleet\np = fleet.worker_endpoints(to_string=True)",
         "p = dist.fleet.worker_endpoints(to_string=True)"),
        ("role = role_maker.UserDefinedCollectiveRoleMaker(0, ['a:1', 'b:2'])",
         "role = collective_role(0, ['a:1', 'b:2'])"),
        ("kind = role_maker.Role.SERVER", "kind = dist.fleet.Role.SERVER"),
        ("collective.fleet.distributed_optimizer(momentum, collective.DistributedStrategy()).minimize(loss)",
         "DistributedOptimizer(momentum).minimize(loss)"),
        ("s = collective.DistributedStrategy()\ns.use_amp = False\n"
         "o = collective.fleet.distributed_optimizer(momentum, strategy=s)", "o = DistributedOptimizer(momentum)"),
    ],
)  # fmt: skip
def test_forms(line, new):
    result = migrate_source(OLD + line + "\n", "old.py", Options())
    assert new in result.text
    assert not [f for f in result.findings if f.level in ("person", "error")]
    assert "DistributedStrategy" not in result.text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("s = collective.DistributedStrategy()\ns.use_amp = True\n"
         "o = collective.fleet.distributed_optimizer(momentum, strategy=s)", "paddle.static.amp.decorate"),
        ("s = collective.DistributedStrategy()\ns.sync_batch_norm = bool(loss)\n"
         "o = collective.fleet.distributed_optimizer(momentum, s)", "statistics of its own batch"),
        ("s = collective.DistributedStrategy()\nprint(s)", "Paddle 3 has none"),
        ("collective.fleet.all_reduce_worker(loss, out)", "paddle.distributed.fleet"),
        ("done = collective.fleet.init_worker()", "paddle.distributed.fleet"),
        ("o = collective.fleet.distributed_optimizer(*given)", "paddle.distributed.fleet"),
        ("c = fluid.DistributeTranspilerConfig()\nc.sync_mode = False", "no asynchronous training"),
        ("t = fluid.DistributeTranspiler()\nt.transpile(0, sync_mode=False)", "no asynchronous training"),
        (SERVERS + "s = StrategyFactory.create_async_strategy()", "no asynchronous training"),
    ],
)  # fmt: skip
def test_what_a_person_is_told(line, words):
    result = migrate_source(OLD + line + "\n", "old.py", Options())
    assert any(words in f.message for f in result.findings if f.level == "person")


@pytest.mark.parametrize("text", [
    "from mine import fleet\nfleet.init(1)\nfleet.stop_worker()\n",
    "import paddle\nimport paddle.distributed.fleet as fleet\npaddle.enable_static()\nfleet.init(is_collective=True)\n",
    "class Config:\n    sync_mode = True\n\n\nc = Config()\nc.sync_mode = False\n",
    "from paddle.fluid.incubate.fleet.collective import fleet  # paddle-migrate: skip\n"
    "fleet.init()  # paddle-migrate: skip\n",
])  # fmt: skip
def test_what_stays(check_noop, text):
    check_noop(text)


OWN = HEAD + COLLECTIVE + NET + "fleet.init(role_maker.PaddleCloudRoleMaker(is_collective=True))\n" \
    "fleet.distributed_optimizer(momentum).minimize(loss)\nexe = fluid.Executor()\n"


@pytest.mark.parametrize("rest", [
    "fluid.io.save_persistables(exe, 'kept', fleet._origin_program)\n",
    "own = fleet._origin_program\nfluid.io.save_params(exe, 'kept', main_program=own)\nprint(str(own))\n",
    "def keep(program, where):\n    fluid.io.save_persistables(exe, where, main_program=program)\n\n\n"
    "keep(fleet._origin_program, 'kept')\n",
    "print([each.name for each in fleet._origin_program.all_parameters()])\n",
    "class Run:\n    program = fleet._origin_program\n\n\nfluid.save(Run.program, 'kept')\n",
])  # fmt: skip
def test_the_program_without_what_workers_do_together(rest):
    result = migrate_source(OWN + rest)
    assert not result.left
    assert "fleet.origin_main_program" in result.text
    assert "_origin_program" not in result.text


@pytest.mark.parametrize("rest", [
    "exe.run(fleet._origin_program, fetch_list=[loss])\n", "own = fleet._origin_program\nexe.run(own)\n",
    "keep(fleet._origin_program)\n", "test = fleet._origin_program.clone(for_test=True)\n",
])  # fmt: skip
def test_what_runs_it_alone_is_left(rest):
    result = migrate_source(OWN + rest)
    assert any("fleet._origin_program" in f.name for f in result.left)


ROLES = """\
import paddle.fluid as fluid
import paddle.fluid.incubate.fleet.base.role_maker as role_maker
from paddle.fluid.incubate.fleet.base.role_maker import UserDefinedCollectiveRoleMaker as Ring
from paddle.fluid.incubate.fleet.collective import fleet
from ends import ENDS, Job

def by_words(current_id, ends=ENDS):
    return Ring(current_id, worker_endpoints=ends)

MAKERS = {'called': lambda: role_maker.UserDefinedCollectiveRoleMaker(0, ENDS), 'job': lambda: Job(0).role(),
          'words': lambda: by_words(current_id=0), 'second': lambda: Ring(1, ENDS)}
for name in sorted(MAKERS):
    role = MAKERS[name]()
    fleet.init(role)
    print(name, fleet.worker_index(), fleet.worker_num(), fleet.is_worker(), fleet.is_first_worker())
    if fleet.is_first_worker():
        print('saves')
"""
ENDS = """\
from paddle.fluid.incubate.fleet.base import role_maker
ENDS = ['127.0.0.1:6170', '127.0.0.1:6171']

class Job(object):
    def __init__(self, number):
        self.number = number

    def role(self):
        return role_maker.UserDefinedCollectiveRoleMaker(worker_endpoints=ENDS, current_id=self.number)
"""


def test_a_worker_that_the_script_names_is_one(run_both_ways):
    old, new = run_both_ways({"roles": {"main.py": ROLES, "ends.py": ENDS}})
    assert old == new
    assert old["roles"].count("saves") == 3
