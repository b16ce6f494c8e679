import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
fluid.default_startup_program().random_seed = 5
words = fluid.data("words", [-1, 1], "int64", lod_level=1)
x, y = L.data("x", [2, 3]), L.data("y", [1], dtype="int64")
hidden = L.batch_norm(L.fc(x, 4, act="relu"))
loss = L.mean(L.softmax_with_cross_entropy(L.fc(hidden, 3), y))
fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
place = fluid.CPUPlace()
executor = fluid.Executor(place)
executor.run(fluid.default_startup_program())
folder = tempfile.mkdtemp()
fluid.io.save_persistables(executor, folder, filename="first")
with open(os.path.join(folder, "first"), "rb") as file:
    answer["bytes"] = np.frombuffer(file.read(), "uint8")
feeder = fluid.DataFeeder(feed_list=["x", y], place=place)
samples = [(np.arange(6) * 0.1 + row, row % 3) for row in range(5)]
feed = feeder.feed(samples)
answer["x"], answer["y"] = np.array(feed["x"]), np.array(feed["y"])
nested = fluid.DataFeeder([words], place).feed([([3, 1],), ([],), ([2, 2, 5],)])["words"]
answer["words"], answer["lod"] = np.array(nested), np.array(nested.lod())
answer["lengths"] = np.array(nested.recursive_sequence_lengths())
build, run = fluid.BuildStrategy(), fluid.ExecutionStrategy()
build.reduce_strategy = fluid.BuildStrategy.ReduceStrategy.AllReduce
run.num_threads = 1
compiled = fluid.CompiledProgram(fluid.default_main_program()).with_data_parallel(
    loss_name=loss.name, build_strategy=build, exec_strategy=run, places=[place])
answer["losses"] = np.array([executor.run(compiled, feed=feed, fetch_list=[loss.name])[0] for _ in range(3)])
fluid.io.save_params(executor, os.path.join(folder, "each"))
fluid.io.save_persistables(executor, folder, filename="whole")
answer["files"] = np.array(sorted(os.listdir(os.path.join(folder, "each"))))
answer["sizes"] = np.array([os.path.getsize(os.path.join(folder, "each", name)) for name in answer["files"]])
(answer["next"],) = executor.run(feed=feed, fetch_list=[loss])
executor.run(fluid.default_startup_program())
fluid.io.load_persistables(executor, folder, filename="whole")
(answer["again"],) = executor.run(feed=feed, fetch_list=[loss])
executor.run(fluid.default_startup_program())
fluid.io.load_params(executor, os.path.join(folder, "each"), fluid.default_main_program())
(answer["params"],) = executor.run(feed=feed, fetch_list=[loss])
answer["listed"] = np.array(sorted(each.name for each in fluid.io.get_program_parameter(fluid.default_main_program())))
lasting = fluid.io.get_program_persistable_vars(fluid.default_main_program())
answer["lasting"] = np.array(sorted(each.name for each in lasting if each.name not in ("feed", "fetch")))
slope = fluid.default_main_program().global_block().var("fc_0.w_0")
fluid.io.save_vars(executor, folder, vars=[slope], filename="slope")
fluid.io.save_vars(executor, folder, predicate=lambda each: each.name.startswith("fc_1") and each.persistable
                   and "GRAD" not in each.name)
(answer["before"],) = executor.run(fluid.default_main_program().clone(for_test=True), feed=feed, fetch_list=[loss])
fluid.global_scope().find_var("fc_0.w_0").get_tensor().set(np.zeros([6, 4], "float32"), place)
fluid.io.load_vars(executor, folder, vars=[slope], filename="slope")
fluid.io.load_vars(executor, folder, fluid.default_main_program(), predicate=lambda each: each.name == "fc_1.w_0")
parallel = fluid.ParallelExecutor(use_cuda=False, loss_name=loss.name)
(answer["parallel"],) = parallel.run([loss.name], feed=feed)
