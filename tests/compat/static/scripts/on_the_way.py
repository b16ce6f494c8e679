"""What 1.8.5 made on the way to a layer's result: sums before biases and activations, asked for by their names."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
place = fluid.CPUPlace()
FED = {"x": (np.arange(12).reshape(3, 4) % 5 / 4 - 0.4).astype("float32"), "label": np.array([[0], [2], [1]], "int64")}


def network(size, seed):
    x, startup = fluid.data("x", [None, 4]), fluid.default_startup_program()
    startup.random_seed = seed
    hidden = L.fc(x, size, act="relu")
    normal = L.batch_norm(hidden, act="tanh")
    return L.fc(normal, 3, act="softmax")


def moved(program, into):
    """The distillers' way: all variables get a prefix, and all operators are appended to the other program."""
    block, other = program.global_block(), into.global_block()
    for each in program.list_vars():
        if each.name == "x":
            continue
        held, new = fluid.global_scope().var(each.name).get_tensor(), "teacher_" + each.name
        fluid.global_scope().var(new).get_tensor().set(np.array(held), place)
        block._rename_var(each.name, new)
    for each in program.list_vars():
        other._clone_variable(each, force_persistable=False).stop_gradient = True
    for op in block.ops:
        other.append_op(
            type=op.type, attrs={name: op.attr(name) for name in op.attr_names},
            inputs={place: [block.var(name) for name in op.input(place)] for place in op.input_names},
            outputs={place: [block.var(name) for name in op.output(place)] for place in op.output_names})


teacher, student, begin, begin_teacher = [fluid.Program() for _ in range(4)]
executor = fluid.Executor(place)
with fluid.program_guard(teacher, begin_teacher), fluid.unique_name.guard():
    network(6, 5)
with fluid.program_guard(student, begin), fluid.unique_name.guard():
    probabilities = network(4, 7)
    cost = L.mean(L.cross_entropy(probabilities, fluid.data("label", [None, 1], "int64")))
    tested = student.clone(for_test=True)
    executor.run(begin_teacher)
    moved(teacher.clone(for_test=True), student)
    whole = student.global_block()
    known, asked = [whole.var(name) for name in ("teacher_fc_1.tmp_1", "fc_1.tmp_1")]
    answer["shapes"] = np.array([list(known.shape), list(asked.shape)])
    soft = L.softmax(known / 2.0)
    soft.stop_gradient = True
    distilled = L.reduce_mean(L.cross_entropy(L.softmax(asked / 2.0), soft, soft_label=True))
    loss = cost + distilled
    fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
executor.run(begin)
names = [loss.name, cost.name, distilled.name]
answer["losses"] = np.array([[each.item() for each in executor.run(student, feed=FED, fetch_list=names)]
                             for _ in range(4)])
inside = ["fc_0.tmp_0", "fc_0.tmp_1", "batch_norm_0.tmp_2", "fc_1.tmp_0", "fc_1.tmp_1", "fc_1.tmp_2"]
for name, value in zip(inside, executor.run(tested, feed=FED, fetch_list=inside)):
    answer[name] = value
