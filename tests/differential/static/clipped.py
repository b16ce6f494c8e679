import numpy as np
import paddle.fluid as fluid
from start import show

x = fluid.data(name='x', shape=[None, 3], dtype='float32')
label = fluid.data(name='label', shape=[None, 1], dtype='int64')
hidden = fluid.layers.fc(input=x, size=5, act='tanh')
logits = fluid.layers.fc(input=hidden, size=3)
cost, probabilities = fluid.layers.softmax_with_cross_entropy(logits, label, return_softmax=True)
loss = fluid.layers.mean(cost)
fluid.clip.set_gradient_clip(clip=fluid.clip.GradientClipByGlobalNorm(clip_norm=0.05))
adagrad = fluid.optimizer.Adagrad(learning_rate=0.1)
adagrad.minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(5)
kept = {}
for step in range(5):
    feed = {'x': random.uniform(-1, 1, [4, 3]).astype('float32'), 'label': random.randint(0, 3, [4, 1]).astype('int64')}
    kept['loss'], kept['probabilities'] = exe.run(feed=feed, fetch_list=[loss, probabilities])
    show('loss', kept['loss'][0])
    show('probabilities', kept['probabilities'])
