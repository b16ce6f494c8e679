"""Inference models with blocks of their own: each network is saved, and read again from ``given`` or from what it
wrote."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer, given = globals()["answer"], globals()["given"]
L = fluid.layers
D = (np.arange(12).reshape(4, 3) / 10 - 0.3).astype("float32")
X = fluid.create_lod_tensor((np.arange(24).reshape(6, 4) / 10).astype("float32"), [[2, 1, 3]], fluid.CPUPlace())


def attr(count=1):
    made = [fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3 + 0.1 * number)) for number in range(count)]
    return made if count > 1 else made[0]


def dynamic_rnn(x):
    last, rnn = L.sequence_last_step(x), L.DynamicRNN()
    with rnn.block():
        word = rnn.step_input(x)
        kept = rnn.static_input(last)
        state = rnn.memory(shape=[5], value=0.1)
        new = L.fc([word, state, kept], 5, act="tanh", param_attr=attr(3))
        rnn.update_memory(state, new)
        rnn.output(new)
    return L.sequence_last_step(rnn())


def loop(d):
    number, end = L.fill_constant([1], "int64", 0), L.fill_constant([1], "int64", 3)
    found = L.fc(d, 3, param_attr=attr())
    again = L.less_than(number, end)
    each = L.While(again)
    with each.block():
        L.assign(L.fc(found, 3, act="tanh", param_attr=attr()), found)
        L.increment(number)
        L.less_than(number, end, cond=again)
    return L.scale(found, 2.0)


def branches(d):
    small = L.less_than(L.reduce_sum(d), L.fill_constant([1], "float32", 1.0))
    return L.cond(small, lambda: L.fc(d, 2, param_attr=attr()), lambda: L.fc(d, 2, act="relu", param_attr=attr()))


def loop_of_branches(d):
    """A block in a block, and an array."""
    number, end = L.fill_constant([1], "int64", 0), L.fill_constant([1], "int64", 3)
    one, found = L.fill_constant([1], "int64", 1), L.create_array("float32")

    def body(number):
        even = L.equal(L.elementwise_mod(number, L.fill_constant([1], "int64", 2)), L.zeros([1], "int64"))
        part = L.cond(even, lambda: L.fc(d, 2, param_attr=attr()), lambda: L.scale(L.slice(d, [1], [0], [2]), -2.0))
        L.array_write(part, number, found)
        return [L.elementwise_add(number, one)]

    L.while_loop(lambda number: L.less_than(number, end), body, [number])
    return L.sums([L.array_read(found, L.fill_constant([1], "int64", place)) for place in range(3)])


def static_rnn(d):
    words, rnn = L.reshape(d, [3, -1, 1]), L.StaticRNN()
    with rnn.step():
        word = rnn.step_input(words)
        state = rnn.memory(shape=[-1, 2], batch_ref=word, init_value=0.2)
        new = L.fc([word, state], 2, act="tanh", param_attr=attr(2))
        rnn.update_memory(state, new)
        rnn.step_output(new)
    return rnn()


def switch(d):
    value = L.create_global_var([1], 0.0, "float32", persistable=True)
    total = L.reduce_sum(d)
    with L.Switch() as chosen:
        with chosen.case(L.less_than(total, L.fill_constant([1], "float32", 1.0))):
            L.assign(L.scale(total, 3.0), value)
        with chosen.default():
            L.assign(L.scale(total, 4.0), value)
    return L.scale(value, 1.0)


def if_else(d):
    first = L.slice(d, [1], [0], [1])
    sides = L.IfElse(L.less_than(first, L.fill_constant_batch_size_like(first, [-1, 1], "float32", 0.0)))
    with sides.true_block():
        sides.output(L.fc(sides.input(d), 2, param_attr=attr()))
    with sides.false_block():
        sides.output(L.scale(L.fc(sides.input(d), 2, param_attr=attr()), 3.0))
    return sides()[0]


def beams(word, score, row, d):
    """A search whose loop computes once, before it, what it keeps: in the block around its own."""
    program, end = fluid.default_main_program(), L.fill_constant([1], "int64", 4)
    step = L.fill_constant([1], "int64", 0)
    words, scores = L.array_write(L.reshape(word, (-1, 1)), step), L.array_write(score, step)
    past = L.fill_constant([L.shape(word)[0], 0, 3], "float32", 0)
    kept = fluid.data("kept", [None, 0, 3])

    def goes_on(step, word, score, row, past, kept):
        return L.logical_and(L.less_than(step, end), L.logical_not(L.is_empty(word)))

    def body(step, word, score, row, past, kept):
        past, kept, inner = L.gather(past, row), L.gather(kept, row), program.current_block_idx
        program.current_block_idx = program.current_block().parent_idx
        L.assign(L.unsqueeze(L.fc(d, 3, param_attr=attr()), [1]), program.global_block().var("kept"))
        program.current_block_idx = inner
        table = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(D[:, ::-1] * 3 + 1))
        past = L.concat([past, fluid.embedding(word, [4, 3], param_attr=table)], axis=1)
        seen = L.reduce_sum(past * past, dim=1, keep_dim=True) * kept
        table = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer((D.T - 0.2) * 2))
        found = L.fc(L.reshape(seen, [-1, 3]), 4, act="softmax", param_attr=table)
        best, which = L.topk(found, 2)
        total = L.lod_reset(L.elementwise_add(L.log(best), score, axis=0), word)
        word, score, row = L.beam_search(word, score, which, total, 2, 1, return_parent_idx=True)
        step = L.increment(step, 1.0, in_place=False)
        L.array_write(word, step, words)
        L.array_write(score, step, scores)
        return step, word, score, row, past, kept

    L.while_loop(goes_on, body, [step, word, score, row, past, kept], is_test=True)
    return L.beam_search_decode(words, scores, 2, 1)[1]


def two(values):
    made = fluid.LoDTensor()
    made.set(values, fluid.CPUPlace())
    made.set_lod([[0, 1, 2, 3], [0, 1, 2, 3]])
    return made


FEEDS = {
    "dynamic_rnn": {"x": X},
    "beams": {"word": two(np.zeros([3, 1], "int64")), "score": two(np.zeros([3, 1], "float32")),
              "row": np.arange(3, dtype="int32"), "d": D[1:] + np.eye(3, dtype="float32")},
}


def data(name):
    if name == "word":
        return fluid.data("word", [None, None], "int64", 2)
    if name == "score":
        return fluid.data("score", [None, 1], "float32", 2)
    if name == "row":
        return fluid.data("row", [None], "int32")
    return fluid.data("x", [None, 4], lod_level=1) if name == "x" else fluid.data("d", [-1, 3])


def write(folder, network, feed, executor):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        out = network(*map(data, feed))
        executor.run(startup)
        (found,) = run(executor, main, feed, [out])
        fluid.io.save_inference_model(folder, list(feed), [out], executor, main, params_filename="params")
    return found


def run(executor, program, feed, results):
    return [np.array(each) for each in executor.run(program, feed=feed, fetch_list=results, return_numpy=False)]


for network in (dynamic_rnn, loop, branches, loop_of_branches, static_rnn, switch, if_else, beams):
    name = network.__name__
    feed = FEEDS.get(name, {"d": D})
    with fluid.scope_guard(fluid.Scope()), tempfile.TemporaryDirectory() as folder:
        executor = fluid.Executor(fluid.CPUPlace())
        answer[name] = write(folder, network, feed, executor)
        for file in ("__model__", "params"):
            path = os.path.join(folder, file)
            if os.path.exists(path):
                with open(path, "rb") as saved:
                    answer[name + " " + file] = np.frombuffer(saved.read(), "uint8")
    with fluid.scope_guard(fluid.Scope()), tempfile.TemporaryDirectory() as folder:
        executor = fluid.Executor(fluid.CPUPlace())
        for file in ("__model__", "params"):
            key = name + " " + file
            found = given.get(key, answer.get(key))
            if found is not None:
                with open(os.path.join(folder, file), "wb") as other:
                    other.write(found.tobytes())
        params = "params" if os.path.exists(os.path.join(folder, "params")) else None
        program, names, results = fluid.io.load_inference_model(folder, executor, params_filename=params)
        for which in ("read ", "read and run again "):
            (answer[which + name],) = run(executor, program, feed, results)
