import numpy as np
import paddle.fluid as fluid
from start import show


def train(net):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        with fluid.unique_name.guard():
            left, right = fluid.data('left', [None, 1], 'int64'), fluid.data('right', [None, 1], 'int64')
            net.build(left, right)
            fluid.optimizer.SGD(learning_rate=0.5).minimize(net.get_cost())
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for number in range(3):
        ids = np.arange(4).reshape([4, 1]).astype('int64')
        loss = exe.run(main, feed={'left': ids, 'right': ids[::-1]}, fetch_list=[net.get_cost()])
        show('loss', *loss)
