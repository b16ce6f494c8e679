import numpy as np
import paddle.fluid as fluid

from network import Network
from utility import start_weights


def data(seed, count=3):
    random = np.random.RandomState(seed)
    for _ in range(count):
        x = random.rand(5, 4).astype('float32')
        yield x, (x[:, :1] > x[:, 1:2]).astype('int64')


def train(path):
    with fluid.dygraph.guard():
        network = Network()
        network.set_dict(start_weights(network.state_dict()))
        optimizer = fluid.optimizer.Momentum(
            learning_rate=0.3, momentum=0.8, use_nesterov=True, parameter_list=network.parameters())
        best = -1.
        for epoch in range(2):
            accuracies = []
            for x, label in data(epoch):
                loss, accuracy = network(fluid.dygraph.to_variable(x), fluid.dygraph.to_variable(label))
                loss.backward()
                optimizer.minimize(loss)
                network.clear_gradients()
                accuracies.append(accuracy.numpy()[0])
                print('loss %r' % float(loss.numpy()[0]))
            if np.mean(accuracies) > best:
                best = np.mean(accuracies)
                fluid.save_dygraph(network.state_dict(), path)
