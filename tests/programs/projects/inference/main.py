import os

import numpy as np

from infer import infer
from train import train

if __name__ == '__main__':
    path = os.path.join(os.getcwd(), 'best')
    train(path)
    probabilities, order = infer(path, np.random.RandomState(7).rand(3, 4).astype('float32'))
    for row in probabilities:
        print('loss %r' % float(row[0]))
    print('loss %r' % float(order.sum() + 10 * order[:, 0].sum() + 1))
