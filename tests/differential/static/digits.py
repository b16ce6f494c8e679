import numpy as np
import paddle.fluid as fluid
from start import show

BATCH = 6


def conv_bn(input, num_filters, act):
    conv = fluid.layers.conv2d(input=input, num_filters=num_filters, filter_size=3, padding=1, bias_attr=False)
    return fluid.layers.batch_norm(conv, act=act)


def network(img, label):
    hidden = conv_bn(img, 4, 'tanh')
    hidden = fluid.layers.pool2d(input=hidden, pool_size=2, pool_type='avg', pool_stride=2)
    hidden = conv_bn(hidden, 6, 'sigmoid')
    prediction = fluid.layers.fc(input=hidden, size=3, act='softmax')
    loss = fluid.layers.cross_entropy(input=prediction, label=label)
    avg_loss = fluid.layers.mean(loss)
    acc = fluid.layers.accuracy(input=prediction, label=label)
    return prediction, avg_loss, acc


def batches(count):
    random = np.random.RandomState(2)
    for _ in range(count):
        yield random.uniform(-1, 1, [BATCH, 1, 6, 6]).astype('float32'), random.randint(0, 3, [BATCH, 1]).astype('int64')


train_program = fluid.Program()
startup_program = fluid.Program()
with fluid.program_guard(train_program, startup_program):
    img = fluid.data(name='img', shape=[None, 1, 6, 6], dtype='float32')
    label = fluid.data(name='label', shape=[None, 1], dtype='int64')
    prediction, avg_loss, acc = network(img, label)
    test_program = train_program.clone(for_test=True)
    optimizer = fluid.optimizer.Momentum(learning_rate=0.1, momentum=0.9,
                                         regularization=fluid.regularizer.L2Decay(0.001))
    optimizer.minimize(avg_loss)

place = fluid.CPUPlace()
exe = fluid.Executor(place)
exe.run(startup_program)
for images, labels in batches(4):
    metrics = exe.run(train_program, feed={'img': images, 'label': labels}, fetch_list=[avg_loss, acc])
    show('train', metrics[0], metrics[1])
results = exe.run(program=test_program, feed={'img': images, 'label': labels}, fetch_list=[prediction, avg_loss, acc])
show('probabilities', results[0])
show('test', float(results[1]), float(results[2]))
