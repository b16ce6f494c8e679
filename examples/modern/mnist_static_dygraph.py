# -*- coding: utf-8 -*-
"""
用一个小型卷积网络识别手写数字,静态图版本:先搭好程序,再由执行器运行。
A small convolutional network for handwritten digits as a static program, run by an executor.

    python mnist_static.py --epochs 4
"""
from __future__ import print_function

import argparse
import gzip
import json
import os
import random

import numpy
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


class BatchFeeder:
    """Makes tensors of a batch of samples, by the names that `paddle.static.InputSpec` gives them."""

    def __init__(self, feed_list):
        self.specs = list(feed_list)

    def feed(self, samples):
        return {spec.name: self.joined(spec, fields) for spec, fields in zip(self.specs, zip(*samples))}

    def joined(self, spec, fields):
        array = numpy.array(fields, str(spec.dtype).rpartition(".")[2])
        return paddle.to_tensor(array if array.ndim == len(spec.shape) else array.reshape(spec.shape))


def parse_args():
    parser = argparse.ArgumentParser('mnist')
    parser.add_argument('--data', default='./work/mnist.json.gz')
    parser.add_argument('--use_gpu', action='store_true')
    parser.add_argument('--lr', type=float, default=0.01)
    parser.add_argument('--batch_size', type=int, default=64)
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--save_dirname', default='recognize_digits.inference.model')
    return parser.parse_args()


def digits(args, number):
    # 文件里依次是训练集、验证集、测试集 / the file holds three splits, each of them [images, labels]
    with gzip.open(args.data) as f:
        images, labels = json.loads(f.read().decode('utf-8'))[number]

    def reader():
        for image, label in zip(images, labels):
            yield numpy.array(image, dtype='float32') * 2 - 1, label

    return reader


class ConvolutionalNeuralNetwork(nn.Layer):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2D(in_channels=1, out_channels=6, kernel_size=5)
        self.batch_norm = nn.BatchNorm(6)
        self.conv2 = nn.Conv2D(in_channels=6, out_channels=16, kernel_size=5)
        self.linear = nn.Linear(in_features=256, out_features=10)

    def forward(self, img):
        # 第一组 卷积 + 池化,再做批归一化 / the first convolution and pooling, then batch normalization
        conv_pool_1 = F.avg_pool2d(
            paddle.tanh(self.conv1(img)),
            kernel_size=2,
            stride=2)
        conv_pool_1 = self.batch_norm(conv_pool_1)
        # 第二组 / the second
        conv_pool_2 = F.avg_pool2d(
            paddle.tanh(self.conv2(conv_pool_1)),
            kernel_size=2,
            stride=2)
        # 全连接层输出 10 个类别的概率 / ten probabilities, one for each digit
        return F.softmax(
            self.linear(
                paddle.flatten(conv_pool_2, start_axis=1)))


class Network(nn.Layer):
    def __init__(self):
        super().__init__()
        self.convolutional_neural_network = ConvolutionalNeuralNetwork()

    def forward(self, img, label=None):
        prediction = self.convolutional_neural_network(img)
        if label is None:
            return prediction
        loss = F.cross_entropy(input=prediction, label=label, reduction='none', use_softmax=False)
        avg_loss = paddle.mean(loss)
        acc = paddle.metric.accuracy(input=prediction, label=label)
        return prediction, avg_loss, acc


def train(args):
    random.seed(args.seed)
    paddle.seed(args.seed)

    train_reader = paddle.batch(
        paddle.reader.shuffle(digits(args, 0), buf_size=500), batch_size=args.batch_size)
    test_reader = paddle.batch(digits(args, 2), batch_size=args.batch_size)

    img = paddle.static.InputSpec([None, 1, 28, 28], 'float32', 'img')
    label = paddle.static.InputSpec([None, 1], 'int64', 'label')

    # 测试用的程序要在加入优化器之前复制 / the program for the tests is copied before the optimizer joins

    paddle.set_device('gpu:0' if args.use_gpu else 'cpu')
    net = Network()
    optimizer = paddle.optimizer.Momentum(
        learning_rate=args.lr,
        momentum=0.9,
        weight_decay=paddle.regularizer.L2Decay(coeff=1e-3), parameters=net.parameters())
    feeder = BatchFeeder([img, label])

    def train_test():
        accuracies, losses = [], []
        for test_data in test_reader():
            net.eval()
            with paddle.no_grad():
                _, avg_loss, acc = net(**feeder.feed(test_data))
            net.train()
            acc_np, loss_np = acc.numpy(), avg_loss.numpy()
            accuracies.append(float(acc_np))
            losses.append(float(loss_np))
        return numpy.array(accuracies).mean(), numpy.array(losses).mean()

    for epoch_id in range(args.epochs):
        for step, data in enumerate(train_reader()):
            _, avg_loss, acc = net(**feeder.feed(data))
            avg_loss.backward()
            optimizer.step()
            optimizer.clear_grad()
            metrics = [avg_loss.numpy(), acc.numpy()]
            print('epoch: {}, batch: {}, loss is: {}, accuracy: {}'.format(
                epoch_id, step, metrics[0].item(), metrics[1].item()))
        test_acc, test_loss = train_test()
        print('epoch: {}, test loss is: {}, test accuracy: {:.4f}'.format(epoch_id, test_loss, test_acc))

    # 保存预测模型 / keep a model for inference
    net.eval()
    paddle.jit.save(net, os.path.join(args.save_dirname, 'model'), input_spec=[img])
    net.train()


def infer(args):
    """读取保存的模型,预测几个数字 / The saved model reads some digits."""
    paddle.set_device('gpu:0' if args.use_gpu else 'cpu')
    with paddle.no_grad():
        inference_program = paddle.jit.load(os.path.join(args.save_dirname, 'model'))
        inference_program.eval()
        samples = [sample for sample, _ in zip(digits(args, 1)(), range(8))]
        images = numpy.array([image for image, _ in samples]).reshape([-1, 1, 28, 28])
        results = [inference_program(paddle.to_tensor(images)).numpy()]
    labels = numpy.argsort(results[0])[:, -1]
    print('inference: {}, labels: {}'.format(labels.tolist(), [label for _, label in samples]))


if __name__ == '__main__':
    args = parse_args()
    train(args)
    infer(args)
