"""A linear regression as a static program: as small as a step can be. Each `next()` on `train(...)` is one step."""

import paddle.fluid as fluid


def train(batches, weights):
    fluid.default_startup_program().random_seed = 1
    x, y = fluid.data("x", [None, 13]), fluid.data("y", [None, 1])
    loss = fluid.layers.mean(fluid.layers.square_error_cost(fluid.layers.fc(x, 1), y))
    fluid.optimizer.SGD(0.01).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    for rows, answers in batches:
        yield executor.run(feed={"x": rows, "y": answers}, fetch_list=[loss])[0]
