import numpy as np
import paddle.fluid as fluid

from embedder import Embedder, triplet_loss
from utility import start_weights


def triplets(count, random):
    for _ in range(count):
        anchor = random.normal(size=[6, 4])
        yield [v.astype('float32') for v in (anchor, anchor + 0.1, random.normal(size=[6, 4]))]


if __name__ == '__main__':
    with fluid.dygraph.guard():
        net = Embedder(4)
        net.set_dict(start_weights(net.state_dict()))
        optimizer = fluid.optimizer.SGD(0.1, net.parameters())
        for each in triplets(6, np.random.RandomState(11)):
            loss = triplet_loss(*net(*[fluid.dygraph.to_variable(v) for v in each]))
            loss.backward()
            optimizer.minimize(loss)
            net.clear_gradients()
            print('loss', repr(float(loss.numpy()[0])))
