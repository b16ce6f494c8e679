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
import random

import numpy
import paddle
import paddle.fluid as fluid


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


def convolutional_neural_network(img):
    # 第一组 卷积 + 池化,再做批归一化 / the first convolution and pooling, then batch normalization
    conv_pool_1 = fluid.nets.simple_img_conv_pool(
        input=img,
        filter_size=5,
        num_filters=6,
        pool_size=2,
        pool_stride=2,
        pool_type='avg',
        act='tanh')
    conv_pool_1 = fluid.layers.batch_norm(conv_pool_1)
    # 第二组 / the second
    conv_pool_2 = fluid.nets.simple_img_conv_pool(
        input=conv_pool_1,
        filter_size=5,
        num_filters=16,
        pool_size=2,
        pool_stride=2,
        pool_type='avg',
        act='tanh')
    # 全连接层输出 10 个类别的概率 / ten probabilities, one for each digit
    return fluid.layers.fc(input=conv_pool_2, size=10, act='softmax')


def train(args):
    random.seed(args.seed)
    startup_program = fluid.default_startup_program()
    main_program = fluid.default_main_program()
    startup_program.random_seed = args.seed
    main_program.random_seed = args.seed

    train_reader = paddle.batch(
        paddle.reader.shuffle(digits(args, 0), buf_size=500), batch_size=args.batch_size)
    test_reader = paddle.batch(digits(args, 2), batch_size=args.batch_size)

    img = fluid.data(name='img', shape=[None, 1, 28, 28], dtype='float32')
    label = fluid.data(name='label', shape=[None, 1], dtype='int64')
    prediction = convolutional_neural_network(img)
    loss = fluid.layers.cross_entropy(input=prediction, label=label)
    avg_loss = fluid.layers.mean(loss)
    acc = fluid.layers.accuracy(input=prediction, label=label)

    # 测试用的程序要在加入优化器之前复制 / the program for the tests is copied before the optimizer joins
    test_program = main_program.clone(for_test=True)
    optimizer = fluid.optimizer.Momentum(
        learning_rate=args.lr,
        momentum=0.9,
        regularization=fluid.regularizer.L2Decay(regularization_coeff=1e-3))
    optimizer.minimize(avg_loss)

    place = fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()
    exe = fluid.Executor(place)
    feeder = fluid.DataFeeder(feed_list=[img, label], place=place)
    exe.run(startup_program)

    def train_test():
        accuracies, losses = [], []
        for test_data in test_reader():
            acc_np, loss_np = exe.run(
                program=test_program, feed=feeder.feed(test_data), fetch_list=[acc, avg_loss])
            accuracies.append(float(acc_np))
            losses.append(float(loss_np))
        return numpy.array(accuracies).mean(), numpy.array(losses).mean()

    for epoch_id in range(args.epochs):
        for step, data in enumerate(train_reader()):
            metrics = exe.run(
                main_program, feed=feeder.feed(data), fetch_list=[avg_loss.name, acc.name])
            print('epoch: {}, batch: {}, loss is: {}, accuracy: {}'.format(
                epoch_id, step, metrics[0][0], metrics[1][0]))
        test_acc, test_loss = train_test()
        print('epoch: {}, test loss is: {}, test accuracy: {:.4f}'.format(epoch_id, test_loss, test_acc))

    # 保存预测模型 / keep a model for inference
    fluid.io.save_inference_model(args.save_dirname, ['img'], [prediction], exe)


def infer(args):
    """读取保存的模型,预测几个数字 / The saved model reads some digits."""
    place = fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()
    exe = fluid.Executor(place)
    with fluid.scope_guard(fluid.Scope()):
        inference_program, feed_target_names, fetch_targets = fluid.io.load_inference_model(
            args.save_dirname, exe)
        samples = [sample for sample, _ in zip(digits(args, 1)(), range(8))]
        images = numpy.array([image for image, _ in samples]).reshape([-1, 1, 28, 28])
        results = exe.run(
            inference_program, feed={feed_target_names[0]: images}, fetch_list=fetch_targets)
    labels = numpy.argsort(results[0])[:, -1]
    print('inference: {}, labels: {}'.format(labels.tolist(), [label for _, label in samples]))


if __name__ == '__main__':
    args = parse_args()
    train(args)
    infer(args)
