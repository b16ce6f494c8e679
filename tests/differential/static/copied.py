import numpy as np
import paddle.fluid as fluid
from start import show


def generator(x, name):
    hidden = fluid.layers.fc(x, 5, act='tanh', param_attr=fluid.ParamAttr(name=name + '_w'), bias_attr=False)
    return fluid.layers.fc(hidden, 4, param_attr=fluid.ParamAttr(name=name + '_v'), bias_attr=False)


class Trainer(object):
    def __init__(self, source, target, scale, prefix):
        self.program = fluid.default_main_program().clone()
        with fluid.program_guard(self.program):
            self.fake = generator(source, prefix)
            self.infer_program = self.program.clone()
            distance = fluid.layers.elementwise_sub(x=self.fake, y=target)
            self.loss = fluid.layers.reduce_mean(fluid.layers.square(distance)) * scale
            names = []
            for var in self.program.list_vars():
                if fluid.io.is_parameter(var) and var.name.startswith(prefix):
                    names.append(var.name)
            optimizer = fluid.optimizer.SGD(learning_rate=0.1)
            optimizer.minimize(self.loss, parameter_list=names)


source = fluid.data('source', [None, 4])
target = fluid.data('target', [None, 4])
forth = Trainer(source, target, 2.0, 'GA')
back = Trainer(target, source, 1.0, 'GB')
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(23)
for _ in range(3):
    a, b = random.uniform(-1, 1, [3, 4]).astype('float32'), random.uniform(-1, 1, [3, 4]).astype('float32')
    fake, value = exe.run(forth.program, feed={'source': a, 'target': b}, fetch_list=[forth.fake, forth.loss])
    show('forth', fake, value[0])
    other = exe.run(back.program, feed={'source': a, 'target': b}, fetch_list=[back.loss])[0]
    show('back', other[0])
show('infer', exe.run(forth.infer_program, feed={'source': a}, fetch_list=[forth.fake])[0])
