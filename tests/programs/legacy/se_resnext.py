# -*- coding: utf-8 -*-
"""SE-ResNeXt50 (very narrow): grouped convolutions, and channels weighed by what the whole picture holds."""
import math

import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import BatchNorm, Conv2D, Linear, Pool2D

from utility import parse_args, picture_reader, start_weights

CLASS_DIM = 4
GROUPS = 4
SQUEEZE = 4


class ConvBN(fluid.dygraph.Layer):
    def __init__(self, before, after, size, stride=1, groups=1, act=None):
        super(ConvBN, self).__init__()
        self.conv = Conv2D(num_channels=before, num_filters=after, filter_size=size, stride=stride,
                           padding=(size - 1) // 2, groups=groups, bias_attr=False,
                           param_attr=fluid.ParamAttr(name=None))
        self.bn = BatchNorm(num_channels=after, act=act, momentum=0.95)

    def forward(self, x):
        return self.bn(self.conv(x))


def uniform(fan):
    bound = 1.0 / math.sqrt(fan)
    return fluid.ParamAttr(initializer=fluid.initializer.Uniform(-bound, bound))


class Excitation(fluid.dygraph.Layer):
    def __init__(self, channels):
        super(Excitation, self).__init__()
        self.mean = Pool2D(pool_size=0, pool_type='avg', global_pooling=True)
        self.fewer = Linear(channels, channels // SQUEEZE, param_attr=uniform(channels), act='relu')
        self.weights = Linear(channels // SQUEEZE, channels, param_attr=uniform(channels // SQUEEZE), act='sigmoid')

    def forward(self, x):
        whole = fluid.layers.squeeze(self.mean(x), axes=[2, 3])
        # 每个通道乘上自己的权重 / each channel times its own weight
        return fluid.layers.elementwise_mul(x=x, y=self.weights(self.fewer(whole)), axis=0)


class Block(fluid.dygraph.Layer):
    def __init__(self, before, width, stride):
        super(Block, self).__init__()
        self.after = width * 2
        self.narrow = ConvBN(before, width, 1, act="relu")
        self.grouped = ConvBN(width, width, 3, stride=stride, groups=GROUPS, act="relu")
        self.wide = ConvBN(width, self.after, 1)
        self.excitation = Excitation(self.after)
        self.is_plain = before == self.after and stride == 1
        if not self.is_plain:
            self.beside = ConvBN(before, self.after, 1, stride=stride)

    def forward(self, x):
        y = self.excitation(self.wide(self.grouped(self.narrow(x))))
        if not self.is_plain:
            x = self.beside(x)
        return fluid.layers.relu(fluid.layers.elementwise_add(x=x, y=y))


class SeResNeXt(fluid.dygraph.Layer):
    stages = [(3, 8, 1), (4, 8, 2), (6, 16, 2), (3, 16, 2)]

    def __init__(self):
        super(SeResNeXt, self).__init__()
        self.first = ConvBN(3, 8, 7, stride=2, act='relu')
        self.pool = Pool2D(pool_size=3, pool_stride=2, pool_padding=1, pool_type='max')
        self.body = []
        channels = 8
        for count, width, stride in self.stages:
            for number in range(count):
                block = Block(channels, width, stride if number == 0 else 1)
                channels = block.after
                self.body.append(self.add_sublayer('block%d' % len(self.body), block))
        self.mean = Pool2D(pool_size=7, pool_type='avg', global_pooling=True)
        self.channels = channels
        self.out = Linear(channels, CLASS_DIM)

    def forward(self, x):
        x = self.pool(self.first(x))
        for block in self.body:
            x = block(x)
        return self.out(fluid.layers.reshape(self.mean(x), shape=[-1, self.channels]))


def train():
    args = parse_args(batch_size=8)
    place = fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()
    if args.use_gpu and args.use_data_parallel:
        place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id)

    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        model = SeResNeXt()
        model.set_dict(start_weights(model.state_dict()))
        optimizer = fluid.optimizer.Momentum(
            learning_rate=fluid.dygraph.CosineDecay(0.002, 5, 6), momentum=0.9,
            regularization=fluid.regularizer.L2Decay(1e-4), parameter_list=model.parameters())
        batches = paddle.batch(picture_reader([3, 48, 48], CLASS_DIM, seed=3), batch_size=args.batch_size,
                               drop_last=True)
        if args.use_data_parallel:
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
            batches = fluid.contrib.reader.distributed_batch_reader(batches)

        model.train()
        for number, batch in enumerate(batches()):
            if number >= args.steps:
                break
            image = fluid.dygraph.to_variable(np.array([x[0] for x in batch]).astype('float32'))
            label = fluid.dygraph.to_variable(np.array([[x[1]] for x in batch]).astype('int64'))
            label.stop_gradient = True
            predict = fluid.layers.softmax(model(image), use_cudnn=False)
            loss = fluid.layers.mean(x=fluid.layers.cross_entropy(input=predict, label=label))
            best = fluid.layers.accuracy(input=predict, label=label, k=1)
            among_two = fluid.layers.accuracy(input=predict, label=label, k=2)
            shown = loss.numpy()
            if args.use_data_parallel:
                loss = model.scale_loss(loss)
                loss.backward()
                model.apply_collective_grads()
            else:
                loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            print("batch %d, rate %.5f, best %.3f, among two %.3f, loss %r" %
                  (number, optimizer.current_step_lr(), best.numpy(), among_two.numpy(), float(shown)))

        if args.save:
            fluid.save_dygraph(model.state_dict(), args.save + str(fluid.dygraph.parallel.Env().local_rank))


if __name__ == '__main__':
    train()
