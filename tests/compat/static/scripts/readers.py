"""Every way in which data comes to a program by itself or from a loop, on one place."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L, place = fluid.layers, fluid.CPUPlace()
executor = fluid.Executor(place)
random = np.random.RandomState(3)
SAMPLES = [(random.rand(4).astype("float32"), [i % 3], list(range(i % 4 + 1))) for i in range(7)]


def lists():
    for start in range(0, 7, 2):
        yield SAMPLES[start : start + 2]


def network(x, y, words):
    hidden = L.fc(x, 3, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Uniform(-1, 1, seed=5)))
    pooled = L.sequence_pool(L.cast(words, "float32"), "sum")
    return L.mean(L.softmax_with_cross_entropy(hidden * pooled, y))


def epochs(name, reader, main, loss):
    """Two of them, with what is left of the first one dropped."""
    found = []
    reader.start()
    found.append(executor.run(main, fetch_list=[loss])[0])
    reader.reset()
    for _ in range(2):
        reader.start()
        try:
            while True:
                found.append(executor.run(main, fetch_list=[loss])[0])
        except fluid.core.EOFException:
            reader.reset()
    answer[name] = np.array(found)


def built(name, make):
    """Train a program on the reader that ``make`` makes, and the variables that it gives."""
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        reader, variables = make()
        answer[name + " names"] = np.array([each.name for each in variables])
        answer[name + " shapes"] = np.array([str(tuple(each.shape)) for each in variables])
        loss = network(*variables)
        fluid.optimizer.SGD(0.1).minimize(loss)
        executor.run(startup)
        epochs(name, reader, main, loss)


def py_reader():
    reader = L.py_reader(3, [[-1, 4], [-1, 1], [-1, 1]], ["float32", "int64", "int64"], [0, 0, 1], "train",
                         use_double_buffer=False)
    reader.decorate_paddle_reader(lists)
    return reader, L.read_file(reader)


def tensors():
    for samples in lists():
        lengths = [len(words) for _, _, words in samples]
        words = np.concatenate([np.array(words) for _, _, words in samples])[:, None]
        yield (np.array([x for x, _, _ in samples]), np.array([y for _, y, _ in samples]).astype("int64"),
               fluid.create_lod_tensor(words.astype("int64"), [lengths], place))


def data():
    return [fluid.data("x", [None, 4]), fluid.data("y", [None, 1], "int64"),
            L.data("words", [1], dtype="int64", lod_level=1)]


def by_data():
    reader = L.create_py_reader_by_data(2, data(), use_double_buffer=False)
    reader.decorate_tensor_provider(tensors)
    return reader, L.read_file(L.double_buffer(reader, place="cpu", name="buffered"))


def loader():
    variables = data()
    made = fluid.io.DataLoader.from_generator(variables, capacity=2, iterable=False, use_double_buffer=False)
    made.set_sample_generator(lambda: iter(SAMPLES), 2, drop_last=False)
    return made, variables


def reader_of_lists():
    variables = data()
    made = fluid.io.PyReader(variables, capacity=8, iterable=False)
    made.decorate_sample_list_generator(lists)
    return made, variables


def one_field():
    reader = L.py_reader(2, [[-1, 2]], ["float32"])
    reader.decorate_batch_generator(lambda: ([np.full([1, 2], i, "float32")] for i in range(2)))
    return reader, L.read_file(reader)


built("py_reader", py_reader)
built("by data", by_data)
built("loader", loader)
built("reader of lists", reader_of_lists)

main = fluid.Program()
with fluid.program_guard(main, fluid.Program()):
    reader, field = one_field()
    twice = field * 2.0
    executor.run(fluid.default_startup_program())
    reader.start()
    answer["one field"] = executor.run(main, fetch_list=[twice])[0]
    reader.reset()

# Loops that get feeds.
with fluid.program_guard(main, fluid.Program()):
    x, y, words = data()
    total = L.reduce_sum(x) + L.cast(L.reduce_sum(y), "float32")
main = main.clone(for_test=True)


def described(feeds):
    found = []
    for feed in feeds:
        for one in feed:
            items = sorted(one.items()) if isinstance(one, dict) else enumerate(one)
            found.append(str([(key, np.array(value).ravel().round(4).tolist(), value.lod()) for key, value in items]))
        found.append("|")
    return np.array(found)


for count in (1, 2):
    for drop_last in (True, False):
        for return_list in (False, True):
            made = fluid.io.DataLoader.from_generator([x, y, words], capacity=3, return_list=return_list,
                                                      drop_last=drop_last)
            places = [place] * count
            key = f"{count} {drop_last} {return_list}"
            answer["samples " + key] = described(made.set_sample_generator(
                lambda: iter(SAMPLES), 2, drop_last=drop_last, places=places)())
            answer["lists " + key] = described(made.set_sample_list_generator(lists, places)())
            answer["tensors " + key] = described(made.set_batch_generator(tensors, places)())
flat = fluid.io.PyReader([x, y], 2)
flat.decorate_sample_generator(lambda: ((a, b) for a, b, _ in SAMPLES), 3, places=place)
answer["flat"] = described(flat())
answer["iterable"] = np.array([flat.iterable, made.iterable])

# Data feeders.
kinds = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"]
with fluid.program_guard(fluid.Program()):
    for kind in kinds:
        feed = fluid.DataFeeder([fluid.data("a_" + kind, [None, 2, 2], kind)], place).feed(
            [(np.arange(4) % 3 > 0,), (np.arange(4) < 2,)])["a_" + kind]
        answer["feed " + kind] = np.array(feed)
    nested = L.data("nested", [1], dtype="int64", lod_level=2)
    fed = fluid.DataFeeder([nested], place).feed([([[1, 2], [3]],), ([[], [4]],), ([[5, 6, 7]],)])["nested"]
    answer["nested"], answer["nested lod"] = np.array(fed), np.array([str(fed.lod())])
    rows = L.data("rows", [3], lod_level=1)
    fed = fluid.DataFeeder([rows], place).feed([(np.ones([2, 3]),), ([[1, 2, 3]],)])["rows"]
    answer["rows"], answer["rows lod"] = np.array(fed), np.array(fed.lod())
    free = fluid.data("free", [None, None, 2])
    answer["free"] = np.array(fluid.DataFeeder(["free"], place).feed([(np.ones([3, 2]),)])["free"])
    feeder = fluid.DataFeeder([free], place)
    batch = [(np.ones([3, 2]),)]
    answer["parallel"] = described([list(feeder.feed_parallel([batch, batch * 2], 2))])
    answer["decorated"] = described(feeder.decorate_reader(lambda: [batch] * 3, True, 2)())
    answer["plain"] = described([[feed] for feed in feeder.decorate_reader(lambda: [batch] * 3, False)()])
    with fluid.device_guard("cpu"):
        one = L.fill_constant([1], "float32", 1.0)
    for wrong in ("cpu:0", "xpu"):
        try:
            with fluid.device_guard(wrong):
                answer["guarded"] = np.array(wrong)
        except ValueError:
            answer["refused " + wrong] = np.array(wrong)
    answer["scalar"] = executor.run(feed={"s": 3.0}, fetch_list=[L.data("s", [1], append_batch_size=False) + one])[0]


class Squares(fluid.io.Dataset):
    def __getitem__(self, index):
        return np.array([index * index], "float32"), np.array([index])

    def __len__(self):
        return 5


for return_list in (False, True):
    loader = fluid.io.DataLoader(Squares(), [x, y], [place] * 2, return_list, batch_size=2)
    answer[f"set {return_list}"] = described(loader())
np.random.seed(4)
shuffled = fluid.io.DataLoader(Squares(), [x, y], place, batch_size=2, shuffle=True, drop_last=True)
answer["shuffled"] = described(shuffled)
answer["sampled"] = described(fluid.io.DataLoader(
    Squares(), [x, y], place, batch_sampler=fluid.io.BatchSampler(Squares(), batch_size=3),
    collate_fn=lambda batch: [np.stack([a for a, _ in batch]), np.stack([b for _, b in batch])]))
answer["collated"] = np.concatenate(fluid.io.default_collate_fn([(np.ones(2), np.zeros(2)), (np.ones(2), np.ones(2))]))
answer["collated arrays"] = np.array(fluid.io.default_collate_fn([np.ones(2), np.zeros(2)]))
