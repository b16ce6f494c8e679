import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
x = fluid.data("x", [3, 4])
x.stop_gradient = False
y = fluid.data("y", [3, 4])
z = L.reduce_sum(x * x * y)
(first,) = fluid.gradients([z], [x])
(second,) = fluid.backward.gradients(first, x)
unused = fluid.gradients(z, L.fill_constant([1], "float32", 1.0))
executor = fluid.Executor(fluid.CPUPlace())
rng = np.random.RandomState(0)
feed = {"x": rng.randn(3, 4).astype("float32"), "y": rng.randn(3, 4).astype("float32")}
fetched = executor.run(feed=feed, fetch_list=[z, first, second])
answer["z"], answer["first"], answer["second"] = fetched
answer["none"] = np.array(len(unused))
tensor = executor.run(feed=feed, fetch_list=[z], return_numpy=False)[0]
answer["tensor"] = np.array(tensor)
answer["kind"] = np.array([isinstance(tensor, fluid.LoDTensor), isinstance(x, fluid.Variable), tensor.shape() == [1]])
