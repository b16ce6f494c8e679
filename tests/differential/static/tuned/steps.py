import numpy as np
import paddle.fluid as fluid
from start import show


def step(exe, program, reader, found, phase):
    names = [found['loss'].name, found['accuracy'].name]
    if phase == 'train':
        names.append(found['rate'].name)
        loss, accuracy, rate = exe.run(fetch_list=names, program=program)
        show('step', loss[0], accuracy[0], rate[0])
        return
    reader.start()
    losses = []
    while True:
        try:
            loss, accuracy = exe.run(program=program, fetch_list=names)
            losses.append(np.mean(loss))
        except fluid.core.EOFException:
            reader.reset()
            break
    show('test', np.mean(losses))
