"""Several calls that ask one program for gradients, each with ends of its own."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers


def parameter(name, value):
    return L.create_parameter([2, 2], "float32", name=name, default_initializer=fluid.initializer.Constant(value))


def stopped_first(h, k, one, other):
    return fluid.backward.append_backward(one, no_grad_set={h.name}) + fluid.backward.append_backward(other)


def stopped_later(h, k, one, other):
    return fluid.backward.append_backward(other) + fluid.backward.append_backward(one, no_grad_set=[h.name])


def stopped_alone(h, k, one, other):
    return fluid.backward.append_backward(one, no_grad_set={h.name})


def asked_for_one_variable(h, k, one, other):
    pairs = fluid.backward.append_backward(one, no_grad_set={h.name})
    return pairs + [(h, each) for each in fluid.gradients(other, [h])]


def stepping(h, k, one, other):
    first = fluid.optimizer.SGD(0.1).minimize(one, no_grad_set={h.name})[1]
    return first + fluid.optimizer.SGD(0.1).minimize(other, parameter_list=["w"])[1]


def each_its_own(h, k, one, other):
    first = fluid.backward.append_backward(one, no_grad_set={h.name})
    return first + fluid.backward.append_backward(other, no_grad_set={k.name})


def three_times(h, k, one, other):
    return [pair for loss in (one, other, one) for pair in fluid.backward.append_backward(loss)]


for ask in (stopped_first, stopped_later, stopped_alone, asked_for_one_variable, stepping, each_its_own, three_times):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [2, 2], "float32")
        w, u = parameter("w", 0.5), parameter("u", 0.25)
        h = x * w * 2.0
        k = h * u
        pairs = ask(h, k, L.reduce_mean(k + h * 3.0), L.reduce_sum(h * h + k))
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        feed = {"x": np.array([[1, 2], [3, 4]], "float32")}
        for step in range(2):
            for number, value in enumerate(exe.run(main, feed=feed, fetch_list=[each for _, each in pairs] + [w, u])):
                answer[f"{ask.__name__} {step} {number}"] = value
        names = " ".join(each.name for _, each in pairs if ask is not asked_for_one_variable)
        answer[f"{ask.__name__} names"] = np.array(names)
