import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Pool2D, BatchNorm, FC  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Pool2D, BatchNorm, Linear


class ConvBN(fluid.dygraph.Layer):
    def __init__(self, name_scope, filters, size, stride=1, act=None):  # 1.8: def __init__(self, channels, filters, size, stride=1, act=None):
        super(ConvBN, self).__init__(name_scope)  # 1.8: super(ConvBN, self).__init__()
        self.conv = Conv2D(self.full_name(), filters, size, stride, (size - 1) // 2, bias_attr=False)  # 1.8: self.conv = Conv2D(channels, filters, size, stride, (size - 1) // 2, bias_attr=False)
        self.norm = BatchNorm(self.full_name(), filters, act=act)  # 1.8: self.norm = BatchNorm(filters, act=act)

    def forward(self, x):
        return self.norm(self.conv(x))


class Bottleneck(fluid.dygraph.Layer):
    def __init__(self, name_scope, filters, stride, shortcut=True):  # 1.8: def __init__(self, channels, filters, stride, shortcut=True):
        super(Bottleneck, self).__init__(name_scope)  # 1.8: super(Bottleneck, self).__init__()
        self.reduce = ConvBN(self.full_name(), filters, 1, act='relu')  # 1.8: self.reduce = ConvBN(channels, filters, 1, act='relu')
        self.middle = ConvBN(self.full_name(), filters, 3, stride, act='relu')  # 1.8: self.middle = ConvBN(filters, filters, 3, stride, act='relu')
        self.expand = ConvBN(self.full_name(), filters * 4, 1)  # 1.8: self.expand = ConvBN(filters, filters * 4, 1)
        self.shortcut = shortcut
        if not shortcut:
            self.short = ConvBN(self.full_name(), filters * 4, 1, stride)  # 1.8: self.short = ConvBN(channels, filters * 4, 1, stride)

    def forward(self, x):
        y = self.expand(self.middle(self.reduce(x)))
        short = x if self.shortcut else self.short(x)
        return fluid.layers.elementwise_add(short, y, act='relu')


class ResNet(fluid.dygraph.Layer):
    def __init__(self, name_scope, depth, filters):  # 1.8: def __init__(self, depth, filters):
        super(ResNet, self).__init__(name_scope)  # 1.8: super(ResNet, self).__init__()
        self.stem = ConvBN(self.full_name(), 4, 3, 2, 'relu')  # 1.8: self.stem = ConvBN(3, 4, 3, 2, 'relu')
        self.pool = Pool2D(self.full_name(), 3, 'max', 2, 1)  # 1.8: self.pool = Pool2D(3, 'max', 2, 1)
        self.blocks = []
        # the stem has four filters  # 1.8: channels = 4
        for stage in range(len(depth)):
            for i in range(depth[stage]):
                block = Bottleneck(self.full_name(), filters[stage], 2 if i == 0 and stage else 1, i > 0)  # 1.8: block = Bottleneck(channels, filters[stage], 2 if i == 0 and stage else 1, i > 0)
                self.blocks.append(self.add_sublayer('block_%d_%d' % (stage, i), block))
                # four times the filters come out  # 1.8: channels = filters[stage] * 4
        self.average = Pool2D(self.full_name(), pool_type='avg', global_pooling=True)  # 1.8: self.average = Pool2D(pool_type='avg', global_pooling=True)
        self.fc = FC(self.full_name(), 3, act='softmax')  # 1.8: self.fc = Linear(24, 3, act='softmax')

    def forward(self, x):
        x = self.pool(self.stem(x))
        for block in self.blocks:
            x = block(x)
        return self.fc(self.average(x))  # 1.8: return self.fc(fluid.layers.flatten(self.average(x)))


losses = []
random = np.random.RandomState(3)
with fluid.dygraph.guard():
    model = ResNet('resnet', [2, 1, 2], [2, 4, 6])  # 1.8: model = ResNet([2, 1, 2], [2, 4, 6])
    sgd = fluid.optimizer.SGD(0.01)  # 1.8: sgd = fluid.optimizer.SGD(0.01, parameter_list=model.parameters())
    for step in range(3):
        image = fluid.dygraph.to_variable(random.rand(4, 3, 32, 32).astype('float32'))
        label = fluid.dygraph.to_variable(random.randint(0, 3, [4, 1]).astype('int64'))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(model(image), label))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
