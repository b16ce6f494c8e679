import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]


def lasting(program):
    return np.array(sorted(v.name for v in program.list_vars() if v.persistable and v.name not in ("feed", "fetch")))


def number(value, name):
    return L.create_global_var([1], value, "float32", persistable=True, name=name)


L, P = fluid.layers, fluid.optimizer
makers = {
    "sgd": lambda: P.SGD(0.01, regularization=fluid.regularizer.L2Decay(0.1)),
    "momentum": lambda: P.Momentum(0.01, 0.9, use_nesterov=True, regularization=fluid.regularizer.L1Decay(0.01)),
    "clipped": lambda: P.SGD(0.01, grad_clip=fluid.clip.GradientClipByGlobalNorm(0.5)),
    "by_norm": lambda: P.SGD(0.01, grad_clip=fluid.clip.GradientClipByNorm(0.1)),
    "by_value": lambda: P.SGD(0.01, grad_clip=fluid.clip.GradientClipByValue(0.01)),
    "betas": lambda: P.Adam(0.01, beta1=number(0.8, "beta1"), beta2=number(0.95, "beta2")),
    "adam": lambda: P.Adam(0.01), "adagrad": lambda: P.Adagrad(0.01), "rmsprop": lambda: P.RMSProp(0.01, momentum=0.5),
    "centered": lambda: P.RMSProp(0.01, centered=True), "ftrl": lambda: P.Ftrl(0.01), "lamb": lambda: P.Lamb(0.01),
    "lars": lambda: P.LarsMomentum(0.01, 0.9), "adamax": lambda: P.Adamax(0.01), "adadelta": lambda: P.Adadelta(0.01),
    "decayed_adagrad": lambda: P.DecayedAdagrad(0.01),
    "exponential": lambda: P.Adam(L.exponential_decay(0.01, 2, 0.5, True)),
    "natural": lambda: P.SGD(L.natural_exp_decay(0.01, 3, 0.5)),
    "inverse": lambda: P.SGD(L.inverse_time_decay(0.01, 3, 0.5)),
    "polynomial": lambda: P.SGD(L.polynomial_decay(0.01, 4, 0.001, 0.5, cycle=True)),
    "piecewise": lambda: P.Momentum(L.piecewise_decay([2, 4], [0.1, 0.05, 0.01]), 0.9),
    "cosine": lambda: P.SGD(L.cosine_decay(0.1, 2, 5)), "noam": lambda: P.Adam(L.noam_decay(64, 3)),
    "warmup": lambda: P.SGD(L.linear_lr_warmup(0.1, 4, 0.01, 0.2)),
    "warm_cosine": lambda: P.SGD(L.linear_lr_warmup(L.cosine_decay(0.1, 2, 5), 3, 0.01, 0.2)),
    "halves": lambda: P.SGD(L.create_global_var([1], 0.25, "float32", persistable=True, name="given_rate")),
}
for name, make in makers.items():
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = 7
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x, y = fluid.data("x", [-1, 6]), fluid.data("y", [-1, 1], "int64")
        attr = fluid.ParamAttr(learning_rate=0.5, regularizer=fluid.regularizer.L2Decay(0.01))
        hidden = L.fc(x, 8, act="tanh", param_attr=attr)
        loss = L.mean(L.softmax_with_cross_entropy(L.fc(hidden, 3), y))
        make().minimize(loss)
    with fluid.scope_guard(fluid.Scope()):
        executor, rng = fluid.Executor(fluid.CPUPlace()), np.random.RandomState(1)
        executor.run(startup)
        feeds = [{"x": rng.randn(10, 6).astype("float32"), "y": rng.randint(0, 3, [10, 1])} for _ in range(6)]
        answer[name] = np.array([executor.run(main, feed=feed, fetch_list=[loss])[0] for feed in feeds])
        answer[name + " lasting"] = lasting(main)

# Of sparse gradients the last row has to be one: 1.8.5 looked for a gradient behind the last that there was.
sparse = {
    "adam": lambda: P.Adam(0.01), "lazy": lambda: P.Adam(0.01, lazy_mode=True), "adagrad": lambda: P.Adagrad(0.01),
    "momentum": lambda: P.Momentum(0.01, 0.9), "sgd": lambda: P.SGD(0.01), "rmsprop": lambda: P.RMSProp(0.01),
    "by_value": lambda: P.SGD(0.01, grad_clip=fluid.clip.GradientClipByValue(1e-8)),
    "clipped": lambda: P.Adam(0.01, grad_clip=fluid.clip.GradientClipByGlobalNorm(1e-7)),
}
for name, make in sparse.items():
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = 7
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        words, y = fluid.data("words", [-1, 2], "int64"), fluid.data("y", [-1, 1], "int64")
        rows = fluid.embedding(words, [9, 4], is_sparse=True, param_attr="table")
        loss = L.mean(L.softmax_with_cross_entropy(L.fc(rows, 3), y)) * 1e-6  # so that epsilon matters
        make().minimize(loss)
    with fluid.scope_guard(fluid.Scope()):
        executor, rng = fluid.Executor(fluid.CPUPlace()), np.random.RandomState(1)
        executor.run(startup)
        for _ in range(4):
            drawn = rng.randint(0, 9, [5, 2])
            drawn[0] = 8
            executor.run(main, feed={"words": drawn, "y": rng.randint(0, 3, [5, 1])}, fetch_list=[loss])
        answer["sparse " + name] = np.array(fluid.global_scope().find_var("table").get_tensor())

for name in ("sgd", "momentum", "adam", "adagrad"):  # in double precision
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = 7
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        loss = L.mean(L.square(L.fc(fluid.data("x", [-1, 6], "float64"), 2)))
        makers[name]().minimize(loss)
    with fluid.scope_guard(fluid.Scope()):
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        feed = {"x": np.arange(12.0).reshape(2, 6) / 10}
        answer["double " + name] = np.array([executor.run(main, feed=feed, fetch_list=[loss])[0] for _ in range(4)])
