import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show


def unrolled(begin, most, axis, stack):
    place = layers.fill_constant([1], 'int64', 0)
    states = layers.array_write(begin, place)
    more = layers.less_than(place, most)
    loop = layers.While(more)
    with loop.block():
        state = layers.tanh(layers.fc(layers.array_read(states, place), 3, param_attr='w', bias_attr=False)) * 1.5
        layers.increment(place)
        layers.array_write(state, place, states)
        layers.less_than(place, most, cond=more)
    joined, _ = layers.tensor_array_to_tensor(states, axis=axis, use_stack=stack)
    return joined


exe = fluid.Executor(fluid.CPUPlace())
for axis, stack in ((0, False), (1, False), (1, True)):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        begin = fluid.data('begin', [None, 3], 'float32')
        most = fluid.data('most', [1], 'int64')
        joined = unrolled(begin, most, axis, stack)
        exe.run(startup)
        for times in (3, 1):
            rows = np.linspace(-1, 1, 6).reshape(2, 3).astype('float32')
            found, = exe.run(main, feed={'begin': rows, 'most': np.array([times], 'int64')}, fetch_list=[joined])
            show('joined', found.shape, found)
