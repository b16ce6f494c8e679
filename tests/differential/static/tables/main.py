import numpy as np
import paddle.fluid as fluid
from net import Net
from start import show


def parse(outs):
    keys, values = [], []
    for k, v in outs.items():
        keys.append(k)
        values.append(v.name)
    return keys, values


net = Net()
outs = net.build()
fluid.optimizer.SGD(0.1).minimize(outs['loss'])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
keys, names = parse(net.outputs)
for _ in range(3):
    got = exe.run(feed={net.x.name: np.ones([3, 4], 'float32')}, fetch_list=names)
    for k, g in zip(keys, got):
        show(k, g)
