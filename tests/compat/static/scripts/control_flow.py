"""Loops, branches and arrays: what each program gives, and every gradient that it has."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
rng = np.random.RandomState(3)
FEED = {"x": rng.randn(4, 3).astype("float32"), "k": np.array([2]), "low": np.array([0.25], "float32")}


def number(value, dtype="int64"):
    return L.fill_constant([1], dtype, value)


def fixed(variable):
    variable.stop_gradient = True
    return variable


def rows_in_while(v):
    i, n = number(0), number(4)
    states, shown = L.array_write(L.fc(v["x"], 3), i), L.create_array("float32")
    going = L.less_than(i, n)
    loop = L.While(going)
    with loop.block():
        state = L.array_read(states, i)
        state = L.fc(state, 3, act="tanh", param_attr="shared_w", bias_attr="shared_b")
        L.array_write(L.scale(state, 2.0), i, array=shown)
        i = L.increment(i)
        L.array_write(state, i, array=states)
        L.less_than(i, n, cond=going)
    return states, shown, n


def array_in_while(v):
    states, _, n = rows_in_while(v)
    return [L.array_read(states, n), L.array_length(states)]


def array_joined(v):
    return L.tensor_array_to_tensor(rows_in_while(v)[1], axis=0)


def array_stacked(v):
    return L.tensor_array_to_tensor(rows_in_while(v)[1], axis=1, use_stack=True)


def vectors_stacked(v):
    first = L.array_write(L.reduce_sum(v["x"], dim=1), number(0))
    L.array_write(L.reduce_max(v["x"], dim=1), number(1), first)
    return L.tensor_array_to_tensor(first, axis=1, use_stack=True)


def nested_while(v):
    i, two, three = number(0), number(2), number(3)
    rows = L.array_write(v["x"], i)
    outer_goes = L.less_than(i, two)
    place = number(0)
    outer = L.While(outer_goes)
    with outer.block():
        j = number(0)
        inner_goes = L.less_than(j, three)
        inner = L.While(inner_goes)
        with inner.block():
            row = L.array_read(rows, place)
            L.increment(place)
            L.array_write(L.fc(row, 3, act="sigmoid", param_attr="w", bias_attr="b"), place, rows)
            L.increment(j)
            L.less_than(j, three, cond=inner_goes)
        L.increment(i)
        L.less_than(i, two, cond=outer_goes)
    return [L.array_read(rows, number(6)), place, i]


def not_one_step(v):
    goes = L.less_than(number(3), number(2))
    total = L.scale(v["x"], 2.0)
    with L.While(goes).block():
        L.assign(L.scale(total, 2.0), total)
    return [total]


def named_variable(v):
    """What a loop sets without a gradient reaches the variable outside."""
    i, total, last = number(0), L.fill_constant([4, 3], "float32", 0.0), L.create_tensor("float32")
    goes = L.less_than(i, v["k"])
    L.assign(total, last)
    with L.While(goes).block():
        added = L.elementwise_add(total, v["x"])
        L.assign(added, total)
        L.sums([added, added], out=last)
        L.increment(i)
        L.less_than(i, v["k"], cond=goes)
    return [fixed(total), fixed(last)]


def while_loop(v):
    i, ten = number(0.0, "float32"), number(4.0, "float32")
    still = fixed(v["x"] * 1.0)

    def body(i, rows):
        return i + 1.0, [L.elementwise_add(rows[0], still), {"product": L.elementwise_mul(rows[1]["product"], still)}]

    found = L.while_loop(lambda i, rows: L.less_than(i, ten), body, [i, [still * 2.0, {"product": still * 3.0}]])
    return [fixed(found[0]), fixed(found[1][0]), fixed(found[1][1]["product"])]


def loop_over_array(v):
    i, n = number(0), number(3)
    rows = L.array_write(v["x"], i)

    def body(i, rows):
        row = L.fc(L.array_read(rows, i), 3, param_attr="v", bias_attr=False)
        after = i + 1
        return after, L.array_write(row, after, rows)

    i, rows = L.while_loop(lambda i, rows: L.less_than(i, n), body, [i, rows])
    return [fixed(L.array_read(rows, number(3))), L.array_length(rows)]


def carried(v):
    """A loop hands the fed variable on unchanged, and its gradient is that of the fed one."""
    i, n = number(0), number(3)
    rows = L.array_write(L.fill_constant_batch_size_like(v["x"], [-1, 3], "float32", 1.0), i)

    def body(i, x, rows):
        added = L.elementwise_add(L.array_read(rows, i), x)
        i = L.increment(i)
        return i, x, L.array_write(added, i, rows)

    L.while_loop(lambda i, x, rows: L.less_than(i, n), body, [i, v["x"], rows])
    return [L.array_read(rows, n)]


def switch(v):
    rate = L.create_global_var([1], 0.0, "float32", persistable=True, name="rate")
    step = L.cast(v["k"], "float32")
    with L.Switch() as chosen:
        with chosen.case(L.less_than(step, number(1.0, "float32"))):
            L.fill_constant([1], "float32", 0.5, out=rate)
        with chosen.case(L.less_than(step, number(3.0, "float32"))):
            L.assign(L.elementwise_mul(step, step), rate)
        with chosen.case(L.less_than(step, number(4.0, "float32"))):
            L.assign(np.array([7.0], "float32"), rate)
        with chosen.default():
            L.fill_constant([1], "float32", 0.125, out=rate)
    return [rate, L.elementwise_mul(v["x"], rate)]


def cond_true(v):
    low = L.less_than(v["low"], number(0.5, "float32"))
    return L.cond(low, lambda: (L.fc(v["x"], 2), [L.scale(v["x"], 3.0)]), lambda: (L.fc(v["x"], 2), [v["x"]]))


def cond_false(v):
    low = L.less_than(number(0.5, "float32"), v["low"])
    return L.cond(low, lambda: L.fc(v["x"], 2), lambda: L.fc(L.scale(v["x"], 2.0), 2, act="tanh"))


def cond_of_one(v):
    seen = L.create_global_var([1], 1.0, "float32", persistable=True, name="seen")

    def see():
        L.assign(v["low"], seen)

    assert L.cond(L.less_than(v["low"], number(0.5, "float32")), see) is None
    return [seen]


def cond_in_cond(v):
    def positive(x):
        return L.less_than(number(0.0, "float32"), L.reduce_sum(x))

    def inner():
        return L.cond(positive(v["low"] - 1.0), lambda: v["x"] * 2.0, lambda: L.fc(v["x"], 3))

    return L.cond(positive(v["low"]), inner, lambda: v["x"] * 5.0)


def case(v):
    one = number(1.0, "float32")
    pairs = [(L.less_than(one, v["low"]), lambda: v["x"] * 2.0), (L.less_than(v["low"], one), lambda: v["x"] * 3.0),
             (L.equal(one, one), lambda: v["x"] * 4.0)]
    return L.case(pairs, default=lambda: v["x"] * 5.0, name="chosen")


def case_last(v):
    one = number(1.0, "float32")
    above = L.less_than(one, v["low"])
    return L.case([(above, lambda: v["x"] * 2.0), (above, lambda: v["x"] * 3.0)])


def switch_case(v):
    return L.switch_case(v["k"], {1: lambda: v["x"] * 2.0, 2: lambda: L.fc(v["x"], 2)}, lambda: v["x"] * 4.0)


def switch_case_list(v):
    return L.switch_case(L.cast(v["k"], "int32"), [lambda: v["x"] * 2.0, lambda: v["x"] * 3.0], name="n")


def cond_in_while(v):
    i, n = number(0), number(4)
    rows = L.array_write(v["x"], i)
    goes = L.less_than(i, n)
    loop = L.While(goes, is_test=False, name="loop")
    with loop.block():
        row = L.array_read(rows, i)
        early = L.less_than(i, v["k"])
        row = L.cond(early, lambda: L.fc(row, 3, param_attr="e", act="tanh"), lambda: L.elementwise_mul(row, v["x"]))
        L.increment(i, value=1, in_place=True)
        L.array_write(row, i, rows)
        L.less_than(i, n, cond=goes)
    return [L.array_read(rows, n)]


def created_array(v):
    rows, i, one = L.create_array("float32"), number(0), number(1)
    L.array_write(v["x"], i, rows)
    L.array_write(v["x"] * 2.0, one, rows)
    L.array_write(v["x"] * 3.0, i, rows)
    copied = L.assign(rows)
    L.array_write(v["x"] * 4.0, i, rows)
    found = [L.array_read(rows, i), L.array_read(copied, i), L.array_read(copied, one), L.array_length(copied)]
    return [fixed(each) for each in found]  # 1.8.5 gave gradients to what had been written over


def empty(v):
    found = L.is_empty(v["x"])
    flag = L.cast(number(1), "bool")
    L.is_empty(v["x"], cond=flag)
    return [found, flag]


PROGRAMS = [
    array_in_while, array_joined, array_stacked, vectors_stacked, nested_while, not_one_step, named_variable,
    while_loop, loop_over_array, carried, switch, cond_true, cond_false, cond_of_one, cond_in_cond, case, case_last,
    switch_case, switch_case_list, cond_in_while, created_array, empty,
]


def flat(found):
    return [part for each in found for part in flat(each)] if isinstance(found, (list, tuple)) else [found]


def shape_of(value):
    return [None, *value.shape[1:]] if value.ndim > 1 else [1]


def run(build):
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 7
    name = build.__name__
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        inputs = {key: fluid.data(key, shape_of(value), str(value.dtype)) for key, value in FEED.items()}
        inputs["x"].stop_gradient = False
        found = flat(build(inputs))
        test = main.clone(for_test=True)
        floats = [L.reduce_sum(each * each) for each in found
                  if str(each.dtype).endswith(("FP32", "float32")) and not each.stop_gradient]
        pairs = fluid.backward.append_backward(L.sum(floats)) if floats else []
        executor = fluid.Executor(fluid.CPUPlace())
        if startup.global_block().ops:
            executor.run(startup)
        for count, value in enumerate(executor.run(test, feed=FEED, fetch_list=[each.name for each in found])):
            answer[f"{name} {count}"] = value
        wanted = {parameter.name: gradient for parameter, gradient in pairs}
        if floats and main.global_block().has_var("x@GRAD"):
            wanted["x"] = "x@GRAD"
        if wanted:
            got = dict(zip(wanted, executor.run(main, feed=FEED, fetch_list=list(wanted.values()))))
            answer.update({f"{name} d {key}": got[key] for key in sorted(got)})


for build in PROGRAMS:
    run(build)
