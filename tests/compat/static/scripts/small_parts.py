"""What 1.8.5's own unit tests ask beside whole programs: sequences of gradients, single operators, estimates, clips."""

from contextlib import contextmanager

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.op import Operator

answer = globals()["answer"]
L = fluid.layers
place = fluid.CPUPlace()


@contextmanager
def program():
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 7
    with fluid.scope_guard(fluid.core.Scope()), fluid.program_guard(main, startup), fluid.unique_name.guard():
        yield fluid.Executor(place), main, startup


def even(*shape):
    return np.linspace(-1, 1, int(np.prod(shape))).reshape(shape).astype("float32")


# The gradient of what has sequences has them, too.
with program() as (exe, main, startup):
    x, ref = fluid.data("x", [-1, 2], lod_level=1), fluid.data("ref", [-1, 1], lod_level=1)
    x.stop_gradient = False
    ordered = L.reorder_lod_tensor_by_rank(x, L.control_flow.lod_rank_table(ref))
    fluid.backward.append_backward(L.reduce_sum(L.sequence_pool(ordered, "sqrt")))
    feed = {"x": fluid.create_lod_tensor(even(6, 2), [[1, 2, 3]], place),
            "ref": fluid.create_lod_tensor(even(6, 1), [[2, 1, 3]], place)}
    for name, found in zip(("ordered", "its gradient"), exe.run(feed=feed, fetch_list=[ordered, "x@GRAD"],
                                                                return_numpy=False)):
        answer[name] = np.array(found)
        answer[name + ", sequences"] = np.array(found.recursive_sequence_lengths())

# A variable with sequences may say how many rows it has.
with program() as (exe, main, startup):
    x = L.data("x", [2, 4, 3, 3], append_batch_size=False, lod_level=1)
    out = fluid.dygraph.SpectralNorm([2, 4, 3, 3], dim=1, power_iters=2)(x)
    answer["shape with sequences"] = np.array(out.shape)
    parts = fluid.contrib.layers.partial_concat(L.reshape(x, [8, 9]), 1, 3)
    exe.run(startup)
    (answer["a part"],) = exe.run(feed={"x": fluid.create_lod_tensor(even(2, 4, 3, 3), [[1, 1]], place)},
                                  fetch_list=[parts])

# Boxes whose images a variable tells.
for layer in (L.roi_align, L.roi_pool):
    for sizes in ([None, 3, 8, 8], [2, 3, 8, 8]):
        with program() as (exe, main, startup):
            x, rois, begins = fluid.data("x", sizes), fluid.data("r", [None, 4]), fluid.data("b", [None], "int64")
            x.stop_gradient = False
            out = layer(x, rois, 2, 2, 0.5, rois_lod=begins)
            feed = {"x": even(2, 3, 8, 8), "b": np.array([0, 1, 3]),
                    "r": np.array([[0, 0, 8, 8], [2, 2, 12, 12], [4, 4, 14, 14]], "float32")}
            name = f"{layer.__name__} {sizes[0]}"
            answer[name + ", shape"] = np.array(out.shape)
            found = exe.run(feed=feed, fetch_list=[out, *fluid.gradients([L.reduce_sum(L.square(out))], [x])])
            answer[name], answer[name + ", gradient"] = found

# One operator by itself.
scope = fluid.core.Scope()
scope.var("x").get_tensor().set(even(2, 3), place)
scope.var("y").get_tensor()
Operator("scale", X="x", Out="y", scale=3.0, bias=1.0).run(scope, place)
answer["scaled"] = np.array(scope.find_var("y").get_tensor())
for name, dtype in (("ids", "int64"), ("scores", "float32")):
    for lod, numbers in (([[0, 1, 2], [0, 1, 2]], [0, 0]), ([[0, 1, 2], [0, 2, 4]], [2, 3, 4, 5]),
                         ([[0, 2, 4], [0, 2, 2, 4, 4]], [3, 1, 5, 4]), ([[0, 2, 4], [0, 0, 0, 0, 2]], [1, 1])):
        step = fluid.core.LoDTensor()
        step.set_lod(lod)
        step.set(np.array(numbers, dtype), place)
        scope.var(name).get_lod_tensor_array().append(step)
sentences = [scope.var(name).get_tensor() for name in ("found", "found scores")]
Operator("beam_search_decode", Ids="ids", Scores="scores", SentenceIds="found", SentenceScores="found scores",
         beam_size=2, end_id=1).run(scope, place)
for name, found in zip(("sentences", "their scores"), sentences):
    answer[name] = np.array(found)
    for level, offsets in enumerate(found.lod()):
        answer[f"{name}, level {level}"] = np.array(offsets)
for number, wrong in enumerate((lambda: Operator("no_such"), lambda: main.global_block().append_op(type="no_such"))):
    try:
        wrong()
    except ValueError as error:
        answer[f"refused {number}"] = np.array("no_such" in str(error))

# What a program takes.
with program() as (exe, main, startup):
    x, y = L.data("x", [13]), L.data("y", [1])
    loss = L.mean(L.square_error_cost(L.fc(L.fc(x, 8, act="tanh"), 1), y))
    before = fluid.contrib.memory_usage(main, batch_size=10)
    fluid.optimizer.SGD(0.1).minimize(loss)
    for name, found in (("before", before), ("small", fluid.contrib.memory_usage(main, batch_size=10)),
                        ("large", fluid.contrib.memory_usage(main, batch_size=100000))):
        answer["memory, " + name], answer["its unit, " + name] = np.array(found[:2]), np.array(found[2])

# Gradients that a script has clipped itself.
with program() as (exe, main, startup):
    loss = L.mean(L.square(L.fc(fluid.data("x", [-1, 6]), 3)))
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(0.01))
    pairs = fluid.backward.append_backward(loss)
    clipped = fluid.clip.append_gradient_clip_ops(pairs)
    exe.run(startup)
    for number, found in enumerate(exe.run(feed={"x": even(4, 6)}, fetch_list=[each[1] for each in pairs + clipped])):
        answer[f"gradient {number}"] = found

# A gradient that is fetched is not yet clipped.
for name, clip in (("norm", fluid.clip.GradientClipByGlobalNorm(0.01)),
                   ("value", fluid.clip.GradientClipByValue(0.01))):
    with program() as (exe, main, startup):
        loss = L.mean(L.square(L.fc(fluid.data("x", [-1, 6]), 3)))
        fluid.optimizer.SGD(0.1, grad_clip=clip).minimize(loss)
        exe.run(startup)
        for step in range(2):
            (answer[f"fetched beside {name} {step}"],) = exe.run(feed={"x": even(4, 6)}, fetch_list=["fc_0.w_0@GRAD"])

# The sums of squares and the strength that 1.8.5's Ftrl had, whatever its ``l2`` was.
for l1, l2 in ((0.1, 0.5), (0.5, 0.1), (0.0, 0.5)):
    name = f"ftrl {l1} {l2}"
    with program() as (exe, main, startup):
        loss = L.mean(L.square(L.fc(fluid.data("x", [-1, 6]), 3, bias_attr=False)))
        fluid.optimizer.Ftrl(0.1, l1=l1, l2=l2).minimize(loss)
        (step,) = [operator for operator in main.global_block().ops if operator.type == "ftrl"]
        answer[name + ", attributes"] = np.array([step.attr("l1"), step.attr("l2")], "float32")
        exe.run(startup)
        for _ in range(3):
            (answer[name],) = exe.run(feed={"x": even(4, 6)}, fetch_list=[loss])
        answer[name + ", weight"] = np.array(fluid.global_scope().find_var("fc_0.w_0").get_tensor())
    with fluid.dygraph.guard():
        weight = fluid.dygraph.Linear(6, 3, bias_attr=False)
        weight.weight.set_value(even(6, 3))
        optimizer = fluid.optimizer.Ftrl(0.1, l1=l1, l2=l2, parameter_list=weight.parameters())
        for _ in range(3):
            loss = L.mean(L.square(weight(fluid.dygraph.to_variable(even(4, 6)))))
            loss.backward()
            optimizer.minimize(loss)
            weight.clear_gradients()
        answer[name + ", dygraph"] = weight.weight.numpy()

# Any negative size is open: -1 times the heads, where transformers count them.
with program() as (exe, main, startup):
    rows = L.data("rows", [-1 * 4, 6], append_batch_size=False)
    labels = L.data("labels", [-4, 1], dtype="int64", append_batch_size=False)
    pair = fluid.data("pair", [-2, 6])
    fetches = [L.fc(L.relu(rows), 2), L.one_hot(labels, 3), L.elementwise_add(rows, pair)]
    answer["shape of what is fed"] = np.array([rows.shape, pair.shape])
    exe.run(startup)
    for count in (4, 7):
        fed = {"rows": even(count, 6), "labels": np.zeros((count, 1), "int64"), "pair": even(count, 6)}
        for number, found in enumerate(exe.run(feed=fed, fetch_list=fetches)):
            answer[f"{count} rows, {number}"] = found

# Sequences that are fed for variables of no level: what is built of them has 1.8.5's shape.
with program() as (exe, _, startup):
    given = {"rows": even(4, 3), "tags": np.array([[1], [2], [2], [3]]), "wanted": np.array([[2]])}
    kinds = {"rows": "float32", "tags": "int64", "wanted": "int64"}
    inputs = [fluid.data(name, [-1, *value.shape[1:]], kinds[name]) for name, value in given.items()]
    kept, weights = L.filter_by_instag(*inputs, True)
    answer["filtered, built"] = np.array([kept.shape, weights.shape])
    steps = {"rows": [1, 1, 1, 1], "tags": [1, 1, 1, 1], "wanted": [1]}
    fed = {name: fluid.create_lod_tensor(value, [steps[name]], place) for name, value in given.items()}
    for number, found in enumerate(exe.run(feed=fed, fetch_list=[kept, weights], return_numpy=False)):
        answer[f"filtered, {number}"] = np.array(found)

# One tensor is stacked as a list of itself.
with program() as (exe, _, startup):
    rows = fluid.data("rows", [-1, 3])
    answer["stacked"] = exe.run(feed={"rows": even(2, 3)}, fetch_list=[L.stack(rows, 1)])[0]

# What a layer gives back is itself, or another variable of the same values.
for kind in ("reshape", "whole", "in place", "in place, activated"):
    with program() as (exe, main, startup):
        x = fluid.data("x", [2, 3])
        x.stop_gradient = False
        h = L.scale(x, 2.0)
        if kind == "whole":
            y = h[:]
        else:
            shape = [2, 3] if kind == "reshape" else [-1, 6]
            y = L.reshape(h, shape, inplace=kind != "reshape", act="relu" if "activated" in kind else None)
        y.stop_gradient = True
        loss = L.reduce_sum(h * 3.0) + L.reduce_sum(y)
        fluid.backward.append_backward(loss)
        answer[f"{kind}, one"] = np.array(y is h)
        answer[f"{kind}, shapes"] = np.array([*h.shape, *y.shape])
        gradient = ["x@GRAD"] if kind in ("reshape", "in place, activated") else []
        for place_, found in enumerate(exe.run(feed={"x": even(2, 3)}, fetch_list=[h, y, loss, *gradient])):
            answer[f"{kind}, {place_}"] = found
