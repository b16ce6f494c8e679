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
import numpy as np
import paddle.nn as nn
import paddle.nn.functional as F


def over_rows(cell, rows, lengths, states, is_reverse):
    """What the cell gives for each of the rows; a state is a tensor, or the width of zeros to begin with."""
    begin = [paddle.zeros([lengths.shape[0], each], rows.dtype) if isinstance(each, int) else each for each in states]
    steps, _ = nn.RNN(cell, is_reverse)(padded(rows, lengths), begin, lengths)
    return unpadded(steps, lengths)


class DynamicLSTM(nn.Layer):
    """Paddle 1's LSTM: of rows [T, size] of sequences the outputs and the cells [T, size / 4]."""

    def __init__(self, size, param_attr=None, bias_attr=None, use_peepholes=True,
                 is_reverse=False, gate_activation="sigmoid", cell_activation="tanh",
                 candidate_activation="tanh"):
        super().__init__()
        self.width, self.is_reverse = size // 4, is_reverse
        self.weight = self.create_parameter([self.width, size], param_attr)
        self.bias = self.create_parameter([1, (7 if use_peepholes else 4) * self.width], bias_attr, is_bias=True)
        self.activations = [gate_activation, cell_activation, candidate_activation, "identity"]

    def forward(self, rows, lengths, h_0=None, c_0=None):
        cell = GatedCell(self.weight, self.bias, self.activations)
        begin = [self.width if each is None else each for each in (h_0, c_0)]
        found = over_rows(cell, rows, lengths, begin, self.is_reverse)
        return found[:, : self.width], found[:, self.width :].detach()


class SequenceBatchFeeder:
    """A BatchFeeder that gives the rows of `sequences` one below the other, and lengths under name + "_lengths"."""

    def __init__(self, feed_list, sequences):
        self.specs, self.sequences = list(feed_list), set(sequences)

    def feed(self, samples):
        found = {}
        for spec, fields in zip(self.specs, zip(*samples)):
            dtype = str(spec.dtype).rpartition(".")[2]
            if spec.name in self.sequences:
                found[f"{spec.name}_lengths"] = paddle.to_tensor([len(each) for each in fields], "int64")
                array = np.concatenate([np.reshape(np.array(each, dtype), [len(each), *spec.shape[1:]])
                                        for each in fields])
            else:
                array = np.array(fields, dtype)
                array = array if array.ndim == len(spec.shape) else array.reshape(spec.shape)
            found[spec.name] = paddle.to_tensor(array)
        return found


def recurrent_activation(name):
    """The activation of that name: "sigmoid", "tanh", "relu" or "identity"."""
    return {"identity": lambda x: x}.get(name) or getattr(F, name)


def no_gradient(rows):
    """``rows`` itself, through which nothing is trained from now on."""
    rows.stop_gradient = True
    return rows


class GatedCell:
    """A step of Paddle 1's LSTM: the candidate, then the input, forget and output gates, are the columns of its input."""

    def __init__(self, weight, bias, activations, down=None, clip=None, limit=None):
        self.size, self.weight, self.bias, self.down = weight.shape[1] // 4, weight, bias, down
        self.clip, self.limit = clip, limit
        self.gate, self.out, self.candidate, self.projected = (recurrent_activation(each) for each in activations)
        self.is_cut = self.size % 8 == 0 and weight.dtype == paddle.float32 and not paddle.is_compiled_with_cuda()

    def __call__(self, x, states):
        hidden, cell = states
        size, peep = self.size, self.bias.shape[1] > 4 * self.size
        new, i, f, o = paddle.split(x + paddle.matmul(hidden, self.weight) + self.bias[:, : 4 * size], 4, axis=1)
        if peep:
            i, f = i + cell * self.bias[:, 4 * size : 5 * size], f + cell * self.bias[:, 5 * size : 6 * size]
        cell = self.candidate(new) * self.gate(i) + cell * self.gate(f)
        cell = self.clip(cell, self.is_cut) if self.clip else cell
        seen = no_gradient(paddle.assign(cell)) if self.is_cut and not self.clip else cell
        o = o + seen * self.bias[:, 6 * size :] if peep else o
        hidden = self.gate(o) * self.out(seen)
        if self.down is not None:
            hidden = self.projected(paddle.matmul(hidden, self.down))
            if self.limit:
                hidden = paddle.clip(hidden, -self.limit, self.limit)
        return paddle.concat([hidden, cell], axis=1), [hidden, cell]

    forward = __call__


def padded(rows, lengths, value=0.0):
    """The sequences [N, longest, ...], filled up with ``value``."""
    kept = F.sequence_mask(lengths, dtype="int64")
    steps = paddle.cumsum(paddle.ones_like(kept), axis=1) - 1
    places = (paddle.cumsum(lengths) - lengths).unsqueeze(1) + steps
    found = paddle.gather_nd(rows, (places * kept).unsqueeze(-1))
    mask = paddle.cast(kept, "bool").unsqueeze(list(range(2, len(rows.shape) + 1)))
    return paddle.where(mask, found, paddle.full_like(found, value))


def unpadded(steps, lengths):
    """The rows of sequences [N, T, ...] of these lengths, one below the other."""
    return paddle.gather_nd(steps, paddle.nonzero(F.sequence_mask(lengths)))


def pooled_sequences(input, lengths, pool_type, pad_value=0.0):
    """One row of each sequence: "sum", "average", "sqrt", "max", "last" or "first" of its rows; else ``pad_value``."""
    kind = pool_type.lower()
    count = paddle.clip(lengths, min=1).unsqueeze(list(range(1, len(input.shape))))
    if kind == "max":  # of equal rows the first gets the gradient
        steps = padded(input, lengths, float("-inf"))
        found = paddle.take_along_axis(steps, paddle.argmax(steps, axis=1, keepdim=True), axis=1).squeeze(1)
    elif kind in ("first", "last"):
        places = paddle.cumsum(lengths) - (lengths if kind == "first" else 1)
        found = paddle.gather(input, places * paddle.cast(lengths > 0, "int64"))
    elif kind == "sum":
        found = padded(input, lengths).sum(1)
    else:
        by = paddle.cast(count, input.dtype)
        found = padded(input, lengths).sum(1) / (by if kind == "average" else paddle.sqrt(by))
    empty = (lengths == 0).unsqueeze(list(range(1, len(input.shape))))
    return paddle.where(empty, paddle.full_like(found, pad_value), found)


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


class Network(nn.Layer):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(num_embeddings=len(WORDS), embedding_dim=64)
        self.linear1 = nn.Linear(in_features=64, out_features=176)
        self.dynamic_lstm = DynamicLSTM(size=176, is_reverse=False)
        self.linear2 = nn.Linear(in_features=44, out_features=2)

    def forward(self, words, words_lengths, label):
        emb = self.embedding(paddle.squeeze(words, axis=-1))
        fc0 = self.linear1(emb)
        lstm_h, _ = self.dynamic_lstm(fc0, words_lengths)
        # 每句话取各步的最大值 / of each sentence the greatest of all its steps
        lstm_max = pooled_sequences(input=lstm_h, lengths=words_lengths, pool_type="max")
        lstm_max_tanh = paddle.tanh(lstm_max)
        prediction = F.softmax(self.linear2(lstm_max_tanh))
        avg_cost = paddle.mean(F.cross_entropy(input=prediction, label=label, reduction='none', use_softmax=False))
        acc = paddle.metric.accuracy(input=prediction, label=label)
        return avg_cost, acc


def train(args):
    paddle.seed(args.seed)

    words = paddle.static.InputSpec([None, 1], 'int64', 'words')
    label = paddle.static.InputSpec([None, 1], 'int64', 'label')

    paddle.set_device('cpu')
    net = Network()
    optimizer = paddle.optimizer.Momentum(learning_rate=args.lr, momentum=0.9, parameters=net.parameters())
    feeder = SequenceBatchFeeder([words, label], ['words'])

    train_reader = paddle.batch(sentences(args.sentences, args.seed), batch_size=args.batch_size)
    test_reader = paddle.batch(sentences(64, args.seed + 1), batch_size=args.batch_size)
    for epoch in range(args.epochs):
        for step, data in enumerate(train_reader()):
            avg_cost, acc = net(**feeder.feed(data))
            avg_cost.backward()
            optimizer.step()
            optimizer.clear_grad()
            cost, right = avg_cost.numpy(), acc.numpy()
            print('epoch: {}, batch: {}, loss is: {}, accuracy: {}'.format(epoch, step, cost.item(), right.item()))
        right = []
        for data in test_reader():
            net.eval()
            with paddle.no_grad():
                _, acc = net(**feeder.feed(data))
            net.train()
            acc_np = acc.numpy()
            right.append(float(acc_np))
        print('epoch: {}, test accuracy: {:.4f}'.format(epoch, sum(right) / len(right)))


if __name__ == '__main__':
    train(parse_args())
