"""What 1.8.5's own unit tests ask of programs, one small program for each."""

import importlib.util
import os
import tempfile
from contextlib import contextmanager

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]


@contextmanager
def program():
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 7
    with fluid.scope_guard(fluid.core.Scope()), fluid.program_guard(main, startup), fluid.unique_name.guard():
        yield fluid.Executor(fluid.CPUPlace()), main, startup


def even(*shape):
    return np.linspace(-1, 1, int(np.prod(shape))).reshape(shape).astype("float32")


def kinds(block):
    return np.array([op.type for op in block.ops])


# Gradients of gradients, of what is fed and of what a script has put into the scope.
with program() as (exe, main, startup):
    x = fluid.data("x", [2, 3])
    x.stop_gradient, x.persistable = False, True
    y = fluid.layers.square(x) * x
    start = main.global_block().create_var(name="start", shape=[2, 3], dtype="float32", persistable=True)
    start.stop_gradient = False
    fluid.global_scope().var("start").get_tensor().set(even(2, 3) + 2, fluid.CPUPlace())
    first = fluid.gradients([y], [x], [start])
    second = fluid.gradients(first, [x, start])
    exe.run(feed={"x": even(2, 3)})
    for number, value in enumerate(exe.run(fetch_list=[*first, *second])):
        answer[f"gradient {number}"] = value

# A parameter that was never started, but fed.
with program() as (exe, main, startup):
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 3]), 2, param_attr="w", bias_attr=False))
    fluid.backward.append_backward(loss)
    (answer["fed parameter"],) = exe.run(feed={"x": even(4, 3), "w": even(3, 2)}, fetch_list=["w@GRAD"])

# A layer of dygraph mode, and a script's own.
class Net(fluid.Layer):
    def __init__(self):
        super().__init__()
        self.linear = fluid.dygraph.Linear(3, 4, act="tanh")
        self.norm = fluid.dygraph.BatchNorm(4)
        self.weight = self.create_parameter([4, 2], fluid.ParamAttr(name="own"), "float32")

    def forward(self, x):
        return fluid.layers.matmul(self.norm(self.linear(x)), self.weight)

with program() as (exe, main, startup):
    out = Net()(fluid.data("x", [None, 3]))
    fluid.optimizer.SGD(0.5).minimize(fluid.layers.reduce_mean(fluid.layers.square(out)))
    test = main.clone(for_test=True)
    exe.run(startup)
    for number in range(3):
        (answer[f"layer {number}"],) = exe.run(feed={"x": even(4, 3)}, fetch_list=[out])
    (answer["layer tested"],) = exe.run(test, feed={"x": even(4, 3)}, fetch_list=[out])
    answer["layer's parameters"] = np.array(sorted(each.name for each in main.all_parameters()))

# Weights of dygraph layers that a script's own functions use, too, and that it hands to optimizers.
class Tied(fluid.Layer):
    def __init__(self):
        super().__init__()
        self.table = fluid.dygraph.Embedding([5, 3], param_attr=fluid.initializer.Constant(0.5))
        self.other = fluid.dygraph.Linear(3, 3, param_attr=fluid.initializer.Constant(0.25))

    def forward(self, ids):
        return fluid.layers.matmul(self.other(self.table(ids)), fluid.layers.transpose(self.table.weight, [1, 0]))

with program() as (exe, main, startup):
    net = Tied()
    out = net(fluid.data("ids", [None, 2], "int64"))
    fluid.optimizer.SGD(0.5).minimize(fluid.layers.reduce_mean(fluid.layers.square(out)),
                                      parameter_list=net.table.parameters())
    exe.run(startup)
    for number in range(3):
        (answer[f"tied {number}"],) = exe.run(feed={"ids": np.arange(4).reshape([2, 2])}, fetch_list=[out])
    answer["not trained"] = np.array(fluid.global_scope().find_var(net.other.weight.name).get_tensor())

with program() as (exe, main, startup):
    wide = fluid.dygraph.Conv2D(2, 3, 2, dtype="float64", param_attr=fluid.initializer.Constant(0.1), bias_attr=False)
    out = wide(fluid.data("x", [None, 2, 3, 3], "float64"))
    exe.run(startup)
    (answer["float64"],) = exe.run(feed={"x": even(1, 2, 3, 3).astype("float64")}, fetch_list=[out])

# Gradients with respect to what is no parameter.
with program() as (exe, main, startup):
    x = fluid.data("x", [None, 3])
    x.stop_gradient = False
    hidden = fluid.layers.square(x)
    pairs = fluid.backward.append_backward(fluid.layers.reduce_sum(fluid.layers.sigmoid(hidden)),
                                           parameter_list=[hidden.name])
    answer["pairs"] = np.array([[variable.name == hidden.name, gradient.name == hidden.name + "@GRAD"]
                                for variable, gradient in pairs])
    (answer["of no parameter"],) = exe.run(feed={"x": even(4, 3)}, fetch_list=[pairs[0][1]])

# Means of a parameter that a script keeps by itself, and puts into its place by another program.
with program() as (exe, main, startup):
    out = fluid.layers.fc(fluid.data("x", [None, 3]), 2, param_attr=fluid.initializer.Constant(0.5), bias_attr=False)
    fluid.optimizer.SGD(0.5).minimize(fluid.layers.reduce_mean(fluid.layers.square(out)))
    weight = main.all_parameters()[0]
    kept = weight.block.create_var(name="kept", dtype=weight.dtype, persistable=False, stop_gradient=True)
    with weight.block.program._optimized_guard([weight, kept]):
        mean = fluid.layers.create_global_var(weight.shape, 0.0, weight.dtype, persistable=True, name="mean")
        fluid.layers.assign(mean * 0.5 + weight * 0.5, mean)
    apply, restore = fluid.Program(), fluid.Program()
    with fluid.program_guard(apply):
        block = apply.global_block()
        copies = [block._clone_variable(each) for each in (weight, kept, mean)]
        fluid.layers.assign(copies[0], copies[1])
        fluid.layers.assign(copies[2] / 2.0, copies[0])
    with fluid.program_guard(restore):
        fluid.layers.assign(restore.global_block()._clone_variable(kept),
                            restore.global_block()._clone_variable(weight, False))
    test = main.clone(for_test=True)
    exe.run(startup)
    for number in range(3):
        exe.run(main, feed={"x": even(4, 3)})
        for name, other in (("trained", None), ("mean", apply), ("restored", restore)):
            if other is not None:
                exe.run(other)
            (answer[f"{name} {number}"],) = exe.run(test, feed={"x": even(4, 3)}, fetch_list=[out])
    answer["cloned"] = np.array([[each.persistable, each.shape == weight.shape] for each in copies])

# What dygraph mode's arrays and decays become where a function of its is a program's.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "translated.py")
    with open(path, "w") as file:
        file.write("""
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import dygraph_to_static_func

@dygraph_to_static_func
def array():
    given = fluid.dygraph.to_variable(np.array([-1.5, 2.5], "float32"))
    return fluid.layers.relu(given)

@dygraph_to_static_func
def cosine():
    decay = fluid.dygraph.CosineDecay(learning_rate=0.1, step_each_epoch=2, epochs=5)
    rate = decay()
    return rate

@dygraph_to_static_func
def noam():
    decay = fluid.dygraph.NoamDecay(d_model=16, warmup_steps=3)
    rate = decay()
    return rate

@dygraph_to_static_func
def natural():
    decay = fluid.dygraph.NaturalExpDecay(learning_rate=0.1, decay_steps=2, decay_rate=0.5, staircase=True)
    rate = decay()
    return rate
""")
    loader = importlib.util.spec_from_file_location("translated", path)
    translated = importlib.util.module_from_spec(loader)
    loader.loader.exec_module(translated)
    for name in ("array", "cosine", "noam", "natural"):
        with program() as (exe, main, startup):
            out = getattr(translated, name)()
            if name != "array":  # which nothing starts
                exe.run(startup)
            answer["translated " + name] = np.array([exe.run(main, fetch_list=[out])[0] for _ in range(5)])

# Optimizers inside of branches.
with program() as (exe, main, startup):
    x, which = fluid.data("x", [None, 3]), fluid.data("which", [1], "int32")
    hidden = fluid.layers.fc(x, 2, bias_attr=False, param_attr="w")

    def with_loss(optimizer, of):
        loss = fluid.layers.mean(of(hidden))
        optimizer.minimize(loss)
        return loss

    sgd, adam = fluid.optimizer.SGD(0.1), fluid.optimizer.Adam(0.2)
    zero = fluid.layers.fill_constant([1], "int32", 0)
    loss = fluid.layers.case([(fluid.layers.equal(which, zero), lambda: with_loss(sgd, fluid.layers.square))],
                             lambda: with_loss(adam, fluid.layers.tanh))
    exe.run(startup)
    for number in (0, 1, 1, 0):
        exe.run(feed={"x": even(4, 3), "which": np.array([number], "int32")}, fetch_list=[loss])
    answer["after branches"] = np.array(fluid.global_scope().find_var("w").get_tensor())

# Heads of attention.
with program() as (exe, main, startup):
    out = fluid.nets.scaled_dot_product_attention(*[fluid.data(name, [2, 3, 4]) for name in "qkv"], num_heads=2)
    exe.run(startup)
    (answer["attention"],) = exe.run(feed={name: even(2, 3, 4) + shift for shift, name in enumerate("qkv")},
                                     fetch_list=[out])

# What lasts keeps its sequences.
with program() as (exe, main, startup):
    x = fluid.data("x", [None, 1], lod_level=1)
    doubled = fluid.layers.scale(x, 2.0)
    doubled.persistable = True
    array = fluid.layers.array_write(x, fluid.layers.fill_constant([1], "int64", 0))
    array.persistable = True
    exe.run(feed={"x": fluid.create_lod_tensor(even(5, 1), [[2, 3]], fluid.CPUPlace())})
    answer["lasting"] = np.array(fluid.global_scope().find_var(doubled.name).get_tensor().lod())
    kept = fluid.global_scope().find_var(array.name).get_lod_tensor_array()
    answer["kept"] = np.array(kept[0].recursive_sequence_lengths())

# What scripts see of starts and of optimizers.
with program() as (exe, main, startup):
    weights = [fluid.ParamAttr(initializer=each, learning_rate=rate) for each, rate in (
        (fluid.initializer.Normal(0.5, 2.0), 1.0), (fluid.initializer.Xavier(), 0.5), (fluid.initializer.MSRA(), 1.0))]
    hidden = fluid.data("x", [None, 4])
    for weight in weights:
        hidden = fluid.layers.fc(hidden, 4, param_attr=weight)
    made, _ = fluid.optimizer.Adam(0.1).minimize(fluid.layers.mean(hidden))
    answer["starts"] = kinds(startup.global_block())
    drawn = [op for op in startup.global_block().ops if op.type != "fill_constant"]
    answer["drawn"] = np.array([[op.attr("seed"), op.attr("dtype"), *op.attr("shape")] for op in drawn])
    answer["steps"] = np.array([op.type for op in made])
    answer["of steps"] = np.array([sorted(name for name in op.input_names if op.input(name)) for op in made
                                   if op.type == "adam"])
    answer["tested variables"] = np.array(sorted(
        name for name in main.clone(for_test=True).global_block().vars if "tmp" not in name))

# Decays that a script puts in by itself.
with program() as (exe, main, startup):
    own = fluid.ParamAttr(name="w", regularizer=fluid.regularizer.L1Decay(0.5))
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 3]), 2, param_attr=own, bias_attr="b"))
    pairs = fluid.backward.append_backward(loss)
    pairs = fluid.regularizer.append_regularization_ops(pairs, fluid.regularizer.L2Decay(0.25))
    exe.run(startup)
    fluid.global_scope().find_var("b").get_tensor().set(even(2), fluid.CPUPlace())
    found = exe.run(feed={"x": even(4, 3)}, fetch_list=[gradient for _, gradient in pairs])
    answer["decayed"], answer["decayed bias"] = found
