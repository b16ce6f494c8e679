"""Lists and arrays that a script changes behind the call that was given them, or the generator that yielded them."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers

x = fluid.data("x", [None, 2])
x.stop_gradient = False
parts = [x, x * 2]
found = {"joined": L.concat(parts, axis=1)}
parts.append(x * 3)
found["summed"] = L.sum(parts)
parts[0] = x * 5
found["stacked"] = L.stack(parts)
parts.clear()
shape, order, dims, widths = [-1, 4], [1, 0], [0], [0, 0, 1, 1]
found["shaped"] = L.reshape(found["joined"], shape)
found["turned"] = L.transpose(x, order)
found["reduced"] = L.reduce_sum(x, dim=dims)
found["widened"] = L.pad(x, widths)
shape[:], widths[0] = [1, 1], 3
order.reverse()
dims.append(1)
values = np.ones(2, "float32")
found["assigned"] = L.assign(values)
values[:] = 9
inputs = [x, found["joined"]]
found["fully connected"] = L.fc(inputs, 2, param_attr=fluid.initializer.Constant(0.1))
inputs.append(x)
dense = [x]
for _ in range(3):
    dense.append(L.fc(L.concat(dense, axis=1), 1, param_attr=fluid.initializer.Constant(0.2)))
found["dense"] = L.concat(dense, axis=1)
(found["gradient"],) = fluid.gradients([L.reduce_sum(found["dense"] * found["dense"])], [x])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
fetched = exe.run(feed={"x": np.array([[1, 2], [3, 4]], "float32")}, fetch_list=list(found.values()))
answer.update(zip(found, fetched))

training = fluid.Program()
with fluid.program_guard(training, fluid.Program()):
    count = L.create_global_var([1], 0.0, "float32", persistable=True, name="count")
    half = fluid.ParamAttr("w", initializer=fluid.initializer.Constant(0.5))
    weighed = L.fc(fluid.data("x", [None, 2]), 2, param_attr=half)
    loss = L.mean(weighed)
    L.increment(count)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe.run(fluid.default_startup_program())
runs = []
for number in range(3):
    fed = np.full((1, 2), number, "float32")
    runs.append(exe.run(training, feed={"x": fed}, fetch_list=["w", count, loss, "x"], return_numpy=False))
    fed[:] = 9
for number, run in enumerate(runs):
    answer.update((f"run {number} {place}", np.array(value)) for place, value in enumerate(run))


def filled():
    rows = np.zeros((2, 3), "float32")
    for number in range(5):
        rows[:] = number
        yield [rows]


loading = fluid.Program()
with fluid.program_guard(loading, fluid.Program()):
    rows = fluid.data("rows", [None, 3])
    loader = fluid.io.DataLoader.from_generator([rows], capacity=8)
    total = L.reduce_sum(rows)
loader.set_batch_generator(filled, fluid.CPUPlace())
answer["loaded"] = np.concatenate([exe.run(loading, feed=feed, fetch_list=[total])[0] for feed in loader()])
with fluid.program_guard(fluid.Program(), fluid.Program()):
    reader = L.py_reader(capacity=8, shapes=[[-1, 3]], dtypes=["float32"])
    total = L.reduce_sum(L.read_file(reader))
    exe.run(fluid.default_startup_program())
    reader.decorate_tensor_provider(filled)
    reader.start()
    answer["read"] = np.concatenate([exe.run(fetch_list=[total])[0] for _ in range(5)])
    reader.reset()
with fluid.dygraph.guard(fluid.CPUPlace()):
    loader = fluid.io.DataLoader.from_generator(capacity=8, return_list=True)
    loader.set_batch_generator(filled, fluid.CPUPlace())
    answer["loaded in dygraph"] = np.array([batch[0].numpy().sum() for batch in loader()])
sequences = np.arange(6, dtype="float32").reshape(3, 2)
fed = fluid.create_lod_tensor(sequences, [[1, 2]], fluid.CPUPlace())
sequences[:] = 9
answer["sequences"] = np.array(fed)
