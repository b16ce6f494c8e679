import numpy as np


def train(batch):
    random = np.random.RandomState(21)
    for _ in range(4):
        yield random.uniform(-1, 1, [batch, 2, 6, 6]).astype('float32'), random.randint(0, 3, [batch, 1]).astype('int64')
