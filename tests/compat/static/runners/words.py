"""Sentences of words by a table and lists of layers: an activation by its name, counts, files, a parallel executor."""

import os

import numpy as np
import paddle.fluid as fluid

random = np.random.RandomState(6)
WORDS = random.randint(0, 12, (20, 5)).astype("int64")
MOODS = (WORDS.sum(1, keepdims=True) % 2).astype("int64")


def drawn(name, *shape):
    values = random.uniform(-0.5, 0.5, shape).astype("float32")
    return fluid.ParamAttr(name=name, initializer=fluid.initializer.NumpyArrayInitializer(values))


def hidden_layer(inputs, size, act, attr):
    return fluid.layers.fc(inputs, size=size, act=act, param_attr=attr, bias_attr=drawn(attr.name + ".b", size))


def network(words, mood):
    table = fluid.embedding(words, size=[12, 4], param_attr=drawn("table", 12, 4))
    mean = fluid.layers.reduce_mean(table, dim=1)
    hidden = hidden_layer(mean, 6, "tanh", drawn("hidden", 4, 6))
    out = hidden_layer(hidden, 2, "softmax", drawn("out", 6, 2))
    total = fluid.layers.create_tensor(dtype="int64")
    accuracy = fluid.layers.accuracy(input=out, label=mood, total=total)
    loss = fluid.layers.mean(fluid.layers.cross_entropy(input=out, label=mood))
    return loss, accuracy, total


def batches():
    for start in range(0, 20, 8):
        yield WORDS[start:start + 8], MOODS[start:start + 8]


def evaluate(exe, program, loader, fetch_list):
    found = []
    loader.start()
    while True:
        try:
            loss, count = exe.run(program=program, fetch_list=fetch_list)
            found.append(float(np.mean(loss)) * int(np.ravel(count)[0]))
        except fluid.core.EOFException:
            loader.reset()
            break
    return found


def train(folder):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        words = fluid.data("words", [None, 5], dtype="int64")
        mood = fluid.data("mood", [None, 1], dtype="int64")
        loader = fluid.io.PyReader(feed_list=[words, mood], capacity=2, iterable=False)
        loss, _, total = network(words, mood)
        test = main.clone(for_test=True)
        fluid.optimizer.Adagrad(fluid.layers.exponential_decay(0.1, 2, 0.5, staircase=True)).minimize(loss)
    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(startup)
    loader.decorate_batch_generator(batches, place)
    train_exe = fluid.ParallelExecutor(use_cuda=False, loss_name=loss.name, main_program=main)
    losses = []
    for _ in range(2):
        loader.start()
        try:
            while True:
                fetched = train_exe.run(fetch_list=[loss.name, total.name])
                losses.append([float(np.mean(fetched[0])), float(np.sum(fetched[1]))])
        except fluid.core.EOFException:
            loader.reset()
    fluid.io.save_persistables(exe, folder, main)
    before = evaluate(exe, test, loader, [loss.name, total.name])
    names = [each.name for each in filter(fluid.io.is_parameter, main.list_vars())]
    held = fluid.global_scope().find_var("hidden").get_tensor()
    held.set(np.zeros((4, 6), "float32"), place)
    fluid.io.load_persistables(exe, folder, main)
    after = evaluate(exe, test, loader, [loss.name, total.name])
    return losses, before, after, [float("hidden" in names), float(os.path.isdir(folder))]
