import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Pool2D, FC  # 1.8: from paddle.fluid.dygraph import Conv2D, Pool2D, Linear


class Block(fluid.dygraph.Layer):
    def __init__(self, name_scope, num_filters, groups):  # 1.8: def __init__(self, num_channels, num_filters, groups):
        super(Block, self).__init__(name_scope)  # 1.8: super(Block, self).__init__()
        self.convs = []
        for i in range(groups):
            conv = Conv2D(self.full_name(), num_filters=num_filters, filter_size=3, padding=1, act='relu')  # 1.8: conv = Conv2D(num_channels if i == 0 else num_filters, num_filters=num_filters, filter_size=3, padding=1, act='relu')
            self.convs.append(self.add_sublayer('conv%d' % i, conv))
        self.pool = Pool2D(self.full_name(), pool_size=2, pool_stride=2)  # 1.8: self.pool = Pool2D(pool_size=2, pool_stride=2)

    def forward(self, x):
        for conv in self.convs:
            x = conv(x)
        return self.pool(x)


class VGG(fluid.dygraph.Layer):
    def __init__(self, name_scope, layers):  # 1.8: def __init__(self, layers):
        super(VGG, self).__init__(name_scope)  # 1.8: super(VGG, self).__init__()
        depth = {11: [1, 1, 2], 13: [2, 2, 2]}[layers]
        self.block1 = Block(self.full_name(), 4, depth[0])  # 1.8: self.block1 = Block(3, 4, depth[0])
        self.block2 = Block(self.full_name(), 6, depth[1])  # 1.8: self.block2 = Block(4, 6, depth[1])
        self.block3 = Block(self.full_name(), 8, depth[2])  # 1.8: self.block3 = Block(6, 8, depth[2])
        self.fc1 = FC(self.full_name(), size=12, act='relu')  # 1.8: self.fc1 = Linear(32, 12, act='relu')
        self.fc2 = FC(self.full_name(), size=5, act='softmax')  # 1.8: self.fc2 = Linear(12, 5, act='softmax')

    def forward(self, x):
        x = self.block3(self.block2(self.block1(x)))
        return self.fc2(self.fc1(x))  # 1.8: return self.fc2(self.fc1(fluid.layers.flatten(x)))


losses = []
random = np.random.RandomState(2)
with fluid.dygraph.guard():
    model = VGG('vgg', 13)  # 1.8: model = VGG(13)
    momentum = fluid.optimizer.Momentum(0.05, 0.9)  # 1.8: momentum = fluid.optimizer.Momentum(0.05, 0.9, parameter_list=model.parameters())
    for step in range(3):
        image = fluid.dygraph.to_variable(random.rand(2, 3, 16, 16).astype('float32'))
        label = fluid.dygraph.to_variable(random.randint(0, 5, [2, 1]).astype('int64'))
        loss = fluid.layers.cross_entropy(model(image), label)
        loss = fluid.layers.mean(loss)
        loss.backward()
        momentum.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
