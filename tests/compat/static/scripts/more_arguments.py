"""What is seldom asked of what builds, differentiates and saves programs, and of functions without parameters."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
P = fluid.optimizer
W = fluid.ParamAttr


def of(name, build, steps=1, after=None):
    """Runs what ``build`` makes, which is fetched."""
    main, start = fluid.Program(), fluid.Program()
    start.random_seed = main.random_seed = 5
    feed = {"x": np.random.RandomState(1).uniform(0.1, 0.9, (3, 4)).astype("float32")}
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [3, 4], "float32")
        found = build(x, main, start)
        exe = fluid.Executor(fluid.CPUPlace())
        if start.global_block().ops:
            exe.run(start)
        for _ in range(steps):
            values = exe.run(main, feed=feed, fetch_list=found)
        for number, value in enumerate(values):
            answer[f"{name} {number}"] = np.array(value)
        if after is not None:
            for key, value in after(exe, main, feed).items():
                answer[f"{name} {key}"] = np.array(value)


def network(x, size=2):
    hidden = L.fc(x, 3, param_attr=W("w1"), bias_attr=W("b1"), act="tanh")
    return L.mean(L.square(L.fc(hidden, size, param_attr=W("w2"), bias_attr=W("b2"))))


def parameters(program):
    return {each.name: np.array(fluid.global_scope().find_var(each.name).get_tensor())
            for each in program.all_parameters()}


def no_grad_set(x, main, start):
    pairs = fluid.backward.append_backward(network(x), no_grad_set={"w1", "b2"})
    answer["no_grad_set names"] = np.array([each.name for each, _ in pairs])
    return [gradient for _, gradient in pairs]


def callbacks(x, main, start):
    hidden = L.fc(x, 3, param_attr=W("w1"), bias_attr=W("b1"))
    hidden.error_clip = fluid.clip.ErrorClipByValue(max=0.02, min=-0.001)
    loss = L.mean(L.square(hidden) - L.sin(hidden))
    return [each for _, each in fluid.backward.append_backward(loss, callbacks=[fluid.clip.error_clip_callback])]


def checkpoints(x, main, start):
    hidden = L.fc(x, 3, param_attr=W("w1"), act="tanh")
    loss = L.mean(L.square(L.fc(hidden, 2, param_attr=W("w2"))))
    return [gradient for _, gradient in fluid.backward.append_backward(loss, checkpoints=[hidden])]


def gradients(x, main, start):
    x.stop_gradient = False
    doubled, other = L.scale(x, 2.0), L.square(x)
    return fluid.gradients([L.elementwise_mul(doubled, other)], [x], no_grad_set={other.name})


def error_clip(x, main, start):
    hidden = L.fc(x, 3, param_attr=W("w1"), bias_attr=W("b1"))
    hidden.error_clip = fluid.clip.ErrorClipByValue(max=0.02, min=-0.001)
    return [each for _, each in fluid.backward.append_backward(L.mean(L.square(hidden) - L.sin(hidden)))]


def clip_of_some(x, main, start):
    loss = network(x)
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByValue(1e-3), param_list=["w1", "b2"], program=main)
    P.SGD(1.0).minimize(loss)
    return [loss]


def averages(x, main, start):
    loss = network(x)
    P.SGD(0.5).minimize(loss)
    average = P.ExponentialMovingAverage(decay=0.8, thres_steps=L.autoincreased_step_counter(), name="ema")
    average.update()
    main.average = average
    return [loss]


def model_average(x, main, start):
    loss = network(x)
    P.SGD(0.5).minimize(loss)
    main.average = P.ModelAverage(0.5, min_average_window=2, max_average_window=3, name="mean")
    return [loss]


def averaged(exe, main, feed):
    with main.average.apply(exe):
        return parameters(main)


def lookahead(x, main, start):
    loss = network(x)
    P.LookaheadOptimizer(P.SGD(0.5), alpha=0.4, k=3).minimize(loss)
    return [loss]


def kept(exe, main, feed):
    folder, test = tempfile.mkdtemp(), main.clone(for_test=True)
    fluid.io.save_params(exe, folder, main_program=main, filename="all")
    fluid.io.save_vars(exe, folder, main_program=main, vars=[main.global_block().var("w1")])
    before, files = parameters(main), sorted(os.listdir(folder))
    exe.run(main, feed=feed)
    fluid.io.load_params(exe, folder, main_program=main, filename="all")
    after = parameters(main)
    fluid.save(main, os.path.join(folder, "whole"))
    some = fluid.io.load_program_state(folder, var_list=[main.global_block().var("w1")])
    fluid.io.load(main, os.path.join(folder, "whole"), var_list=list(main.list_vars()))
    return {"files": files, "back": all((before[name] == after[name]).all() for name in before), "state": sorted(some),
            "loaded": all((before[name] == parameters(test)[name]).all() for name in before)}


def trained(x, main, start):
    loss = network(x)
    P.SGD(0.5).minimize(loss)
    return [loss]


def filled(x, main, start):
    like = L.fill_constant([3, 4], "float32", 7.0)
    true, false = L.less_than(x, like, force_cpu=True), L.less_than(like, x)
    made = [L.logical_or(true, false, out=L.logical_not(true)), L.logical_xor(true, false, out=L.logical_not(true))]
    full = L.full_like(x, 3.0, stop_gradient=False)
    answer["stop_gradient"] = np.array([full.stop_gradient])
    return [*made, full, L.fill_constant([2], "int64", 3, force_cpu=True), L.ones_like(x, out=like),
            L.fill_constant_batch_size_like(x, [1, 2], "float32", 2.0, force_cpu=True)]


def looped(x, main, start):
    number, end = L.fill_constant([1], "int64", 0), L.fill_constant([1], "int64", 4)
    (last,) = L.while_loop(lambda i: L.less_than(i, end), lambda i: [i + 1], [number], is_test=True, name="loop")
    step, goes = L.fill_constant([1], "int64", 0), L.less_than(number, end)
    loop = L.While(goes, is_test=True, name="while")
    with loop.block():
        L.increment(step, value=1)
        L.less_than(step, end, cond=goes)
    return [last, step]


def resized(x, main, start):
    image = L.reshape(x, [1, 3, 2, 2])
    return [L.image_resize(image, scale=1.5, align_mode=0, align_corners=False),
            L.image_resize(L.transpose(image, [0, 2, 3, 1]), [3, 4], data_format="NHWC"),
            fluid.nets.scaled_dot_product_attention(image[0], image[0], image[0], dropout_rate=0.0),
            L.mul(L.reshape(x, [3, 2, 2]), L.reshape(x, [2, 2, 3]), x_num_col_dims=2, y_num_col_dims=1),
            L.mul(x, L.reshape(x, [2, 2, 3]), y_num_col_dims=2)]


of("no_grad_set", no_grad_set)
of("callbacks", callbacks)
of("checkpoints", checkpoints)
of("gradients", gradients)
of("error_clip", error_clip)
of("clip_of_some", clip_of_some, 1, lambda exe, main, feed: parameters(main))
of("averages", averages, 4, averaged)
of("model_average", model_average, 5, averaged)
of("lookahead", lookahead, 4, lambda exe, main, feed: parameters(main))
of("kept", trained, 1, kept)
of("filled", filled)
of("looped", looped)
of("resized", resized)
