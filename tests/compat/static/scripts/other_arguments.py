"""Seldom given arguments of sequences and cells, of dygraph mode, of readers, and of what stands around programs."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
D = fluid.dygraph
W = fluid.ParamAttr
io = fluid.io


def of(name, build, lod=None):
    """The results of what ``build`` makes of x, and what a step of descent makes of its parameters."""
    main, start, scope = fluid.Program(), fluid.Program(), fluid.Scope()
    start.random_seed = main.random_seed = 5
    values = np.random.RandomState(1).uniform(-0.9, 0.9, (6, 8)).astype("float32")
    feed = {"x": values if lod is None else fluid.create_lod_tensor(values, lod, fluid.CPUPlace())}
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(scope):
        x = L.data("x", [6, 8], False, lod_level=0 if lod is None else 1, stop_gradient=False)
        found = build(x)
        names = [each.name for each in main.all_parameters()]
        if names:
            answer[name + " names"] = np.array(names)
            loss = L.sums([L.cast(L.reduce_sum(L.square(each)), "float32") for each in found])
            fluid.optimizer.SGD(0.01).minimize(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        if start.global_block().ops:
            exe.run(start)
        for number, value in enumerate(exe.run(main, feed=feed, fetch_list=found, return_numpy=False)):
            answer[f"{name} {number}"] = np.array(value)
        for each in names:
            answer[f"{name} then {each}"] = np.array(scope.find_var(each).get_tensor())


def sequences(x):
    wide = L.cast(x, "float64")
    return [L.dynamic_lstm(wide, 8, dtype="float64")[0],
            L.dynamic_lstmp(wide, 8, 3, param_attr=W(learning_rate=0.5), gate_activation="tanh",
                            candidate_activation="relu", dtype="float64", name="projected")[0],
            L.sequence_conv(x, 2, 3, padding=False, padding_start=0, name="rows"),
            fluid.nets.sequence_conv_pool(x, 2, 3, param_attr=W("sc"), bias_attr=W("sb"))]


def cells(x):
    state, fitting = L.fc(x, 2, param_attr=W("s_w")), L.reshape(x, [3, 2, 8])
    gru = L.GRUCell(2, W("g_w"), W("g_b"), gate_activation=L.tanh, activation=L.sigmoid, dtype="float32", name="G")
    lstm = L.LSTMCell(2, W("l_w"), W("l_b"), gate_activation=L.tanh, activation=L.sigmoid, dtype="float32", name="M")
    gru_out, gru_last = L.rnn(gru, fitting)
    basic = fluid.contrib.layers.basic_lstm(
        L.transpose(fitting, [1, 0, 2]), None, None, 2, batch_first=False, param_attr=W("b_w"), bias_attr=W("b_b"),
        gate_activation=L.tanh, activation=L.sigmoid, dropout_prob=0.0, dtype="float32")
    return [gru_out, gru_last, lstm(x, [state, state])[0], basic[0]]


def drawn(x):
    like = fluid.contrib.layers.fused_embedding_seq_pool(
        L.cast(L.scale(x[:, 0:1], 1.0, 1.0), "int64"), [4, 2], combiner="sum", dtype="float32")
    return [L.reshape(like, [-1, 2])]


def pooled(x):
    image = L.reshape(x, [1, 3, 4, 4])
    pooled, index = L.adaptive_pool2d(image, 2, "max", require_index=True)
    return [pooled, L.cast(index, "int64"), L.adaptive_pool2d(image, 2, "avg"),
            L.adaptive_pool3d(L.reshape(x, [1, 3, 4, 2, 2]), 2, "max", require_index=True)[0]]


def shapes_of_random(x):
    number = L.randint(0, 5, [2, 3], device="cpu", stop_gradient=False, name="randint")
    order = L.randperm(4, device="cpu", stop_gradient=False)
    ids = L.sampling_id(L.softmax(x), dtype="int64")
    answer["random"] = np.array([number.name, str(number.stop_gradient), str(order.stop_gradient)])
    like = L.gaussian_random_batch_size_like(x, [1, 2])
    return [L.shape(each) for each in (number, order, ids, like)]


def normalised(x):
    norm = fluid.WeightNormParamAttr(
        dim=1, name="v", learning_rate=0.5, regularizer=fluid.regularizer.L2Decay(0.1), trainable=True,
        do_model_average=False)
    return [L.fc(x, 2, param_attr=norm)]


def chosen(x):
    out = L.fill_constant([1], "float32", 0.0)
    with L.Switch(name="switch") as switch:
        with switch.case(L.less_than(L.reduce_sum(x), L.reduce_sum(x) + 1.0)):
            L.assign(L.fill_constant([1], "float32", 2.0), out)
        with switch.default():
            L.assign(L.fill_constant([1], "float32", 3.0), out)
    array = L.array_write(x, L.fill_constant([1], "int64", 0))
    with fluid.name_scope("scope"):
        joined, sizes = L.tensor_array_to_tensor(array, axis=0, name="joined")
    answer["joined"] = np.array([joined.name, sizes.name])
    return [out, joined, sizes]


def read(reader):
    return np.array([np.ravel(np.array(each, dtype="float64")).tolist() for each in reader()])


def readers():
    def count(n=6):
        return lambda: iter(range(n))

    answer["batch"] = np.array([len(each) for each in io.batch(count(), 4, drop_last=True)()])
    answer["buffered"] = read(io.buffered(count(), 2))
    answer["cache"] = read(io.cache(count()))
    answer["chain"] = read(io.chain(count(2), count(3)))
    answer["compose"] = read(io.compose(count(3), count(3), check_alignment=True))
    answer["firstn"] = read(io.firstn(count(), 2))
    answer["map"] = read(io.map_readers(lambda a, b: a * b, count(3), count(3)))
    answer["shuffled"] = np.sort(np.ravel(read(io.shuffle(count(), 3))))
    answer["xmap"] = read(io.xmap_readers(lambda a: a + 1, count(), 2, 3, order=True))


def slopes():
    with D.guard(fluid.CPUPlace()):
        x = D.to_variable(np.array([1.0, 2.0], "float32"))
        z = D.to_variable(np.array([3.0, 5.0], "float32"))
        x.stop_gradient = z.stop_gradient = False
        start = D.to_variable(np.array([1.0, -1.0], "float32"))
        first = D.grad(outputs=[x * x * z], inputs=[x, z], grad_outputs=[start], create_graph=True, retain_graph=True,
                       only_inputs=True, allow_unused=False)
        (second,) = D.grad(first[0] * first[0], x)
        kept = x * z
        (ended,) = D.grad([kept * x], [x], no_grad_vars=[kept], allow_unused=True)
        for number, each in enumerate([*first, second, ended]):
            answer[f"slope {number}"] = each.numpy()


def around():
    main = fluid.Program()
    places, generator = fluid.cpu_places(2), fluid.unique_name.switch()
    fluid.unique_name.switch(new_generator=generator)
    fluid.set_flags({"FLAGS_eager_delete_tensor_gb": 1.0})
    flag = fluid.get_flags(["FLAGS_eager_delete_tensor_gb"])["FLAGS_eager_delete_tensor_gb"]
    fluid.require_version(min_version="1.0.0", max_version="9.0")
    answer["around"] = np.array([len(places), flag])
    with fluid.program_guard(main, fluid.Program()), fluid.unique_name.guard():
        out = L.fc(fluid.data("x", [2, 3]), 2)
        feeder = fluid.DataFeeder(["x"], fluid.CPUPlace(), program=main)
        fed = feeder.feed([([1.0, 2.0, 3.0],), ([4.0, 5.0, 6.0],)])
        answer["fed"] = np.array(fed["x"])
        folder, exe = tempfile.mkdtemp(), fluid.Executor(fluid.CPUPlace())
        fluid.io.save_inference_model(folder, ["x"], [out], exe, main, export_for_deployment=True, program_only=True)
        answer["files"] = np.array(sorted(os.listdir(folder)))


of("sequences", sequences, [[2, 4]])
of("cells", cells)
of("drawn", drawn, [[2, 4]])
of("pooled", pooled)
of("shapes", shapes_of_random)
of("normalised", normalised)
of("chosen", chosen)
readers()
slopes()
around()
