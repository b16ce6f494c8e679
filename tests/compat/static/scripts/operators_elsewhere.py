"""Operators of Python's on variables of a program whose guard stands around them no longer."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]


def built():
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x = fluid.data("x", [2, 3])
        loss = fluid.layers.mean(fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(0.1)))
    return main, startup, loss


def inside(loss):
    with fluid.program_guard(fluid.Program()):
        return loss.block.program.global_block().var(loss.name) * 0.25


WAYS = {
    "times": lambda loss: loss * 0.5, "behind": lambda loss: 0.5 * loss, "both": lambda loss: loss / 2.0 + 3.0 * loss,
    "negative": lambda loss: -loss, "cast": lambda loss: loss.astype("float32") * 2.0, "guarded": inside,
}
for way, scaled in WAYS.items():
    main, startup, loss = built()
    total = scaled(loss)
    fluid.optimizer.SGD(0.1).minimize(total, startup)
    exe = fluid.Executor(fluid.CPUPlace())
    with fluid.scope_guard(fluid.Scope()):
        exe.run(startup)
        feed = {"x": np.ones((2, 3), "float32")}
        answer[way] = np.array([exe.run(main, feed=feed, fetch_list=[loss, total]) for _ in range(3)])
    answer[way + " elsewhere"] = np.array(len(fluid.default_main_program().global_block().ops))
