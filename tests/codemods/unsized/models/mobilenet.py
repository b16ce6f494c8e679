import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Pool2D, BatchNorm, FC  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Pool2D, BatchNorm, Linear


class ConvBN(fluid.dygraph.Layer):
    def __init__(self, name_scope, num_channels, filter_size, num_filters, stride, padding, num_groups=1):  # 1.8: def __init__(self, num_channels, filter_size, num_filters, stride, padding, num_groups=1):
        super(ConvBN, self).__init__(name_scope)  # 1.8: super(ConvBN, self).__init__()
        self.conv = Conv2D(self.full_name(), num_filters=num_filters, filter_size=filter_size, stride=stride, padding=padding, groups=num_groups, use_cudnn=False, bias_attr=False)  # 1.8: self.conv = Conv2D(num_channels, num_filters=num_filters, filter_size=filter_size, stride=stride, padding=padding, groups=num_groups, use_cudnn=False, bias_attr=False)
        self.norm = BatchNorm(self.full_name(), num_filters, act='relu')  # 1.8: self.norm = BatchNorm(num_filters, act='relu')

    def forward(self, x):
        return self.norm(self.conv(x))


class Separable(fluid.dygraph.Layer):
    def __init__(self, name_scope, channels, filters, stride, scale):  # 1.8: def __init__(self, channels, filters, stride, scale):
        super(Separable, self).__init__(name_scope)  # 1.8: super(Separable, self).__init__()
        wide, narrow = int(filters * scale), int(channels * scale)
        self.depthwise = ConvBN(self.full_name(), narrow, 3, narrow, stride, 1, narrow)  # 1.8: self.depthwise = ConvBN(narrow, 3, narrow, stride, 1, narrow)
        self.pointwise = ConvBN(self.full_name(), narrow, 1, wide, 1, 0)  # 1.8: self.pointwise = ConvBN(narrow, 1, wide, 1, 0)

    def forward(self, x):
        return self.pointwise(self.depthwise(x))


class MobileNet(fluid.dygraph.Layer):
    def __init__(self, name_scope, scale=0.5):  # 1.8: def __init__(self, scale=0.5):
        super(MobileNet, self).__init__(name_scope)  # 1.8: super(MobileNet, self).__init__()
        self.stem = ConvBN(self.full_name(), 3, 3, int(8 * scale), 2, 1)  # 1.8: self.stem = ConvBN(3, 3, int(8 * scale), 2, 1)
        self.blocks = []
        for i, (channels, filters, stride) in enumerate([(8, 16, 1), (16, 24, 2), (24, 24, 1)]):
            block = Separable(self.full_name(), channels, filters, stride, scale)  # 1.8: block = Separable(channels, filters, stride, scale)
            self.add_sublayer('block_%d' % i, block)
            self.blocks.append(block)
        self.pool = Pool2D(self.full_name(), pool_type='avg', global_pooling=True)  # 1.8: self.pool = Pool2D(pool_type='avg', global_pooling=True)
        self.out = FC(self.full_name(), size=6, act='softmax')  # 1.8: self.out = Linear(12, 6, act='softmax')

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        x = self.pool(x)
        return self.out(x)  # 1.8: return self.out(fluid.layers.flatten(x))


losses = []
random = np.random.RandomState(4)
with fluid.dygraph.guard():
    model = MobileNet('mobilenet')  # 1.8: model = MobileNet()
    sgd = fluid.optimizer.SGD(learning_rate=0.05)  # 1.8: sgd = fluid.optimizer.SGD(learning_rate=0.05, parameter_list=model.parameters())
    for step in range(3):
        image = fluid.dygraph.to_variable(random.rand(4, 3, 16, 16).astype('float32'))
        label = fluid.dygraph.to_variable(random.randint(0, 6, [4, 1]).astype('int64'))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(model(image), label))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
