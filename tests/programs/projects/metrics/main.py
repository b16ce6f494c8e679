import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.base import to_variable

from meters import Meters
from model import Classifier
from utility import start_weights


class Trainer(object):
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def run(self, batches, train):
        self.model.train() if train else self.model.eval()
        meters = Meters()
        for x, label in batches:
            values = self.model.metrics(to_variable(x), to_variable(label))
            if train:
                values['loss'].backward()
                self.optimizer.minimize(values['loss'])
                self.model.clear_gradients()
            meters.update(values, len(x))
        return meters.summary()


def batches(seed):
    random = np.random.RandomState(seed)
    for size in (4, 4, 2):
        yield random.rand(size, 10).astype('float32'), random.randint(0, 5, [size, 1]).astype('int64')


with fluid.dygraph.guard():
    model = Classifier()
    model.set_dict(start_weights(model.state_dict()))
    trainer = Trainer(model, fluid.optimizer.AdagradOptimizer(0.1, parameter_list=model.parameters()))
    for epoch in range(3):
        for kind, seed in (('train', epoch), ('test', 99)):
            result = trainer.run(batches(seed), kind == 'train')
            print(kind, ', '.join('%s %.4f' % (k, result[k]) for k in sorted(result) if k != 'loss'))
            print('loss %r' % result['loss'])
