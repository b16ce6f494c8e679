import functools
import numpy as np
import paddle.fluid as fluid
from start import show

MODELS = {}


def register(name, **defaults):
    def made(cls):
        MODELS[name] = functools.partial(cls, **defaults)
        return cls
    return made


class Base(object):
    prefix = 'base'

    def __init__(self, width, act='relu'):
        self.width, self.act = width, act
        self.count = 0

    @property
    def name(self):
        self.count += 1
        return '{}_{}'.format(self.prefix, self.count)

    def layer(self, x, size, act=None):
        name = self.name
        return fluid.layers.fc(
            input=x, size=size, act=act,
            param_attr=fluid.ParamAttr(name=name + '_w'), bias_attr=fluid.ParamAttr(name=name + '_b'))

    def net(self, x):
        raise NotImplementedError()

    def loss(self, x, label):
        logits = self.net(x)
        cost, self.chances = fluid.layers.softmax_with_cross_entropy(logits, label, return_softmax=True)
        return fluid.layers.mean(cost)


@register('plain', act='tanh')
class Plain(Base):
    prefix = 'plain'

    def net(self, x):
        for _ in range(2):
            x = self.layer(x, self.width, self.act)
        return self.layer(x, 3)


@register('wide')
class Wide(Plain):
    prefix = 'wide'

    def net(self, x):
        deep = super(Wide, self).net(x)
        return fluid.layers.elementwise_add(deep, self.layer(x, 3))


def train(name):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start):
        x = fluid.data('x', [None, 4])
        label = fluid.data('label', [None, 1], 'int64')
        model = MODELS[name](width=5)
        loss = model.loss(x, label)
        test = main.clone(for_test=True)
        fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(start)
    random = np.random.RandomState(3)
    for step in range(4):
        feed = {'x': random.rand(6, 4).astype('float32'), 'label': random.randint(0, 3, [6, 1])}
        value, chances = exe.run(main, feed=feed, fetch_list=[loss, model.chances])
        show(name, value, chances.sum())
    show('tested', exe.run(test, feed=feed, fetch_list=[loss.name])[0])


for each in sorted(MODELS):
    train(each)
