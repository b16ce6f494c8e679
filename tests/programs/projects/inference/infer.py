import numpy as np
import paddle.fluid as fluid

from network import Network


def infer(path, x):
    with fluid.dygraph.guard():
        network = Network()
        params, _ = fluid.dygraph.load_dygraph(path)
        network.load_dict(params)
        network.eval()
        out = network(fluid.dygraph.to_variable(x))
        order = fluid.layers.argsort(out, axis=1, descending=True)[1]
        return out.numpy(), order.numpy()
