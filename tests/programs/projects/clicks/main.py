from __future__ import division

import numpy as np
import paddle.fluid as fluid

from utility import start_weights
from wide_deep import WideDeep

FEATURES, FIELDS = 12, 4


def lines(count, seed=23):
    random = np.random.RandomState(seed)
    for _ in range(count):
        yield random.randint(0, FEATURES, FIELDS), random.rand(FIELDS).astype('float32'), random.randint(0, 2)


def batches(size):
    waiting = []
    for line in lines(36):
        waiting.append(line)
        if len(waiting) == size:
            ids, values, clicks = zip(*waiting)
            yield np.array(ids, dtype='int64'), np.array(values), np.array(clicks, dtype='float32')[:, np.newaxis]
            waiting = []


with fluid.dygraph.guard():
    model = WideDeep(FEATURES, FIELDS)
    model.set_dict(start_weights(model.state_dict()))
    optimizer = fluid.optimizer.SGD(learning_rate=0.5, parameter_list=model.parameters())
    for ids, values, clicks in batches(6):
        answer = model(fluid.dygraph.to_variable(ids), fluid.dygraph.to_variable(values))
        loss = fluid.layers.mean(fluid.layers.log_loss(answer, fluid.dygraph.to_variable(clicks), epsilon=1e-4))
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        right = ((answer.numpy() > 0.5) == (clicks > 0.5)).mean()
        print('accuracy %.2f, loss %r' % (right, float(loss.numpy()[0])))
