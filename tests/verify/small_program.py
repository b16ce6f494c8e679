"""Static programs of 2020 that train in a second: a compiled one that reads by itself, two that share what they train,
one with a sparse table, one by Adam."""

import sys

import numpy as np
import paddle.fluid as fluid

draw = np.random.RandomState(1)
dropped = 0.0 if "--plain" in sys.argv else 0.3  # 1.8.5 draws from a stream of its own
exe = fluid.Executor(fluid.CPUPlace())


def classifier(features, label):
    out = fluid.layers.fc(features, size=3, act="softmax")
    return fluid.layers.mean(fluid.layers.cross_entropy(input=out, label=label))


def pictures():
    for _ in range(3):
        yield draw.rand(6, 1, 8, 8).astype("float32"), draw.randint(0, 3, [6, 1]).astype("int64")


def train_on_pictures():
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = 5
    with fluid.program_guard(main, startup):
        image = fluid.data("image", [None, 1, 8, 8])
        label = fluid.data("label", [None, 1], dtype="int64")
        loader = fluid.io.DataLoader.from_generator(feed_list=[image, label], capacity=2, iterable=False)
        conv = fluid.layers.conv2d(image, num_filters=4, filter_size=3, act="relu")
        norm = fluid.layers.batch_norm(conv)
        some = fluid.layers.dropout(norm, dropped, dropout_implementation="upscale_in_train")
        loss = classifier(some, label)
        test = main.clone(for_test=True)
        rate = fluid.layers.piecewise_decay(boundaries=[2, 4], values=[0.1, 0.05, 0.01])
        fluid.optimizer.Momentum(rate, 0.9, regularization=fluid.regularizer.L2Decay(0.01)).minimize(loss)
    exe.run(startup)
    compiled = fluid.CompiledProgram(main).with_data_parallel(loss_name=loss.name)
    loader.set_batch_generator(pictures)
    for program in (compiled, test, compiled):
        loader.start()
        while True:
            try:
                exe.run(program, fetch_list=[loss.name])
            except fluid.core.EOFException:
                loader.reset()
                break


def dense(x, size, name, act):
    return fluid.layers.fc(x, size, act=act, param_attr=fluid.ParamAttr(name=name), bias_attr=False)


def judged(x, label):
    share = dense(dense(x, 5, "judge_1", "tanh"), 1, "judge_2", "sigmoid")
    return fluid.layers.mean(fluid.layers.log_loss(share, label))


def train_two():
    judge, maker, startup = fluid.Program(), fluid.Program(), fluid.Program()
    with fluid.program_guard(judge, startup):
        sample, label = fluid.data("sample", [None, 5]), fluid.data("is_real", [None, 1])
        judge_loss = judged(sample, label)
        fluid.optimizer.RMSProp(0.01).minimize(judge_loss)
    with fluid.program_guard(maker, startup):
        noise, wanted = fluid.data("noise", [None, 5]), fluid.data("wanted", [None, 1])
        made = dense(dense(noise, 5, "maker_1", "tanh"), 5, "maker_2", "relu")
        maker_loss = judged(made, wanted)
        fluid.optimizer.SGD(0.5).minimize(maker_loss, parameter_list=["maker_1", "maker_2"])
    exe.run(startup)
    for _ in range(2):
        noise_data = draw.rand(4, 5).astype("float32")
        ones = np.ones([4, 1], "float32")
        exe.run(judge, feed={"sample": draw.rand(4, 5).astype("float32"), "is_real": ones}, fetch_list=judge_loss)
        exe.run(maker, feed={"noise": noise_data, "wanted": ones})


def train_on_words(optimizer, is_sparse):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        words, mood = fluid.data("words", [None, 5], "int64"), fluid.data("mood", [None, 1], "int64")
        table = fluid.embedding(words, size=[12, 4], is_sparse=is_sparse)
        loss = classifier(fluid.layers.reduce_mean(table, dim=1), mood)
        optimizer.minimize(loss)
    exe.run(startup)
    for _ in range(2):
        feed = {"words": draw.randint(0, 12, [6, 5]), "mood": draw.randint(0, 3, [6, 1])}
        exe.run(main, feed=feed, fetch_list=[loss])


train_on_pictures()
train_two()
train_on_words(fluid.optimizer.SGD(0.5, regularization=fluid.regularizer.L1Decay(0.01)), True)
train_on_words(fluid.optimizer.Adam(0.01), False)
