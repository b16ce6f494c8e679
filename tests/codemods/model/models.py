"""Asked of 1.8.5: small models, each with its files, inputs and what it answers."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
layers = fluid.layers


def image():
    x = fluid.data("image", [None, 3, 8, 8])
    hidden = layers.conv2d(x, 4, 3, padding=1, bias_attr=False)
    hidden = layers.pool2d(layers.batch_norm(hidden, act="relu"), 2, "max", 2)
    hidden = layers.pad2d(hidden, [1, 0, 2, 1], "reflect")
    hidden = layers.resize_nearest(hidden, scale=2.0, align_corners=False)
    hidden = layers.conv2d_transpose(hidden, 2, filter_size=2, stride=2, bias_attr=False)
    return [layers.fc(layers.flatten(hidden), 5, act="softmax"), layers.reduce_mean(hidden)]


def words():
    x = fluid.data("words", [None, 1], "int64", 1)
    embedded = layers.embedding(x, [20, 4])
    hidden, _ = layers.dynamic_lstm(layers.fc(embedded, 8), 8)
    padded, count = layers.sequence_pad(hidden, layers.fill_constant([1], "float32", 0.5))
    back = layers.sequence_reverse(layers.sequence_unpad(layers.scale(padded, 2.0), count))
    first = layers.sequence_expand_as(layers.sequence_pool(back, "first"), back)
    return [layers.sequence_pool(layers.sequence_concat([back, first]), "sqrt"), back, padded]


def steps():
    x = fluid.data("x", [3, None, 4])
    rnn = layers.StaticRNN()
    with rnn.step():
        word = rnn.step_input(x)
        before = rnn.memory(shape=[-1, 2], batch_ref=word)
        now = layers.fc([word, before], 2, act="tanh")
        rnn.update_memory(before, now)
        rnn.step_output(now)
    return [layers.topk(rnn(), 1)[0]]


def drnn():
    x = fluid.data("x", [None, 2], "float32", 1)
    rnn = layers.DynamicRNN()
    with rnn.block():
        word = rnn.step_input(x)
        before = rnn.memory(shape=[2], value=0.0)
        now = layers.elementwise_add(word, before)
        rnn.update_memory(before, now)
        rnn.output(now)
    return [layers.sequence_last_step(rnn())]


def pair():
    first, second = fluid.data("a", [None, 4]), fluid.data("b", [None, 4])
    weight = layers.create_parameter([4], "float32", default_initializer=fluid.initializer.Constant(2.0))
    return [layers.elementwise_add(first, second), (first - second) * weight]


FEEDS = {
    "image": {"image": np.random.RandomState(1).uniform(-1, 1, (2, 3, 8, 8)).astype("float32")},
    "words": {"words": np.arange(6).reshape(6, 1) * 3 % 20, "words.lengths": np.array([1, 3, 2])},
    "steps": {"x": np.random.RandomState(2).uniform(-1, 1, (3, 2, 4)).astype("float32")},
    "drnn": {"x": np.arange(8, dtype="float32").reshape(4, 2), "x.lengths": np.array([1, 3])},
    "pair": {"b": np.full((1, 4), 2, "float32"), "a": np.full((1, 4), 5, "float32")},
}
place = fluid.CPUPlace()
executor = fluid.Executor(place)
for make in (image, words, steps, drnn, pair):
    name, feed = make.__name__, FEEDS[make.__name__]
    keys = [each for each in feed if "." not in each]
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 7
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        targets = make()
        main = main.clone(for_test=True)
        for block in main.blocks:
            for operator in block.ops:
                operator.desc.remove_attr("op_callstack")
        executor.run(startup)
        given = {key: feed[key] for key in keys}
        for key in keys:
            if key + ".lengths" in feed:
                given[key] = fluid.create_lod_tensor(given[key], [feed[key + ".lengths"].tolist()], place)
        results = executor.run(main, given, [each.name for each in targets], return_numpy=False)
        folder = tempfile.mkdtemp()
        fluid.io.save_inference_model(folder, keys, targets, executor, main)
        if make is image:
            fluid.io.save_inference_model(folder + "/whole", keys, targets, executor, main, "model", "parameters")
    for each in feed:
        answer[name + " given " + each] = feed[each]
    for number, result in enumerate(results):
        answer[name + " gives " + str(number)] = np.array(result)
    for inner, _, files in sorted(os.walk(folder)):
        for file in sorted(files):
            with open(os.path.join(inner, file), "rb") as opened:
                key = os.path.relpath(os.path.join(inner, file), folder)
                answer[name + " file " + key] = np.frombuffer(opened.read(), "uint8")
