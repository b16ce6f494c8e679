"""Whether somebody clicks: fields by themselves, in pairs and through a deep network, as a static program."""

import paddle.fluid as fluid

L = fluid.layers


def train(batches, weights):
    fluid.default_startup_program().random_seed = 1
    fields, clicked = fluid.data("fields", [None, 26], "int64"), fluid.data("clicked", [None, 1])
    flat = L.reshape(fields, [-1, 1])
    alone = L.reduce_sum(L.reshape(fluid.embedding(flat, [5000, 1], is_sparse=True), [-1, 26]), 1, keep_dim=True)
    rows = L.reshape(fluid.embedding(flat, [5000, 10], is_sparse=True), [-1, 26, 10])
    pairs = L.square(L.reduce_sum(rows, 1)) - L.reduce_sum(L.square(rows), 1)
    deep = L.reshape(rows, [-1, 260])
    for width in (128, 128, 128):
        deep = L.fc(deep, width, act="relu")
    score = L.sigmoid(alone + 0.5 * L.reduce_sum(pairs, 1, keep_dim=True) + L.fc(deep, 1))
    loss = L.mean(L.log_loss(score, clicked))
    fluid.optimizer.SGD(0.001, regularization=fluid.regularizer.L2Decay(1e-4)).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    for drawn, answers in batches:
        yield executor.run(feed={"fields": drawn, "clicked": answers}, fetch_list=[loss])[0]
