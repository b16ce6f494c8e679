# -*- coding: utf-8 -*-
"""Is a review a good one? Words, one convolution over neighbours, the strongest answer at each place."""
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.base import to_variable
from paddle.fluid.dygraph.nn import Conv2D, Embedding, Linear

from utility import parse_args, start_weights

WORDS = 30
LENGTH = 12
WIDTH = 8


class Review(fluid.dygraph.Layer):
    def __init__(self):
        super(Review, self).__init__()
        self.words = Embedding(size=[WORDS + 1, WIDTH], dtype='float32', is_sparse=False)
        self.neighbours = Conv2D(
            1, WIDTH, filter_size=[3, WIDTH], padding=[1, 1], bias_attr=False, use_cudnn=False, act='tanh')
        self.hidden = Linear(input_dim=WIDTH * LENGTH, output_dim=10, act='relu')
        self.out = Linear(input_dim=10, output_dim=2, act='softmax')

    def forward(self, text, label=None):
        # 补齐的位置不算 / padding does not count
        real = to_variable((text.numpy() != WORDS).astype('float32').reshape(-1, 1))
        embedded = self.words(text) * fluid.layers.expand(real, [1, WIDTH])
        picture = fluid.layers.reshape(embedded, shape=[-1, 1, LENGTH, WIDTH])
        strongest = fluid.layers.reduce_max(self.neighbours(picture), dim=-1)
        flat = fluid.layers.flatten(strongest, axis=1)
        answer = self.out(self.hidden(flat))
        if label is None:
            return answer
        cost = fluid.layers.mean(x=fluid.layers.cross_entropy(input=answer, label=label))
        return cost, answer, fluid.layers.accuracy(input=answer, label=label)


def reviews(batch_size):
    random = np.random.RandomState(21)

    def reader():
        batch = []
        while True:
            label = random.randint(2)
            # 好评多用后一半的词 / good reviews prefer the second half of the words
            words = random.randint(WORDS // 2, size=random.randint(5, LENGTH + 3))
            words = np.where(random.rand(len(words)) < 0.8, words + label * WORDS // 2, words)
            batch.append((words.tolist(), label))
            if len(batch) == batch_size:
                yield batch
                batch = []

    return reader


def arrays(batch):
    """Texts cut or filled up to LENGTH, one behind the other, and [N, 1] labels."""
    text = np.full([len(batch), LENGTH], WORDS, dtype='int64')
    for row, (words, _) in zip(text, batch):
        row[:len(words)] = words[:LENGTH]
    return text.reshape(-1), np.array([[label] for _, label in batch], dtype='int64')


def main():
    args = parse_args(batch_size=8)
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        model = Review()
        model.set_dict(start_weights(model.state_dict()))
        adagrad = fluid.optimizer.Adagrad(learning_rate=0.05, parameter_list=model.parameters())
        generator = reviews(args.batch_size)
        if args.use_data_parallel:
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
            generator = fluid.contrib.reader.distributed_batch_reader(generator)
        model.train()
        costs, accuracies, counts = [], [], []
        for step, batch in enumerate(generator()):
            if step == args.steps:
                break
            text, label = [to_variable(array) for array in arrays(batch)]
            loss, _, accuracy = model(text, label)
            shown = loss.numpy()
            if args.use_data_parallel:
                loss = model.scale_loss(loss)
                loss.backward()
                model.apply_collective_grads()
            else:
                loss.backward()
            adagrad.minimize(loss)
            model.clear_gradients()
            # 按词数加权 / every batch counts by its words
            counts.append(np.sum(text.numpy() != WORDS))
            costs.append(shown * counts[-1])
            accuracies.append(accuracy.numpy() * counts[-1])
            print("step: %d, mean: %.4f, accuracy: %.3f, loss %r" %
                  (step, np.sum(costs) / np.sum(counts), np.sum(accuracies) / np.sum(counts), float(shown[0])))
        if args.save:
            rank = fluid.dygraph.parallel.Env().local_rank
            fluid.dygraph.save_dygraph(model.state_dict(), args.save + "_" + str(rank))


if __name__ == '__main__':
    main()
