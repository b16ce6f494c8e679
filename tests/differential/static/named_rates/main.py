import numpy as np
import paddle.fluid as fluid
from rates import Rate
from start import show


def build(kind):
    x = fluid.data('x', [None, 4], 'float32')
    out = fluid.layers.fc(x, 1, param_attr='w', bias_attr=False)
    loss = fluid.layers.mean(fluid.layers.square(out - 1.0))
    fluid.optimizer.Momentum(learning_rate=Rate(kind, 0.3).made(), momentum=0.5).minimize(loss)
    return loss


exe = fluid.Executor(fluid.CPUPlace())
for kind in ('falling', 'noam', 'plain'):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        loss = build(kind)
        exe.run(startup)
        for step in range(4):
            show(kind, *exe.run(main, feed={'x': np.linspace(-1, 1, 12).reshape(3, 4).astype('float32')}, fetch_list=[loss]))
