"""Slices whose bounds are variables, or lie behind the rows that a batch may have."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
numbers = np.arange(36).reshape(2, 6, 3).astype("float32")


def bounds():
    x = fluid.data("x", [-1, 6, 3])
    count = fluid.data("count", [1], "int32")
    hidden = L.scale(x, 2.0)
    hidden.stop_gradient = False
    weight = L.create_parameter([6, 3], "float32", "weight", default_initializer=fluid.initializer.Constant(0.5))
    outs = [hidden[:, 1:count], hidden[:, count - 2 :], hidden[0:count, 1], hidden[:, :count, :2],
            (weight * 1.0)[count - 3 : count], hidden[:, 1:count] * hidden[:, 2 : count + 1]]
    return outs, [{"x": numbers, "count": np.array([each], "int32")} for each in (3, 4)]


def far_rows():
    x = fluid.data("x", [-1, 3])
    found = L.fc(x, 1, param_attr=fluid.ParamAttr("weight", initializer=fluid.initializer.Constant(0.5)))
    near, far = L.slice(found, [0, 1], [0, 0], [64, 1]), L.slice(found, [0, 1], [64, 0], [128, 1])
    ones = L.fill_constant([64, 1], "float32", 1.0)
    outs = [near, far, ones - near, L.elementwise_max(near * 2.0, far), found[70:80]]
    return outs, [{"x": np.random.RandomState(each).rand(128, 3).astype("float32")} for each in (0, 1)]


for build in (bounds, far_rows):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        outs, feeds = build()
        shapes = [list(each.shape[:2]) for each in outs if len(each.shape) > 1][:3]
        answer[f"{build.__name__} shapes"] = np.array(shapes)
        loss = L.sums([L.reduce_sum(each) for each in outs])
        fluid.optimizer.SGD(0.1).minimize(loss)
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        for number, feed in enumerate(feeds):
            for place, value in enumerate(executor.run(main, feed=feed, fetch_list=[*outs, loss, "weight"])):
                answer[f"{build.__name__} {number} {place}"] = value
