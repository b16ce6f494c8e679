from __future__ import print_function

import numpy as np
import paddle.fluid as fluid

from losses import adversarial
from networks import Discriminator, Generator
from utility import start_weights

NOISE, SIZE, BATCH = 4, 6, 5


def main():
    random = np.random.RandomState(3)
    with fluid.dygraph.guard():
        G, D = Generator(NOISE, SIZE), Discriminator(SIZE)
        for net in (G, D):
            net.set_dict(start_weights(net.state_dict()))
        g_optimizer = fluid.optimizer.SGDOptimizer(learning_rate=0.05, parameter_list=G.parameters())
        d_optimizer = fluid.optimizer.Momentum(0.05, 0.5, parameter_list=D.parameters())
        for step in range(6):
            real = fluid.dygraph.to_variable(random.uniform(-1, 1, [BATCH, SIZE]).astype('float32'))
            z = fluid.dygraph.to_variable(random.normal(size=[BATCH, NOISE]).astype('float32'))
            fake = G(z)
            fake.stop_gradient = True
            d_loss = adversarial(D(real), True) + adversarial(D(fake), False)
            d_loss.backward()
            d_optimizer.minimize(d_loss)
            D.clear_gradients()

            g_loss = adversarial(D(G(z)), True)
            g_loss.backward()
            g_optimizer.minimize(g_loss)
            G.clear_gradients()
            D.clear_gradients()
            print('discriminator, step %d: loss %r' % (step, float(d_loss.numpy()[0])))
            print('generator, step %d: loss %r' % (step, float(g_loss.numpy()[0])))


if __name__ == '__main__':
    main()
