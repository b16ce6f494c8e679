# -*- coding: utf-8 -*-
"""
用一个小型卷积网络识别手写数字,单机单卡版本。
A small convolutional network for handwritten digits, on one device.

    python mnist_single.py --epochs 4 --optimizer momentum
"""
from __future__ import print_function

import argparse
import gzip
import json
import random

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Linear, Pool2D


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', default='./work/mnist.json.gz')
    parser.add_argument('--use_gpu', action='store_true')
    parser.add_argument('--optimizer', default='sgd', choices=['sgd', 'momentum', 'adagrad', 'adam'])
    parser.add_argument('--lr', type=float, default=0.01)
    parser.add_argument('--batch_size', type=int, default=100)
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--steps', type=int, default=0, help='stop after so many batches (0: never)')
    parser.add_argument('--print_every', type=int, default=4)
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--init', default='', help='start from these parameters')
    parser.add_argument('--resume', default='', help='go on from a checkpoint: parameters and optimizer')
    parser.add_argument('--save', default='mnist')
    return parser.parse_args()


def load_data(args, mode='train'):
    # 文件里依次是训练集、验证集、测试集,每个都是 [图像, 标签]
    # the file holds three splits, each of them [images, labels]
    with gzip.open(args.data) as f:
        train_set, valid_set, test_set = json.loads(f.read().decode('utf-8'))
    images, labels = {'train': train_set, 'valid': valid_set, 'test': test_set}[mode]
    assert len(images) == len(labels), \
        '{} images but {} labels'.format(len(images), len(labels))
    order = list(range(len(images)))

    def reader():
        if mode == 'train':
            random.shuffle(order)
        image_batch, label_batch = [], []
        for i in order:
            image_batch.append(np.array(images[i], dtype='float32').reshape([1, 28, 28]))
            label_batch.append(np.array(labels[i], dtype='int64').reshape([1]))
            if len(image_batch) == args.batch_size:
                yield np.array(image_batch), np.array(label_batch)
                image_batch, label_batch = [], []
        # 最后不足一个批次的样本也不要浪费 / the last batch may be a short one
        if image_batch:
            yield np.array(image_batch), np.array(label_batch)

    return reader


class MNIST(fluid.dygraph.Layer):
    def __init__(self):
        super(MNIST, self).__init__()
        # 两组 卷积 + 池化 / two rounds of convolution and pooling
        self.conv1 = Conv2D(num_channels=1, num_filters=20, filter_size=5, padding=2, act='relu')
        self.pool1 = Pool2D(pool_size=2, pool_stride=2, pool_type='max')
        self.conv2 = Conv2D(num_channels=20, num_filters=20, filter_size=5, padding=2, act='relu')
        self.pool2 = Pool2D(pool_size=2, pool_stride=2, pool_type='max')
        # 全连接层直接输出 10 个类别的概率 / ten probabilities, one for each digit
        self.fc = Linear(input_dim=20 * 7 * 7, output_dim=10, act='softmax')

    def forward(self, inputs, label=None):
        x = self.conv1(inputs)
        x = self.pool1(x)
        x = self.conv2(x)
        x = self.pool2(x)
        x = fluid.layers.reshape(x, [x.shape[0], -1])
        x = self.fc(x)
        if label is not None:
            # 顺便算一下准确率 / the accuracy comes along when there are labels
            return x, fluid.layers.accuracy(input=x, label=label)
        return x


def evaluate(model, reader):
    model.eval()
    # 最后一个批次较小,所以按样本数累加 / summed over samples, for the last batch is smaller
    accuracies, losses, count = [], [], 0
    with fluid.dygraph.no_grad():
        for image_data, label_data in reader():
            image = fluid.dygraph.to_variable(image_data)
            label = fluid.dygraph.to_variable(label_data)
            predict, acc = model(image, label)
            loss = fluid.layers.mean(fluid.layers.cross_entropy(predict, label))
            accuracies.append(acc.numpy() * len(image_data))
            losses.append(loss.numpy() * len(image_data))
            count += len(image_data)
    model.train()
    return np.sum(losses) / count, np.sum(accuracies) / count


def train(args):
    random.seed(args.seed)
    place = fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()

    with fluid.dygraph.guard(place):
        model = MNIST()
        model.train()

        # 加一点 L2 正则,防止过拟合 / a little weight decay against overfitting
        decay = fluid.regularizer.L2Decay(regularization_coeff=0.001)
        if args.optimizer == 'sgd':
            optimizer = fluid.optimizer.SGDOptimizer(
                learning_rate=args.lr, regularization=decay, parameter_list=model.parameters())
        elif args.optimizer == 'momentum':
            optimizer = fluid.optimizer.MomentumOptimizer(
                learning_rate=args.lr, momentum=0.9, regularization=decay, parameter_list=model.parameters())
        elif args.optimizer == 'adagrad':
            optimizer = fluid.optimizer.AdagradOptimizer(
                learning_rate=args.lr, regularization=decay, parameter_list=model.parameters())
        else:
            optimizer = fluid.optimizer.AdamOptimizer(
                learning_rate=args.lr, regularization=decay, parameter_list=model.parameters())
        # 不想要正则项时,可以换成下面的写法 / without the weight decay:
        # optimizer = fluid.optimizer.SGDOptimizer(learning_rate=0.01, parameter_list=model.parameters())
        # optimizer = fluid.optimizer.AdamOptimizer(learning_rate=0.001, parameter_list=model.parameters())

        if args.init:
            params, _ = fluid.load_dygraph(args.init)
            model.set_dict(params)
        if args.resume:
            params, opt_state = fluid.load_dygraph(args.resume)
            model.set_dict(params)
            if opt_state is not None:
                optimizer.set_dict(opt_state)

        train_reader = load_data(args, 'train')
        valid_reader = load_data(args, 'valid')

        step = 0
        for epoch_id in range(args.epochs):
            for batch_id, data in enumerate(train_reader()):
                image_data, label_data = data
                image = fluid.dygraph.to_variable(image_data)
                label = fluid.dygraph.to_variable(label_data)

                # 前向计算 / forward
                predict = model(image)
                loss = fluid.layers.cross_entropy(predict, label)
                avg_loss = fluid.layers.mean(loss)
                if batch_id % args.print_every == 0:
                    print('epoch: {}, batch: {}, loss is: {}'.format(epoch_id, batch_id, avg_loss.numpy()))

                # 反向传播,更新参数 / backward, then one step of the optimizer
                avg_loss.backward()
                optimizer.minimize(avg_loss)
                model.clear_gradients()

                step += 1
                if step == args.steps:
                    break

            valid_loss, valid_acc = evaluate(model, valid_reader)
            print('epoch: {}, valid loss: {:.6f}, valid accuracy: {:.4f}'.format(epoch_id, valid_loss, valid_acc))
            if step == args.steps:
                break

        # 保存模型参数和优化器状态 / keep the parameters and the optimizer's state
        fluid.save_dygraph(model.state_dict(), args.save)
        if optimizer.state_dict():
            fluid.save_dygraph(optimizer.state_dict(), args.save)


if __name__ == '__main__':
    train(parse_args())
