import numpy as np
import paddle.fluid as fluid

from attack import fgsm
from utility import start_weights


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.conv = fluid.dygraph.Conv2D(1, 4, 3, act='sigmoid')
        self.fc = fluid.dygraph.Linear(4 * 4 * 4, 3, act='softmax')

    def forward(self, x):
        x = self.conv(x)
        return self.fc(fluid.layers.reshape(x, [-1, 4 * 4 * 4]))


with fluid.dygraph.guard():
    net = Net()
    net.set_dict(start_weights(net.state_dict()))
    optimizer = fluid.optimizer.SGD(learning_rate=0.1, parameter_list=net.parameters())
    random = np.random.RandomState(25)
    for step in range(5):
        image = random.uniform(0.2, 0.8, [4, 1, 6, 6]).astype('float32')
        label = random.randint(0, 3, [4, 1]).astype('int64')
        attacked, strength = fgsm(net, image, label, 0.1)
        print('attack, loss %r' % strength)
        out = net(fluid.dygraph.to_variable(attacked))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(out, fluid.dygraph.to_variable(label)))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print('training, loss %r' % float(loss.numpy()[0]))
