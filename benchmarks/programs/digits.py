"""Digits by two convolutions and batch normalisation, as a static program."""

import paddle.fluid as fluid


def train(batches, weights):
    fluid.default_startup_program().random_seed = 1
    image, label = fluid.data("image", [None, 1, 28, 28]), fluid.data("label", [None, 1], "int64")
    found = image
    for count in (20, 50):
        found = fluid.nets.simple_img_conv_pool(found, count, 5, 2, 2, act="relu")
        found = fluid.layers.batch_norm(found)
    predicted = fluid.layers.fc(found, 10, act="softmax")
    loss = fluid.layers.mean(fluid.layers.cross_entropy(predicted, label))
    fluid.layers.accuracy(predicted, label)
    fluid.optimizer.Adam(0.001).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    for images, labels in batches:
        yield executor.run(feed={"image": images, "label": labels}, fetch_list=[loss])[0]
