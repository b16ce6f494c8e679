"""A graph network of two GCN layers."""

import numpy as np
import paddle
from fixed import fill, floats, integers, steps

PACKAGE = "pgl-2.1.5"
WHAT = "two GCN layers, 3 steps of Adam: losses, gradients, parameters"

EDGES = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 0), (1, 4), (3, 0), (5, 2)]


def graph_of_six():
    import pgl

    graph = pgl.Graph(edges=EDGES, num_nodes=6, node_feat={"x": floats(6, 5)}, edge_feat={"w": floats(10, 1, seed=1)})
    return graph.tensor()


def network(layers):
    model = paddle.nn.Layer()
    for place, layer in enumerate(layers):
        model.add_sublayer(str(place), layer)
    return fill(model, scale=0.5)


def train(layers, graph):
    model = network(layers)
    adam = paddle.optimizer.Adam(0.02, epsilon=1e-4, parameters=model.parameters())
    label = paddle.to_tensor(integers(6, 1, below=3))

    def loss_of(step):
        h = graph.node_feat["x"]
        for layer in layers:
            h = layer(graph, h)
        return paddle.nn.functional.cross_entropy(h, label)

    return steps(model, adam, loss_of)


def run():
    import pgl

    graph = graph_of_six()
    found = train([pgl.nn.GCNConv(5, 4, activation="relu"), pgl.nn.GCNConv(4, 3)], graph)
    found["degree/in"] = np.asarray(graph.indegree().numpy())
    return found
