import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
OPERATORS = {
    "assign": L.assign, "cast": lambda x: L.cast(x, "float64"), "conv2d": lambda x: L.conv2d(x, 2, 3),
    "conv3d": lambda x: L.conv3d(L.reshape(x, [1, 2, 4, 4, 4]), 2, 3, padding=1), "cumsum": L.cumsum,
    "elementwise_add": lambda x: x + x, "elementwise_div": lambda x: x / (x + 2.0), "elementwise_mul": lambda x: x * x,
    "elementwise_sub": lambda x: x - 2.0 * x, "elu": L.elu, "expand": lambda x: L.expand(x, [1, 1, 2, 1]),
    "instance_norm": L.instance_norm, "leaky_relu": L.leaky_relu, "mul": lambda x: L.fc(x, 2, bias_attr=False),
    "reduce_mean": L.reduce_mean, "reduce_sum": L.reduce_sum, "relu": L.relu,
    "reshape2": lambda x: L.reshape(x, [2, -1]), "reverse": lambda x: L.reverse(x, 1),
    "scale": lambda x: L.scale(x, 2.0),
    "slice": lambda x: L.slice(x, [2], [0], [2]), "split": lambda x: sum(L.split(x, 2, 1)), "sqrt": L.sqrt,
    "square": L.square, "sum": lambda x: L.sums([x, x]),
    "abs": L.abs, "batch_norm": L.batch_norm, "clip": lambda x: L.clip(x, -1.0, 1.0),
    "concat": lambda x: L.concat([x, x]),
    "dropout": lambda x: L.dropout(x, 0.5), "elementwise_max": lambda x: L.elementwise_max(x, 2.0 * x), "exp": L.exp,
    "flatten2": L.flatten, "group_norm": lambda x: L.group_norm(x, 2), "layer_norm": L.layer_norm, "log": L.log,
    "matmul": lambda x: L.matmul(x, x), "mean": L.mean, "pad": lambda x: L.pad(x, [0] * 7 + [1]),
    "pool2d": lambda x: L.pool2d(x, 2), "pow": lambda x: L.pow(x, 3.0), "reduce_max": L.reduce_max,
    "sigmoid": L.sigmoid, "softmax": L.softmax, "softplus": L.softplus, "squeeze2": lambda x: L.squeeze(x[:1], [0]),
    "stack": lambda x: L.stack([x, x]), "tanh": L.tanh, "transpose2": lambda x: L.transpose(x, [1, 0, 2, 3]),
}
for name, operator in OPERATORS.items():
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        x = L.data("x", [2, 4, 4, 4], append_batch_size=False)
        x.stop_gradient = False
        y = operator(x)
        start = L.data("start", list(y.shape), dtype=y.dtype, append_batch_size=False)
        start.stop_gradient = False
        first = fluid.gradients([y], [x], [start])[0]
        second = fluid.gradients([first], [start])
        answer[name] = np.array(int(bool(second) and second[0] is not None))
