import numpy as np
import paddle.fluid as fluid

from agent import Agent

with fluid.dygraph.guard(fluid.CPUPlace()):
    agent = Agent(3, 2)
    random = np.random.RandomState(16)
    for step in range(8):
        if step % 3 == 0:
            agent.synchronize()
        loss = agent.learn(random.rand(5, 3).astype('float32'), random.randint(0, 2, 5).astype('int64'),
                           random.rand(5), random.rand(5, 3).astype('float32'), random.randint(0, 2, 5))
        print('loss %r' % float(loss))
