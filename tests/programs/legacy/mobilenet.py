# -*- coding: utf-8 -*-
"""MobileNetV1 (very narrow): depthwise and pointwise convolutions."""
from __future__ import absolute_import
from __future__ import division
from __future__ import print_function

import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid.dygraph import BatchNorm, Conv2D, Linear, Pool2D
from paddle.fluid.initializer import MSRA
from paddle.fluid.param_attr import ParamAttr

from utility import parse_args, picture_reader, start_weights


class ConvBN(fluid.dygraph.Layer):
    def __init__(self, name, before, after, size, stride=1, groups=1, use_cudnn=True):
        super(ConvBN, self).__init__()
        self.conv = Conv2D(
            num_channels=before,
            num_filters=after,
            filter_size=size,
            stride=stride,
            padding=size // 2,
            groups=groups,
            use_cudnn=use_cudnn,
            param_attr=ParamAttr(initializer=MSRA(), name=name + "_w"),
            bias_attr=False)
        self.bn = BatchNorm(
            after,
            act='relu',
            param_attr=ParamAttr(name=name + "_scale"),
            bias_attr=ParamAttr(name=name + "_shift"),
            moving_mean_name=name + '_mean',
            moving_variance_name=name + '_variance')

    def forward(self, x):
        return self.bn(self.conv(x))


class Separable(fluid.dygraph.Layer):
    def __init__(self, name, before, after, stride):
        super(Separable, self).__init__()
        self.depthwise = ConvBN(name + '_depth', before, before, 3, stride, groups=before, use_cudnn=False)
        self.pointwise = ConvBN(name + '_point', before, after, 1)

    def forward(self, x):
        return self.pointwise(self.depthwise(x))


class MobileNetV1(fluid.dygraph.Layer):
    # 每层:输出通道、步长 / of each block: channels behind it, stride
    settings = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)] + [(512, 1)] * 5 + [(1024, 2), (1024, 1)]

    def __init__(self, scale=1.0, class_dim=1000):
        super(MobileNetV1, self).__init__()
        channels = int(32 * scale)
        self.first = ConvBN('first', 3, channels, 3, stride=2)
        self.body = []
        for number, (after, stride) in enumerate(self.settings):
            name = 'block%d' % number
            block = Separable(name, channels, int(after * scale), stride)
            self.body.append(self.add_sublayer(sublayer=block, name=name))
            channels = int(after * scale)
        self.mean = Pool2D(pool_type='avg', global_pooling=True)
        self.channels = channels
        self.out = Linear(
            channels, class_dim, param_attr=ParamAttr(initializer=MSRA(), name="out_w"),
            bias_attr=ParamAttr(name="out_b"))

    def forward(self, x):
        x = self.first(x)
        for block in self.body:
            x = block(x)
        return self.out(fluid.layers.reshape(self.mean(x), shape=[-1, self.channels]))


def optimizer_of(args, parameter_list):
    return fluid.optimizer.MomentumOptimizer(
        learning_rate=0.002, momentum=0.9, regularization=fluid.regularizer.L2DecayRegularizer(4e-5),
        parameter_list=parameter_list)


def train(args):
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        net = MobileNetV1(scale=1 / 16.0, class_dim=4)
        net.set_dict(start_weights(net.state_dict()))
        optimizer = optimizer_of(args, net.parameters())
        if args.use_data_parallel:
            net = fluid.dygraph.parallel.DataParallel(net, strategy)

        reader = paddle.batch(picture_reader([3, 48, 48], 4, seed=6), args.batch_size)
        if args.use_data_parallel:
            reader = fluid.contrib.reader.distributed_batch_reader(reader)
        total_loss = 0.0
        net.train()
        for batch_id, data in enumerate(reader()):
            if batch_id == args.steps:
                break
            img = fluid.dygraph.to_variable(np.array([x[0] for x in data]))
            label = fluid.dygraph.to_variable(np.array([[x[1]] for x in data]).astype('int64'))
            out = net(img)
            label_smooth = fluid.layers.label_smooth(label=fluid.layers.one_hot(label, 4), epsilon=0.1)
            softmax_out = fluid.layers.softmax(out, use_cudnn=False)
            loss = fluid.layers.cross_entropy(input=softmax_out, label=label_smooth, soft_label=True)
            avg_loss = fluid.layers.mean(x=loss)
            printed = avg_loss.numpy()[0]
            if args.use_data_parallel:
                avg_loss = net.scale_loss(avg_loss)
                avg_loss.backward()
                net.apply_collective_grads()
            else:
                avg_loss.backward()
            optimizer.minimize(avg_loss)
            net.clear_gradients()
            total_loss += printed
            print("step {}, mean {:.4f}, loss {!r}".format(batch_id, total_loss / (batch_id + 1), float(printed)))
        if args.save:
            fluid.save_dygraph(net.state_dict(), args.save + '_%d' % fluid.dygraph.parallel.Env().local_rank)


if __name__ == '__main__':
    train(parse_args(batch_size=8))
