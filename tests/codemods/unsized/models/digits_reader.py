import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Pool2D, FC  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Pool2D, Linear

HEIGHT = 12


def samples(count):
    random = np.random.RandomState(1)

    def reader():
        for _ in range(count):
            yield random.rand(HEIGHT * HEIGHT).astype('float32'), random.randint(0, 4)

    return reader


class Digits(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Digits, self).__init__(name_scope)  # 1.8: super(Digits, self).__init__()
        name_scope = self.full_name()  # 1.8: -
        self.conv = Conv2D(name_scope, 4, 3, padding=1, act='relu')  # 1.8: self.conv = Conv2D(1, 4, 3, padding=1, act='relu')
        self.pool = Pool2D(name_scope, 2, 'max', 2)  # 1.8: self.pool = Pool2D(2, 'max', 2)
        self.conv2 = Conv2D(name_scope, num_filters=6, filter_size=3)  # 1.8: self.conv2 = Conv2D(4, num_filters=6, filter_size=3)
        self.fc = FC(name_scope, 4, act='softmax')  # 1.8: self.fc = Linear(96, 4, act='softmax')

    def forward(self, x):
        x = self.conv2(self.pool(self.conv(x)))
        return self.fc(x)  # 1.8: return self.fc(fluid.layers.reshape(x, [-1, 96]))


losses = []
with fluid.dygraph.guard():
    model = Digits('digits')  # 1.8: model = Digits()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    reader = paddle.batch(samples(12), batch_size=4)
    for data in reader():
        image = np.array([x[0].reshape(1, HEIGHT, HEIGHT) for x in data]).astype('float32')
        label = np.array([x[1] for x in data]).astype('int64').reshape(-1, 1)
        predict = model(fluid.dygraph.to_variable(image))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(predict, fluid.dygraph.to_variable(label)))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
