"""Three LSTMs on top of each other over sequences of words, as a static program."""

import numpy as np
import paddle.fluid as fluid


def train(batches, weights):
    fluid.default_startup_program().random_seed = 1
    words, label = fluid.data("words", [None, 1], "int64", lod_level=1), fluid.data("label", [None, 1], "int64")
    rows = fluid.layers.embedding(words, [1000, 64], is_sparse=True)
    below = [fluid.layers.fc(rows, 256)]
    below.append(fluid.layers.dynamic_lstm(below[0], 256)[0])
    for number in (2, 3):
        wide = fluid.layers.fc(below, 256)
        below = [wide, fluid.layers.dynamic_lstm(wide, 256, is_reverse=number == 2)[0]]
    last = [fluid.layers.sequence_pool(each, "max") for each in below]
    predicted = fluid.layers.fc(last, 2, act="softmax")
    loss = fluid.layers.mean(fluid.layers.cross_entropy(predicted, label))
    fluid.optimizer.Adagrad(0.002).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    lengths = np.tile([5, 25, 10, 20], 8).tolist()
    for drawn, labels in batches:
        fed = fluid.create_lod_tensor(drawn, [lengths], fluid.CPUPlace())
        yield executor.run(feed={"words": fed, "label": labels}, fetch_list=[loss])[0]
