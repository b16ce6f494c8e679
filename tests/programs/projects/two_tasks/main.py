import numpy as np
import paddle.fluid as fluid

import heads
from utility import start_weights


def data(random, size=4):
    to = fluid.dygraph.to_variable
    return (to(random.rand(size, 6).astype('float32')), to(random.randint(0, 3, [size, 1]).astype('int64')),
            to(random.rand(size, 2).astype('float32')))


with fluid.dygraph.guard():
    model = heads.Heads(6, (3, 2))
    model.load_dict(start_weights(model.state_dict()))
    optimizer = fluid.optimizer.Adamax(learning_rate=0.05, parameter_list=model.parameters())
    random = np.random.RandomState(8)
    for step in range(6):
        x, classes, values = data(random)
        loss, parts = heads.total(model(x), classes, values, (1.0, 0.5))
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print('%d: %s loss %r' % (step, ['%.3f' % part.numpy()[0] for part in parts], float(loss.numpy()[0])))
