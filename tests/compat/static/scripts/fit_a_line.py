import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]


def lasting(program):
    return np.array(sorted(v.name for v in program.list_vars() if v.persistable and v.name not in ("feed", "fetch")))


main, startup = fluid.default_main_program(), fluid.default_startup_program()
startup.random_seed = main.random_seed = 90
x = fluid.data(name="x", shape=[None, 13], dtype="float32")
y = fluid.layers.data(name="y", shape=[1], dtype="float32", type=fluid.core.VarDesc.VarType.LOD_TENSOR)
predicted = fluid.layers.fc(input=x, size=1, act=None, param_attr=fluid.ParamAttr(name="slope"))
loss = fluid.layers.mean(fluid.layers.square_error_cost(input=predicted, label=y))
test = main.clone(for_test=True)
operators, pairs = fluid.optimizer.SGD(learning_rate=0.01).minimize(loss)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
answer["first"] = np.array(fluid.global_scope().find_var("slope").get_tensor())
rng = np.random.RandomState(3)
losses = []
for _ in range(12):
    rows = rng.rand(20, 13).astype("float32")
    feed = {"x": rows, "y": rows.sum(1, keepdims=True)}
    losses.append(executor.run(main, feed=feed, fetch_list=[loss, "slope@GRAD", predicted.name]))
answer["losses"], answer["gradients"], answer["predicted"] = [np.array([step[i] for step in losses]) for i in range(3)]
(answer["test"],) = executor.run(test, feed=feed, fetch_list=[loss])
slope = fluid.global_scope().find_var("slope").get_tensor()
slope.set(np.ones([13, 1], "float32"), fluid.CPUPlace())
(answer["set"],) = executor.run(test, feed=feed, fetch_list=[predicted])
fluid.global_scope().find_var("learning_rate_0").get_tensor().set(np.array([0.5], "float32"), fluid.CPUPlace())
executor.run(main, feed=feed)
answer["rate"] = np.array(fluid.global_scope().find_var("slope").get_tensor())
answer["parameters"] = np.array([parameter.name for parameter in main.all_parameters()])
answer["pairs"] = np.array([(parameter.name, gradient.name) for parameter, gradient in pairs])
answer["shapes"] = np.array([str(tuple(int(s) for s in each.shape)) for each in (x, y, predicted, loss)])
answer["lasting"] = lasting(main)
answer["sets"] = np.array([float(losses[0][0]), int(losses[0][0]), losses[0][0][0]])
answer["found"] = np.array([main.global_block().has_var("slope"), "x" in main.global_block().vars])
