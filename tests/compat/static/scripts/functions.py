"""Functions of arrays in a program, what counts its runs, and a search in a loop over beams."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
rng = np.random.RandomState(8)
fluid.default_startup_program().random_seed = 3
x = fluid.data("x", [None, 3])
words = fluid.data("words", [None, 1], "float32", lod_level=1)
x.stop_gradient = words.stop_gradient = False
seen = []


def made(name, shape, dtype="float32", **more):
    return fluid.default_main_program().current_block().create_var(name=name, shape=shape, dtype=dtype, **more)


def tanh(rows):
    return np.tanh(rows)


def tanh_back(rows, result, gradient):
    seen.append([np.array(each).shape for each in (rows, result, gradient)])
    return np.array(gradient) * (1 - np.square(np.array(result)))


def pair(first, second):
    return [np.array(first) * np.array(second), np.array(first).sum(axis=1).astype("float32")]


def pair_back(first, second, gradient, of_sum):
    gradient, of_sum = np.array(gradient), np.array(of_sum)
    return gradient * np.array(second) + of_sum[:, None], gradient * np.array(first)


def with_lod(rows):
    result = fluid.LoDTensor()
    result.set(np.array(rows) * 2, fluid.CPUPlace())
    result.set_lod(rows.lod())
    return result


one = made("one", [-1, 3])
L.py_func(func=tanh, x=x, out=one, backward_func=tanh_back)
hidden = L.Print(L.fc(one, 3), first_n=1, message="hidden", summarize=2)
product, total = made("product", [-1, 3]), made("total", [-1])
L.py_func(pair, [hidden, x], [product, total], pair_back, skip_vars_in_backward_input=[product, total])
without = made("without", [-1, 3])
L.py_func(lambda rows: np.array(rows) + 1, L.fc(x, 3, param_attr="unused", bias_attr=False), without)
doubled = made("doubled", [-1, 1], lod_level=1)
L.py_func(with_lod, words, doubled, lambda rows, result, gradient: np.array(gradient) * 2)
L.py_func(lambda rows: seen.append(np.array(rows).shape), x, None)
nothing = made("nothing", [2], "int64")
L.py_func(lambda: np.array([1, 2]), None, nothing)
pooled = L.sequence_pool(doubled, "sum")
counter, other = L.autoincreased_step_counter(), L.autoincreased_step_counter("mine", begin=5, step=3)
loss = L.mean(product) + L.mean(total) + L.mean(pooled) + L.mean(without)
pairs = fluid.backward.append_backward(loss)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(fluid.default_startup_program())
feed = {"x": rng.randn(4, 3).astype("float32"),
        "words": fluid.create_lod_tensor(rng.randn(5, 1).astype("float32"), [[2, 3]], fluid.CPUPlace())}
answer["names"] = np.array(sorted(parameter.name for parameter, _ in pairs))
gradients = [gradient for _, gradient in sorted(pairs, key=lambda pair: pair[0].name)]
wanted = [loss, product, total, without, pooled, nothing, "x@GRAD", *gradients]
for count, value in enumerate(executor.run(feed=feed, fetch_list=wanted)):
    answer[f"value {count}"] = value
lasting = executor.run(feed=feed, fetch_list=[doubled, "words@GRAD"], return_numpy=False)
for count, value in enumerate(lasting):
    answer[f"sequences {count}"] = np.array(value)
answer["lod"] = np.array(str([list(level) for level in lasting[0].lod()]))
answer["seen"] = np.array(str([each for each in seen if isinstance(each, list)][:1] + seen[-1:]))
answer["counted"] = np.concatenate(executor.run(feed=feed, fetch_list=[counter, other]))

search, start = fluid.Program(), fluid.Program()
with fluid.program_guard(search, start), fluid.unique_name.guard():
    start.random_seed = 9
    context = fluid.data("context", [None, 4])
    ids = fluid.data("ids", [None, 1], "int64", lod_level=2)
    scores = fluid.data("scores", [None, 1], "float32", lod_level=2)
    step, most = L.zeros([1], "int64"), L.fill_constant([1], "int64", 6)
    going = L.less_than(step, most)
    loop = L.While(going)
    states, all_ids, all_scores = L.create_array("float32"), L.create_array("int64"), L.create_array("float32")
    L.array_write(context, array=states, i=step)
    L.array_write(ids, array=all_ids, i=step)
    L.array_write(scores, array=all_scores, i=step)
    with loop.block():
        last, state, before = (L.array_read(each, step) for each in (all_ids, states, all_scores))
        spread = L.sequence_expand(state, before)
        row = L.embedding(last, [11, 5], param_attr=fluid.ParamAttr(name="table"))
        now = L.fc([spread, row], 4, act="tanh", param_attr=["on", "in"], bias_attr=False)
        chances = L.fc(L.lod_reset(now, before), 11, act="softmax")
        best, places = L.topk(chances, k=11)
        summed = L.elementwise_add(L.log(best), L.reshape(before, [-1]), axis=0)
        chosen, kept = L.beam_search(last, before, places, summed, beam_size=3, end_id=10, level=0)
        with L.Switch() as switch:
            with switch.case(L.is_empty(chosen)):
                L.fill_constant([1], "bool", 0, out=going)
            with switch.default():
                L.increment(step, value=1, in_place=True)
                L.array_write(now, array=states, i=step)
                L.array_write(chosen, array=all_ids, i=step)
                L.array_write(kept, array=all_scores, i=step)
                short = L.less_than(step, most)
                L.logical_and(short, L.logical_not(L.is_empty(chosen)), out=going)
    found_ids, found_scores = L.beam_search_decode(all_ids, all_scores, beam_size=3, end_id=10)
executor.run(start)
lod = [[1, 1], [1, 1]]
feed = {"context": rng.randn(2, 4).astype("float32"),
        "ids": fluid.create_lod_tensor(np.zeros((2, 1), "int64"), lod, fluid.CPUPlace()),
        "scores": fluid.create_lod_tensor(np.zeros((2, 1), "float32"), lod, fluid.CPUPlace())}
feed["context"] = feed["context"] * 3
for key, value in zip(("ids", "scores"), executor.run(search, feed, [found_ids, found_scores], return_numpy=False)):
    answer[f"search {key}"] = np.array(value)
    answer[f"search {key} lod"] = np.array(str([list(level) for level in value.lod()]))
