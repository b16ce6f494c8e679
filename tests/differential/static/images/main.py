import numpy as np
import paddle.fluid as fluid
import model
import reader
from start import show


def optimizer_setting(params):
    ls = params['learning_strategy']
    if ls['name'] == 'piecewise_decay':
        rate = fluid.layers.piecewise_decay(boundaries=ls['batches'], values=ls['rates'])
    else:
        rate = params['lr']
    return fluid.optimizer.Momentum(learning_rate=rate, momentum=0.9,
                                    regularization=fluid.regularizer.L2Decay(1e-4))


def net_config(image, label, network):
    out = network.net(input=image)
    cost, pred = fluid.layers.softmax_with_cross_entropy(out, label, return_softmax=True)
    avg_cost = fluid.layers.mean(x=cost)
    acc_top2 = fluid.layers.accuracy(input=pred, label=label, k=2)
    return avg_cost, acc_top2


def build_program(is_train, main_prog, startup_prog, params):
    with fluid.program_guard(main_prog, startup_prog):
        with fluid.unique_name.guard():
            image = fluid.data(name='image', shape=[None, 2, 6, 6], dtype='float32')
            label = fluid.data(name='label', shape=[None, 1], dtype='int64')
            avg_cost, acc = net_config(image, label, model.__dict__['SmallNet']())
            avg_cost.persistable = True
            if is_train:
                optimizer = optimizer_setting(params)
                optimizer.minimize(avg_cost)
    return avg_cost, acc


def train():
    params = {'lr': 0.1, 'learning_strategy': {'name': 'piecewise_decay', 'batches': [2], 'rates': [0.1, 0.01]}}
    startup_prog, train_prog, test_prog = fluid.Program(), fluid.Program(), fluid.Program()
    train_fetch = build_program(True, train_prog, startup_prog, params)
    test_fetch = build_program(False, test_prog, startup_prog, params)
    test_prog = test_prog.clone(for_test=True)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup_prog)
    train_fetch_list = [v.name for v in train_fetch]
    info = [[], []]
    for image, label in reader.train(5):
        loss, acc = exe.run(train_prog, feed={'image': image, 'label': label}, fetch_list=train_fetch_list)
        info[0].append(np.mean(np.array(loss)))
        info[1].append(np.mean(np.array(acc)))
        show('train', info[0][-1], info[1][-1])
    for image, label in reader.train(3):
        loss, acc = exe.run(test_prog, feed={'image': image, 'label': label}, fetch_list=list(test_fetch))
        show('test', loss, acc)
    show('mean', np.array(info[0]).mean())


if __name__ == '__main__':
    train()
