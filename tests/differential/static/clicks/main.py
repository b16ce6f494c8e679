import numpy as np
import paddle.fluid as fluid
from network import ctr
from start import show


def make_inputs():
    dense = fluid.layers.data(name='dense', shape=[3], dtype='float32')
    ids = [fluid.layers.data(name='C' + str(i), shape=[1], lod_level=1, dtype='int64') for i in range(2)]
    label = fluid.layers.data(name='label', shape=[1], dtype='int64')
    return [dense] + ids + [label]


def rows():
    random = np.random.RandomState(22)
    for _ in range(8):
        yield [random.uniform(0, 1, [3]).astype('float32').tolist(), random.randint(0, 11, [2]).tolist(),
               random.randint(0, 11, [3]).tolist(), [int(random.randint(2))]]


def main():
    inputs = make_inputs()
    loss, predict = ctr(inputs[0], inputs[1:-1], inputs[-1])
    fluid.optimizer.SGD(learning_rate=0.1).minimize(loss)
    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())
    feeder = fluid.DataFeeder(feed_list=inputs, place=place)
    batch = []
    for row in rows():
        batch.append(row)
        if len(batch) == 4:
            loss_val, = exe.run(fluid.default_main_program(), feed=feeder.feed(batch), fetch_list=[loss])
            show('loss', loss_val / len(batch))
            batch = []


main()
