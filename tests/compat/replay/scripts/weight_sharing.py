import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers


class Tied(fluid.dygraph.Layer):
    def __init__(self, words, size):
        super(Tied, self).__init__()
        self.embedding = fluid.dygraph.Embedding(
            [words, size], param_attr=fluid.ParamAttr(initializer=fluid.initializer.Normal(0.0, 0.3)))
        self.middle = fluid.dygraph.Linear(size, size, act="tanh")
        self.norm = fluid.dygraph.LayerNorm(size)
        self.bias = self.create_parameter([words], is_bias=True)

    def forward(self, text):
        x = self.norm(self.middle(self.middle(self.embedding(text))))
        return layers.elementwise_add(layers.matmul(x, self.embedding.weight, transpose_y=True), self.bias)


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 42
    data = np.random.RandomState(8)
    model = Tied(30, 8)
    optimizer = fluid.optimizer.SGD(0.2, parameter_list=model.parameters())
    for step in range(20):
        text = data.randint(0, 30, [24]).astype("int64")
        label = fluid.dygraph.to_variable((text * 7 % 30).reshape([-1, 1]))
        loss = layers.mean(layers.softmax_with_cross_entropy(model(fluid.dygraph.to_variable(text)), label))
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
