import numpy as np
import paddle.fluid as fluid
from start import show


def net(x):
    hidden = fluid.layers.fc(x, 5, act='tanh', param_attr=fluid.ParamAttr(name='pre_w'), bias_attr=fluid.ParamAttr(name='pre_b'))
    return fluid.layers.fc(hidden, 2, param_attr=fluid.ParamAttr(name='top_w'), bias_attr=fluid.ParamAttr(name='top_b'))


def run(folder, pretrained):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x = fluid.data('x', [None, 4])
        out = net(x)
        loss = fluid.layers.mean(fluid.layers.square(out))
        fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    with fluid.scope_guard(fluid.Scope()):
        exe.run(startup)
        if pretrained:
            def is_pretrained(var):
                return isinstance(var, fluid.framework.Parameter) and var.name.startswith('pre')

            fluid.io.load_vars(exe, folder, main_program=main, predicate=is_pretrained)
        rows = np.random.RandomState(11).uniform(-1, 1, [4, 4]).astype('float32')
        for _ in range(3):
            value = exe.run(main, feed={'x': rows}, fetch_list=[loss])[0]
            show('loss', value)
        if not pretrained:
            fluid.io.save_params(exe, folder, main_program=main)


run('params', False)
run('params', True)
