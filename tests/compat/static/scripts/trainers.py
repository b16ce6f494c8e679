"""One of the processes of a synchronous run: ``ROLE``, number ``RANK`` of two trainers, at ``ENDPOINTS``.

These are the servers', or for the role "ring" the trainers'. With ``FLEET`` it is one of a fleet's.
"""

import os
import sys

import numpy as np
import paddle.fluid as fluid

L = fluid.layers
role, rank, endpoints = os.environ["ROLE"], int(os.environ["RANK"]), os.environ["ENDPOINTS"]
startup, main = fluid.default_startup_program(), fluid.default_main_program()
startup.random_seed = main.random_seed = 5
x, y, words = fluid.data("x", [None, 4]), fluid.data("y", [None, 1]), fluid.data("words", [None, 1], "int64")
vectors = L.embedding(words, [6, 4], is_sparse=True, param_attr=fluid.ParamAttr(name="table"))
out = L.fc(L.fc(x + vectors, 5, act="tanh"), 1)
loss = L.mean(L.square_error_cost(out, y))
regularizer = fluid.regularizer.L2Decay(0.1)
optimizer = fluid.optimizer.Momentum(L.exponential_decay(0.2, 2, 0.5), 0.9, regularization=regularizer)
executor = fluid.Executor(fluid.CPUPlace())


def transpiled():
    """The programs of this process, taken apart by the script itself."""
    optimizer.minimize(loss)
    config = fluid.DistributeTranspilerConfig()
    transpiler = fluid.DistributeTranspiler(config)
    if role == "ring":
        config.mode = "nccl2"
        transpiler.transpile(rank, trainers=endpoints, current_endpoint=endpoints.split(",")[rank])
        return startup, main
    transpiler.transpile(rank, pservers=endpoints, trainers=2)
    if role == "server":
        return transpiler.get_pserver_programs(endpoints.split(",")[rank])[::-1]
    return startup, transpiler.get_trainer_program()


def of_fleet():
    """The same by a fleet."""
    from paddle.fluid.incubate.fleet.base import role_maker

    if role == "ring":
        from paddle.fluid.incubate.fleet.collective import DistributedStrategy, fleet

        fleet.init(role_maker.UserDefinedCollectiveRoleMaker(rank, endpoints.split(",")))
        fleet.distributed_optimizer(optimizer, DistributedStrategy()).minimize(loss)
    else:
        from paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler import StrategyFactory, fleet

        kind = role_maker.Role.SERVER if role == "server" else role_maker.Role.WORKER
        fleet.init(role_maker.UserDefinedRoleMaker(rank, kind, 2, endpoints.split(",")))
        fleet.distributed_optimizer(optimizer, StrategyFactory.create_sync_strategy()).minimize(loss)
        if role == "server":
            fleet.init_server()
            fleet.run_server()
            sys.exit()
        fleet.init_worker()
    return fleet.startup_program, fleet.main_program


startup, program = of_fleet() if os.environ.get("FLEET") else transpiled()
executor.run(startup)
if role == "server":
    executor.run(program)
else:
    random, found = np.random.RandomState(rank), {}
    for step in range(6 - 2 * rank):
        feed = {"x": random.rand(3 + rank, 4).astype("float32"), "y": random.rand(3 + rank, 1).astype("float32"),
                "words": random.randint(0, 6, [3 + rank, 1]).astype("int64")}
        found["loss%d" % step] = executor.run(program, feed=feed, fetch_list=[loss])[0]  # noqa: UP031
    for name in ("fc_0.w_0", "fc_1.b_0"):  # sparse parameters were the servers' alone
        found[name] = np.array(fluid.global_scope().find_var(name).get_tensor())
    np.savez(sys.argv[1] + ".part.npz", **found)
    os.rename(sys.argv[1] + ".part.npz", sys.argv[1])
    executor.close()
