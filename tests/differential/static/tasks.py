import numpy as np
import paddle.fluid as fluid
from start import show


class MultiTask(object):
    tasks = ('ctr', 'cvr')

    def __init__(self):
        self.losses, self.metrics = [], {}

    def build(self, x, labels):
        shared = fluid.layers.fc(x, 4, act='relu', name='shared')
        for name, label in zip(self.tasks, labels):
            prob = fluid.layers.fc(shared, 2, act='softmax', name=name)
            cost = fluid.layers.cross_entropy(prob, label)
            self.losses.append(fluid.layers.mean(cost))
            self.metrics[name] = fluid.layers.accuracy(prob, label)
        self.total = fluid.layers.sum(self.losses)
        return self.total

    def fetch(self):
        names = ['loss'] + ['acc_' + t for t in self.tasks]
        return names, [self.total] + [self.metrics[t] for t in self.tasks]


x = fluid.data('x', [None, 3])
labels = [fluid.data('y_' + t, [None, 1], dtype='int64') for t in MultiTask.tasks]
model = MultiTask()
total = model.build(x, labels)
strategy = {'grad_clip': fluid.clip.GradientClipByGlobalNorm(0.5), 'regularization': fluid.regularizer.L1Decay(1e-3)}
fluid.optimizer.AdagradOptimizer(0.2, **strategy).minimize(total)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
names, fetches = model.fetch()
r = np.random.RandomState(1)
for _ in range(3):
    feed = {'x': r.rand(4, 3).astype('float32')}
    feed.update({l.name: r.randint(0, 2, (4, 1)).astype('int64') for l in labels})
    res = dict(zip(names, exe.run(feed=feed, fetch_list=fetches)))
    for k in names:
        show(k, res[k][0])
    line = ', '.join('{}: {:.4f}'.format(k, float(v)) for k, v in sorted(res.items()))
    print('line', len(line.split(',')))
