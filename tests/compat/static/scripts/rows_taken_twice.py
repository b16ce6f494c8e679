"""The gradient of rows that gather takes once, twice and never, in programs and in dygraph mode."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers

table = np.arange(8, dtype="float32").reshape(4, 2)
weights = np.arange(10, dtype="float32").reshape(5, 2) + 1
for name, taken in {"twice": [1, 3, 1, 0, 3], "once": [2, 0]}.items():
    index = np.array(taken, "int64")
    weight = weights[: len(taken)]
    for overwrite in (True, False):
        main = fluid.Program()
        with fluid.program_guard(main, fluid.Program()):
            x = L.data("x", [4, 2], False, stop_gradient=False)
            i, w = L.data("i", [len(taken)], False, dtype="int64"), L.data("w", [len(taken), 2], False)
            rows = L.gather(x, i, overwrite=overwrite)
            found = [rows, *fluid.gradients([L.reduce_sum(rows * w)], [x])]
        exe = fluid.Executor(fluid.CPUPlace())
        values, gradient = exe.run(main, feed={"x": table, "i": index, "w": weight}, fetch_list=found)
        answer[f"program {name} {overwrite}"], answer[f"program {name} {overwrite} x"] = values, gradient
        with fluid.dygraph.guard(fluid.CPUPlace()):
            x = fluid.dygraph.to_variable(table)
            x.stop_gradient = False
            rows = L.gather(x, fluid.dygraph.to_variable(index), overwrite=overwrite)
            L.reduce_sum(rows * fluid.dygraph.to_variable(weight)).backward()
            answer[f"dygraph {name} {overwrite} x"] = x.gradient()
