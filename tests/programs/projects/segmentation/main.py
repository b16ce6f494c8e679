import numpy as np
import paddle.fluid as fluid

from dice import loss_of
from unet import UNet
from utility import start_weights

if __name__ == '__main__':
    random = np.random.RandomState(21)
    with fluid.dygraph.guard(fluid.CPUPlace()):
        net = UNet(2)
        net.set_dict(start_weights(net.state_dict()))
        optimizer = fluid.optimizer.Momentum(
            learning_rate=fluid.dygraph.PolynomialDecay(0.1, 6, end_learning_rate=0.01, power=0.9),
            momentum=0.9, parameter_list=net.parameters())
        images = random.rand(2, 1, 8, 8).astype('float32')
        masks = (images[:, 0] > 0.6).astype('int64')
        for step in range(6):
            loss = loss_of(net(fluid.dygraph.to_variable(images)), fluid.dygraph.to_variable(masks), 2)
            loss.backward()
            optimizer.minimize(loss)
            net.clear_gradients()
            print('loss %r' % float(loss.numpy()[0]))
