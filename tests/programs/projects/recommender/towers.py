import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, Layer, Linear


class Tower(Layer):
    def __init__(self, fields, size=4):
        super(Tower, self).__init__()
        self.tables = [self.add_sublayer('table_' + name, Embedding(size=[count, size])) for name, count in fields]
        self.fc = Linear(size * len(fields), size, act='tanh')

    def forward(self, ids):
        embedded = [table(ids[:, k]) for k, table in enumerate(self.tables)]
        return self.fc(fluid.layers.concat(embedded, axis=1))


class Recommender(Layer):
    def __init__(self, user, item):
        super(Recommender, self).__init__()
        self.user, self.item = Tower(user), Tower(item)

    def forward(self, users, items):
        return fluid.layers.scale(fluid.layers.cos_sim(self.user(users), self.item(items)), scale=5.0)
