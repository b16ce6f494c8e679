import warnings

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
P = fluid.optimizer
CLIP = fluid.clip
warnings.simplefilter("ignore")


def network(attr=None, seen=lambda variable: None):
    x, y = fluid.data("x", [-1, 6]), fluid.data("y", [-1, 1], "int64")
    hidden = L.fc(x, 8, act="tanh", param_attr=attr)
    seen(hidden)
    return L.mean(L.softmax_with_cross_entropy(L.fc([hidden, L.square(hidden)], 3), y))


def clipped(*given, **named):
    def make():
        loss = network()
        CLIP.set_gradient_clip(*given, **named)
        P.SGD(0.5).minimize(loss)
        return loss
    return make


def some():
    loss = network()
    CLIP.set_gradient_clip(CLIP.GradientClipByNorm(0.01), param_list=["fc_0.w_0"])
    P.SGD(0.5).minimize(loss)
    return loss


def last_counts():
    loss = network()
    CLIP.set_gradient_clip(CLIP.GradientClipByNorm(0.01))
    CLIP.set_gradient_clip(CLIP.GradientClipByNorm(0.05), param_list=[loss.block.var("fc_1.w_1")])
    P.SGD(0.5).minimize(loss)
    return loss


def two_groups():
    loss = network()
    CLIP.set_gradient_clip(CLIP.GradientClipByGlobalNorm(0.1, "one"))
    CLIP.set_gradient_clip(CLIP.GradientClipByGlobalNorm(0.02, group_name="two"), param_list=["fc_1.b_0", "fc_1.w_0"])
    P.SGD(0.5).minimize(loss)
    return loss


def two_norms():
    loss = network()
    CLIP.set_gradient_clip(CLIP.GradientClipByGlobalNorm(0.1))
    CLIP.set_gradient_clip(CLIP.GradientClipByGlobalNorm(0.02), param_list=["fc_1.b_0"])
    P.SGD(0.5).minimize(loss)
    return loss


def the_optimizers_own_comes_first():
    loss = network()
    CLIP.set_gradient_clip(CLIP.GradientClipByNorm(0.01), program=fluid.default_main_program())
    P.SGD(0.5, grad_clip=CLIP.GradientClipByNorm(0.05)).minimize(loss)
    return loss


def decayed():
    loss = network(fluid.ParamAttr(regularizer=fluid.regularizer.L1Decay(0.1)))
    CLIP.set_gradient_clip(CLIP.GradientClipByGlobalNorm(clip_norm=0.05))
    P.Momentum(0.5, 0.9, regularization=fluid.regularizer.L2Decay(0.1)).minimize(loss)
    return loss


def errors(*given, **named):
    def make():
        def mark(hidden):
            hidden.error_clip = CLIP.ErrorClipByValue(*given, **named)
            seen.append(hidden.name + "@GRAD")
        loss = network(seen=mark)
        P.SGD(0.5).minimize(loss)
        return loss
    return make


def of_own_gradients(through):
    def make():
        hidden = through(L.fc(fluid.data("x", [-1, 6]), 4, act="sigmoid"))
        hidden.error_clip = CLIP.ErrorClipByValue(0.001)
        fluid.data("y", [-1, 1], "int64")
        loss = L.reduce_sum(L.square(hidden))
        P.SGD(0.5).minimize(loss)
        return loss
    return make


def called(hidden):
    out = fluid.default_main_program().current_block().create_var(name="out", dtype="float32", shape=hidden.shape)
    return L.py_func(lambda x: np.tanh(np.array(x)), hidden, out,
                     lambda x, y, grad: np.array(grad) * (1 - np.array(y) ** 2))


def scattered(hidden):
    rows, updates = L.assign(np.array([0, 2])), L.assign(np.ones([2, 4], "float32"))
    return L.scatter(L.scale(hidden, 2.0), rows, updates)


def counted(hidden):
    return L.continuous_value_model(hidden, L.assign(np.ones([10, 2], "float32")), True)


def weight_norm(**named):
    def make():
        attr = fluid.WeightNormParamAttr(**named)
        loss = network(attr)
        P.SGD(0.5).minimize(loss)
        return loss
    return make


def named_attr():
    decay = fluid.regularizer.L2Decay(0.1)
    loss = network(fluid.ParamAttr("own", fluid.initializer.Constant(0.1), 0.5, decay, True, False))
    P.SGD(0.5).minimize(loss)
    return loss


def still():
    loss = network(fluid.ParamAttr(name="own", learning_rate=2, trainable=False))
    P.SGD(0.5).minimize(loss)
    return loss


def convolved():
    x = fluid.data("x", [-1, 6])
    attr = fluid.WeightNormParamAttr(dim=1, name="filters", initializer=fluid.initializer.Uniform(-1.0, 1.0, seed=3))
    out = L.conv2d(L.reshape(x, [-1, 2, 3, 1]), 4, [2, 1], param_attr=attr)
    loss = L.mean(L.square(out))
    fluid.data("y", [-1, 1], "int64")
    P.SGD(0.5).minimize(loss)
    return loss


def placed():
    with fluid.device_guard("cpu"):
        loss = network()
    with fluid.device_guard():
        P.SGD(0.5).minimize(loss)
    return loss


def decoupled(*given, **named):
    def make():
        loss = network()
        fluid.contrib.extend_with_decoupled_weight_decay(P.Adam)(*given, **named).minimize(loss)
        return loss
    return make


def mixed(**named):
    def make():
        loss = network()
        lists = fluid.contrib.mixed_precision.AutoMixedPrecisionLists(custom_black_list={"mul", "square"})
        optimizer = fluid.contrib.mixed_precision.decorate(P.SGD(0.5), amp_lists=lists, **named)
        optimizer.minimize(loss)
        seen[:] = [optimizer.get_loss_scaling(), optimizer.get_scaled_loss()]
        return loss
    return make


seen = []
MAKERS = {
    "norm": clipped(CLIP.GradientClipByNorm(0.05)), "value": clipped(CLIP.GradientClipByValue(0.01, min=-0.005)),
    "global": clipped(clip=CLIP.GradientClipByGlobalNorm(0.1)), "some": some, "last": last_counts,
    "two_groups": two_groups, "two_norms": two_norms, "own": the_optimizers_own_comes_first, "decayed": decayed,
    "none": clipped(None), "wrong_list": clipped(CLIP.GradientClipByNorm(0.01), param_list=[3]),
    "errors": errors(max=0.004), "errors_more": errors(0.003, min=-0.001),
    "errors_called": of_own_gradients(called), "errors_scattered": of_own_gradients(scattered),
    "errors_counted": of_own_gradients(counted),
    "weight_norm": weight_norm(dim=None), "weight_norm_rows": weight_norm(dim=0, name="v"),
    "weight_norm_columns": weight_norm(
        dim=1, name="own", initializer=fluid.initializer.Uniform(-0.5, 0.5, seed=5), learning_rate=0.5,
        regularizer=fluid.regularizer.L2Decay(0.1), trainable=True, do_model_average=True),
    "attr": named_attr, "still": still, "convolved": convolved, "placed": placed,
    "decoupled": decoupled(0.01, learning_rate=0.1),
    "decoupled_some": decoupled(weight_decay=0.1, apply_decay_param_fun=lambda name: "w" in name),
    "mixed": mixed(), "mixed_still": mixed(use_dynamic_loss_scaling=False, init_loss_scaling=8.0),
    "mixed_moving": mixed(init_loss_scaling=3e38, incr_every_n_steps=2, decr_every_n_nan_or_inf=1, incr_ratio=4.0,
                          decr_ratio=0.25),
}
rng = np.random.RandomState(1)
FEEDS = [{"x": rng.randn(10, 6).astype("float32"), "y": rng.randint(0, 3, [10, 1])} for _ in range(4)]
for name, make in MAKERS.items():
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = 7
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        seen[:] = []
        try:
            loss = make()
        except Exception as error:
            answer[name + " error"] = np.array(type(error).__name__)
            continue
        clones = not name.startswith(("errors", "mixed"))  # 1.8.5 made none that run
        test = main.clone(for_test=True) if clones else None
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        runs = [executor.run(main, feed=feed, fetch_list=[loss, *seen]) for feed in FEEDS]
        for number, values in enumerate(zip(*runs)):
            answer[f"{name} {number}"] = np.array(values)
        if clones:
            answer[name + " test"] = executor.run(test, feed=FEEDS[0], fetch_list=[loss.name])[0]
        answer[name + " lasting"] = np.array(sorted(
            v.name for v in main.list_vars() if v.persistable and v.name not in ("feed", "fetch")))
try:
    fluid.ParamAttr(name="")
except ValueError as error:
    answer["empty name"] = np.array(str(error))
