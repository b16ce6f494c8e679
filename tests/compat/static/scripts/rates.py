"""Learning rates in copies for tests, and cross entropies of logits that are zero. Found: ``fluid``, ``answer``."""

import numpy as np
import paddle.fluid as fluid

L, answer = fluid.layers, globals()["answer"]
given = {"x": np.array([[0.0, -0.0, 0.5]], "float32"), "y": np.array([[0.0, 1.0, 1.0]], "float32")}


def is_counted(program):
    return any(each.type == "increment" for each in program.global_block().ops)


main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x, y = fluid.data("x", [None, 3]), fluid.data("y", [None, 3])
    x.stop_gradient = False
    loss = L.reduce_sum(L.sigmoid_cross_entropy_with_logits(L.fc(x, 3, param_attr=fluid.initializer.Constant(0.0)), y))
    loss = loss + L.reduce_sum(L.sigmoid_cross_entropy_with_logits(x, y))
    rate = L.exponential_decay(0.5, 1, 0.5)
    with main._lr_schedule_guard():
        rate = rate * 2.0
    before = main.clone(for_test=True)
    fluid.optimizer.SGD(rate).minimize(loss)
    test = main.clone(for_test=True)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(startup)
    answer["counted"] = np.array([is_counted(each) for each in (main, before, test)])
    answer["gradient"] = executor.run(main, feed=given, fetch_list=["x@GRAD"])[0]
    answer["weight"] = np.array(fluid.global_scope().find_var("fc_0.w_0").get_tensor())
    executor.run(test, feed=given, fetch_list=[loss.name])
    answer["rate"] = executor.run(main, feed=given, fetch_list=[rate])[0]
