"""Labels that are rows of sequences beside what is none: what is made of both has the lengths of its first input."""

import numpy as np
import paddle.fluid as fluid

PLACE = fluid.CPUPlace()


def network(size):
    image = fluid.layers.data('image', [4], dtype='float32')
    label = fluid.layers.data('label', [1], dtype='int64', lod_level=1)
    first = fluid.layers.unstack(fluid.layers.reshape(image, [-1, 2, 2]), axis=1)[0]
    start = fluid.initializer.Constant(0.2)
    found = fluid.layers.fc([image, first], size, act='softmax', param_attr=[start, start], bias_attr=False)
    weights = fluid.layers.embedding(label, [size, 1], param_attr=fluid.initializer.Constant(1.5))
    cost = fluid.layers.cross_entropy(input=found, label=label)
    return found, label, cost, weights * cost


def told(values):
    for value in values:
        array = np.array(value)
        print(array.ravel().tolist(), array.shape, value.recursive_sequence_lengths())


found, label, cost, weighted = network(3)
accuracy = fluid.layers.accuracy(found, label)
loss = fluid.layers.mean(weighted)
fluid.optimizer.SGD(0.5).minimize(loss)
exe = fluid.Executor(PLACE)
exe.run(fluid.default_startup_program())
labels = fluid.create_lod_tensor(np.array([[1], [0], [2]], 'int64'), [[2, 1]], PLACE)
images = np.arange(12).reshape(3, 4).astype('float32') / 10
for step in range(3):
    fetched = exe.run(feed={'image': images, 'label': labels}, fetch_list=[loss, accuracy, found, cost, weighted],
                      return_numpy=False)
    told(fetched[2:])
    print(float(np.array(fetched[0])[0]), float(np.array(fetched[1])[0]))
