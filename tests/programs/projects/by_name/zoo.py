import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Linear

from registry import register


@register
class Shallow(fluid.dygraph.Layer):
    def __init__(self, inputs):
        super(Shallow, self).__init__()
        self.fc = Linear(inputs, 1)

    def forward(self, x):
        return self.fc(x)


@register
class Deep(Shallow):
    def __init__(self, inputs, width=5):
        super(Deep, self).__init__(width)
        self.first = Linear(inputs, width, act='sigmoid')

    def forward(self, x):
        return super(Deep, self).forward(self.first(x))
