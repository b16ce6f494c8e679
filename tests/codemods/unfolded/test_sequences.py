"""Programs over sequences become loops over rows and their lengths, with the same numbers; where it is not known which
lengths rows have, they stay."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

HEAD = """\
import numpy as np
import paddle
import paddle.fluid as fluid

R = np.random.RandomState(5)
SAMPLES = [(R.randint(0, 9, [n]).tolist(), R.rand(n, 3).astype("float32").tolist(), [float(n % 3)])
           for n in (3, 1, 4, 2, 5, 2)]


def drawn(*shape):
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(R.rand(*shape).astype("float32") - 0.5))


def batches():
    for start in (0, 3):
        yield SAMPLES[start:start + 3]


words = fluid.data("words", [None, 1], "int64", lod_level=1)
dense = fluid.data("dense", [None, 3], "float32", lod_level=1)
label = fluid.data("label", [None, 1], "float32")
emb = fluid.layers.embedding(words, [9, 4], param_attr=drawn(9, 4))
"""
TRAIN = """\
loss = fluid.layers.mean(fluid.layers.square_error_cost(fluid.layers.fc(out, 1, param_attr=drawn(WIDTH, 1)), label))
test = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
"""
LOOP = """\
feeder = fluid.DataFeeder([words, dense, label], fluid.CPUPlace())
for epoch in range(2):
    for batch in batches():
        value, = exe.run(feed=feeder.feed(batch), fetch_list=[loss])
        print("%.5f" % value[0])
    for batch in batches():
        value, = exe.run(test, feed=feeder.feed(batch), fetch_list=[loss])
        print("test %.5f" % value[0])
"""


def _of(network: str, width: int, loop: str = LOOP) -> str:
    return HEAD + network + TRAIN.replace("WIDTH", str(width)) + loop


LSTM = """\
gates = fluid.layers.fc(emb, 16, param_attr=drawn(4, 16))
hidden, cell = fluid.layers.dynamic_lstm(gates, 16, param_attr=drawn(4, 16), bias_attr=drawn(1, 28))
out = fluid.layers.sequence_pool(hidden, "max")
"""
NETWORKS = {
    "lstm": _of(LSTM, 4),
    "lstm_by_eights": _of("""\
gates = fluid.layers.fc(emb, 32, param_attr=drawn(4, 32))
hidden, cell = fluid.layers.dynamic_lstm(input=gates, size=32, param_attr=drawn(8, 32), bias_attr=drawn(1, 32),
                                         use_peepholes=False, is_reverse=True, candidate_activation="relu")
out = fluid.layers.concat([fluid.layers.sequence_last_step(hidden), fluid.layers.sequence_first_step(cell)], axis=1)
""", 16),
    "gru": _of("""\
gates = fluid.layers.fc(emb, 12, param_attr=drawn(4, 12))
begin = fluid.layers.sequence_pool(fluid.layers.fc(dense, 4, param_attr=drawn(3, 4)), "average")
there = fluid.layers.dynamic_gru(gates, 4, param_attr=drawn(4, 12), bias_attr=drawn(1, 12), h_0=begin)
back = fluid.layers.dynamic_gru(gates, 4, drawn(4, 12), drawn(1, 12), is_reverse=True, origin_mode=True)
out = fluid.layers.sequence_pool(fluid.layers.concat([there, back], axis=1), pool_type="sqrt")
""", 8),
    "convolutions": _of("""\
first = fluid.nets.sequence_conv_pool(emb, 3, 3, param_attr=drawn(12, 3), act="tanh", pool_type="sum")
wide = fluid.layers.sequence_conv(dense, 2, filter_size=4, param_attr=drawn(12, 2), act="relu")
second = fluid.layers.sequence_pool(wide, "last")
out = fluid.layers.concat(input=[first, second], axis=1)
""", 5),
    "attention": _of("""\
state = fluid.layers.sequence_pool(dense, "first")
shown = fluid.layers.sequence_expand(fluid.layers.fc(state, 4, param_attr=drawn(3, 4)), emb)
score = fluid.layers.fc(fluid.layers.tanh(emb + shown), 1, param_attr=drawn(4, 1), bias_attr=False)
weight = fluid.layers.reshape(fluid.layers.sequence_softmax(score), [-1])
out = fluid.layers.sequence_pool(fluid.layers.elementwise_mul(emb, weight, axis=0), "sum")
""", 4),
    "turned_round": _of("""\
turned = fluid.layers.sequence_reverse(emb)
again = fluid.layers.sequence_expand_as(fluid.layers.sequence_pool(turned, "last"), dense)
out = fluid.layers.sequence_pool(fluid.layers.concat([turned * again, dense], 1), "AVERAGE")
""", 7),
    "padded_and_back": _of("""\
steps, lengths = fluid.layers.sequence_pad(emb, fluid.layers.assign(np.zeros([1], "float32")))
rows = fluid.layers.sequence_unpad(steps * 2.0, length=lengths)
out = fluid.layers.sequence_pool(rows, "max")
""", 4),
    "in_rows_of_two": _of("""\
halves = fluid.layers.sequence_reshape(emb, 2)
out = fluid.layers.sequence_pool(halves, "max")
""", 2),
    "ids_kept_apart": _of("""\
wide = fluid.embedding(words, [9, 4], param_attr=drawn(9, 4))
out = fluid.layers.fc(fluid.layers.sequence_pool(wide, "max"), 3, param_attr=drawn(4, 3))
""", 3),
    "methods_named_as_what_runs": _of("""\
class Model(object):
    def __init__(self, width):
        self.width = width

    def train(self, rows):
        return fluid.layers.fc(fluid.layers.sequence_pool(rows, "max"), self.width, param_attr=drawn(4, 2))


model = Model(2)
out = model.train(emb)
print([words.name, label.name])
""", 2, LOOP.replace("feeder =", """\
def train():
    exe.run(feed=feeder.feed(SAMPLES), fetch_list=[loss.name])


feeder =""") + "train()\n"),
    "built_by_functions": _of("""\
class Encoder(object):
    def __init__(self, width, depth):
        self.width, self.depth = width, depth

    def gates(self, rows):
        return fluid.layers.fc(rows, 4 * self.width, param_attr=drawn(rows.shape[1], 4 * self.width))

    def __call__(self, rows):
        for each in range(self.depth):
            rows, _ = fluid.layers.dynamic_lstm(self.gates(rows), 4 * self.width, is_reverse=each % 2 == 1,
                                                param_attr=drawn(self.width, 4 * self.width))
        return fluid.layers.sequence_pool(rows, "last")


out = Encoder(3, 2)(emb)
""", 3),
    "one_lstm_twice": _of("""\
def constant(name, value):
    return fluid.ParamAttr(name, initializer=fluid.initializer.Constant(value))


def shared(rows):
    gates = fluid.layers.fc(rows, 8, param_attr=constant("gates", 0.3), bias_attr="gates_bias")
    found, _ = fluid.layers.dynamic_lstm(gates, 8, param_attr=constant("weight", 0.2), bias_attr="bias")
    return fluid.layers.sequence_pool(found, "max")


out = shared(emb) * shared(fluid.layers.sequence_reverse(emb))
""", 2),
    "fed_tensors": _of(LSTM, 4, """\
for batch in batches():
    lengths = [[len(each[0]) for each in batch]]
    numbers = np.concatenate([each[0] for each in batch]).reshape(-1, 1)
    rows = fluid.create_lod_tensor(numbers, lengths, fluid.CPUPlace())
    numbers = np.concatenate([each[1] for each in batch]).astype("float32")
    other = fluid.create_lod_tensor(numbers, lengths, fluid.CPUPlace())
    value, = exe.run(feed={"words": rows, "dense": other, "label": np.array([each[2] for each in batch], "float32")},
                     fetch_list=[loss])
    print("%.5f" % value[0])
"""),
    "a_model": _of(LSTM, 4, """\
outs = [loss, out]


def step(batch):
    values = exe.run(feed=feeder.feed(batch), fetch_list=outs)
    assert len(values) == len(outs)
    return values


def infer(samples):
    other = fluid.core.Scope()
    with fluid.scope_guard(other):
        program, names, targets = fluid.io.load_inference_model("model", exe)
        for chosen in ([0, 4], [1], [2, 3, 4, 5]):
            found = [samples[each][0] for each in chosen]
            rows = fluid.create_lod_tensor(found, [[len(each) for each in found]], fluid.CPUPlace())
            results = exe.run(program, feed={names[0]: rows}, fetch_list=targets, return_numpy=False)
            print(" ".join("%.5f" % each for each in np.array(results[0]).reshape(-1)))


feeder = fluid.DataFeeder([words, dense, label], fluid.CPUPlace())
for batch in batches():
    print("%.5f" % step(batch)[0][0])
fluid.io.save_inference_model("model", ["words"], [out], exe)
infer(SAMPLES)
"""),
    "a_model_of_rows_as_well": _of(LSTM + "out = out + fluid.layers.reduce_mean(dense)\n", 4, LOOP + """\
fluid.io.save_inference_model("rows", ["words", "dense"], [out], exe)
program, names, targets = fluid.io.load_inference_model("rows", exe)
ids, numbers = (np.concatenate([each[place] for each in SAMPLES[:2]]) for place in (0, 1))
first = fluid.create_lod_tensor(ids.reshape(-1, 1).astype("int64"), [[3, 1]], fluid.CPUPlace())
second = fluid.create_lod_tensor(numbers.astype("float32"), [[3, 1]], fluid.CPUPlace())
results, = exe.run(program, feed={names[0]: first, names[1]: second}, fetch_list=targets)
print(" ".join("%.5f" % each for each in results.reshape(-1)))
"""),
    "a_loader": _of(LSTM, 4, """\
loader = fluid.io.DataLoader.from_generator(feed_list=[words, dense, label], capacity=4)
loader.set_sample_list_generator(batches, places=fluid.CPUPlace())
for data in loader():
    value, = exe.run(feed=data, fetch_list=[loss])
    print("%.5f" % value[0])
"""),
}


TAGS = HEAD.partition("words = fluid.data")[0].replace("[float(n % 3)]", "R.randint(0, 3, [n]).tolist()") + """\
FIELD = R.rand(5, 3).astype("float32")


def network(words, tags, size):
    emb = fluid.layers.embedding(words, [9, 4], param_attr=drawn(9, 4))
    feature = fluid.layers.fc(emb, size, param_attr=drawn(4, 3))
    cost = fluid.layers.linear_chain_crf(feature, tags, param_attr=fluid.ParamAttr(
        "crfw", initializer=fluid.initializer.NumpyArrayInitializer(FIELD), learning_rate=0.5))
    found = fluid.layers.crf_decoding(input=feature, param_attr=fluid.ParamAttr(name="crfw"))
    return cost, found


words = fluid.data("words", [None, 1], "int64", lod_level=1)
dense = fluid.data("dense", [None, 3], "float32", lod_level=1)
tags = fluid.data("tags", [None, 1], "int64", lod_level=1)
cost, found = network(words, tags, 3)
loss = fluid.layers.mean(cost)
_, _, f1, inferred, labelled, right = fluid.layers.chunk_eval(found, tags, chunk_scheme="IOB", num_chunk_types=1)
test = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feeder = fluid.DataFeeder([words, dense, tags], fluid.CPUPlace())
evaluator = fluid.metrics.ChunkEvaluator()
for epoch in range(3):
    for batch in batches():
        value, = exe.run(feed=feeder.feed(batch), fetch_list=[loss])
        print("%.5f" % value[0])
    evaluator.reset()
    for batch in batches():
        value, rows, one, two, three = exe.run(
            test, feed=feeder.feed(batch), fetch_list=[loss, found, inferred, labelled, right], return_numpy=False)
        evaluator.update(np.array(one), np.array(two), np.array(three))
        print("test %.5f" % np.array(value)[0], np.array(rows).reshape(-1).tolist())
    print(evaluator.eval())
"""


@pytest.mark.parametrize("programs", [NETWORKS, {"tags": TAGS}], ids=["networks", "tags"])
def test_same_numbers(run_both_ways, programs):
    old, new = run_both_ways({name: {"main.py": text} for name, text in programs.items()}, Options(dygraph=True))
    assert old == new
    assert all(len(each) >= 2 for each in old.values())


@pytest.mark.parametrize("text", [*NETWORKS.values(), TAGS], ids=[*NETWORKS, "tags"])
def test_they_become_a_loop(text):
    result = migrate_source(text, options=Options(dygraph=True))
    assert not [each for each in result.findings if each.code == "PM340"]
    assert "enable_static" not in result.text
    assert "lengths_of" not in result.text
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


STAYS = {
    "lengths_of_nobody": HEAD + "out = fluid.layers.sequence_pool(label, 'max')\n" + TRAIN.replace("WIDTH", "1") + LOOP,
    "rows_repeated_as_sequences": _of("""\
out = fluid.layers.sequence_pool(fluid.layers.sequence_expand(emb, dense), 'max')
""", 4),
    "a_network_loaded_by_its_name": _of("net = __import__('nets').net\nout = net(emb)\n", 4),
    "an_activation_by_name": _of("""\
import sys
out = fluid.layers.sequence_pool(fluid.layers.sequence_conv(emb, 3, act=sys.argv[1]), 'max')
""", 3),
    "fields_of_another_file": _of(LSTM, 4).replace('"words", [None', 'sys.argv[1], [None').replace(
        "import paddle\n", "import paddle\nimport sys\n"),
}


@pytest.mark.parametrize("name", STAYS)
def test_they_stay(name):
    result = migrate_source(STAYS[name], options=Options(dygraph=True))
    assert [each for each in result.findings if each.level == "person"]
    assert "clear_grad" not in result.text


PROJECT = {
    "main.py": "import argparse\nimport net\nimport utils\n" + HEAD.partition("words = fluid.data")[0] + """\

def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hidden", type=int, default=4)
    parser.add_argument("--use_gpu", type=int, default=0)
    return parser.parse_args([])


def train():
    args = get_args()
    width = args.hidden
    size = utils.vocabulary(SAMPLES)
    words, label, loss = net.build(size, width, args.hidden // 2, drawn)
    fluid.optimizer.SGD(0.1).minimize(loss)
    place = fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())
    for batch in batches():
        rows = utils.to_lodtensor([each[0] for each in batch], place)
        value, = exe.run(feed={"words": rows, "label": np.array([each[2] for each in batch], "float32")},
                         fetch_list=[loss.name])
        print("%.5f" % value[0])


train()
""",
    "net.py": """\
import paddle.fluid as fluid


def build(size, width, half, drawn):
    words = fluid.data("words", [None, 1], "int64", lod_level=1)
    label = fluid.data("label", [None, 1], "float32")
    emb = fluid.embedding(words, [size, width], param_attr=drawn(9, 4))
    gates = fluid.layers.fc(emb, width * 3, param_attr=drawn(4, 12))
    hidden = fluid.layers.dynamic_gru(gates, width, param_attr=drawn(4, 12))
    narrow = fluid.layers.fc(hidden, half, param_attr=drawn(4, 2))
    both = fluid.layers.concat([narrow, hidden], axis=1)
    out = fluid.layers.fc(fluid.layers.sequence_pool(both, "last"), 1, param_attr=drawn(6, 1))
    return words, label, fluid.layers.mean(fluid.layers.square_error_cost(out, label))
""",
    "utils.py": """\
import numpy as np
import paddle.fluid as fluid


def vocabulary(samples):
    return 1 + max(max(each[0]) for each in samples)


def to_lodtensor(data, place):
    lengths = [len(each) for each in data]
    offsets = [0]
    for each in lengths:
        offsets.append(offsets[-1] + each)
    made = fluid.LoDTensor()
    made.set(np.concatenate(data, axis=0).astype("int64").reshape([-1, 1]), place)
    made.set_lod([offsets])
    return made
""",
}


def test_a_project_whose_sizes_are_arguments(run_both_ways, tmp_path):
    old, new = run_both_ways({"project": PROJECT}, Options(dygraph=True))
    assert old == new
    assert len(old["project"]) == 2
    for name, text in PROJECT.items():
        (tmp_path / name).write_text(text)
    project = Project(tmp_path.glob("*.py"), [tmp_path])
    result = migrate_source(PROJECT["main.py"], str(tmp_path / "main.py"), Options(dygraph=True), project)
    assert "class Network(nn.Layer):\n    def __init__(self, " in result.text
    assert "clear_grad" in result.text
