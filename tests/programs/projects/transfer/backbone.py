import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Layer, Pool2D


class Backbone(Layer):
    def __init__(self, frozen=False):
        super(Backbone, self).__init__()
        attr = fluid.ParamAttr(trainable=not frozen)
        self.conv1 = Conv2D(1, 4, 3, act='relu', param_attr=attr, bias_attr=fluid.ParamAttr(trainable=not frozen))
        self.conv2 = Conv2D(4, 4, 3, act='relu')
        self.pool = Pool2D(pool_type='avg', global_pooling=True)

    def forward(self, x):
        x = self.pool(self.conv2(self.conv1(x)))
        return fluid.layers.reshape(x, [-1, 4])


def load_pretrained(model, path, prefix):
    state, _ = fluid.dygraph.load_dygraph(path)
    renamed = {prefix + key: value for key, value in state.items()}
    own = model.state_dict()
    own.update({key: renamed[key] for key in own if key in renamed})
    model.set_dict(own)
    return sorted(set(renamed) & set(own))
