import numpy as np
import paddle.fluid as fluid
from start import show

CLASSES = 4


def columns(images):
    """The columns of the images as the steps of sequences, read from both sides."""
    found = fluid.layers.conv2d(images, 3, 3, padding=1, act='relu')
    found = fluid.layers.pool2d(found, pool_size=[2, 1], pool_stride=[2, 1])
    steps = fluid.layers.im2sequence(input=found, stride=[1, 1], filter_size=[found.shape[2], 1])
    size = 4
    ahead = fluid.layers.dynamic_gru(fluid.layers.fc(steps, size * 3, bias_attr=False), size, candidate_activation='relu')
    back = fluid.layers.dynamic_gru(fluid.layers.fc(steps, size * 3), size, is_reverse=True)
    return fluid.layers.fc([ahead, back], CLASSES + 1)


images = fluid.data(name='images', shape=[None, 1, 6, 5], dtype='float32')
letters = fluid.data(name='letters', shape=[None, 1], dtype='int32', lod_level=1)
chances = columns(images)
cost = fluid.layers.warpctc(input=chances, label=letters, blank=CLASSES, norm_by_times=True)
loss = fluid.layers.reduce_sum(cost)
decoded = fluid.layers.ctc_greedy_decoder(input=chances, blank=CLASSES)
wanted = fluid.layers.cast(x=letters, dtype='int64')
evaluator = fluid.evaluator.EditDistance(input=decoded, label=wanted)
distance, count = fluid.layers.edit_distance(wanted, fluid.layers.scale(wanted, 2), normalized=False, ignored_tokens=[1])
tested = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.Momentum(learning_rate=0.1, momentum=0.9).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feeder = fluid.DataFeeder([images, letters], fluid.CPUPlace())
random = np.random.RandomState(2)
batches = [
    [(random.rand(1, 6, 5).astype('float32'), random.randint(0, CLASSES, [length]).tolist()) for length in lengths]
    for lengths in ((2, 1, 3), (1, 2), (3, 2, 2))
]
for epoch in range(2):
    evaluator.reset(exe)
    for batch in batches:
        fetched = [loss, cost, distance, count] + evaluator.metrics
        outs = exe.run(feed=feeder.feed(batch), fetch_list=fetched)
        for name, out in zip(('loss', 'cost', 'off', 'count', 'sum', 'wrong'), outs):
            show(name, out)
    mean, share = evaluator.eval(exe)
    show('mean', mean)
    show('share', share)
evaluator.reset(exe)
for batch in batches[:2]:
    exe.run(tested, feed=feeder.feed(batch), fetch_list=[loss])
show('tested', np.array(evaluator.eval(exe)))
