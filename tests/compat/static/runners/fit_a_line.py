"""A line through made points: a feeder, a copy for tests, a model for inference."""

import numpy as np
import paddle.fluid as fluid

random = np.random.RandomState(3)
POINTS = random.uniform(-1, 1, (40, 3)).astype("float32")
VALUES = (POINTS.dot([[1.0], [-2.0], [0.5]]) + 0.25).astype("float32")


def reader():
    for start in range(0, 40, 8):
        yield [(POINTS[n], VALUES[n]) for n in range(start, start + 8)]


def train(folder):
    main_program = fluid.default_main_program()
    startup_program = fluid.default_startup_program()
    x = fluid.data(name="x", shape=[None, 3], dtype="float32")
    y = fluid.data(name="y", shape=[None, 1], dtype="float32")
    weight = fluid.initializer.NumpyArrayInitializer(np.array([[0.1], [0.2], [0.3]], "float32"))
    y_predict = fluid.layers.fc(input=x, size=1, act=None, param_attr=fluid.ParamAttr(initializer=weight))
    cost = fluid.layers.square_error_cost(input=y_predict, label=y)
    avg_loss = fluid.layers.mean(cost)
    test_program = main_program.clone(for_test=True)
    fluid.optimizer.SGD(learning_rate=0.1).minimize(avg_loss)

    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(startup_program)
    feeder = fluid.DataFeeder(place=place, feed_list=[x, y])
    losses = []
    for _ in range(2):
        for data in reader():
            avg_loss_value, = exe.run(main_program, feed=feeder.feed(data), fetch_list=[avg_loss])
            losses.append(avg_loss_value[0])
        tested = exe.run(test_program, feed=feeder.feed(next(reader())), fetch_list=[avg_loss.name])
        losses.append(tested[0][0])
    fluid.io.save_inference_model(folder, ["x"], [y_predict], exe)
    with fluid.scope_guard(fluid.core.Scope()):
        [inference_program, names, targets] = fluid.io.load_inference_model(folder, exe)
        predicted = exe.run(inference_program, feed={names[0]: POINTS[:5]}, fetch_list=targets)
    return losses, predicted[0]
