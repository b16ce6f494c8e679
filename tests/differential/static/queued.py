import numpy as np
import paddle.fluid as fluid
from start import show


def provider():
    random = np.random.RandomState(18)
    for _ in range(3):
        yield random.uniform(-1, 1, [4, 5]).astype('float32'), random.randint(0, 3, [4, 1]).astype('int64')


def build(main, startup, is_train):
    with fluid.program_guard(main, startup):
        reader = fluid.layers.py_reader(
            capacity=8, shapes=[[-1, 5], [-1, 1]], dtypes=['float32', 'int64'], name='r' + str(is_train),
            use_double_buffer=False)
        with fluid.unique_name.guard():
            image, label = fluid.layers.read_file(reader)
            out = fluid.layers.fc(image, 3, act='softmax', name='out')
            loss = fluid.layers.mean(fluid.layers.cross_entropy(out, label))
            acc = fluid.layers.accuracy(out, label)
            if is_train:
                fluid.optimizer.SGD(0.2).minimize(loss)
    return reader, [loss.name, acc.name]


train_prog, test_prog, startup_prog = fluid.Program(), fluid.Program(), fluid.Program()
train_reader, train_fetch = build(train_prog, startup_prog, True)
test_reader, test_fetch = build(test_prog, startup_prog, False)
test_prog = test_prog.clone(for_test=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup_prog)
train_reader.decorate_tensor_provider(provider)
test_reader.decorate_tensor_provider(provider)
for epoch in range(2):
    train_reader.start()
    try:
        while True:
            loss, acc = exe.run(train_prog, fetch_list=train_fetch)
            show('train', loss, acc)
    except fluid.core.EOFException:
        train_reader.reset()
    test_reader.start()
    losses = []
    try:
        while True:
            test_loss, test_acc = exe.run(program=test_prog, fetch_list=test_fetch)
            losses.append(np.array(test_loss).mean())
    except fluid.core.EOFException:
        test_reader.reset()
    show('test', np.mean(losses))
