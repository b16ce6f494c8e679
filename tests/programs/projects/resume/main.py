import os

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.base import to_variable

import checkpoints
from model import Regression
from utility import start_weights


def batches(epoch):
    random = np.random.RandomState(epoch)
    for _ in range(3):
        x = random.rand(4, 5).astype('float32')
        yield x, x.sum(axis=1, keepdims=True)


def train(folder, epochs):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = Regression()
        model.set_dict(start_weights(model.state_dict()))
        optimizer = fluid.optimizer.MomentumOptimizer(
            learning_rate=0.1, momentum=0.9, parameter_list=model.parameters(),
            regularization=fluid.regularizer.L2Decay(1e-3))
        start = checkpoints.latest(folder) + 1
        if start > 0:
            params, opt = checkpoints.load(folder, start - 1)
            model.set_dict(params)
            optimizer.set_dict(opt)
        for epoch in range(start, epochs):
            for x, y in batches(epoch):
                loss = model(to_variable(x), to_variable(y))
                loss.backward()
                optimizer.minimize(loss)
                model.clear_gradients()
                print("epoch %d loss %r" % (epoch, float(loss.numpy()[0])))
            checkpoints.save(folder, epoch, model, optimizer)


if not os.path.isdir('output'):
    os.mkdir('output')
train('output', 1)
train('output', 3)  # goes on where the first run stopped
