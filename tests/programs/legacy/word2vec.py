# -*- coding: utf-8 -*-
"""Words from their neighbours: one table of vectors for the four words before, and for the word that is sought."""
import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, Linear

import utility

DICT_SIZE = 50
EMBED_SIZE = 8
CONTEXT = 4


class Word2Vec(fluid.dygraph.Layer):
    def __init__(self, dict_size, embed_size):
        super(Word2Vec, self).__init__()
        # 五处共用同一个词向量表 / five places share this table
        self.embedding = Embedding(
            size=[dict_size, embed_size],
            is_sparse=False,
            param_attr=fluid.ParamAttr(
                name='shared_w',
                initializer=fluid.initializer.UniformInitializer(low=-0.5 / embed_size, high=0.5 / embed_size)))
        self.hidden = Linear(embed_size * CONTEXT, 16, act='sigmoid')
        self.project = Linear(16, embed_size, bias_attr=False)

    def forward(self, words, target):
        vectors = [self.embedding(word) for word in words]
        context = fluid.layers.concat(input=vectors, axis=1)
        projected = self.project(self.hidden(context))
        logits = fluid.layers.matmul(projected, self.embedding.weight, transpose_y=True)
        predict = fluid.layers.softmax(logits)
        cost = fluid.layers.cross_entropy(input=predict, label=target)
        return predict, fluid.layers.mean(cost)


def text_reader():
    random = np.random.RandomState(5)
    word, recent = 0, []
    while True:
        word = (word * 3 + 7) % DICT_SIZE if random.rand() < 0.8 else random.randint(DICT_SIZE)
        recent.append(word)
        if len(recent) == CONTEXT + 1:
            yield tuple(recent)
            recent = recent[1:]


def main():
    args = utility.parse_args(batch_size=8)
    with fluid.dygraph.guard(fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if args.use_gpu else fluid.CPUPlace()):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        model = Word2Vec(DICT_SIZE, EMBED_SIZE)
        model.load_dict(utility.start_weights(model.state_dict()))
        sgd = fluid.optimizer.SGD(learning_rate=0.5, parameter_list=model.parameters())
        train_reader = paddle.batch(text_reader, args.batch_size, drop_last=True)
        if args.use_data_parallel:
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
            train_reader = fluid.contrib.reader.distributed_batch_reader(train_reader)
        for step, batch in enumerate(train_reader()):
            if step >= args.steps:
                break
            data = np.array(batch).astype('int64')
            words = [fluid.dygraph.to_variable(data[:, i]) for i in range(CONTEXT)]
            target = fluid.dygraph.to_variable(data[:, CONTEXT:])
            _, loss = model(words, target)
            value = loss.numpy()
            if args.use_data_parallel:
                loss = model.scale_loss(loss)
                loss.backward()
                model.apply_collective_grads()
            else:
                loss.backward()
            sgd.minimize(loss)
            model.clear_gradients()
            print("step {} / {}, loss {!r}".format(step, args.steps, float(value[0])))
        if args.save:
            fluid.dygraph.save_dygraph(
                model.state_dict(), '{}_{}'.format(args.save, fluid.dygraph.parallel.Env().local_rank))


if __name__ == '__main__':
    main()
