import numpy as np
import paddle.fluid as fluid
from start import show

image = fluid.layers.data(name='image', shape=[6], dtype='float32')
label = fluid.layers.data(name='label', shape=[1], dtype='int64')
hidden = fluid.layers.fc(input=image, size=8, act='relu')
drop = fluid.layers.dropout(hidden, dropout_prob=0.0)
prediction = fluid.layers.fc(input=drop, size=4, act='softmax')
infer_program = fluid.default_main_program().clone(for_test=True)
cost = fluid.layers.cross_entropy(input=prediction, label=label)
avg_cost = fluid.layers.mean(x=cost)
acc_top1 = fluid.layers.accuracy(input=prediction, label=label, k=1)
fluid.optimizer.Momentum(learning_rate=0.1, momentum=0.5, use_nesterov=True).minimize(avg_cost)
place = fluid.CPUPlace()
exe = fluid.Executor(place)
feeder = fluid.DataFeeder(feed_list=['image', 'label'], place=place)
exe.run(fluid.default_startup_program())
random = np.random.RandomState(10)
data = [(random.uniform(-1, 1, [6]).astype('float32'), int(random.randint(4))) for _ in range(12)]
for pass_id in range(2):
    for start in range(0, 12, 4):
        out = exe.run(feed=feeder.feed(data[start:start + 4]), fetch_list=[avg_cost, acc_top1])
        for n, o in zip(['cost', 'acc'], out):
            show(n, o[0])
img = np.stack([each[0] for each in data[:3]])
prob, = exe.run(infer_program, feed={'image': img}, fetch_list=[prediction])
show('prob', prob)
show('best', np.argmax(prob, 1))
