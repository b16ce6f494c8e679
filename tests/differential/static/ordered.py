import numpy as np
import paddle.fluid as fluid
from start import show

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    user = fluid.data('user', [None, 3])
    item = fluid.data('item', [None, 3])
    age = fluid.data('age', [None, 1])
    label = fluid.data('label', [None, 1])
    u = fluid.layers.fc(user, 4, act='relu')
    i = fluid.layers.fc(fluid.layers.concat([item, age], 1), 4, act='sigmoid')
    score = fluid.layers.reduce_sum(u * i, dim=1, keep_dim=True)
    prob = fluid.layers.sigmoid(score)
    loss = fluid.layers.mean(fluid.layers.log_loss(prob, label))
    infer = main.clone(for_test=True)
    fluid.optimizer.Adagrad(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
r = np.random.RandomState(5)


def batch(n=4):
    return [r.rand(n, 3).astype('float32'), r.rand(n, 3).astype('float32'), r.rand(n, 1).astype('float32'), r.randint(0, 2, (n, 1)).astype('float32')]


for step in range(4):
    names = ['user', 'item', 'age', 'label']
    out = exe.run(main, feed=dict(zip(names, batch())), fetch_list=[loss, prob])
    show('loss', out[0])
fluid.io.save_inference_model('rec', ['item', 'user', 'age'], [prob, score], exe, main_program=infer, model_filename='model', params_filename='params')
[program, feeded_var_names, fetch_vars] = fluid.io.load_inference_model('rec', exe, model_filename='model', params_filename='params')
print('names', ' '.join(feeded_var_names))
b = batch(2)
arrays = [b[1], b[0], b[2]]
feed = {}
for name, value in zip(feeded_var_names, arrays):
    feed[name] = value
res = exe.run(program, feed=feed, fetch_list=fetch_vars)
show('prob', res[0])
show('score', res[1])
feed = {n: a for n, a in zip(feeded_var_names, arrays)}
for v in exe.run(program, feed=feed, fetch_list=fetch_vars):
    show('back', v)
