import numpy as np
import paddle.fluid as fluid


class Perceptron(fluid.dygraph.Layer):
    def __init__(self, name_scope, hidden, classes):  # 1.8: def __init__(self, width, hidden, classes):
        super().__init__(name_scope)  # 1.8: super().__init__()
        self.layers = []
        for i, size in enumerate(hidden):
            fc = fluid.dygraph.FC(self.full_name(), size=size, act='relu')  # 1.8: fc = fluid.dygraph.Linear(width, size, act='relu')
            self.add_sublayer('fc_%d' % i, fc)
            self.layers.append(fc)
            # the next one takes what this one gives  # 1.8: width = size
        self.out = fluid.dygraph.FC(self.full_name(), classes, act='softmax')  # 1.8: self.out = fluid.dygraph.Linear(hidden[-1], classes, act='softmax')

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.out(x)


losses = []
random = np.random.RandomState(9)
with fluid.dygraph.guard(fluid.CPUPlace()):
    model = Perceptron('mlp', [8, 7, 5], 3)  # 1.8: model = Perceptron(6, [8, 7, 5], 3)
    sgd = fluid.optimizer.SGDOptimizer(learning_rate=0.1)  # 1.8: sgd = fluid.optimizer.SGDOptimizer(learning_rate=0.1, parameter_list=model.parameters())
    for step in range(3):
        features = fluid.dygraph.to_variable(random.rand(5, 6).astype('float32'))
        label = fluid.dygraph.to_variable(random.randint(0, 3, (5, 1)).astype('int64'))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(model(features), label))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
