import numpy as np
import paddle.fluid as fluid
from start import show


def generator(z):
    hidden = fluid.layers.fc(z, size=6, act='tanh', param_attr='g_w1', bias_attr='g_b1')
    return fluid.layers.fc(hidden, size=4, act='tanh', param_attr='g_w2', bias_attr='g_b2')


def discriminator(x):
    hidden = fluid.layers.fc(x, size=6, act='tanh', param_attr='d_w1', bias_attr='d_b1')
    return fluid.layers.fc(hidden, size=1, param_attr='d_w2', bias_attr='d_b2')


def loss_of(logit, truth):
    label = fluid.layers.fill_constant_batch_size_like(logit, [-1, 1], 'float32', truth)
    return fluid.layers.reduce_mean(fluid.layers.sigmoid_cross_entropy_with_logits(x=logit, label=label))


d_program, g_program, startup = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(d_program, startup):
    real = fluid.data('real', [None, 4])
    z = fluid.data('z', [None, 3])
    d_loss = loss_of(discriminator(real), 1.0) + loss_of(discriminator(generator(z)), 0.0)
    names = [p.name for p in d_program.global_block().all_parameters() if p.name.startswith('d_')]
    fluid.optimizer.SGD(0.2).minimize(d_loss, parameter_list=names)
with fluid.program_guard(g_program, startup):
    z = fluid.data('z', [None, 3])
    fake = generator(z)
    g_loss = loss_of(discriminator(fake), 1.0)
    names = [p.name for p in g_program.global_block().all_parameters() if p.name.startswith('g_')]
    fluid.optimizer.SGD(0.2).minimize(g_loss, parameter_list=names)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
random = np.random.RandomState(6)
for step in range(4):
    noise = random.uniform(-1, 1, [5, 3]).astype('float32')
    d_value = exe.run(d_program, feed={'real': random.uniform(0, 1, [5, 4]).astype('float32'), 'z': noise},
                      fetch_list=[d_loss])[0]
    g_value, images = exe.run(g_program, feed={'z': noise}, fetch_list=[g_loss, fake])
    show('step', d_value, g_value)
    show('images', images)
