import numpy as np
import paddle.fluid as fluid
from start import show

words = fluid.layers.data(name='words', shape=[1], dtype='int64', lod_level=1)
label = fluid.layers.data(name='label', shape=[1], dtype='int64')
emb = fluid.layers.embedding(input=words, size=[10, 4], is_sparse=False)
fc0 = fluid.layers.fc(input=emb, size=12)
lstm_h, c = fluid.layers.dynamic_lstm(input=fc0, size=12, is_reverse=False, use_peepholes=False)
lstm_max = fluid.layers.sequence_pool(input=lstm_h, pool_type='max')
lstm_last = fluid.layers.sequence_last_step(input=lstm_h)
prediction = fluid.layers.fc(input=[lstm_max, lstm_last], size=2, act='softmax')
cost = fluid.layers.mean(fluid.layers.cross_entropy(input=prediction, label=label))
fluid.optimizer.SGD(learning_rate=0.1).minimize(cost)
place = fluid.CPUPlace()
exe = fluid.Executor(place)
exe.run(fluid.default_startup_program())
random = np.random.RandomState(14)
for _ in range(3):
    lengths = [3, 1, 4]
    ids = random.randint(0, 10, [sum(lengths), 1]).astype('int64')
    tensor = fluid.create_lod_tensor(ids, [lengths], place)
    labels = random.randint(0, 2, [3, 1]).astype('int64')
    out = exe.run(feed={'words': tensor, 'label': labels}, fetch_list=[cost])
    show('cost', out[0])
