import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Linear

from reader import Data, batched
from utility import start_weights


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.a = Linear(4, 6, act='relu')
        self.b = Linear(6, 2, act='softmax')

    def forward(self, x):
        return self.b(self.a(x))


def main():
    random = np.random.RandomState(0)
    lines = ['%s,%d' % (','.join('%.3f' % x for x in random.rand(4)), i % 2) for i in range(10)]
    data = Data(lines)
    place = fluid.CUDAPlace(0) if fluid.is_compiled_with_cuda() else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        net = Net()
        net.set_dict(start_weights(net.state_dict()))
        opt = fluid.optimizer.SGDOptimizer(learning_rate=0.3, parameter_list=net.parameters())
        for epoch in range(2):
            loader = fluid.io.DataLoader.from_generator(capacity=4, return_list=True)
            loader.set_sample_list_generator(batched(data.create_reader(epoch), 4), places=place)
            for i, (x, label) in enumerate(loader()):
                loss = fluid.layers.mean(fluid.layers.cross_entropy(net(x), label))
                loss.backward()
                opt.minimize(loss)
                net.clear_gradients()
                print('%d/%d %s loss %r' % (epoch, i, list(x.shape), float(loss.numpy()[0])))


if __name__ == '__main__':
    main()
