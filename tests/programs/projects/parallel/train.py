import numpy as np
import paddle.fluid as fluid

from model import Net
from utility import start_weights

trainer_count = fluid.dygraph.parallel.Env().nranks


def train(steps=6, batch_size=4):
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if fluid.is_compiled_with_cuda() else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if trainer_count > 1:
            strategy = fluid.dygraph.parallel.prepare_context()
        net = Net()
        net.set_dict(start_weights(net.state_dict()))
        optimizer = fluid.optimizer.SGDOptimizer(learning_rate=0.2, parameter_list=net.parameters())
        if trainer_count > 1:
            net = fluid.dygraph.parallel.DataParallel(net, strategy)
        random = np.random.RandomState(2)
        for step in range(steps):
            x = fluid.dygraph.to_variable(random.rand(batch_size, 3).astype('float32'))
            y = fluid.dygraph.to_variable(random.rand(batch_size, 1).astype('float32'))
            loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(net(x), y))
            if trainer_count > 1:
                loss = net.scale_loss(loss)
            loss.backward()
            if trainer_count > 1:
                net.apply_collective_grads()
            optimizer.minimize(loss)
            net.clear_gradients()
            if fluid.dygraph.parallel.Env().local_rank == 0:
                print('step %d, loss %r' % (step, float(loss.numpy()[0])))
