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


def warmed(rate, warmup_steps, steps):
    """A schedule of a script's own, over the counter that all decays share."""
    with fluid.default_main_program()._lr_schedule_guard():
        found = L.create_global_var([1], 0.0, "float32", persistable=True, name="scheduled")
        step = L.learning_rate_scheduler._decay_step_counter()
        with L.Switch() as switch:
            with switch.case(step < warmup_steps):
                L.assign(rate * (step / warmup_steps), found)
            with switch.default():
                L.assign(L.polynomial_decay(rate, steps, 0.0, 1.0), found)
    return found


main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.scope_guard(fluid.Scope()):
    loss = L.reduce_sum(L.fc(fluid.data("x", [None, 3]), 1, param_attr=fluid.initializer.Constant(0.5)))
    plain = 0.1 * (L.learning_rate_scheduler._decay_step_counter() + 1.0)
    early = main.clone(for_test=True)  # which counts, too, where the counter stands outside the guard
    scheduled = warmed(0.5, 3.0, 8)
    fluid.optimizer.SGD(scheduled).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(startup)
    rows = []
    for number in range(6):
        rows.append(np.concatenate([np.reshape(part, [-1]) for part in executor.run(
            main, feed={"x": given["x"]}, fetch_list=[scheduled, plain, loss])]))
        if number == 2:
            executor.run(early, feed={"x": given["x"]}, fetch_list=[loss.name])
    answer["own_schedule"] = np.stack(rows)

before = fluid.Program()
before.global_seed(7)
answer["seeds"] = np.array([before.random_seed, fluid.Program().random_seed])
before.global_seed()
answer["seeds_again"] = np.array([before.random_seed, fluid.Program().random_seed])

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.scope_guard(fluid.Scope()):
    loss = L.reduce_sum(L.fc(fluid.data("x", [None, 3]), 1, param_attr=fluid.initializer.Constant(0.5)))
    asked = []
    for rate in (0.25, L.piecewise_decay([1, 2], [0.1, 0.2, 0.3])):
        optimizer = fluid.optimizer.SGD(rate)
        asked.append(optimizer._global_learning_rate() is None)
        optimizer.minimize(loss)
        own = optimizer._global_learning_rate()
        asked.append(own is optimizer._global_learning_rate(main))
        asked.append(optimizer._global_learning_rate(fluid.Program()) is None)
        own.persistable = True
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        answer[f"global_rate_{len(asked)}"] = executor.run(main, feed={"x": given["x"]}, fetch_list=[own])[0]
    answer["asked"] = np.array(asked)
