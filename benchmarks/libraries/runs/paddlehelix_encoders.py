"""Sequence encoders as programs: an LSTM in both directions, convolutions over sequences, a transformer."""

from fixed import enable_static, floats, program

PACKAGE = "paddlehelix-1.0.1"
WHAT = "LSTM, sequence convolution and transformer encoders as programs, 3 steps of SGD each"


def run():
    import paddle.fluid as fluid
    from pahelix.networks.lstm_block import lstm_encoder
    from pahelix.networks.resnet_block import resnet_encoder
    from pahelix.networks.transformer_block import transformer_encoder

    enable_static()

    def encoded(encode):
        def build():
            x = fluid.data("x", [None, 6], "float32", lod_level=1)
            return trained(fluid.layers.sequence_pool(encode(x)[0], "average"))
        return build

    def trained(hidden):
        loss = fluid.layers.reduce_mean(fluid.layers.square(hidden))
        fluid.optimizer.SGD(0.5).minimize(loss)
        return [loss, hidden]

    def attended():
        x = fluid.data("x", [2, 5, 8], "float32")
        hidden = transformer_encoder(x, None, 2, 2, 4, 4, 8, 16, 0.0, 0.0, 0.0, "relu", preprocess_cmd="",
                                     postprocess_cmd="dan", name="t")
        return trained(hidden[0] if isinstance(hidden, (list, tuple)) else hidden)

    place = fluid.CPUPlace()
    ragged = [{"x": fluid.create_lod_tensor(floats(9, 6, seed=step), [[4, 3, 2]], place)} for step in range(3)]
    found = {}
    for name, build, feeds in (
        ("lstm", encoded(lambda x: lstm_encoder(x, 4, n_layer=2)), ragged),
        ("convolution", encoded(lambda x: resnet_encoder(x, 6, n_layer=2)), ragged),
        ("transformer", attended, [{"x": floats(2, 5, 8, seed=step)} for step in range(3)]),
    ):
        found.update({f"{name} {key}": value for key, value in program(build, feeds).items()})
    return found
