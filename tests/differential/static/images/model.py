import paddle.fluid as fluid
from paddle.fluid.param_attr import ParamAttr


class SmallNet(object):
    def __init__(self, classes=3, layers=2):
        self.classes = classes
        self.layers = layers

    def net(self, input):
        conv = input
        for i in range(self.layers):
            conv = self.conv_bn_layer(conv, num_filters=4 * (i + 1), filter_size=3, act='relu6', name='conv' + str(i))
        pool = fluid.layers.pool2d(input=conv, pool_type='avg', global_pooling=True)
        return fluid.layers.fc(input=pool, size=self.classes, param_attr=ParamAttr(name='fc_weights'),
                               bias_attr=ParamAttr(name='fc_offset'))

    def conv_bn_layer(self, input, num_filters, filter_size, stride=1, groups=1, act=None, name=None):
        conv = fluid.layers.conv2d(
            input=input, num_filters=num_filters, filter_size=filter_size, stride=stride,
            padding=(filter_size - 1) // 2, groups=groups, act=None, param_attr=ParamAttr(name=name + '_weights'),
            bias_attr=False)
        return fluid.layers.batch_norm(
            input=conv, act=act, param_attr=ParamAttr(name=name + '_bn_scale'),
            bias_attr=ParamAttr(name=name + '_bn_offset'), moving_mean_name=name + '_bn_mean',
            moving_variance_name=name + '_bn_variance')
