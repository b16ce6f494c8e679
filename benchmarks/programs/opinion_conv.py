"""Two convolutions over sequences of words, as a static program; a batch's rows are cut into sequences of 5 to 25."""

import numpy as np
import paddle.fluid as fluid


def train(batches, weights):
    fluid.default_startup_program().random_seed = 1
    words, label = fluid.data("words", [None, 1], "int64", lod_level=1), fluid.data("label", [None, 1], "int64")
    rows = fluid.layers.embedding(words, [1000, 64], is_sparse=True)
    three, four = (fluid.nets.sequence_conv_pool(rows, 64, size, act="tanh", pool_type="sqrt") for size in (3, 4))
    predicted = fluid.layers.fc([three, four], 2, act="softmax")
    loss = fluid.layers.mean(fluid.layers.cross_entropy(predicted, label))
    fluid.layers.accuracy(predicted, label)
    fluid.optimizer.Adagrad(0.002).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    lengths = np.tile([5, 25, 10, 20], 8).tolist()
    for drawn, labels in batches:
        fed = fluid.create_lod_tensor(drawn, [lengths], fluid.CPUPlace())
        yield executor.run(feed={"words": fed, "label": labels}, fetch_list=[loss])[0]
