# -*- coding: utf-8 -*-
"""ResNet50 (very narrow), one process or one per card."""
from __future__ import print_function

import math

import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid.dygraph.base import to_variable
from paddle.fluid.dygraph.nn import BatchNorm, Conv2D, Linear, Pool2D

from utility import parse_args, picture_reader, start_weights

CLASS_DIM = 5
WIDTH = 4


def momentum(parameters):
    # 学习率分三段 / the rate falls at two boundaries
    boundaries, values = [8, 15], [0.0005, 0.0002, 0.0001]
    return fluid.optimizer.Momentum(
        learning_rate=fluid.layers.piecewise_decay(boundaries=boundaries, values=values),
        momentum=0.9,
        regularization=fluid.regularizer.L2Decay(1e-4),
        parameter_list=parameters)


class ConvBN(fluid.dygraph.Layer):
    def __init__(self, before, after, size, stride=1, groups=1, act=None):
        super(ConvBN, self).__init__()
        self.conv = Conv2D(
            num_channels=before, num_filters=after, filter_size=size, stride=stride, padding=size // 2,
            groups=groups, act=None, bias_attr=False)
        self.bn = BatchNorm(after, act=act)

    def forward(self, x):
        return self.bn(self.conv(x))


class Bottleneck(fluid.dygraph.Layer):
    def __init__(self, before, width, stride=1):
        super(Bottleneck, self).__init__()
        self.narrow = ConvBN(before, width, 1, act='relu')
        self.across = ConvBN(width, width, 3, stride=stride, act='relu')
        self.wide = ConvBN(width, width * 4, 1)
        self.beside = None
        if stride != 1 or before != width * 4:
            self.beside = ConvBN(before, width * 4, 1, stride=stride)

    def forward(self, x):
        y = self.wide(self.across(self.narrow(x)))
        x = x if self.beside is None else self.beside(x)
        return fluid.layers.elementwise_add(x=x, y=y, act='relu')


class ResNet(fluid.dygraph.Layer):
    def __init__(self, blocks=(3, 4, 6, 3), class_dim=CLASS_DIM):
        super(ResNet, self).__init__()
        self.first = ConvBN(3, WIDTH, 7, stride=2, act='relu')
        self.pool = Pool2D(pool_size=3, pool_stride=2, pool_padding=1, pool_type='max')
        self.blocks = []
        channels = WIDTH
        for stage, count in enumerate(blocks):
            for number in range(count):
                stride = 2 if number == 0 and stage > 0 else 1
                block = Bottleneck(channels, WIDTH * 2 ** stage, stride)
                self.blocks.append(self.add_sublayer('stage%d_%d' % (stage, number), block))
                channels = WIDTH * 2 ** stage * 4
        self.mean = Pool2D(pool_size=7, pool_type='avg', global_pooling=True)
        self.channels = channels
        bound = 1.0 / math.sqrt(channels)
        self.out = Linear(
            channels, class_dim, act='softmax',
            param_attr=fluid.param_attr.ParamAttr(initializer=fluid.initializer.Uniform(-bound, bound)))

    def forward(self, x):
        x = self.pool(self.first(x))
        for block in self.blocks:
            x = block(x)
        return self.out(fluid.layers.reshape(self.mean(x), shape=[-1, self.channels]))


def train(args):
    place = fluid.CPUPlace()
    if args.use_gpu:
        place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) \
            if args.use_data_parallel else fluid.CUDAPlace(0)
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        resnet = ResNet()
        resnet.set_dict(start_weights(resnet.state_dict()))
        optimizer = momentum(parameters=resnet.parameters())
        if args.use_data_parallel:
            resnet = fluid.dygraph.parallel.DataParallel(resnet, strategy)
        batches = paddle.batch(picture_reader([3, 48, 48], CLASS_DIM), args.batch_size)
        if args.use_data_parallel:
            batches = fluid.contrib.reader.distributed_batch_reader(batches)

        resnet.train()
        for number, batch in enumerate(batches()):
            if number == args.steps:
                break
            image = to_variable(np.array([picture for picture, _ in batch]).astype('float32'))
            label = to_variable(np.array([kind for _, kind in batch]).astype('int64').reshape(-1, 1))
            label.stop_gradient = True

            predict = resnet(image)
            loss = fluid.layers.cross_entropy(input=predict, label=label)
            loss = fluid.layers.mean(x=loss)
            accuracy = fluid.layers.accuracy(input=predict, label=label, k=1)
            shown = loss.numpy()
            if args.use_data_parallel:
                loss = resnet.scale_loss(loss)
                loss.backward()
                resnet.apply_collective_grads()
            else:
                loss.backward()
            optimizer.minimize(loss)
            resnet.clear_gradients()
            print('batch %d, accuracy %.3f, loss %r' % (number, accuracy.numpy()[0], float(shown[0])))

        if args.save:
            # 每张卡各存一份 / every card keeps its own
            rank = fluid.dygraph.parallel.Env().local_rank
            fluid.save_dygraph(resnet.state_dict(), '%s_%d' % (args.save, rank))


if __name__ == '__main__':
    train(parse_args(batch_size=8))
