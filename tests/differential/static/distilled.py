import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

image = fluid.data('image', [None, 4], 'float32')
teacher = layers.softmax(layers.fc(image, 3, param_attr='t', bias_attr=False) / 2.0)
teacher.stop_gradient = True
student = layers.softmax(layers.fc(image, 3, param_attr='s', bias_attr=False) / 2.0)
kinds = ('batchmean', 'mean', 'sum')
losses = [layers.kldiv_loss(layers.log(student), teacher, reduction=kind) for kind in kinds]
apart = layers.kldiv_loss(x=layers.log(student), target=teacher, reduction='batchmean')
fluid.optimizer.SGD(0.5).minimize(losses[0] + apart)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for rows in (2, 5, 3):
    images = np.random.RandomState(rows).uniform(-1, 1, [rows, 4]).astype('float32')
    show('loss', *exe.run(feed={'image': images}, fetch_list=losses + [apart]))
