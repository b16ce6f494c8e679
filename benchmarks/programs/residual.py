"""Sixteen bottlenecks with batch normalisation, those of ResNet-50, narrow and on small images, as a static program."""

import paddle.fluid as fluid


def normalised(x, count, size, stride=1, act=None):
    x = fluid.layers.conv2d(x, count, size, stride, (size - 1) // 2, bias_attr=False)
    return fluid.layers.batch_norm(x, act=act)


def bottleneck(x, count, stride):
    short = x
    if stride > 1 or x.shape[1] != 4 * count:
        short = normalised(x, 4 * count, 1, stride)
    y = normalised(normalised(x, count, 1, act="relu"), count, 3, stride, act="relu")
    return fluid.layers.elementwise_add(short, normalised(y, 4 * count, 1), act="relu")


def train(batches, weights):
    fluid.default_startup_program().random_seed = 1
    image, label = fluid.data("image", [None, 3, 32, 32]), fluid.data("label", [None, 1], "int64")
    x = normalised(image, 16, 3, act="relu")
    for stage, blocks in enumerate((3, 4, 6, 3)):
        for block in range(blocks):
            x = bottleneck(x, 16 * 2 ** stage, 2 if block == 0 and stage else 1)
    x = fluid.layers.pool2d(x, pool_type="avg", global_pooling=True)
    predicted = fluid.layers.fc(x, 10, act="softmax")
    loss = fluid.layers.mean(fluid.layers.cross_entropy(predicted, label))
    fluid.optimizer.Momentum(0.001, 0.9, regularization=fluid.regularizer.L2Decay(1e-4)).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    for images, labels in batches:
        yield executor.run(feed={"image": images, "label": labels}, fetch_list=[loss])[0]
