import argparse

import numpy as np
import paddle.fluid as fluid

from net import Net
from optimizers import make_optimizer
from utility import start_weights

parser = argparse.ArgumentParser()
parser.add_argument('--lr', type=float, default=0.5)
parser.add_argument('--batch', type=int, default=4)
parser.add_argument('--images', type=int, default=8)
parser.add_argument('--decay_epochs', type=int, nargs='+', default=[1, 3])
args, _ = parser.parse_known_args()


def main():
    random = np.random.RandomState(0)
    images = random.rand(args.images, 1, 6, 6).astype('float32')
    labels = random.randint(0, 3, [args.images, 1]).astype('int64')
    with fluid.dygraph.guard():
        net = Net(3)
        net.set_dict(start_weights(net.state_dict()))
        optimizer = make_optimizer(args, net.parameters())
        for epoch in range(4):
            for start in range(0, args.images, args.batch):
                image = fluid.dygraph.to_variable(images[start:start + args.batch])
                label = fluid.dygraph.to_variable(labels[start:start + args.batch])
                out = net(image)
                loss = fluid.layers.mean(fluid.layers.cross_entropy(out, label))
                loss.backward()
                optimizer.minimize(loss)
                net.clear_gradients()
                print('epoch', epoch, 'lr', optimizer.current_step_lr(), 'loss', repr(float(loss.numpy()[0])))


main()
