import os
import shutil
import numpy as np
import paddle.fluid as fluid
import optimization
from steps import step
from start import show


def network(name, phase):
    shapes, dtypes = [[-1, 4], [-1, 1]], ['float32', 'int64']
    reader = fluid.layers.py_reader(
        capacity=4, shapes=shapes, dtypes=dtypes, lod_levels=[0] * len(shapes), name=name + phase)
    rows, label = fluid.layers.read_file(reader)
    hidden = fluid.layers.fc(rows, 5, act='tanh', param_attr='body')
    chances = fluid.layers.fc(hidden, 3, act='softmax', param_attr=name + '_head')
    found = {'loss': fluid.layers.mean(fluid.layers.cross_entropy(chances, label)),
             'accuracy': fluid.layers.accuracy(chances, label)}
    return reader, found


def batches(seed):
    def reader():
        random = np.random.RandomState(seed)
        for _ in range(3):
            yield random.uniform(-1, 1, [4, 4]).astype('float32'), random.randint(0, 3, [4, 1]).astype('int64')
    return reader


def load(exe, folder, program):
    def is_saved(var):
        return isinstance(var, fluid.framework.Parameter) and os.path.exists(os.path.join(folder, var.name))

    fluid.io.load_vars(exe, folder, main_program=program, predicate=is_saved)


def train(task, warm, folder=None):
    exe = fluid.Executor(fluid.CPUPlace())
    main, test, startup = fluid.Program(), fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        with fluid.unique_name.guard():
            reader, found = network(task, str(warm) + '_train')
            found['rate'] = optimization.build(found['loss'], 0.1, warm)
    with fluid.program_guard(test, startup):
        with fluid.unique_name.guard():
            test_reader, tested = network(task, str(warm) + '_test')
    test = test.clone(for_test=True)
    exe.run(startup)
    if folder is not None:
        load(exe, folder, startup)
    reader.decorate_tensor_provider(batches(1))
    reader.start()
    number = 0
    while True:
        try:
            number += 1
            step(exe, main, reader, found, 'train')
            if number % 2 == 0:
                test_reader.decorate_tensor_provider(batches(2))
                step(exe, test, test_reader, tested, 'test')
        except fluid.core.EOFException:
            fluid.io.save_persistables(exe, task, main)
            reader.reset()
            break


train('before', True)
train('tuned', False, 'before')
train('tuned', True, 'before')
shutil.rmtree('before')
shutil.rmtree('tuned')
