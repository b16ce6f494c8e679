"""Attributes of parameters that a script sets after they were made, and gradients with respect to what does not train.
Found: ``fluid``, ``answer``."""

import numpy as np
import paddle.fluid as fluid

L, answer = fluid.layers, globals()["answer"]
constant = fluid.initializer.Constant
given = {"x": np.linspace(-0.5, 0.5, 12).reshape(3, 4).astype("float32")}


def run(change, fetched=None, steps=4, optimizer=fluid.optimizer.SGD, **attr):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [3, 4], "float32")
        y = x * 2.0 + 1.0
        z = L.fc(y, 5, act="tanh", param_attr=fluid.ParamAttr(name="body", initializer=constant(0.3), **attr),
                 bias_attr=False)
        out = L.fc(z, 1, param_attr=fluid.ParamAttr(name="head", initializer=constant(0.3)), bias_attr=False)
        loss = L.mean(out * out)
        parameters = {each.name: each for each in main.all_parameters()}
        change(parameters["body"])
        if fetched is None:
            optimizer(0.3).minimize(loss)
        fetch = [loss] if fetched is None else fetched(loss, parameters["body"], y, z)
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        rows = [executor.run(main, feed=given, fetch_list=fetch) for _ in range(steps if fetched is None else 1)]
    return np.concatenate([np.ravel(each) for row in rows for each in row])


def setting(**values):
    def change(parameter):
        for name, value in values.items():
            setattr(parameter, name, value)
    return change


def faster(parameter):
    parameter.optimize_attr["learning_rate"] *= 3.0


def of_a_variable(parameter):
    parameter.optimize_attr = {"learning_rate": L.fill_constant([1], "float32", 0.7)}


def same(parameter):
    pass


decay = fluid.regularizer.L2Decay
answer["plain"] = run(same)
answer["frozen"] = run(setting(trainable=False))
answer["stopped"] = run(setting(stop_gradient=True))
answer["thawed"] = run(setting(trainable=True), trainable=False)
answer["not thawed"] = run(setting(stop_gradient=False), trainable=False)
answer["faster"] = run(faster)
answer["rates"] = run(setting(optimize_attr={"learning_rate": 0.5}), learning_rate=2.0)
answer["momentum"] = run(faster, optimizer=lambda rate: fluid.optimizer.Momentum(rate, 0.9))
answer["variable"] = run(of_a_variable)
answer["decayed"] = run(setting(regularizer=decay(0.1)))
answer["not decayed"] = run(setting(regularizer=None), regularizer=decay(0.1))

answer["of frozen"] = run(same, lambda loss, body, y, z: fluid.gradients(loss, body), trainable=False)
answer["of what is fed"] = run(same, lambda loss, body, y, z: fluid.gradients(loss, y), trainable=False)
answer["of a hidden one"] = run(same, lambda loss, body, y, z: fluid.gradients([loss], [z]), trainable=False)
answer["of both"] = run(same, lambda loss, body, y, z: fluid.gradients(loss, [y, z]), trainable=False)
answer["twice"] = run(same, lambda loss, body, y, z: fluid.gradients(fluid.gradients(loss, z), z), trainable=False)
