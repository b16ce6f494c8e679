"""The next word after four, from one table of words, as a static program."""

import paddle.fluid as fluid


def train(batches, weights):
    fluid.default_startup_program().random_seed = 1
    words, after = fluid.data("words", [None, 4], "int64"), fluid.data("after", [None, 1], "int64")
    rows = [fluid.embedding(fluid.layers.slice(words, [1], [i], [i + 1]), [2000, 32], is_sparse=True,
                            param_attr="table") for i in range(4)]
    together = fluid.layers.reshape(fluid.layers.concat(rows, axis=1), [-1, 128])
    predicted = fluid.layers.fc(fluid.layers.fc(together, 256, act="sigmoid"), 2000, act="softmax")
    loss = fluid.layers.mean(fluid.layers.cross_entropy(predicted, after))
    fluid.optimizer.Adagrad(0.003).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    for windows, words_after in batches:
        yield executor.run(feed={"words": windows, "after": words_after}, fetch_list=[loss])[0]
