"""The tagger's network as a program that is trained: sparse embedding, GRUs in both directions, a CRF."""

from types import SimpleNamespace

from fixed import enable_static, integers, program

PACKAGE = "lac-2.1.2"
WHAT = "its network as a program, 3 steps of SGD: costs, decoded tags, parameters"


def run():
    import paddle.fluid as fluid
    from LAC.nets import lex_net

    enable_static()
    sizes = SimpleNamespace(word_emb_dim=6, grnn_hidden_dim=5, emb_learning_rate=2.0, bigru_num=2)

    def build():
        words, tags = (fluid.data(name, [None, 1], "int64", lod_level=1) for name in ("words", "tags"))
        cost, decoded = lex_net(words, sizes, 30, 4, target=tags)
        fluid.optimizer.SGD(0.1).minimize(cost)
        return [cost, decoded]

    def feed(step):
        lengths = [[4, 2, 5]]
        return {name: fluid.create_lod_tensor(integers(11, 1, below=below, seed=step), lengths, fluid.CPUPlace())
                for name, below in (("words", 30), ("tags", 4))}

    return program(build, [feed(step) for step in range(3)])
