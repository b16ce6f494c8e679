import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear
from paddle.fluid.regularizer import L1DecayRegularizer, L2DecayRegularizer

from loop import accumulate
from utility import start_weights


class Model(fluid.dygraph.Layer):
    def __init__(self):
        super(Model, self).__init__()
        self.a = Linear(3, 5, param_attr=fluid.ParamAttr(regularizer=L1DecayRegularizer(0.01)), act='tanh')
        self.b = Linear(5, 1, param_attr=fluid.ParamAttr(learning_rate=0.5), bias_attr=False)

    def forward(self, x, y):
        return fluid.layers.reduce_mean(fluid.layers.square_error_cost(input=self.b(self.a(x)), label=y))


def batches(count):
    random = np.random.RandomState(15)
    for _ in range(count):
        x = random.rand(4, 3).astype('float32')
        yield x, (x ** 2).sum(1, keepdims=True)


if __name__ == '__main__':
    with fluid.dygraph.guard():
        model = Model()
        model.set_dict(start_weights(model.state_dict()))
        sgd = fluid.optimizer.SGD(learning_rate=0.2, parameter_list=model.parameters(),
                                  regularization=L2DecayRegularizer(regularization_coeff=0.02))
        for loss in accumulate(model, batches(12), sgd, 2):
            print('loss %r' % loss)
