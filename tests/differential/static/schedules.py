import numpy as np
import paddle.fluid as fluid
from start import show


def build(rate_name):
    x = fluid.data('x', [None, 4])
    y = fluid.data('y', [None, 1])
    hidden = fluid.layers.fc(x, 6, act='relu')
    predicted = fluid.layers.fc(hidden, 1)
    loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(predicted, y))
    if rate_name == 'piecewise':
        rate = fluid.layers.piecewise_decay(boundaries=[2, 4], values=[0.2, 0.1, 0.05])
    elif rate_name == 'exponential':
        rate = fluid.layers.exponential_decay(learning_rate=0.2, decay_steps=2, decay_rate=0.5, staircase=True)
    else:
        rate = 0.1
    optimizer = fluid.optimizer.SGDOptimizer(learning_rate=rate)
    optimizer.minimize(loss)
    return loss


for name in ['piecewise', 'exponential', 'constant']:
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        with fluid.unique_name.guard():
            loss = build(name)
    with fluid.scope_guard(fluid.Scope()):
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        random = np.random.RandomState(4)
        for step in range(6):
            rows = random.uniform(-1, 1, [5, 4]).astype('float32')
            value, = exe.run(main, feed={'x': rows, 'y': rows[:, :1]}, fetch_list=[loss])
            show(name, value)
