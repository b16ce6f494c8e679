# -*- coding: utf-8 -*-
"""
手写数字识别,数据并行版本:每张卡一个进程,各读各的批次。
Handwritten digits with data parallelism: one process a card, each with batches of its own.

    python -m paddle.distributed.launch --selected_gpus=0,1 mnist_multi.py
"""
from __future__ import print_function

import argparse
import gzip
import json
import os
import random

import numpy as np
import paddle
import paddle.distributed as dist
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


def distributed_batch_reader(batch_reader):
    """Deal the batches out in turn, one to each rank; an incomplete last round is left out."""
    rank, world_size = dist.get_rank(), dist.get_world_size()

    def reader():
        if world_size > 1:
            print(f"start data reader (trainers_num: {world_size}, trainer_id: {rank})")
        for batches in zip(*[iter(batch_reader())] * world_size):
            yield batches[rank]

    return reader


parser = argparse.ArgumentParser()
parser.add_argument('--data', default='./work/mnist.json.gz')
parser.add_argument('--optimizer', default='sgd', choices=['sgd', 'momentum', 'adagrad', 'adam'])
parser.add_argument('--lr', type=float, default=0.01)
parser.add_argument('--batch_size', type=int, default=100, help='on each card')
parser.add_argument('--epochs', type=int, default=2)
parser.add_argument('--steps', type=int, default=0, help='stop after so many batches (0: never)')
parser.add_argument('--print_every', type=int, default=2)
parser.add_argument('--seed', type=int, default=7)
parser.add_argument('--init', default='', help='start from these parameters')
parser.add_argument('--resume', default='', help='go on from a checkpoint: parameters and optimizer')
parser.add_argument('--save', default='mnist')
args = parser.parse_args()


def load_data(mode='train'):
    # 文件里依次是训练集、验证集、测试集,每个都是 [图像, 标签]
    # the file holds three splits, each of them [images, labels]
    with gzip.open(args.data) as f:
        splits = json.loads(f.read().decode('utf-8'))
    images, labels = splits[['train', 'valid', 'test'].index(mode)]
    assert len(images) == len(labels), \
        '{} images but {} labels'.format(len(images), len(labels))
    order = list(range(len(images)))

    def reader():
        # 各个进程的随机种子相同,打乱后的顺序才会一致
        # every process has the same seed, and so the same order
        if mode == 'train':
            random.shuffle(order)
        image_batch, label_batch = [], []
        for i in order:
            image_batch.append(np.array(images[i], dtype='float32').reshape([1, 28, 28]))
            label_batch.append(np.array(labels[i], dtype='int64').reshape([1]))
            if len(image_batch) == args.batch_size:
                yield np.array(image_batch), np.array(label_batch)
                image_batch, label_batch = [], []
        if image_batch:
            yield np.array(image_batch), np.array(label_batch)

    return reader


class MNIST(nn.Layer):
    def __init__(self):
        super(MNIST, self).__init__()
        # 两组 卷积 + 池化 / two rounds of convolution and pooling
        self.conv1 = nn.Conv2D(1, 20, 5, padding=2)
        self.pool1 = nn.MaxPool2D(2, 2)
        self.conv2 = nn.Conv2D(20, 20, 5, padding=2)
        self.pool2 = nn.MaxPool2D(2, 2)
        # 全连接层直接输出 10 个类别的概率 / ten probabilities, one for each digit
        self.fc = nn.Linear(980, 10)

    def forward(self, inputs):
        x = self.pool1(F.relu(self.conv1(inputs)))
        x = self.pool2(F.relu(self.conv2(x)))
        x = paddle.reshape(x, shape=[-1, 980])
        return F.softmax(self.fc(x))


def evaluate(model, reader):
    model.eval()
    accuracies, count = [], 0
    with paddle.no_grad():
        for image_data, label_data in reader():
            predict = model(paddle.to_tensor(image_data))
            acc = paddle.metric.accuracy(predict, paddle.to_tensor(label_data))
            accuracies.append(acc.numpy() * len(image_data))
            count += len(image_data)
    model.train()
    return np.sum(accuracies) / count


def train_multi_gpu():
    random.seed(args.seed)
    # 每个进程用自己的那张卡 / every process takes the card that it was given
    env = dist.ParallelEnv()
    dist.init_parallel_env()

    # 并行环境要在建模型之前准备好 / the parallel context comes before the model
    model = MNIST()
    if args.init:
        params = paddle.load(args.init if args.init.endswith('.pdparams') else args.init + '.pdparams')
        model.set_state_dict(params)
    model = paddle.DataParallel(model)
    model.train()

    # 加一点 L2 正则,防止过拟合 / a little weight decay against overfitting
    decay = paddle.regularizer.L2Decay(0.001)
    if args.optimizer == 'sgd':
        optimizer = paddle.optimizer.SGD(
            args.lr, parameters=model.parameters(), weight_decay=decay)
    elif args.optimizer == 'momentum':
        optimizer = paddle.optimizer.Momentum(
            args.lr, 0.9, parameters=model.parameters(), weight_decay=decay)
    elif args.optimizer == 'adagrad':
        optimizer = paddle.optimizer.Adagrad(
            args.lr, parameters=model.parameters(), weight_decay=decay)
    else:
        optimizer = Adam(
            args.lr, parameters=model.parameters(), weight_decay=decay)
    # optimizer = paddle.optimizer.Momentum(0.01, 0.9, parameters=model.parameters(), use_nesterov=True)

    if args.resume:
        params, opt_state = load_states(args.resume)
        model.set_state_dict(params)
        if opt_state is not None:
            optimizer.set_state_dict(opt_state)

    # 把批次分给各个进程 / the batches are dealt out to the processes
    train_reader = distributed_batch_reader(load_data('train'))
    valid_reader = load_data('valid')

    step = 0
    for epoch_id in range(args.epochs):
        for batch_id, (image_data, label_data) in enumerate(train_reader()):
            image = paddle.to_tensor(image_data)
            label = paddle.to_tensor(label_data)

            predict = model(image)
            avg_loss = paddle.mean(F.cross_entropy(predict, label, reduction='none', use_softmax=False))
            if batch_id % args.print_every == 0:
                print('epoch: {}, batch: {}, loss is: {}'.format(epoch_id, batch_id, avg_loss.numpy()))

            # 先缩放损失,再汇总各卡的梯度 / scale the loss, then gather the gradients of all cards
            avg_loss.backward()
            optimizer.step()
            optimizer.clear_grad()

            step += 1
            if step == args.steps:
                break

        print('epoch: {}, valid accuracy: {:.4f}'.format(epoch_id, evaluate(model, valid_reader)))
        if step == args.steps:
            break

    # 每个进程各存一份,方便对照 / every process keeps a copy of its own, to compare
    path = args.save if env.local_rank == 0 else '{}_{}'.format(args.save, env.local_rank)
    paddle.save(model.state_dict(), path + '.pdparams')
    if optimizer.state_dict():
        paddle.save(optimizer.state_dict(), path + '.pdopt')


if __name__ == '__main__':
    dist.spawn(train_multi_gpu)
