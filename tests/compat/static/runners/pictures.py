"""Pictures by one of two networks, chosen by name; a test with batch normalisation and dropout; a saved model."""

import numpy as np
import paddle.fluid as fluid

random = np.random.RandomState(8)
IMAGES = random.uniform(-1, 1, (24, 1, 8, 8)).astype("float32")
LABELS = random.randint(0, 3, (24, 1)).astype("int64")


def drawn(*shape):
    values = np.random.RandomState(len(shape) + shape[-1]).uniform(-0.5, 0.5, shape).astype("float32")
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(values))


def loss_net(hidden, label):
    prediction = fluid.layers.fc(input=hidden, size=3, act="softmax", bias_attr=drawn(3),
                                 param_attr=fluid.initializer.Constant(0.05))
    loss = fluid.layers.cross_entropy(input=prediction, label=label)
    avg_loss = fluid.layers.mean(loss)
    acc = fluid.layers.accuracy(input=prediction, label=label)
    return prediction, avg_loss, acc


def perceptron(img, label):
    hidden = fluid.layers.fc(input=img, size=6, act="tanh", param_attr=drawn(64, 6), bias_attr=drawn(6))
    return loss_net(hidden, label)


def convolutional(img, label):
    conv = fluid.layers.conv2d(img, num_filters=4, filter_size=3, act="relu", param_attr=drawn(4, 1, 3, 3),
                               bias_attr=drawn(4))
    pool = fluid.layers.pool2d(conv, pool_size=2, pool_stride=2)
    normal = fluid.layers.batch_norm(pool)
    # off in tests, and by nothing in training
    dropped = fluid.layers.dropout(normal, 0.0)
    return loss_net(dropped, label)


def tested(executor, program, feeder, fetch_list):
    found = []
    for start in range(0, 24, 8):
        batch = [(IMAGES[n], LABELS[n]) for n in range(start, start + 8)]
        values = executor.run(program=program, feed=feeder.feed(batch), fetch_list=fetch_list)
        found.append([float(np.mean(value)) for value in values])
    return found


def train(folder, kind):
    img = fluid.layers.data(name="img", shape=[1, 8, 8], dtype="float32")
    label = fluid.layers.data(name="label", shape=[1], dtype="int64")
    if kind == "perceptron":  # noqa: SIM108
        net_conf = perceptron
    else:
        net_conf = convolutional
    prediction, avg_loss, acc = net_conf(img, label)
    test_program = fluid.default_main_program().clone(for_test=True)
    optimizer = fluid.optimizer.Momentum(learning_rate=0.05, momentum=0.9,
                                         regularization=fluid.regularizer.L2Decay(1e-3))
    optimizer.minimize(avg_loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    feeder = fluid.DataFeeder(feed_list=[img, label], place=fluid.CPUPlace())
    seen = []
    for step in range(8):
        start = step % 3 * 8
        batch = [(IMAGES[n], LABELS[n]) for n in range(start, start + 8)]
        metrics = exe.run(fluid.default_main_program(), feed=feeder.feed(batch), fetch_list=[avg_loss, acc])
        seen.append([float(np.mean(metric)) for metric in metrics])
    seen += tested(exe, test_program, feeder, [avg_loss, acc])
    fluid.io.save_inference_model(folder, ["img"], [prediction], exe)
    with fluid.scope_guard(fluid.core.Scope()):
        [inference_program, names, targets] = fluid.io.load_inference_model(folder, exe)
        results = exe.run(inference_program, feed={names[0]: IMAGES[:5]}, fetch_list=targets)
    return seen, results[0]
