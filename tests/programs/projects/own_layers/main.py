import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, Layer, Linear, to_variable

from layers import Attention, Norm
from utility import start_weights


class Model(Layer):
    def __init__(self, words, size):
        super(Model, self).__init__()
        self.embedding = Embedding(size=[words, size])
        self.attention = Attention(size, 2)
        self.norm = Norm(size)
        self.out = Linear(size, words)

    def forward(self, words):
        x = self.embedding(words)
        x = self.norm(x + self.attention(x))
        return self.out(x)


with fluid.dygraph.guard(fluid.CPUPlace()):
    model = Model(11, 8)
    model.set_dict(start_weights(model.state_dict()))
    optimizer = fluid.optimizer.SGD(learning_rate=fluid.dygraph.NoamDecay(8, 10), parameter_list=model.parameters())
    random = np.random.RandomState(1)
    for step in range(6):
        words = random.randint(0, 11, [3, 5]).astype('int64')
        logits = model(to_variable(words))
        cost = fluid.layers.softmax_with_cross_entropy(logits, to_variable(words[:, ::-1].reshape(3, 5, 1).copy()))
        loss = fluid.layers.reduce_mean(cost)
        loss.backward()
        optimizer.minimize(loss)
        optimizer.clear_gradients()
        print('step %d, loss %r' % (step, float(loss.numpy())))
