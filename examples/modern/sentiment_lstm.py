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

paddle.enable_static()


def clone_for_test(program):
    """A copy of a program that trains only later, to test with; fetch `in_program(copy, variables)`."""
    mapping = None if hasattr(program, "to_string") else paddle.pir.IrMapping()  # before Paddle 3
    copy = program.clone(for_test=True) if mapping is None else program.clone(mapping)
    if mapping is not None:
        copy.set_is_test_attr()
    copy.mapping, copy.original = mapping, program  # whose variables live no longer than it does
    is_new = not hasattr(paddle.static.Program, "to_string")  # Paddle 3
    for op in (copy or paddle.static.default_main_program()).global_block().ops if is_new else []:
        if op.name() == "pd_op.data" and op.result(0).use_empty():
            op.result(0).persistable = True
    return copy


def in_program(program, variables):
    """What the variables are in a copy by `clone` or `clone_for_test`; in any other program they are themselves."""
    if isinstance(variables, dict):
        found = {key: in_program(program, each) for key, each in variables.items()}
        return found if any(found[key] is not each for key, each in variables.items()) else variables
    if isinstance(variables, (list, tuple)):
        listed = [in_program(program, each) for each in variables]
        return listed if any(one is not each for one, each in zip(listed, variables)) else variables
    if hasattr(program, "to_string"):  # before Paddle 3
        return program.global_block().vars.get(getattr(variables, "name", None), variables)
    mapping = getattr(program, "mapping", None)
    known = in_program(program.original, variables) if mapping is not None else None  # of a copy, this is a copy of it
    if known is None or not hasattr(known, "is_same") or not mapping.has(known):
        return variables
    copied = mapping.look_up(known)
    copied.persistable = copied.persistable and known.persistable  # data that are used now have to be fed
    return copied


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


def with_lengths(rows, lengths):
    """``rows`` itself, which are those of sequences of these lengths from now on; None: of no sequences."""
    program = paddle.static.default_main_program()
    program.sequences = [*getattr(program, "sequences", []), (rows, lengths)]
    return rows


def lengths_of(x):
    """The lengths int64 [N] of the sequences whose rows ``x`` is made of."""
    known, is_new = getattr(paddle.static.default_main_program(), "sequences", []), hasattr(x, "is_same")  # Paddle 3
    waiting, seen, fed = [x], set(), []
    while waiting:
        each = waiting.pop()
        found = [lengths for rows, lengths in known if (rows.is_same(each) if is_new else rows.name == each.name)]
        if found and found[-1] is not None:
            return found[-1]
        op = each.get_defining_op() if is_new else each.op
        if not found and op is not None and op not in seen:
            seen.add(op)
            slots = () if is_new else sorted(op.input_names, key=("Index", "Label").__contains__)  # the rows come first
            names = [name for slot in slots for name in op.input(slot) if each.block.has_var(name)]
            waiting += reversed(op.operands_source() if is_new else list(map(each.block.var, names)))
        if (op is not None and op.name() == "pd_op.data") if is_new else each.is_data:
            fed.append(each)
    if len(fed) == 1:  # made without a level, and yet fed as sequences
        with_lengths(fed[0], paddle.static.data(f"{fed[0].name}_lengths", [-1], "int64"))
        return lengths_of(x)
    raise ValueError("rows of no sequences: make what is fed with sequence_data")


def padded(rows, lengths, value=0.0):
    """The sequences [N, longest, ...], filled up with ``value``."""
    kept = F.sequence_mask(lengths, dtype="int64")
    steps = paddle.cumsum(paddle.ones_like(kept), axis=1) - 1
    places = (paddle.cumsum(lengths) - lengths).unsqueeze(1) + steps
    found = paddle.gather_nd(rows, (places * kept).unsqueeze(-1))
    mask = paddle.cast(kept, "bool").unsqueeze(list(range(2, len(rows.shape) + 1)))
    return paddle.where(mask, found, paddle.full_like(found, value))


def as_many_steps(steps):
    """``steps`` [T, ...], and zeros behind them where a run before had more: before Paddle 3 no loop can make fewer."""
    if hasattr(steps, "is_same"):  # Paddle 3
        return steps
    count = paddle.shape(steps)[0]
    name = paddle.utils.unique_name.generate("as_many_steps")
    most = paddle.static.create_global_var([1], 0, "int32", persistable=True, name=name)
    known = paddle.static.global_scope().var(name).get_tensor()
    if not known._is_initialized():  # nor is it ever, where the start-up program of an inference one is not run
        known.set(np.zeros([1], "int32"), paddle.CPUPlace())
    paddle.assign(paddle.maximum(most, count), most)
    places = paddle.minimum(paddle.arange(0, most, dtype="int32"), count)
    return paddle.gather(paddle.concat([steps, paddle.zeros_like(steps[:1])], axis=0), places)


def run_steps(cell, steps, states, lengths, is_reverse=False):
    """What the cell gives for each step of ``steps`` [N, T, ...], and the states behind the last of each sequence."""
    count = paddle.shape(steps)[1]
    steps = as_many_steps(steps.transpose([1, 0, 2])).transpose([1, 0, 2])
    found, states = nn.RNN(cell, is_reverse)(steps, states, lengths)
    return found[:, :count], states


def over_sequences(cell, input, states, widths, is_reverse):
    """The rows that the cell gives for those of ``input``; states not given are zeros of these widths."""
    lengths = lengths_of(input)
    steps = padded(input, lengths)
    begin = [paddle.zeros([paddle.shape(steps)[0], width], input.dtype) for width in widths]
    begin = [begin[number] if state is None else state for number, state in enumerate(states)]
    found, _ = run_steps(cell, steps, begin, lengths, is_reverse)
    steps = paddle.reshape(found, [*paddle.shape(steps)[:2], sum(widths)])
    return with_lengths(paddle.gather_nd(steps, paddle.nonzero(F.sequence_mask(lengths))), lengths)


def dynamic_lstm(input, size, h_0=None, c_0=None, param_attr=None,
                 bias_attr=None, is_reverse=False, gate_activation="sigmoid",
                 cell_activation="tanh", candidate_activation="tanh",
                 dtype="float32"):
    """The outputs and the cells [T, size / 4] of an LSTM over the rows of sequences ``input`` [T, size]."""
    width = size // 4
    weight = nn.Layer().create_parameter([width, 4 * width], param_attr, dtype)
    bias = nn.Layer().create_parameter([1, 7 * width], bias_attr, dtype, is_bias=True)
    cell = GatedCell(weight, bias, [gate_activation, cell_activation, candidate_activation, "identity"])
    rows = over_sequences(cell, input, [h_0, c_0], [width, width], is_reverse)
    return rows[:, :width], no_gradient(rows[:, width:])


def pooled_sequences(input, pool_type, pad_value=0.0):
    """One row of each sequence: "sum", "average", "sqrt", "max", "last" or "first" of its rows; else ``pad_value``."""
    lengths = lengths_of(input)
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
    return with_lengths(paddle.where(empty, paddle.full_like(found, pad_value), found), None)


def sequence_data(name, shape, dtype="float32"):
    """The rows of sequences, fed one below the other; their lengths int64 [N] are fed under name + "_lengths"."""
    rows = paddle.static.data(name, shape, dtype)
    return with_lengths(rows, paddle.static.data(f"{name}_lengths", [-1], "int64"))


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
    emb = nn.Embedding(num_embeddings=len(WORDS), embedding_dim=emb_dim)(paddle.squeeze(words, axis=-1))
    fc0 = paddle.static.nn.fc(x=emb, size=hid_dim * 4)
    lstm_h, c = dynamic_lstm(input=fc0, size=hid_dim * 4, is_reverse=False)
    # 每句话取各步的最大值 / of each sentence the greatest of all its steps
    lstm_max = pooled_sequences(input=lstm_h, pool_type='max')
    lstm_max_tanh = paddle.tanh(lstm_max)
    return paddle.static.nn.fc(x=lstm_max_tanh, size=2, activation='softmax')


def train(args):
    startup_program = paddle.static.default_startup_program()
    main_program = paddle.static.default_main_program()
    startup_program.random_seed = args.seed
    main_program.random_seed = args.seed

    words = sequence_data(name='words', shape=[None, 1], dtype='int64')
    label = paddle.static.data(name='label', shape=[None, 1], dtype='int64')
    prediction = lstm_net(words)
    avg_cost = paddle.mean(F.cross_entropy(input=prediction, label=label, reduction='none', use_softmax=False))
    acc = paddle.static.accuracy(input=prediction, label=label)
    test_program = clone_for_test(main_program)
    paddle.optimizer.Momentum(learning_rate=args.lr, momentum=0.9).minimize(avg_cost)

    place = paddle.CPUPlace()
    exe = paddle.static.Executor(place)

    def feeder(batch):
        return {
            'words': np.concatenate([np.reshape(row[0], [-1, 1]) for row in batch]).astype('int64'),
            'words_lengths': np.array([len(row[0]) for row in batch], 'int64'),
            'label': np.array([row[1] for row in batch], 'int64').reshape([-1, 1])
        }

    exe.run(startup_program)

    train_reader = paddle.batch(sentences(args.sentences, args.seed), batch_size=args.batch_size)
    test_reader = paddle.batch(sentences(64, args.seed + 1), batch_size=args.batch_size)
    for epoch in range(args.epochs):
        for step, data in enumerate(train_reader()):
            cost, right = exe.run(main_program, feed=feeder(data), fetch_list=[avg_cost, acc])
            print('epoch: {}, batch: {}, loss is: {}, accuracy: {}'.format(epoch, step, cost.item(), right.item()))
        right = []
        for data in test_reader():
            acc_np, = exe.run(test_program, feed=feeder(data), fetch_list=in_program(test_program, [acc]))
            right.append(float(acc_np))
        print('epoch: {}, test accuracy: {:.4f}'.format(epoch, sum(right) / len(right)))


if __name__ == '__main__':
    train(parse_args())
