"""`DistributeTranspiler` becomes a class of the script's own, whose trainers learn what 1.8.5's learnt."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest
from paddle_migrate.api import Options, migrate_source

NET = """\
import sys
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.transpiler import distribute_transpiler
role, rank, port = sys.argv[1], int(sys.argv[2]), sys.argv[3]
x, y = fluid.layers.data('x', [4]), fluid.layers.data('y', [1])
out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.1 + rank * {apart}))
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
"""
SERVERS = """\
t = fluid.DistributeTranspiler()
t.transpile(rank, pservers='127.0.0.1:' + port, trainers=2, sync_mode=True)
if role == 'server':
    exe.run(t.get_startup_program('127.0.0.1:' + port, t.get_pserver_program('127.0.0.1:' + port)))
    exe.run(t.get_pserver_program('127.0.0.1:' + port))
    sys.exit()
main = t.get_trainer_program()
exe.run(fluid.default_startup_program())
"""
RING = """\
def prepared(trainer_id, startup, program):
    config = distribute_transpiler.DistributeTranspilerConfig()
    config.mode = 'nccl2'
    t = distribute_transpiler.DistributeTranspiler(config=config)
    ends = '127.0.0.1:' + port + ',127.0.0.1:' + str(int(port) + 1)
    t.transpile(trainer_id, trainers=ends, current_endpoint=ends.split(',')[trainer_id], startup_program=startup,
                program=program)
    exe.run(startup)
main = fluid.default_main_program()
"""
FIRST = RING + "prepared(rank, fluid.default_startup_program(), main)\n"
AFTER = RING + "exe.run(fluid.default_startup_program())\nprepared(rank, fluid.Program(), main)\n"
LOOP = """\
drawn = np.random.RandomState(5)
for i in range(3):
    xs = drawn.rand(6, 4).astype('float32')
    ys = xs.sum(1, keepdims=True) * 2
    part = slice(0, 3) if rank == 0 else slice(3, 6)
    print('%.5f' % exe.run(main, feed={'x': xs[part], 'y': ys[part]}, fetch_list=[loss])[0])
exe.close()
"""
# of 1.8.5, two trainers and a server in synchronous mode
LOSSES = {0: ["14.80721", "4.03084", "1.44320"], 1: ["10.50375", "8.51156", "0.75759"]}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize(("how", "apart", "roles"), [(SERVERS, 0, ["server"]), (FIRST, 0.1, []), (AFTER, 0.1, [])])
def test_two_processes(environment, tmp_path, how, apart, roles):
    result = migrate_source(NET.format(apart=apart) + how + LOOP, "old.py", Options())
    assert not [f for f in result.findings if f.level in ("person", "error")]
    (tmp_path / "new.py").write_text(result.text, encoding="utf-8")
    port = str(free_port())
    commands = [[role, "0"] for role in roles] + [["trainer", "0"], ["trainer", "1"]]
    started = [subprocess.Popen([sys.executable, "-W", "ignore", "new.py", *each, port], cwd=tmp_path, text=True,
                                env=environment(compat=False), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
               for each in commands]  # fmt: skip
    ended = [each.communicate(timeout=120) for each in started]
    assert [each.returncode for each in started] == [0] * len(started), ended[-1][1][-3000:]
    for rank in (0, 1):
        printed = [line for line in ended[len(roles) + rank][0].splitlines() if line[:1].isdigit()]
        assert printed == LOSSES[rank]


@pytest.mark.parametrize("text", ["import mine as fluid\nt = fluid.DistributeTranspiler()\n",
                                  "class DistributeTranspiler:\n    pass\n\nt = DistributeTranspiler()\n",
                                  "import paddle.fluid as fluid  # paddle-migrate: skip\n"
                                  "t = fluid.DistributeTranspiler()  # paddle-migrate: skip\n"])  # fmt: skip
def test_what_stays(check_noop, text):
    check_noop(text)
