"""Pictures by a convolution: a loader that is started and ends, a schedule, and statistics that a test keeps."""

import numpy as np
import paddle.fluid as fluid

random = np.random.RandomState(4)
IMAGES = random.uniform(-1, 1, (24, 1, 6, 6)).astype("float32")
LABELS = random.randint(0, 3, (24, 1)).astype("int64")


def drawn(*shape):
    values = random.uniform(-0.5, 0.5, shape).astype("float32")
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(values))


def network(image, label):
    conv = fluid.layers.conv2d(image, num_filters=4, filter_size=3, param_attr=drawn(4, 1, 3, 3), bias_attr=drawn(4))
    normal = fluid.layers.batch_norm(conv, act="relu")
    hidden = fluid.layers.dropout(normal, 0.0, dropout_implementation="upscale_in_train")
    out = fluid.layers.fc(hidden, size=3, act="softmax", param_attr=drawn(64, 3), bias_attr=drawn(3))
    loss = fluid.layers.mean(fluid.layers.cross_entropy(input=out, label=label))
    return loss, fluid.layers.accuracy(input=out, label=label)


def batches():
    for start in range(0, 24, 8):
        yield IMAGES[start:start + 8], LABELS[start:start + 8]


def build(main, startup, is_train):
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        image = fluid.data("image", [None, 1, 6, 6])
        label = fluid.data("label", [None, 1], dtype="int64")
        loader = fluid.io.DataLoader.from_generator(
            feed_list=[image, label], capacity=4, use_double_buffer=True, iterable=False)
        loss, accuracy = network(image, label)
        if is_train:
            rate = fluid.layers.piecewise_decay(boundaries=[2, 4], values=[0.1, 0.05, 0.01])
            fluid.optimizer.Momentum(rate, 0.9, regularization=fluid.regularizer.L2Decay(1e-3)).minimize(loss)
    return loader, loss, accuracy


def train():
    startup, main, test = fluid.Program(), fluid.Program(), fluid.Program()
    loader, loss, accuracy = build(main, startup, True)
    test_loader, test_loss, test_accuracy = build(test, startup, False)
    test = test.clone(for_test=True)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    build_strategy = fluid.BuildStrategy()
    build_strategy.enable_inplace = False
    compiled = fluid.CompiledProgram(main).with_data_parallel(
        loss_name=loss.name, build_strategy=build_strategy, places=[fluid.CPUPlace()])
    loader.set_batch_generator(batches)
    test_loader.set_batch_generator(batches)
    seen = []
    for _ in range(2):
        loader.start()
        while True:
            try:
                values = exe.run(compiled, fetch_list=[loss.name, accuracy.name])
                seen.append([float(np.mean(value)) for value in values])
            except fluid.core.EOFException:
                loader.reset()
                break
        test_loader.start()
        try:
            while True:
                tested, right = exe.run(program=test, fetch_list=[test_loss, test_accuracy])
                seen.append([float(np.mean(tested)), float(np.mean(right))])
        except fluid.core.EOFException:
            test_loader.reset()
    return seen
