"""A graph network of two attention layers, and what is sent along the edges."""

import paddle
from pgl_gcn import graph_of_six, train

PACKAGE = "pgl-2.1.5"
WHAT = "two GAT layers, 3 steps of Adam; messages, their sums and softmax"


def run():
    import pgl

    graph = graph_of_six()
    layers = [pgl.nn.GATConv(5, 4, feat_drop=0.0, attn_drop=0.0, num_heads=2, activation="elu"),
              pgl.nn.GATConv(8, 3, feat_drop=0.0, attn_drop=0.0, num_heads=1)]
    found = train(layers, graph)
    message = graph.send(lambda source, target, edge: {"h": source["x"] * edge["w"]},
                         src_feat={"x": graph.node_feat["x"]}, edge_feat={"w": graph.edge_feat["w"]})
    found["received/sum"] = graph.recv(lambda message: message.reduce_sum(message["h"]), message).numpy()
    found["received/softmax"] = graph.recv(lambda message: message.reduce_sum(message.reduce_softmax(message["h"])),
                                           message).numpy()
    found["pool/sum"] = pgl.nn.GraphPool(pool_type="mean")(graph, graph.node_feat["x"]).numpy()
    found["math/segments"] = pgl.math.segment_max(graph.node_feat["x"], paddle.to_tensor([0, 0, 1, 1, 1, 2])).numpy()
    return found
