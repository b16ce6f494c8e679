import numpy as np
import paddle.fluid as fluid
from start import show

x = fluid.data('x', [None, 4])
y = fluid.data('y', [None, 1])
hidden = fluid.layers.fc(x, 5, act='sigmoid', param_attr=fluid.ParamAttr(name='body'))
out = fluid.layers.fc(hidden, 1, param_attr=fluid.ParamAttr(name='head', learning_rate=2.0))
loss = fluid.layers.mean(fluid.layers.square(out - y))
for parameter in fluid.default_main_program().global_block().all_parameters():
    if parameter.name == 'body':
        parameter.trainable = False
fluid.optimizer.SGD(learning_rate=0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(7)
for _ in range(4):
    rows = random.uniform(-1, 1, [4, 4]).astype('float32')
    value = exe.run(feed={'x': rows, 'y': rows[:, :1]}, fetch_list=[loss])
    show('loss', *value)
show('body', np.array(fluid.global_scope().find_var('body').get_tensor()).sum())
show('head', np.array(fluid.global_scope().find_var('head').get_tensor()).sum())
