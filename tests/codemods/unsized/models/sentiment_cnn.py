import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Embedding, FC, Pool2D  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Embedding, Linear, Pool2D


class ConvPool(fluid.dygraph.Layer):
    def __init__(self, name_scope, num_filters, filter_size, act='tanh'):  # 1.8: def __init__(self, num_channels, num_filters, filter_size, act='tanh'):
        super(ConvPool, self).__init__(name_scope)  # 1.8: super(ConvPool, self).__init__()
        self.conv = Conv2D(self.full_name(), num_filters=num_filters, filter_size=filter_size, padding=[1, 1], act=act)  # 1.8: self.conv = Conv2D(num_channels, num_filters=num_filters, filter_size=filter_size, padding=[1, 1], act=act)
        self.pool = Pool2D(self.full_name(), global_pooling=True)  # 1.8: self.pool = Pool2D(global_pooling=True)

    def forward(self, x):
        return fluid.layers.reshape(self.pool(self.conv(x)), [x.shape[0], -1])


class Sentiment(fluid.dygraph.Layer):
    def __init__(self, name_scope, dict_dim, length):  # 1.8: def __init__(self, dict_dim, length):
        super(Sentiment, self).__init__(name_scope)  # 1.8: super(Sentiment, self).__init__()
        self.length, self.width = length, 8
        self.embedding = Embedding(self.full_name(), [dict_dim, self.width], is_sparse=False)  # 1.8: self.embedding = Embedding([dict_dim, self.width], is_sparse=False)
        self.conv = ConvPool(self.full_name(), 6, [3, 8])  # 1.8: self.conv = ConvPool(1, 6, [3, 8])
        self.wide = ConvPool(self.full_name(), 5, [4, 8])  # 1.8: self.wide = ConvPool(1, 5, [4, 8])
        self.fc = FC(self.full_name(), 7, act='relu')  # 1.8: self.fc = Linear(11, 7, act='relu')
        self.out = FC(self.full_name(), 2, act='softmax')  # 1.8: self.out = Linear(7, 2, act='softmax')

    def forward(self, words):
        x = self.embedding(words)  # 1.8: x = self.embedding(fluid.layers.reshape(words, [-1]))
        x = fluid.layers.reshape(x, [-1, 1, self.length, self.width])
        x = fluid.layers.concat([self.conv(x), self.wide(x)], axis=1)
        return self.out(self.fc(x))


losses = []
random = np.random.RandomState(7)
with fluid.dygraph.guard():
    model = Sentiment('sentiment', 30, 12)  # 1.8: model = Sentiment(30, 12)
    sgd = fluid.optimizer.SGD(0.2)  # 1.8: sgd = fluid.optimizer.SGD(0.2, parameter_list=model.parameters())
    for step in range(3):
        documents = [list(random.randint(0, 30, 12)) for _ in range(4)]
        words = np.array(documents).astype('int64').reshape(-1, 1)
        label = random.randint(0, 2, [4, 1]).astype('int64')
        predict = model(fluid.dygraph.to_variable(words))
        loss = fluid.layers.cross_entropy(predict, fluid.dygraph.to_variable(label))
        loss = fluid.layers.mean(loss)
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
