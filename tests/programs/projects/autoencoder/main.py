import numpy as np
import paddle.fluid as fluid

from blocks import Up, down
from utility import start_weights


class AutoEncoder(fluid.dygraph.Layer):
    def __init__(self):
        super(AutoEncoder, self).__init__()
        self.encoder = fluid.dygraph.Sequential(('a', down(1, 4)), ('b', down(4, 6)))
        self.up = Up(6, 4, act='relu')
        self.out = Up(4, 1, act='sigmoid')

    def forward(self, x):
        return self.out(self.up(self.encoder(x)))


with fluid.dygraph.guard():
    model = AutoEncoder()
    model.set_dict(start_weights(model.state_dict()))
    optimizer = fluid.optimizer.Momentum(learning_rate=0.05, momentum=0.9, parameter_list=model.parameters())
    images = np.random.RandomState(12).rand(4, 1, 8, 8).astype('float32')
    for step in range(6):
        x = fluid.dygraph.base.to_variable(images)
        loss = fluid.layers.mse_loss(model(x), x)
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print('loss %r' % float(loss.numpy()))
