"""A norm of two million numbers: 1.8.5 added them one by one, in float32."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
COUNT = 2_000_000
numbers = np.random.RandomState(0).randn(COUNT).astype("float32")


def step(two_groups):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        given = fluid.data("given", [COUNT])
        many = L.create_parameter([COUNT], "float32", "many", default_initializer=fluid.initializer.Constant(0.0))
        few = L.create_parameter([3], "float32", "few", default_initializer=fluid.initializer.Constant(0.0))
        loss = L.reduce_sum(many * given) + L.reduce_sum(few)
        fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(1.0))
        if two_groups:
            fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(0.5, "few"), param_list=["few"])
        fluid.optimizer.SGD(1000.0).minimize(loss)
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        return executor.run(main, feed={"given": numbers}, fetch_list=[L.slice(many, [0], [0], [50]), few])


answer["many"], answer["few"] = step(False)
answer["many of groups"], answer["few of groups"] = step(True)

with fluid.dygraph.guard():
    given = fluid.dygraph.to_variable(numbers)
    many = fluid.dygraph.Linear(1, 1).create_parameter(
        [COUNT], default_initializer=fluid.initializer.Constant(0.0))
    clip = fluid.clip.GradientClipByGlobalNorm(1.0)
    loss = fluid.layers.reduce_sum(many * given)
    loss.backward()
    fluid.optimizer.SGD(1000.0, parameter_list=[many], grad_clip=clip).minimize(loss)
    answer["dygraph"] = many.numpy()[:50]
