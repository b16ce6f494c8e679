"""A network whose channels are taken out by one who walks over its operators and their variables, as pruners do."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
place = fluid.CPUPlace()
FED = (np.arange(2 * 3 * 6 * 6).reshape(2, 3, 6, 6) % 11 / 5 - 1).astype("float32")


def weights(name):
    return fluid.ParamAttr(name, initializer=fluid.initializer.Normal(0.0, 0.3, seed=len(name)))


def block(x, width, name, act, groups=1):
    made = L.conv2d(x, width, 3, padding=1, groups=groups, bias_attr=False, param_attr=weights(name),
                    use_cudnn=groups == 1)
    return L.batch_norm(made, act=act)


def network(x, width=8):
    first = block(x, width, "first", "relu")
    middle = block(first, width, "middle_one", "relu6", groups=width)
    last = block(middle, 4, "last_one_of", None)
    return L.fc(L.pool2d(last, 2, "avg", 2), 3, act="softmax", param_attr=weights("full"))


def every_variable(block):
    names = [name for each in block.ops for name in [*each.input_arg_names, *each.output_arg_names]]
    found = {name: block.var(name) for name in sorted(names) if block.has_var(name)}
    return list(found.values()), len(set(names))


def kept(values, axis):
    return np.delete(values, [1, 4, 6], axis)


def taken_out(program, scope):
    whole, held = program.global_block(), {"first": [0], "middle_one": [0], "last_one_of": [1]}
    norms = [each for each in whole.ops if each.type == "batch_norm"][:2]
    for each in norms:
        held.update((name, [0]) for place in ("Scale", "Bias", "Mean", "Variance") for name in each.input(place))
    for name, axes in list(held.items()):
        held.update((each.name, axes) for each in program.list_vars() if each.name.startswith(name + "_velocity"))
    for name, axes in held.items():
        tensor = scope.find_var(name).get_tensor()
        values = np.array(tensor)
        for axis in axes:
            values = kept(values, axis)
        tensor.set(values, place)
        whole.var(name).desc.set_shape(list(values.shape))
    for each in whole.ops:
        if each.type in ("depthwise_conv2d", "depthwise_conv2d_grad"):
            each._set_attr("groups", 5)
    for each in whole.ops:
        each.desc.infer_shape(whole.desc)
    return whole


main, startup = fluid.Program(), fluid.Program()
startup.random_seed = 3
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    label = fluid.data("label", [None, 1], "int64")
    out = network(fluid.data("image", [None, 3, 6, 6]))
    tested = main.clone(for_test=True)
    loss = L.mean(L.cross_entropy(out, label))
    fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
found, many = every_variable(tested.global_block())
answer["found"], answer["many"] = np.array(len(found)), np.array(many)
with fluid.scope_guard(fluid.Scope()):
    executor, feed = fluid.Executor(place), {"image": FED, "label": np.array([[0], [2]], "int64")}
    executor.run(startup)
    answer["losses"] = np.array([executor.run(main, feed=feed, fetch_list=[loss.name])[0] for _ in range(2)])
    (answer["whole"],) = executor.run(tested, feed=feed, fetch_list=[out.name])
    pruned = taken_out(main.clone(), fluid.global_scope())
    answer["shapes"] = np.array([list(pruned.var(each.name).shape) for each in found if len(each.shape) == 4])
    answer["fewer losses"] = np.array([executor.run(pruned.program, feed=feed, fetch_list=[loss.name])[0]
                                       for _ in range(3)])
    (answer["less"],) = executor.run(pruned.program.clone(for_test=True), feed=feed, fetch_list=[out.name])
