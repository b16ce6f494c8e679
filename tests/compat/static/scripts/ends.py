"""What the run that finds the data at their end leaves behind: the counter of a schedule goes on, or does not."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
executor = fluid.Executor(fluid.CPUPlace())


def rates(places, is_compiled):
    main, startup, seen = fluid.Program(), fluid.Program(), []
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [None, 2])
        loader = fluid.io.DataLoader.from_generator([x], capacity=4, iterable=False, use_double_buffer=False)
        loss = fluid.layers.mean(fluid.layers.fc(x, 1))
        rate = fluid.layers.piecewise_decay([2, 4], [0.1, 0.05, 0.01])
        fluid.optimizer.SGD(rate).minimize(loss)
        executor.run(startup)
        loader.set_batch_generator(lambda: iter([[np.ones([2, 2], "float32")]] * 3 * max(1, places)))
        program = fluid.CompiledProgram(main) if is_compiled else main
        if places:
            program = program.with_data_parallel(loss.name, places=[fluid.CPUPlace()] * places)
        for _ in range(2):
            loader.start()
            try:
                while True:
                    seen.append(np.ravel(executor.run(program, fetch_list=[rate])[0])[0])
            except fluid.core.EOFException:
                loader.reset()
            seen.append(float(np.array(fluid.global_scope().find_var("@LR_DECAY_COUNTER@").get_tensor())[0]))
    return np.array(seen, "float32")


for name, places, is_compiled in (("plain", 0, False), ("compiled", 0, True), ("one", 1, True), ("two", 2, True)):
    answer[name] = rates(places, is_compiled)
