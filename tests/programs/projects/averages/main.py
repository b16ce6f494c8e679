import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear, to_variable

from ema import EMA
from utility import start_weights

with fluid.dygraph.guard():
    net = Linear(4, 1, act='sigmoid')
    net.set_dict(start_weights(net.state_dict()))
    ema = EMA(net)
    optimizer = fluid.optimizer.RMSPropOptimizer(0.05, parameter_list=net.parameters())
    random = np.random.RandomState(6)
    x = to_variable(random.rand(6, 4).astype('float32'))
    y = to_variable(random.randint(0, 2, [6, 1]).astype('float32'))
    for step in range(5):
        loss = fluid.layers.mean(fluid.layers.log_loss(net(x), y))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        ema.update()
        print('loss %r' % float(loss.numpy()[0]))
    ema.apply()
    print('averaged: loss %r' % float(fluid.layers.mean(fluid.layers.log_loss(net(x), y)).numpy()[0]))
    ema.restore()
    print('restored: loss %r' % float(fluid.layers.mean(fluid.layers.log_loss(net(x), y)).numpy()[0]))
    print('norm: loss %r' % ema.norm())
