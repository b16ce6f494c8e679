import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, GRUUnit, Linear


class Sentiment(fluid.dygraph.Layer):
    def __init__(self, words, size):
        super(Sentiment, self).__init__()
        self.size = size
        self.embedding = Embedding([words, size], param_attr=fluid.ParamAttr(name="emb"))
        self.project = Linear(size, size * 3)
        self.gru = GRUUnit(size * 3)
        self.fc = Linear(size, 2, act="softmax")

    def forward(self, text):
        embedded = self.embedding(text)
        hidden = fluid.layers.zeros([text.shape[0], self.size], "float32")
        for place in range(text.shape[1]):
            hidden, _, _ = self.gru(self.project(embedded[:, place]), hidden)
        return self.fc(hidden)


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 5
    data = np.random.RandomState(2)
    model = Sentiment(50, 12)
    optimizer = fluid.optimizer.SGDOptimizer(0.3, model.parameters())
    for step in range(20):
        text = data.randint(0, 50, [8, 7]).astype("int64")
        label = (text.sum(1, keepdims=True) > 170).astype("int64")
        predicted = model(fluid.dygraph.to_variable(text))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(predicted, fluid.dygraph.to_variable(label)))
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
