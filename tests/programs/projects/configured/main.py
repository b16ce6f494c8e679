import numpy as np
import paddle
import paddle.fluid as fluid

import config
from builder import Network
from utility import start_weights


def reader():
    random = np.random.RandomState(5)
    for _ in range(config.TRAIN['steps'] * config.TRAIN['batch']):
        label = random.randint(config.CLASSES)
        yield random.rand(3, 6, 6).astype('float32') + 0.3 * label, label


if __name__ == "__main__":
    with fluid.dygraph.guard():
        network = Network(config.CONV, config.CLASSES)
        network.set_dict(start_weights(network.state_dict()))
        sgd = fluid.optimizer.SGD(config.TRAIN['lr'], parameter_list=network.parameters())
        for data in paddle.batch(reader, batch_size=config.TRAIN['batch'])():
            image = np.stack([x[0] for x in data])
            label = np.array([x[1] for x in data]).astype('int64').reshape([-1, 1])
            predict = network(fluid.dygraph.to_variable(image))
            target = fluid.dygraph.to_variable(label)
            target.stop_gradient = True
            loss = fluid.layers.cross_entropy(input=predict, label=target)
            avg_loss = fluid.layers.mean(loss)
            accuracy = fluid.layers.accuracy(input=predict, label=target, k=2)
            avg_loss.backward()
            sgd.minimize(avg_loss)
            network.clear_gradients()
            print("top2 %.3f, loss %r" % (accuracy.numpy(), float(avg_loss.numpy())))
