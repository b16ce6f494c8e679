# -*- coding: utf-8 -*-
"""
用 LSTM 判断一句话的褒贬,静态图版本:句子长短不一,以 LoDTensor 喂入。
Whether a sentence praises or blames, by an LSTM in a static program: sentences of several lengths are fed as LoD.

    python sentiment_lstm.py --epochs 4
"""
from __future__ import print_function

import argparse
import random

import paddle
import paddle.fluid as fluid

GOOD = 'good great fine lovely brilliant funny moving'.split()
BAD = 'bad awful dull poor boring silly tedious'.split()
OTHER = 'the a film plot actor was is it and very rather so this one scene'.split()
WORDS = {word: number for number, word in enumerate(GOOD + BAD + OTHER)}


def parse_args():
    parser = argparse.ArgumentParser('sentiment')
    parser.add_argument('--sentences', type=int, default=256)
    parser.add_argument('--lr', type=float, default=0.4)
    parser.add_argument('--batch_size', type=int, default=16)
    parser.add_argument('--epochs', type=int, default=4)
    parser.add_argument('--seed', type=int, default=7)
    return parser.parse_args()


def sentences(count, seed):
    # 造出来的句子,其中一个词有褒贬 / made sentences: one word praises or blames
    def reader():
        rng = random.Random(seed)
        for _ in range(count):
            label = rng.randint(0, 1)
            before = [rng.choice(OTHER) for _ in range(rng.randint(0, 3))]
            behind = [rng.choice(OTHER) for _ in range(rng.randint(0, 2))]
            said = before + [rng.choice(GOOD if label else BAD)] + behind
            yield [WORDS[word] for word in said], label

    return reader


def lstm_net(words, emb_dim=64, hid_dim=44):
    emb = fluid.layers.embedding(input=words, size=[len(WORDS), emb_dim], is_sparse=False)
    fc0 = fluid.layers.fc(input=emb, size=hid_dim * 4)
    lstm_h, c = fluid.layers.dynamic_lstm(input=fc0, size=hid_dim * 4, is_reverse=False)
    # 每句话取各步的最大值 / of each sentence the greatest of all its steps
    lstm_max = fluid.layers.sequence_pool(input=lstm_h, pool_type='max')
    lstm_max_tanh = fluid.layers.tanh(lstm_max)
    return fluid.layers.fc(input=lstm_max_tanh, size=2, act='softmax')


def train(args):
    startup_program = fluid.default_startup_program()
    main_program = fluid.default_main_program()
    startup_program.random_seed = args.seed
    main_program.random_seed = args.seed

    words = fluid.data(name='words', shape=[None, 1], dtype='int64', lod_level=1)
    label = fluid.data(name='label', shape=[None, 1], dtype='int64')
    prediction = lstm_net(words)
    avg_cost = fluid.layers.mean(fluid.layers.cross_entropy(input=prediction, label=label))
    acc = fluid.layers.accuracy(input=prediction, label=label)
    test_program = main_program.clone(for_test=True)
    fluid.optimizer.Momentum(learning_rate=args.lr, momentum=0.9).minimize(avg_cost)

    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    feeder = fluid.DataFeeder(feed_list=[words, label], place=place)
    exe.run(startup_program)

    train_reader = paddle.batch(sentences(args.sentences, args.seed), batch_size=args.batch_size)
    test_reader = paddle.batch(sentences(64, args.seed + 1), batch_size=args.batch_size)
    for epoch in range(args.epochs):
        for step, data in enumerate(train_reader()):
            cost, right = exe.run(main_program, feed=feeder.feed(data), fetch_list=[avg_cost, acc])
            print('epoch: {}, batch: {}, loss is: {}, accuracy: {}'.format(epoch, step, cost[0], right[0]))
        right = []
        for data in test_reader():
            acc_np, = exe.run(test_program, feed=feeder.feed(data), fetch_list=[acc])
            right.append(float(acc_np))
        print('epoch: {}, test accuracy: {:.4f}'.format(epoch, sum(right) / len(right)))


if __name__ == '__main__':
    train(parse_args())
