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
import os
import random

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


def load_states(model_path, keep_name_table=False):
    """What was saved as model_path.pdparams and as model_path.pdopt: None for the second where it is missing."""
    for suffix in (".pdparams", ".pdopt"):
        if model_path.endswith(suffix):
            model_path = model_path[: -len(suffix)]
            break
    params = paddle.load(model_path + ".pdparams", keep_name_table=keep_name_table, return_numpy=True)
    state = paddle.load(model_path + ".pdopt", return_numpy=True) if os.path.exists(model_path + ".pdopt") else None
    return params, state


class Adam(paddle.optimizer.Adam):
    """Adam that adds epsilon to the root as it is, as Paddle 1 did; today's scales it with the step first."""

    def _append_optimize_op(self, block, param_and_grad):
        epsilon, power = self._epsilon, self._get_accumulator_master(self._beta2_pow_acc_str, param_and_grad[0])
        self._epsilon = epsilon / (1.0 - (power.item() if paddle.in_dynamic_mode() else power)) ** 0.5
        done = super()._append_optimize_op(block, param_and_grad)
        self._epsilon = epsilon
        return done


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


class MNIST(nn.Layer):
    def __init__(self):
        super(MNIST, self).__init__()
        # 两组 卷积 + 池化 / two rounds of convolution and pooling
        self.conv1 = nn.Conv2D(in_channels=1, out_channels=20, kernel_size=5, padding=2)
        self.pool1 = nn.MaxPool2D(kernel_size=2, stride=2)
        self.conv2 = nn.Conv2D(in_channels=20, out_channels=20, kernel_size=5, padding=2)
        self.pool2 = nn.MaxPool2D(kernel_size=2, stride=2)
        # 全连接层直接输出 10 个类别的概率 / ten probabilities, one for each digit
        self.fc = nn.Linear(in_features=20 * 7 * 7, out_features=10)

    def forward(self, inputs, label=None):
        x = F.relu(self.conv1(inputs))
        x = self.pool1(x)
        x = F.relu(self.conv2(x))
        x = self.pool2(x)
        x = paddle.reshape(x, [x.shape[0], -1])
        x = F.softmax(self.fc(x))
        if label is not None:
            # 顺便算一下准确率 / the accuracy comes along when there are labels
            return x, paddle.metric.accuracy(input=x, label=label)
        return x


def evaluate(model, reader):
    model.eval()
    # 最后一个批次较小,所以按样本数累加 / summed over samples, for the last batch is smaller
    accuracies, losses, count = [], [], 0
    with paddle.no_grad():
        for image_data, label_data in reader():
            image = paddle.to_tensor(image_data)
            label = paddle.to_tensor(label_data)
            predict, acc = model(image, label)
            loss = paddle.mean(F.cross_entropy(predict, label, reduction='none', use_softmax=False))
            accuracies.append(acc.numpy() * len(image_data))
            losses.append(loss.numpy() * len(image_data))
            count += len(image_data)
    model.train()
    return np.sum(losses) / count, np.sum(accuracies) / count


def train(args):
    random.seed(args.seed)
    place = 'gpu:0' if args.use_gpu else 'cpu'

    paddle.device.set_device(place)
    model = MNIST()
    model.train()

    # 加一点 L2 正则,防止过拟合 / a little weight decay against overfitting
    decay = paddle.regularizer.L2Decay(coeff=0.001)
    if args.optimizer == 'sgd':
        optimizer = paddle.optimizer.SGD(
            learning_rate=args.lr, weight_decay=decay, parameters=model.parameters())
    elif args.optimizer == 'momentum':
        optimizer = paddle.optimizer.Momentum(
            learning_rate=args.lr, momentum=0.9, weight_decay=decay, parameters=model.parameters())
    elif args.optimizer == 'adagrad':
        optimizer = paddle.optimizer.Adagrad(
            learning_rate=args.lr, weight_decay=decay, parameters=model.parameters())
    else:
        optimizer = Adam(
            learning_rate=args.lr, weight_decay=decay, parameters=model.parameters())
    # 不想要正则项时,可以换成下面的写法 / without the weight decay:
    # optimizer = paddle.optimizer.SGD(learning_rate=0.01, parameters=model.parameters())
    # optimizer = Adam(learning_rate=0.001, parameters=model.parameters())

    if args.init:
        params = paddle.load(args.init if args.init.endswith('.pdparams') else args.init + '.pdparams')
        model.set_state_dict(params)
    if args.resume:
        params, opt_state = load_states(args.resume)
        model.set_state_dict(params)
        if opt_state is not None:
            optimizer.set_state_dict(opt_state)

    train_reader = load_data(args, 'train')
    valid_reader = load_data(args, 'valid')

    step = 0
    for epoch_id in range(args.epochs):
        for batch_id, data in enumerate(train_reader()):
            image_data, label_data = data
            image = paddle.to_tensor(image_data)
            label = paddle.to_tensor(label_data)

            # 前向计算 / forward
            predict = model(image)
            loss = F.cross_entropy(predict, label, reduction='none', use_softmax=False)
            avg_loss = paddle.mean(loss)
            if batch_id % args.print_every == 0:
                print('epoch: {}, batch: {}, loss is: {}'.format(epoch_id, batch_id, avg_loss.numpy()))

            # 反向传播,更新参数 / backward, then one step of the optimizer
            avg_loss.backward()
            optimizer.step()
            optimizer.clear_grad()

            step += 1
            if step == args.steps:
                break

        valid_loss, valid_acc = evaluate(model, valid_reader)
        print('epoch: {}, valid loss: {:.6f}, valid accuracy: {:.4f}'.format(epoch_id, valid_loss, valid_acc))
        if step == args.steps:
            break

    # 保存模型参数和优化器状态 / keep the parameters and the optimizer's state
    paddle.save(model.state_dict(), args.save + '.pdparams')
    if optimizer.state_dict():
        paddle.save(optimizer.state_dict(), args.save + '.pdopt')


if __name__ == '__main__':
    train(parse_args())
