import numpy as np
import paddle.fluid as fluid
from start import show

layers = fluid.layers
image = fluid.data('image', [None, 2, 6, 6])
label = fluid.data('label', [None, 1], 'int64')
start = np.array([1, 0, 0, 0, 1, 0], 'float32')
seen = layers.conv2d(image, 2, 3, padding=1, param_attr=fluid.initializer.Constant(0.2))
theta = layers.fc(seen, 6, param_attr=fluid.initializer.Constant(0.001), bias_attr=fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(start)))
grid = layers.affine_grid(layers.reshape(theta, [-1, 2, 3]), out_shape=[4, 2, 6, 6])
warped = layers.grid_sampler(seen, grid)
hidden = layers.batch_norm(layers.conv2d(warped, 3, 3, param_attr=fluid.initializer.Constant(0.1)))
prob = layers.fc(hidden, 3, act='softmax', param_attr=fluid.initializer.Constant(0.05))
best, _ = layers.topk(prob, 2)
loss = layers.mean(layers.cross_entropy(prob, label)) + layers.reduce_mean(best * best) * 0.1
fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(3)
for _ in range(4):
    fed = {'image': random.rand(4, 2, 6, 6).astype('float32'), 'label': random.randint(0, 3, [4, 1])}
    for out in exe.run(feed=fed, fetch_list=[loss, warped]):
        show('found', out)
