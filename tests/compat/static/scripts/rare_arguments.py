"""Arguments that hardly any script gives: of cells, tables of trees, loops, files and readers."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
C = fluid.contrib.layers
D = fluid.dygraph
L = fluid.layers
P = fluid.optimizer
W = fluid.ParamAttr
io = fluid.io
TREE = np.array([[0, 0, 0, 1, 2], [0, 1, 0, 3, 4], [0, 1, 0, 5, 6], [0, 2, 1, 0, 0], [1, 2, 1, 0, 0], [2, 2, 2, 0, 0],
                 [3, 2, 2, 0, 0]])


def of(name, build, lod=None, steps=1, average=None, prepare=None):
    """The results of what ``build`` makes of x, what descent makes of its parameters, and ``average`` of these."""
    main, start, scope = fluid.Program(), fluid.Program(), fluid.Scope()
    start.random_seed = main.random_seed = 5
    values = np.random.RandomState(1).uniform(-0.9, 0.9, (6, 8)).astype("float32")
    feed = {"x": values if lod is None else fluid.create_lod_tensor(values, lod, fluid.CPUPlace())}
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(scope):
        x = L.data("x", [6, 8], False, lod_level=0 if lod is None else 1, stop_gradient=False)
        found = build(x)
        names = [each.name for each in main.all_parameters()]
        if any(each.trainable for each in main.all_parameters()):
            answer[name + " names"] = np.array(names)
            P.SGD(0.01).minimize(L.sums([L.cast(L.reduce_sum(L.square(each)), "float32") for each in found]))
        averaged = None if average is None else average()
        exe = fluid.Executor(fluid.CPUPlace())
        if start.global_block().ops:
            exe.run(start)
        if prepare is not None:
            prepare(scope)
        for _ in range(steps):
            values = exe.run(main, feed=feed, fetch_list=found, return_numpy=False)
        for number, value in enumerate(values):
            answer[f"{name} {number}"] = np.array(value)
        for each in names:
            answer[f"{name} then {each}"] = np.array(scope.find_var(each).get_tensor())
        if averaged is not None:
            with averaged.apply(exe):
                for each in names:
                    answer[f"{name} on average {each}"] = np.array(scope.find_var(each).get_tensor())


def average():
    return P.ModelAverage(0.5, min_average_window=2, max_average_window=3,
                          regularization=fluid.regularizer.L2Decay(0.5))


def fixed_direction(x):
    return [L.fc(x, 2, param_attr=fluid.WeightNormParamAttr(dim=1, name="v", trainable=False)), L.fc(x, 2)]


def averaged_direction(x):
    return [L.fc(x, 2, param_attr=fluid.WeightNormParamAttr(dim=1, name="v", do_model_average=True))]


def units(x):
    x = L.cast(x, "float64")
    state = L.fc(x, 2, param_attr=W("s"))
    gru = C.BasicGRUUnit("gru", 2, W("g_w"), bias_attr=W("g_b"), dtype="float64")
    lstm = C.BasicLSTMUnit("lstm", 2, W("l_w"), bias_attr=W("l_b"), gate_activation=L.tanh, activation=L.sigmoid,
                           dtype="float64")
    return [gru(x, state), *lstm(x, state, state)]


def networks(x):
    wide = L.reshape(L.cast(x, "float64"), [3, 2, 8])
    return [*C.basic_gru(wide, None, 2, dtype="float64"), *C.basic_lstm(wide, None, None, 2, dtype="float64")]


def dropped(x):
    rows = L.reshape(x, [3, 2, 8])
    return [*C.basic_gru(rows, None, 2, num_layers=2, dropout_prob=0.5),
            *C.basic_lstm(rows, None, None, 2, num_layers=2, dropout_prob=0.5),
            fluid.nets.scaled_dot_product_attention(rows, rows, rows, num_heads=2, dropout_rate=0.5)]


def cells(x):
    x = L.cast(x, "float64")
    state = L.fc(x, 2, param_attr=W("s"))
    return [L.GRUCell(2, W("g_w"), W("g_b"), dtype="float64")(x, state)[0],
            L.LSTMCell(2, W("l_w"), W("l_b"), dtype="float64")(x, [state, state])[0]]


def pooled(x):
    ids = L.cast(L.scale(x[:, 0:1], 1.0, 1.0), "int64")
    return [C.fused_embedding_seq_pool(ids, [4, 2], dtype="float64")]


def children(x):
    nodes = L.assign(np.array([[1], [2], [3]], "int32"))
    table = W("tree", initializer=fluid.initializer.Constant(1.0), trainable=False)
    return list(C.tdm_child(nodes, 7, 2, param_attr=table, dtype="int64"))


class Scaled(L.RNNCell):
    """A cell whose calls are told more than their states."""

    def call(self, inputs, states, factor=1.0, shift=0.0):
        out = L.tanh(inputs * factor + states) + shift
        return out, out

    @property
    def state_shape(self):
        return [8]


class Steps(L.Decoder):
    """A decoder whose steps are told more than their states."""

    def initialize(self, inits):
        total = L.reduce_sum(inits, 1)
        return inits, inits, L.less_than(total, total)

    def step(self, time, inputs, states, factor=1.0, shift=0.0):
        out = L.tanh(inputs * factor + states) + shift
        return out, out, out, L.greater_than(L.reduce_sum(out, 1), L.fill_constant([1], "float32", 100.0))


def told(x):
    rows, factor = L.reshape(x, [3, 2, 8]), L.fill_constant([1], "float32", 3.0)
    return [L.rnn(Scaled(), rows, factor=2.0, shift=0.5)[0], L.rnn(Scaled(), rows, is_reverse=True, factor=factor)[1],
            L.dynamic_decode(Steps(), x, max_step_num=3, factor=2.0, shift=0.5)[0]]


def drawn_into(x):
    numbers, order = L.fill_constant([2, 3], "int64", 9), L.fill_constant([4], "int64", 9)
    found = [L.randint(0, 5, [2, 3], out=numbers, dtype="int64", stop_gradient=True, seed=3),
             L.randperm(4, out=order, seed=3)]
    answer["drawn"] = np.array([str(found[0] is numbers), str(found[1] is order), str(numbers.stop_gradient),
                                str(order.stop_gradient)])
    return [numbers, order]


def boxes(x):
    image = L.fill_constant([1, 3, 16, 16], "float32", 0.5)
    maps = [L.reshape(x, [1, 3, 4, 4]), L.reshape(x[0:6, 0:2], [1, 3, 2, 2])]
    return list(L.multi_box_head(maps, image, 16, 3, [[2.0], [2.0]], min_sizes=[4.0, 8.0], max_sizes=[8.0, 12.0],
                                 kernel_size=3, pad=1, stride=2)[:2])


def merged(x):
    corners = np.array([[[0, 0, 4, 4], [0.5, 0, 4, 4], [5, 5, 9, 9], [5, 5.5, 9, 9]]], "float32")
    given = L.assign(corners), L.assign(np.array([[[0.9, 0.8, 0.7, 0.1]]], "float32"))
    return [L.locality_aware_nms(*given, 0.05, 10, 5, background_label=number) for number in (-1, 0, 1)]


def saved():
    main, start, folder = fluid.Program(), fluid.Program(), tempfile.mkdtemp()
    start.random_seed = 5
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        out = L.fc(fluid.data("x", [2, 3]), 2)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        io.save_inference_model(folder, ["x"], [out], exe, main, "model", "values")
        program, names, found = io.load_inference_model(folder, exe, model_filename="model", params_filename="values",
                                                        pserver_endpoints=["127.0.0.1:6174"])
        answer["saved types"] = np.array([each.type for each in program.global_block().ops] + names)
        answer["saved"] = exe.run(program, feed={"x": np.ones([2, 3], "float32")}, fetch_list=found)[0]
        parts = tempfile.mkdtemp()
        io.save_inference_model(parts, ["x"], [out], exe, main, export_for_deployment=False)
        answer["saved not to deploy"] = np.array(sorted(os.listdir(parts)))


def read():
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        given = [fluid.data("a", [None, 2]), fluid.data("b", [None, 1], "int64")]
        reader = L.create_py_reader_by_data(4, given, name="batches", use_double_buffer=False)
        x, y = L.read_file(reader)
        reader.decorate_paddle_reader(lambda: iter([[(np.full(2, number, "float32"), number)] for number in range(3)]))
        exe, sums = fluid.Executor(fluid.CPUPlace()), [L.reduce_sum(x), L.reduce_sum(y)]
        exe.run(start)
        reader.start()
        answer["read names"] = np.array([reader.name, x.name, y.name])
        answer["read"] = np.array([exe.run(main, fetch_list=sums) for _ in range(3)], "float32")


class Rows(io.Dataset):
    """Seven rows of two equal numbers, and the number."""

    def __getitem__(self, number):
        return np.full([2], number, "float32"), np.array([number], "int64")

    def __len__(self):
        return 7


def loaded(name, loader):
    parts = [[each.numpy() for each in batch] for batch in loader]
    for number, column in enumerate(zip(*parts)):
        answer[f"loaded {name} {number}"] = np.concatenate(column)


def load():
    folder = tempfile.mkdtemp()

    def begun(number):
        with open(os.path.join(folder, str(number)), "w"):
            pass

    with D.guard(fluid.CPUPlace()):
        place = fluid.CPUPlace()
        loaded("here", io.DataLoader(Rows(), places=place, batch_size=3, use_buffer_reader=False))
        loaded("by two", io.DataLoader(Rows(), places=place, batch_size=3, num_workers=2, use_shared_memory=False,
                                       timeout=30, worker_init_fn=begun))
    answer["loaders"] = np.array(sorted(os.listdir(folder)))


def joined():
    def count(first, last):
        return lambda: iter([([number],) for number in range(first, last)])

    answer["joined"] = np.sort(np.ravel(list(io.multiprocess_reader(
        [count(0, 3), count(5, 9)], use_pipe=False, queue_size=4)())))


def named():
    generator, checker = fluid.unique_name.switch()
    first = fluid.unique_name.generate("rare")
    fluid.unique_name.switch(generator, new_para_name_checker=checker)
    answer["switched"] = np.array([first])


of("fixed direction", fixed_direction)
of("averaged direction", averaged_direction, None, 3, average)
of("units", units)
of("networks", networks)
of("dropped", dropped)
of("cells", cells)
of("pooled", pooled, [[2, 4]])
of("children", children, prepare=lambda scope: scope.find_var("tree").get_tensor().set(TREE, fluid.CPUPlace()))
of("told", told)
of("drawn into", drawn_into)
of("boxes", boxes)
of("merged", merged)
saved()
read()
load()
joined()
named()
