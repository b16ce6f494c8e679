import numpy as np
import paddle
import paddle.fluid as fluid
from start import show


def rows():
    random = np.random.RandomState(15)
    for _ in range(8):
        yield random.uniform(-1, 1, [4]).astype('float32'), random.uniform(-1, 1, [1]).astype('float32')


class Trainer(object):
    def __init__(self, width, rate):
        self.width = width
        self.rate = rate
        self.program = fluid.default_main_program()

    def build(self):
        self.x = fluid.layers.data('x', [4])
        self.y = fluid.layers.data('y', [1])
        hidden = fluid.layers.fc(self.x, size=self.width, act='relu')
        normal = fluid.layers.layer_norm(hidden, begin_norm_axis=1)
        self.predict = fluid.layers.fc(normal, size=1)
        self.loss = fluid.layers.mean(fluid.layers.square_error_cost(self.predict, self.y))
        fluid.optimizer.SGD(learning_rate=self.rate).minimize(self.loss)

    def fit(self):
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        feeder = fluid.DataFeeder([self.x, self.y], fluid.CPUPlace())
        batched = paddle.batch(rows, batch_size=4)
        for epoch in range(2):
            total = []
            for batch in batched():
                cost = exe.run(self.program, feed=feeder.feed(batch), fetch_list=[self.loss])
                total.append(cost[0][0])
            show('epoch', sum(total) / len(total))


trainer = Trainer(6, 0.05)
trainer.build()
trainer.fit()
