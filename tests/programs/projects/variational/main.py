import numpy as np
import paddle.fluid as fluid

import vae
from utility import start_weights


def main():
    random = np.random.RandomState(24)
    with fluid.dygraph.guard():
        model = vae.VAE(5)
        model.set_dict(start_weights(model.state_dict()))
        optimizer = fluid.optimizer.AdamOptimizer(
            learning_rate=0.01, beta1=0.5, parameter_list=model.parameters(),
            grad_clip=fluid.clip.GradientClipByValue(1.0))
        for step in range(6):
            x = fluid.dygraph.to_variable((random.rand(8, 5) > 0.5).astype('float32'))
            terms = vae.negative_elbo(*((lambda out, *rest: (out, x) + rest)(*model(x, random))))
            loss = fluid.layers.sums(list(terms))
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            print('%s, loss %r' % (' '.join('%.3f' % t.numpy()[0] for t in terms), float(loss.numpy()[0])))


if __name__ == '__main__':
    main()
