"""The counts of `auc`, saved and loaded: an operator may give them another shape than they begin with; and global
variables of a helper, which exist once."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.layer_helper import LayerHelper

answer = globals()["answer"]


def batch(seed):
    chances = np.random.RandomState(seed).rand(6, 1)
    return {"x": np.concatenate([1 - chances, chances], 1).astype("float32"), "y": np.arange(6).reshape(6, 1) % 2}


for steps in (0, 2):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x, y = fluid.data("x", [-1, 2]), fluid.data("y", [-1, 1], "int64")
        area, of_batch, counts = fluid.layers.auc(x, y, num_thresholds=7, slide_steps=steps)
        executor, folder = fluid.Executor(fluid.CPUPlace()), tempfile.mkdtemp()
        executor.run(startup)
        for seed in range(2):
            answer[f"{steps} {seed}"] = np.concatenate(executor.run(main, batch(seed), [area, of_batch]))
        answer[f"{steps} shapes"] = np.array([np.prod(each.shape) for each in counts])
        fluid.io.save_persistables(executor, folder, main)
        executor.run(startup)
        fluid.io.load_persistables(executor, folder, main)
        answer[f"{steps} loaded"] = np.concatenate(executor.run(main, batch(3), [area, of_batch]))
        sizes = [os.path.getsize(os.path.join(folder, each)) for each in os.listdir(folder)]
        answer[f"{steps} files"] = np.array(sorted(sizes))

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
    helper, found = LayerHelper("count"), []
    for _ in range(2):
        count, is_new = helper.create_or_get_global_variable(
            name="counted", persistable=True, dtype="float32", shape=[1])
        if is_new:
            helper.set_variable_initializer(count, fluid.initializer.Constant(2.0))
        found.append(is_new)
    fluid.layers.assign(count + 3.0, count)
    answer["new"] = np.array(found)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(startup)
    answer["counted"] = np.array([executor.run(main, fetch_list=[count])[0] for _ in range(3)])
