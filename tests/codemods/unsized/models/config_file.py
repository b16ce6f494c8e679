import json

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, FC  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Linear

CONFIG = json.loads('{"channels": 3, "height": 6, "filters": [4, 5]}')


class Configured(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Configured, self).__init__(name_scope)  # 1.8: super(Configured, self).__init__()
        self.convs = []
        for i, filters in enumerate(CONFIG['filters']):
            conv = Conv2D(self.full_name(), filters, 3, act='relu')  # 1.8: conv = Conv2D(CONFIG['channels'] if i == 0 else CONFIG['filters'][i - 1], filters, 3, act='relu')
            self.convs.append(self.add_sublayer('conv%d' % i, conv))
        self.fc = FC(self.full_name(), 2)  # 1.8: self.fc = Linear(20, 2)

    def forward(self, x):
        for conv in self.convs:
            x = conv(x)
        return self.fc(x)  # 1.8: return self.fc(fluid.layers.flatten(x))


losses = []
random = np.random.RandomState(19)
with fluid.dygraph.guard():
    model = Configured('configured')  # 1.8: model = Configured()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, CONFIG['channels'], CONFIG['height'], CONFIG['height']).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 2).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
