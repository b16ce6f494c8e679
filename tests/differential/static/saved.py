import numpy as np
import paddle.fluid as fluid
from start import show


def train(folder):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        a = fluid.data(name='a', shape=[None, 3], dtype='float32')
        b = fluid.data(name='b', shape=[None, 3], dtype='float32')
        label = fluid.data(name='label', shape=[None, 1], dtype='float32')
        hidden = fluid.layers.fc(input=[a, b], size=4, act='tanh')
        predict = fluid.layers.fc(input=hidden, size=1) + fluid.layers.reduce_sum(a, dim=1, keep_dim=True)
        loss = fluid.layers.mean(fluid.layers.abs(predict - label))
        fluid.optimizer.SGD(learning_rate=0.05).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    random = np.random.RandomState(8)
    for _ in range(3):
        rows = random.uniform(-1, 1, [4, 3]).astype('float32')
        feed = {'a': rows, 'b': rows * 2, 'label': rows[:, :1]}
        loss_value = exe.run(main, feed=feed, fetch_list=[loss])[0]
        show('train', float(loss_value[0]))
    fluid.io.save_inference_model(folder, ['b', 'a'], [predict], exe, main_program=main)


def infer(folder):
    scope = fluid.Scope()
    with fluid.scope_guard(scope):
        exe = fluid.Executor(fluid.CPUPlace())
        program, feed_names, fetch_targets = fluid.io.load_inference_model(folder, exe)
        rows = np.random.RandomState(9).uniform(-1, 1, [2, 3]).astype('float32')
        results = exe.run(program, feed={feed_names[0]: rows, feed_names[1]: rows * 3}, fetch_list=fetch_targets)
        show('infer', results[0])


with fluid.scope_guard(fluid.Scope()):
    train('model')
infer('model')
