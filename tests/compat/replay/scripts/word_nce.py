import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import NCE, Embedding, to_variable


class NextWord(fluid.dygraph.Layer):
    def __init__(self, words, size):
        super(NextWord, self).__init__()
        self.size = size
        self.embedding = Embedding(size=[words, size])
        self.nce = NCE(num_total_classes=words, dim=2 * size, num_neg_samples=8, seed=21, bias_attr=fluid.ParamAttr())

    def forward(self, before, word):
        context = fluid.layers.reshape(self.embedding(before), [-1, 2 * self.size])
        return fluid.layers.mean(self.nce(context, word))


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 13
    data = np.random.RandomState(6)
    text = np.cumsum(data.randint(1, 4, [700])) % 80
    model = NextWord(80, 12)
    optimizer = fluid.optimizer.SGD(learning_rate=1.0, parameter_list=model.parameters())
    for step in range(20):
        place = data.randint(0, len(text) - 2, [32])
        before = to_variable(np.stack([text[place], text[place + 1]], axis=1).astype("int64"))
        word = to_variable(text[place + 2].reshape([-1, 1]).astype("int64"))
        loss = model(before, word)
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
