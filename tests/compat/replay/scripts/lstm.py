import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers


class Cell(fluid.dygraph.Layer):
    def __init__(self, size):
        super(Cell, self).__init__()
        initializer = fluid.initializer.UniformInitializer(-0.1, 0.1)
        attr = fluid.ParamAttr(initializer=initializer)
        self.weight = self.create_parameter([size * 2, size * 4], attr=attr)
        self.bias = self.create_parameter([size * 4], is_bias=True)

    def forward(self, x, hidden, cell):
        gates = layers.elementwise_add(layers.matmul(layers.concat([x, hidden], 1), self.weight), self.bias)
        i, j, f, o = layers.split(gates, num_or_sections=4, dim=-1)
        cell = cell * layers.sigmoid(f + 1.0) + layers.sigmoid(i) * layers.tanh(j)
        return layers.tanh(cell) * layers.sigmoid(o), cell


class Model(fluid.dygraph.Layer):
    def __init__(self, words, size):
        super(Model, self).__init__()
        self.size = size
        self.embedding = fluid.dygraph.Embedding([words, size])
        self.cell = Cell(size)
        self.out = fluid.dygraph.Linear(size, words)

    def forward(self, text, target):
        hidden = cell = layers.zeros([text.shape[0], self.size], "float32")
        embedded, costs = self.embedding(text), []
        for place in range(text.shape[1]):
            hidden, cell = self.cell(embedded[:, place], hidden, cell)
            label = layers.reshape(target[:, place], [-1, 1])
            costs.append(layers.softmax_with_cross_entropy(self.out(hidden), label))
        return layers.reduce_mean(layers.concat(costs, 1))


def main():
    data = np.random.RandomState(3)
    with fluid.dygraph.guard(fluid.CPUPlace()):
        fluid.default_startup_program().random_seed = 123
        fluid.default_main_program().random_seed = 123
        model = Model(40, 10)
        clip = fluid.clip.GradientClipByGlobalNorm(5.0)
        optimizer = fluid.optimizer.SGD(1.0, parameter_list=model.parameters(), grad_clip=clip)
        for step in range(20):
            text = data.randint(0, 40, [6, 9]).astype("int64")
            target = fluid.dygraph.to_variable(text[:, 1:])
            loss = model(fluid.dygraph.to_variable(text[:, :-1]), target)
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            print("step", step, "loss", repr(float(loss.numpy()[0])))


if __name__ == "__main__":
    main()
