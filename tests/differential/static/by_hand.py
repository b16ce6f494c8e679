import numpy as np
import paddle.fluid as fluid
from start import show

x = fluid.data('x', [None, 3, 4])
mean = fluid.layers.reduce_mean(x, dim=-1, keep_dim=True)
shifted = fluid.layers.elementwise_sub(x, mean, axis=0)
variance = fluid.layers.reduce_mean(fluid.layers.square(shifted), dim=-1, keep_dim=True)
normal = fluid.layers.elementwise_mul(shifted, fluid.layers.rsqrt(variance + 1e-5), axis=0)
scale = fluid.layers.create_parameter(shape=[4], dtype='float32', name='scale',
                                      default_initializer=fluid.initializer.Constant(1.0))
bias = fluid.layers.create_parameter(shape=[4], dtype='float32', attr=fluid.ParamAttr(
    name='bias', initializer=fluid.initializer.Constant(0.1)))
out = fluid.layers.elementwise_add(fluid.layers.elementwise_mul(normal, scale, axis=-1), bias, axis=-1)
flat = fluid.layers.reshape(out, [-1, 12])
logits = fluid.layers.fc(flat, 3, bias_attr=False)
label = fluid.data('label', [None, 1], 'int64')
one_hot = fluid.layers.one_hot(label, 3)
smooth = fluid.layers.label_smooth(label=one_hot, epsilon=0.1, dtype='float32')
cost = fluid.layers.softmax_with_cross_entropy(logits, smooth, soft_label=True)
loss = fluid.layers.reduce_sum(cost)
optimizer = fluid.optimizer.Adam(learning_rate=0.01)
params_grads = optimizer.backward(loss)
optimizer.apply_gradients(params_grads)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(16)
for _ in range(4):
    feed = {'x': random.uniform(-1, 1, [5, 3, 4]).astype('float32'), 'label': random.randint(0, 3, [5, 1]).astype('int64')}
    loss_np, out_np = exe.run(feed=feed, fetch_list=[loss, out])
    show('loss', loss_np)
    show('out', out_np.sum())
