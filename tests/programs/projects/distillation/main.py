import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers

from nets import Net, soft
from utility import start_weights

TEMPERATURE = 2.0

with fluid.dygraph.guard():
    teacher, student = Net(8, depth=2), Net(4)
    for net in (teacher, student):
        net.set_dict(start_weights(net.state_dict()))
    teacher.eval()
    student.train()
    for p in teacher.parameters():
        p.stop_gradient = True
    optimizer = fluid.optimizer.SGD(0.5, parameter_list=student.parameters())
    random = np.random.RandomState(17)
    for step in range(6):
        x = fluid.dygraph.to_variable(random.rand(5, 4).astype('float32'))
        wanted = soft(teacher(x), TEMPERATURE)
        wanted.stop_gradient = True
        loss = layers.mean(layers.cross_entropy(soft(student(x), TEMPERATURE), wanted, soft_label=True))
        loss.backward()
        optimizer.minimize(loss)
        student.clear_gradients()
        print('loss %r' % float(loss.numpy()[0]))
