"""Programs on two places: what is split, averaged, joined, and kept by each place."""

import os

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L, place = fluid.layers, fluid.CPUPlace()
executor = fluid.Executor(place)
random = np.random.RandomState(7)
X, Y = random.rand(7, 4).astype("float32"), random.randint(0, 3, [7, 1]).astype("int64")
W = fluid.create_lod_tensor(np.arange(9)[:, None].astype("int64") % 5, [[1, 3, 2, 2, 1]], place)


def network():
    x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 1], "int64")
    # a smooth network, of which nothing divides by about zero: else kernels alone take 1.8.5 far apart
    hidden = L.batch_norm(L.fc(x, 5, act="tanh", bias_attr=False), epsilon=1e-3, moving_mean_name="mean",
                          moving_variance_name="variance")
    out = L.fc(hidden, 3)
    return out, L.mean(L.softmax_with_cross_entropy(out, y))


def programs(optimizer):
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = main.random_seed = 11
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        out, loss = network()
        test = main.clone(for_test=True)
        fluid.optimizer.Momentum(L.piecewise_decay([2], [0.2, 0.1]), 0.9, regularization=fluid.regularizer.L2Decay(
            0.1), grad_clip=fluid.clip.GradientClipByGlobalNorm(0.5)).minimize(loss) if optimizer is None else \
            optimizer().minimize(loss)
    return main, startup, test, out, loss


def array(name):
    return np.array(fluid.global_scope().find_var(name).get_tensor())


def state(key):
    for name in ("fc_0.w_0", "fc_1.b_0", "mean", "variance"):
        answer[key + " " + name] = array(name)


def trained(key, places=None, optimizer=None, feed=None, shared=False, **strategies):
    """``shared``: where all places change the same statistics at the same time."""
    main, startup, test, out, loss = programs(optimizer)
    with fluid.scope_guard(fluid.Scope()):
        executor.run(startup)
        compiled = fluid.CompiledProgram(main).with_data_parallel(loss.name, places=places, **strategies)
        tested = fluid.CompiledProgram(test).with_data_parallel(share_vars_from=compiled, places=places)
        for step in range(4):
            feeds = {"x": X, "y": Y} if feed is None else feed
            answer[f"{key} {step} loss"], answer[f"{key} {step} out"] = executor.run(compiled, feed=feeds,
                                                                                    fetch_list=[loss, out])
        answer[key + " parameter"] = executor.run(compiled, feed=feeds, fetch_list=["fc_0.w_0"])[0]
        if shared:
            return
        state(key)
        answer[key + " tested"] = executor.run(tested, feed={"x": X, "y": Y}, fetch_list=[out.name])[0]
        state(key + " after")
        apart = executor.run(tested, feed={"x": X, "y": Y}, fetch_list=[out], return_merged=False)
        answer[key + " apart"] = np.concatenate(apart[0])
        answer[key + " sizes"] = np.array([len(each) for each in apart[0]])


def strategy(scale=None, reduce=None):
    made = fluid.BuildStrategy()
    if scale is not None:
        made.gradient_scale_strategy = scale
    if reduce is not None:
        made.reduce_strategy = reduce
    return made


Scale, Reduce = fluid.BuildStrategy.GradientScaleStrategy, fluid.BuildStrategy.ReduceStrategy
trained("two", [place] * 2)
trained("three", [place] * 3, lambda: fluid.optimizer.Adam(0.1))
trained("one", [place] * 2, lambda: fluid.optimizer.SGD(0.1), build_strategy=strategy(Scale.One))
trained("reduce", [place] * 2, lambda: fluid.optimizer.SGD(0.1), shared=True,
        build_strategy=strategy(reduce=Reduce.Reduce))
trained("alone", [place], lambda: fluid.optimizer.SGD(0.1))
trained("lists", [place] * 2, lambda: fluid.optimizer.SGD(0.1), feed=[{"x": X[:5], "y": Y[:5]},
                                                                        {"x": X[5:], "y": Y[5:]}])
os.environ["CPU_NUM"] = "2"
run = fluid.ExecutionStrategy()
run.num_threads = 1
trained("by CPU_NUM", None, lambda: fluid.optimizer.Adagrad(0.1), exec_strategy=run)

# The oldest way.
main, startup, test, out, loss = programs(lambda: fluid.optimizer.SGD(0.1))
executor.run(startup)
with fluid.program_guard(main, startup):
    parallel = fluid.ParallelExecutor(False, loss.name)
    testing = fluid.ParallelExecutor(use_cuda=False, main_program=test, share_vars_from=parallel)
answer["devices"] = np.array(parallel.device_count)
for step in range(2):
    answer[f"parallel {step}"] = parallel.run([loss.name], {"x": X, "y": Y})[0]
answer["parallel tested"] = testing.run(feed={"x": X, "y": Y}, fetch_list=[out.name])[0]
parallel.drop_local_exe_scopes()
answer["parallel again"] = parallel.run(feed=[{"x": X[:2], "y": Y[:2]}, {"x": X[2:], "y": Y[2:]}], fetch_list=[loss])[0]

# Sequences are split whole.
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    words = fluid.data("words", [None, 1], "int64", lod_level=1)
    vectors = L.embedding(words, [5, 3], is_sparse=True, param_attr=fluid.ParamAttr(
        name="table", initializer=fluid.initializer.Uniform(-1, 1, seed=3)))
    pooled = L.sequence_pool(vectors, "sum")
    cost = L.reduce_mean(pooled * pooled)
    fluid.optimizer.SGD(0.5).minimize(cost)
executor.run(startup)
compiled = fluid.CompiledProgram(main).with_data_parallel(cost.name)
for step in range(2):
    rows, sums, answer[f"words {step}"] = executor.run(compiled, feed={"words": W}, return_numpy=False,
                                                       fetch_list=[vectors, pooled, cost])
    answer[f"words {step}"] = np.array(answer[f"words {step}"])
answer["words rows"], answer["words lod"], answer["words sums"] = np.array(rows), np.array(rows.lod()), np.array(sums)
answer["words table"] = array("table")

# A reader of the program's own gives each place a batch.
for drop_last in (True, False):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [None, 4])
        reader = fluid.io.DataLoader.from_generator([x], 4, use_double_buffer=False, iterable=False,
                                                    drop_last=drop_last)
        cost = L.reduce_mean(x * 2.0)
        reader.set_batch_generator(lambda: ([X[i:]] for i in range(5)))
        compiled = fluid.CompiledProgram(main).with_data_parallel(places=[place] * 2)
        found = []
        reader.start()
        try:
            while True:
                found.append(executor.run(compiled, fetch_list=[cost])[0])
        except fluid.core.EOFException:
            reader.reset()
        answer[f"read {drop_last}"] = np.concatenate(found)


# What is refused.
main, startup, test, out, loss = programs(lambda: fluid.optimizer.SGD(0.1))
executor.run(startup)
compiled = fluid.CompiledProgram(main).with_data_parallel(loss.name)
wrong = {
    "few rows": lambda: executor.run(compiled, feed={"x": X[:1], "y": Y[:1]}),
    "not dicts": lambda: executor.run(compiled, feed=[X, Y]),
    "shape": lambda: executor.run(compiled, feed={"x": X[:, :2], "y": Y}),
    "no name of a loss": lambda: fluid.CompiledProgram(main).with_data_parallel(),
    "twice": lambda: compiled.with_data_parallel(loss.name),
    "no program": lambda: fluid.CompiledProgram(loss),
    "not run": lambda: executor.run(fluid.CompiledProgram(test).with_data_parallel(
        share_vars_from=fluid.CompiledProgram(main).with_data_parallel(loss.name)), feed={"x": X, "y": Y}),
    "unknown": lambda: executor.run(compiled, feed={"x": X, "y": Y, "z": X}),
}
for name, ask in wrong.items():
    try:
        ask()
        answer["refused " + name] = np.array("no")
    except Exception:
        answer["refused " + name] = np.array("yes")
del os.environ["CPU_NUM"]
