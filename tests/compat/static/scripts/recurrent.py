"""Blocks over steps and over rows: what each program gives, its sequences, and every gradient that it has."""

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.layers import control_flow

answer = globals()["answer"]
L = fluid.layers
rng = np.random.RandomState(4)


def of(rows, lengths, dtype="float32"):
    value = rng.randn(*rows) if dtype == "float32" else rng.randint(0, 9, rows)
    return fluid.create_lod_tensor(value.astype(dtype), lengths, fluid.CPUPlace())


FEED = {
    "steps": rng.randn(5, 3, 4).astype("float32"), "first": rng.randn(3, 6).astype("float32"),
    "rows": of((9, 4), [[2, 4, 3]]), "others": of((7, 3), [[1, 4, 2]]), "one_each": rng.randn(3, 2).astype("float32"),
    "deep": of((10, 4), [[2, 1, 2], [3, 1, 2, 1, 3]]), "ids": of((9, 1), [[2, 4, 3]], "int64"),
    "flag": np.array([[1.0], [-1.0], [1.0]], "float32"), "shapes": {"steps": [5, None, 4]},
}
SHAPES = FEED.pop("shapes")


def static_rnn(v):
    rnn = L.StaticRNN()
    with rnn.step():
        row = rnn.step_input(v["steps"])
        given = rnn.memory(init=v["first"])
        made = rnn.memory(shape=[-1, 5], batch_ref=row, init_value=0.5)
        hidden = L.fc([row, given, made], 6, act="tanh")
        short = L.fc(hidden, 5, act="sigmoid")
        rnn.update_memory(given, hidden)
        rnn.update_memory(made, short)
        rnn.step_output(hidden)
        rnn.output(short, L.scale(row, 2.0))
    return rnn()


def static_rnn_of_outside(v):
    rnn = L.StaticRNN(name="outside")
    weight = L.fc(v["first"], 4)
    with rnn.step():
        row = rnn.step_input(v["steps"])
        total = rnn.memory(batch_ref=v["steps"], shape=[-1, 4], init_batch_dim_idx=0, ref_batch_dim_idx=1)
        total_now = L.elementwise_add(total, L.elementwise_mul(row, weight))
        rnn.update_memory(total, total_now)
        rnn.step_output(total_now)
    return rnn()


def dynamic_rnn(v):
    rnn = L.DynamicRNN()
    with rnn.block():
        row = rnn.step_input(v["rows"])
        state = rnn.memory(shape=[5], value=0.25)
        hidden = L.fc([row, state], 5, act="tanh")
        rnn.update_memory(state, hidden)
        rnn.output(hidden)
    out = rnn()
    return [out, L.sequence_last_step(out)]


def dynamic_rnn_with_all(v):
    rnn = L.DynamicRNN(name="whole")
    boot = L.fc(v["one_each"], 5)
    with rnn.block():
        row = rnn.step_input(v["rows"])
        number = rnn.step_input(v["ids"])
        whole = rnn.static_input(v["others"])
        each = rnn.static_input(v["one_each"])
        state = rnn.memory(init=boot, need_reorder=True)
        spread = L.sequence_expand(state, whole)
        weight = L.sequence_softmax(L.fc([whole, spread], 1, bias_attr=False))
        context = L.sequence_pool(L.elementwise_mul(whole, weight, axis=0), "sum")
        hidden = L.fc([row, state, context, each, L.embedding(number, [9, 3])], 5, act="tanh")
        rnn.update_memory(state, hidden)
        rnn.output(hidden, context)
    return rnn()


def dynamic_rnn_of_sequences(v):
    rnn = L.DynamicRNN()
    with rnn.block():
        inner = rnn.step_input(v["deep"])
        state = rnn.memory(shape=[4], value=0.0)
        pooled = L.sequence_pool(inner, "sum")
        now = L.fc([pooled, state], 4, act="tanh")
        rnn.update_memory(state, now)
        rnn.output(now, L.scale(inner, 2.0))
    return rnn()


def dynamic_rnn_of_inner(v):
    rnn = L.DynamicRNN()
    with rnn.block():
        row = rnn.step_input(v["deep"], level=1)
        state = rnn.memory(shape=[4], value=1.0, dtype="float32")
        now = L.elementwise_mul(row, state)
        rnn.update_memory(state, now)
        rnn.output(now)
    return [rnn()]


def if_else(v):
    positive = L.less_than(L.fill_constant_batch_size_like(v["flag"], [-1, 1], "float32", 0.0), v["flag"])
    chosen = L.IfElse(positive)
    with chosen.true_block():
        row = chosen.input(v["first"])
        chosen.output(L.fc(row, 4, act="tanh"), L.scale(row, 3.0))
    with chosen.false_block():
        row = chosen.input(v["first"])
        chosen.output(L.fc(row, 4), row)
    return chosen()


def if_else_of_one_side(v):
    one = L.fill_constant_batch_size_like(v["flag"], [-1, 1], "float32", 5.0)
    chosen = L.IfElse(L.less_than(v["flag"], one), name="all")
    with chosen.true_block():
        chosen.output(L.scale(chosen.input(v["first"]), 3.0))
    return [L.elementwise_add(chosen()[0], v["first"])]


def if_else_of_no_rows(v):
    still = L.scale(v["first"], 1.0)
    still.stop_gradient = True  # as data are
    found = []
    for limit in (5.0, -5.0):
        one = L.fill_constant_batch_size_like(v["flag"], [-1, 1], "float32", limit)
        chosen = L.IfElse(L.less_than(v["flag"], one))
        with chosen.true_block():
            chosen.output(L.fc(chosen.input(still), 4, act="tanh"))
        with chosen.false_block():
            chosen.output(L.fc(L.scale(chosen.input(still), 0.5), 4))
        found += chosen()
    return found


def taken_apart(v):
    mask = L.less_than(L.fill_constant_batch_size_like(v["flag"], [-1, 1], "float32", 0.0), v["flag"])
    true, false = control_flow.split_lod_tensor(v["rows"], mask)
    joined = control_flow.merge_lod_tensor(true, L.scale(false, 2.0), v["rows"], mask)
    return [true, false, joined]


def ranked(v):
    table = control_flow.lod_rank_table(v["rows"])
    steps = control_flow.lod_tensor_to_array(v["rows"], table)
    second = L.array_read(steps, L.fill_constant([1], "int64", 2))
    back = control_flow.array_to_lod_tensor(steps, table)
    whole = L.reorder_lod_tensor_by_rank(v["others"], table)
    fewer = control_flow.shrink_memory(v["one_each"], L.fill_constant([1], "int64", 2), table)
    single = L.reorder_lod_tensor_by_rank(v["one_each"], table)
    return [control_flow.max_sequence_len(table), second, back, whole, single, fewer]


PROGRAMS = [
    static_rnn, static_rnn_of_outside, dynamic_rnn, dynamic_rnn_with_all, dynamic_rnn_of_sequences,
    dynamic_rnn_of_inner, if_else, if_else_of_one_side, if_else_of_no_rows,
    taken_apart, ranked,
]


def data(name, value):
    array = np.array(value)
    lod = value.lod() if hasattr(value, "lod") else []
    made = fluid.data(name, SHAPES.get(name, [None, *array.shape[1:]]), str(array.dtype), lod_level=len(lod))
    made.stop_gradient = array.dtype.kind != "f"
    return made


def run(build):
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 7
    name = build.__name__
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        inputs = {key: data(key, value) for key, value in FEED.items()}
        found = build(inputs)
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        floats = [L.reduce_mean(L.elementwise_mul(each, each)) for each in found
                  if str(each.dtype).endswith(("float32", "FP32"))]
        pairs = fluid.backward.append_backward(L.sum(floats))
        executor = fluid.Executor(fluid.CPUPlace())
        if startup.global_block().ops:
            executor.run(startup)
        wanted = {parameter.name: gradient for parameter, gradient in pairs}
        wanted.update({key: key + "@GRAD" for key in FEED if main.global_block().has_var(key + "@GRAD")})
        fetched = executor.run(main, feed=FEED, fetch_list=found + list(wanted.values()), return_numpy=False)
        for count, value in enumerate(fetched[: len(found)]):
            answer[f"{name} {count}"] = np.array(value)
            answer[f"{name} {count} lod"] = np.array(str([list(level) for level in value.lod()]))
        for key, value in sorted(zip(wanted, fetched[len(found) :]), key=lambda pair: pair[0]):
            answer[f"{name} d {key}"] = np.array(value)


for build in PROGRAMS:
    run(build)
