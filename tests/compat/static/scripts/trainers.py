"""One of the processes of a synchronous run: ``ROLE``, number ``RANK`` of two trainers, at ``ENDPOINTS``.

These are the servers', or without servers the trainers'.
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
fluid.optimizer.Momentum(L.exponential_decay(0.2, 2, 0.5), 0.9, regularization=fluid.regularizer.L2Decay(0.1)).minimize(
    loss)
config = fluid.DistributeTranspilerConfig()
transpiler = fluid.DistributeTranspiler(config)
if role == "ring":
    config.mode = "nccl2"
    transpiler.transpile(rank, trainers=endpoints, current_endpoint=endpoints.split(",")[rank])
else:
    transpiler.transpile(rank, pservers=endpoints, trainers=2)
executor = fluid.Executor(fluid.CPUPlace())
if role == "server":
    endpoint = endpoints.split(",")[rank]
    program = transpiler.get_pserver_program(endpoint)
    executor.run(transpiler.get_startup_program(endpoint, program))
    executor.run(program)
else:
    program = main if role == "ring" else transpiler.get_trainer_program()
    executor.run(startup)
    random, found = np.random.RandomState(rank), {}
    for step in range(5):
        feed = {"x": random.rand(3 + rank, 4).astype("float32"), "y": random.rand(3 + rank, 1).astype("float32"),
                "words": random.randint(0, 6, [3 + rank, 1]).astype("int64")}
        found["loss%d" % step] = executor.run(program, feed=feed, fetch_list=[loss])[0]  # noqa: UP031
    for name in ("fc_0.w_0", "fc_1.b_0"):  # sparse parameters were the servers' alone
        found[name] = np.array(fluid.global_scope().find_var(name).get_tensor())
    np.savez(sys.argv[1] + ".part.npz", **found)
    os.rename(sys.argv[1] + ".part.npz", sys.argv[1])
    executor.close()
