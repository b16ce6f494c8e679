# -*- coding: utf-8 -*-
"""Digits through a loader with workers of its own, two epochs."""
from __future__ import print_function

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Linear, Pool2D

from utility import parse_args, picture_reader, start_weights

EPOCHS = 2


class ConvPool(fluid.dygraph.Layer):
    def __init__(self, num_channels, num_filters, filter_size, pool_size, pool_stride, act=None):
        super(ConvPool, self).__init__()
        self.conv = Conv2D(num_channels, num_filters, filter_size, act=act, use_cudnn=False)
        self.pool = Pool2D(pool_size=pool_size, pool_type='max', pool_stride=pool_stride, use_cudnn=False)

    def forward(self, inputs):
        return self.pool(self.conv(inputs))


class MNIST(fluid.dygraph.Layer):
    def __init__(self):
        super(MNIST, self).__init__()
        self.first = ConvPool(1, 4, 5, 2, 2, act="relu")
        self.second = ConvPool(4, 6, 5, 2, 2, act="relu")
        self.width = 6 * 4 * 4
        self.fc = Linear(self.width, 10, act="softmax")

    def forward(self, image, label=None):
        features = self.second(self.first(image))
        predict = self.fc(fluid.layers.reshape(features, shape=[-1, self.width]))
        if label is None:
            return predict
        return predict, fluid.layers.accuracy(input=predict, label=label)


def digits(batch_size, batches):
    def sample_list():
        samples = picture_reader([1, 28, 28], 10, seed=9)()
        for _ in range(batches):
            images, labels = zip(*[next(samples) for _ in range(batch_size)])
            yield list(zip(images, [np.array([label]).astype('int64') for label in labels]))

    return sample_list


def train(args):
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        mnist = MNIST()
        mnist.set_dict(start_weights(mnist.state_dict()))
        sgd = fluid.optimizer.MomentumOptimizer(0.01, 0.9, parameter_list=mnist.parameters())
        reader = digits(args.batch_size, args.steps // EPOCHS)
        if args.use_data_parallel:
            mnist = fluid.dygraph.parallel.DataParallel(mnist, strategy)
            reader = fluid.contrib.reader.distributed_batch_reader(
                digits(args.batch_size, args.steps // EPOCHS * fluid.dygraph.parallel.Env().nranks))
        train_loader = fluid.io.DataLoader.from_generator(capacity=5, use_multiprocess=True)
        train_loader.set_sample_list_generator(reader, places=place)
        for epoch in range(EPOCHS):
            for batch_id, data in enumerate(train_loader()):
                image, label = data
                label.stop_gradient = True
                predict, acc = mnist(image, label)
                loss = fluid.layers.cross_entropy(predict, label)
                avg_loss = fluid.layers.mean(loss)
                print("epoch {}, batch {}, mean {}, accuracy {:.3f}, loss {!r}".format(
                    epoch, batch_id, avg_loss.numpy(), float(acc.numpy()[0]), float(avg_loss.numpy()[0])))
                if args.use_data_parallel:
                    avg_loss = mnist.scale_loss(avg_loss)
                    avg_loss.backward()
                    mnist.apply_collective_grads()
                else:
                    avg_loss.backward()
                sgd.minimize(avg_loss)
                mnist.clear_gradients()
        if args.save:
            fluid.save_dygraph(mnist.state_dict(), args.save + '_%d' % fluid.dygraph.parallel.Env().local_rank)


if __name__ == '__main__':
    train(parse_args(batch_size=8))
