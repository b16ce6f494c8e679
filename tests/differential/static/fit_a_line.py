import numpy as np
import paddle.fluid as fluid
from start import show


def reader():
    random = np.random.RandomState(1)
    for _ in range(6):
        rows = random.uniform(-1, 1, [4, 5]).astype('float32')
        yield rows, rows.sum(1, keepdims=True)


def main():
    x = fluid.layers.data(name='x', shape=[5], dtype='float32')
    y = fluid.layers.data(name='y', shape=[1], dtype='float32')
    y_predict = fluid.layers.fc(input=x, size=1, act=None)
    cost = fluid.layers.square_error_cost(input=y_predict, label=y)
    avg_cost = fluid.layers.mean(cost)
    test_program = fluid.default_main_program().clone(for_test=True)
    sgd_optimizer = fluid.optimizer.SGD(learning_rate=0.05)
    sgd_optimizer.minimize(avg_cost)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step, (rows, sums) in enumerate(reader()):
        loss, = exe.run(fluid.default_main_program(), feed={'x': rows, 'y': sums}, fetch_list=[avg_cost])
        show('loss', loss[0])
        tested = exe.run(test_program, feed={'x': rows, 'y': sums}, fetch_list=[avg_cost.name])
        show('tested', tested[0][0])


if __name__ == '__main__':
    main()
