"""The gradient of rows that gather takes once, twice and never, and that scatter replaces, in both modes."""

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

for name, taken in {"replaced": [2, 0], "replaced twice": [2, 0, 2]}.items():
    index, new = np.array(taken, "int64"), weights[: len(taken)] / 4
    for overwrite in (True, False):
        for needed in ("xu", "x", "u"):
            main = fluid.Program()
            with fluid.program_guard(main, fluid.Program()):
                x = L.data("x", [4, 2], False, stop_gradient="x" not in needed)
                u = L.data("u", [len(taken), 2], False, stop_gradient="u" not in needed)
                i, w = L.data("i", [len(taken)], False, dtype="int64"), L.data("w", [4, 2], False)
                rows = L.scatter(x, i, u, overwrite=overwrite)
                asked = [each for each in (x, u) if each.name in needed]
                found = [rows, *fluid.gradients([L.reduce_sum(rows * w)], asked)]
            exe, feed = fluid.Executor(fluid.CPUPlace()), {"x": table, "i": index, "u": new, "w": weights[:4]}
            for number, value in enumerate(exe.run(main, feed=feed, fetch_list=found)):
                answer[f"program {name} {overwrite} {needed} {number}"] = value
        with fluid.dygraph.guard(fluid.CPUPlace()):
            x, u = fluid.dygraph.to_variable(table), fluid.dygraph.to_variable(new)
            x.stop_gradient = u.stop_gradient = False
            rows = L.scatter(x, fluid.dygraph.to_variable(index), u, overwrite=overwrite)
            L.reduce_sum(rows * fluid.dygraph.to_variable(weights[:4])).backward()
            answer[f"dygraph {name} {overwrite} x"] = x.gradient()
            answer[f"dygraph {name} {overwrite} u"] = u.gradient()
