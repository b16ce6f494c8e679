"""What runs, rates and gradients of programs are asked for beside the usual: answers of 1.8.5."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]

x = fluid.data("x", [None, 3])
y = fluid.data("y", [None, 1])
h = fluid.layers.fc(x, 4, act="tanh", param_attr=fluid.initializer.Constant(0.2))
predicted = fluid.layers.fc(h, 1, param_attr=fluid.initializer.Constant(0.3))
loss = fluid.layers.mean(fluid.layers.square_error_cost(predicted, y))
X = np.linspace(-1, 1, 12).reshape(4, 3).astype("float32")
Y = X.sum(1, keepdims=True)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(fluid.default_startup_program())
(answer["pruned"],) = executor.run(feed={"x": X}, fetch_list=[predicted], use_prune=True)
(answer["whole"],) = executor.run(feed={"x": X, "y": Y}, fetch_list=[loss])

# the gradient that gradients() gave stays what it was, though the loss has one of the same variable
x.stop_gradient = False
(gradient,) = fluid.gradients(predicted, x)
optimizer = fluid.optimizer.SGD(fluid.layers.linear_lr_warmup(0.1, 3, 0.01, 0.1))
optimizer.minimize(loss)
executor.run(fluid.default_startup_program())
for step in range(4):
    found = [loss, gradient, optimizer._global_learning_rate()]
    for name, value in zip(("loss", "gradient", "rate"), executor.run(feed={"x": X, "y": Y}, fetch_list=found)):
        answer[f"{name} {step}"] = value

with fluid.program_guard(fluid.Program(), fluid.Program()):
    weight = fluid.layers.create_parameter([2], "float32", default_initializer=fluid.initializer.Constant(1.0))
    plain = fluid.optimizer.Momentum(0.25, 0.9)
    answer["none yet"] = np.array(plain._global_learning_rate() is None)
    plain.minimize(fluid.layers.mean(weight * weight))
    executor.run(fluid.default_startup_program())
    name = plain._global_learning_rate().name
    answer["of a number"] = np.array(fluid.global_scope().find_var(name).get_tensor())
    fluid.global_scope().find_var(name).get_tensor().set(np.array([0.5], "float32"), fluid.CPUPlace())
    executor.run(fluid.default_main_program())
    (answer["stepped by it"],) = executor.run(fetch_list=[weight])

# what targets do not need is no part of what is pruned
with fluid.program_guard(fluid.Program(), fluid.Program()):
    first, second = fluid.data("first", [None, 2]), fluid.data("second", [None, 2])
    wanted = fluid.layers.softmax(fluid.layers.fc(first, 3, name="wanted"))
    fluid.layers.mean(fluid.layers.fc(second, 3, name="needless"))
    pruned = fluid.default_main_program().clone()._prune(targets=[wanted])
    block, asked = pruned.global_block(), ("first", "second", "wanted.w_0", "needless.w_0", wanted.name)
    answer["has"] = np.array([block.has_var(name) for name in asked])
    answer["lasting"] = np.array(len(pruned.all_parameters()))
