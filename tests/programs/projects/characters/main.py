# coding: utf-8
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable

import text
from model import Characters
from utility import start_weights

fluid.enable_dygraph(fluid.CPUPlace())
model = Characters(len(text.vocabulary()))
model.set_dict(start_weights(model.state_dict()))
optimizer = fluid.optimizer.SGDOptimizer(
    learning_rate=fluid.dygraph.ExponentialDecay(0.5, decay_steps=2, decay_rate=0.8, staircase=True),
    parameter_list=model.parameters(), grad_clip=fluid.clip.GradientClipByGlobalNorm(2.0))
state = model.start(2)
for words, labels in text.windows(2, 5):
    loss, last = model(to_variable(words.copy()), to_variable(labels.copy()), state)
    state = last.numpy()
    loss.backward()
    optimizer.minimize(loss)
    model.clear_gradients()
    print('loss %r' % float(loss.numpy()[0]))
