import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
P = fluid.optimizer


def network():
    x, y = fluid.data("x", [-1, 6]), fluid.data("y", [-1, 1], "int64")
    kept = fluid.ParamAttr(do_model_average=False)
    hidden = L.fc(x, 8, act="tanh", bias_attr=kept)
    return L.mean(L.softmax_with_cross_entropy(L.fc(hidden, 3), y))


def ema(loss, **given):
    P.SGD(0.1).minimize(loss)
    average = P.ExponentialMovingAverage(**given)
    average.update()
    return average


def stepped(loss):
    return ema(loss, decay=0.9, thres_steps=L.increment(L.create_global_var([1], 0, "int64", True, name="seen")))


def by_rate(loss):
    steps = L.increment(L.create_global_var([1], 2.0, "float32", True, name="seen"))
    return ema(loss, decay=0.3, thres_steps=steps, name="mine")


def model_average(*given, **named):
    def make(loss):
        P.SGD(0.1).minimize(loss)
        return P.ModelAverage(*given, **named)
    return make


def lookahead(*given, **named):
    def make(loss):
        P.LookaheadOptimizer(P.Momentum(0.1, 0.9), *given, **named).minimize(loss)
    return make


def recomputed(loss):
    optimizer = P.RecomputeOptimizer(P.Adam(0.01))
    optimizer._set_checkpoints([loss.block.var("fc_0.tmp_2")])
    optimizer.minimize(loss)


def recomputed_by_halves(loss):
    optimizer = P.RecomputeOptimizer(P.SGD(0.1, regularization=fluid.regularizer.L2Decay(0.1)))
    optimizer._set_checkpoints([loss.block.var("fc_0.tmp_2")])
    pairs = optimizer.backward(loss, startup_program=None, parameter_list=None, no_grad_set=None)
    optimizer.apply_optimize(loss, startup_program=None, params_grads=pairs)


MAKERS = {
    "ema": lambda loss: ema(loss), "ema_fast": lambda loss: ema(loss, decay=0.5), "ema_stepped": stepped,
    "ema_by_rate": by_rate,
    "average": model_average(0.15), "average_short": model_average(0.5, min_average_window=2, max_average_window=3),
    "average_name": model_average(average_window_rate=0.5, min_average_window=1, max_average_window=100, name="m"),
    "lookahead": lookahead(), "lookahead_often": lookahead(alpha=0.2, k=2), "recompute": recomputed,
    "recompute_halves": recomputed_by_halves,
}
rng = np.random.RandomState(1)
FEEDS = [{"x": rng.randn(10, 6).astype("float32"), "y": rng.randint(0, 3, [10, 1])} for _ in range(6)]
for name, make in MAKERS.items():
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = 7
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        loss = network()
        test = main.clone(for_test=True)
        average = make(loss)
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)

        def run(program, feed, executor=executor, name=loss.name):
            return executor.run(program, feed=feed, fetch_list=[name])[0]

        answer[name] = np.array([run(main, feed) for feed in FEEDS])
        if average is not None:
            with average.apply(executor):
                answer[name + " applied"] = run(test, FEEDS[0])
            answer[name + " restored"] = run(test, FEEDS[0])
            answer[name + " after"] = run(main, FEEDS[1])
            with average.apply(executor, need_restore=False):
                pass
            answer[name + " kept"] = run(test, FEEDS[0])
            average.restore(executor)
            answer[name + " given back"] = run(test, FEEDS[0])
        answer[name + " lasting"] = np.array(sorted(
            v.name for v in main.list_vars() if v.persistable and v.name not in ("feed", "fetch")))
for name, make in {"ema": P.ExponentialMovingAverage, "average": lambda: P.ModelAverage(0.1),
                   "lookahead": lambda: P.LookaheadOptimizer(P.SGD(0.1, parameter_list=[])),
                   "recompute": lambda: P.RecomputeOptimizer(P.SGD(0.1, parameter_list=[]))}.items():
    with fluid.dygraph.guard():
        try:
            make()
            answer[name + " in dygraph"] = np.array("made")
        except Exception as error:
            answer[name + " in dygraph"] = np.array(str(error))
