"""`padding_idx=` of tables whose weights are used for more than looking up."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph import Embedding, Layer\n"
NET = """class Net(Layer):
    def __init__(self, pad=0):
        super(Net, self).__init__()
        self.word = Embedding({})

    def forward(self, ids):
        return {}
"""
TIED = "fluid.layers.matmul(self.word(ids), self.word.weight, transpose_y=True)"


def migrated(size, result, more=""):
    found = migrate_source(HEAD + NET.format(size, result) + more)
    assert not [each for each in found.findings if each.code == "PM202"]
    return found.text


@pytest.mark.parametrize(
    ("size", "result", "more", "kept"),
    [
        ("[6, 2], padding_idx=0", TIED, "", "row_kept(nn.Embedding(6, 2), 0)"),
        ("size=[6, 2], padding_idx=pad, is_sparse=True", TIED, "",
         "row_kept(nn.Embedding(num_embeddings=6, embedding_dim=2, sparse=True), pad)"),
        ("[6, 2], padding_idx=-1", "self.word(ids)", "\n\nnet = Net()\nshow(net.word.weight)\n",
         "row_kept(nn.Embedding(6, 2), -1)"),
        ("[6, 2], padding_idx=0", "head(self.word, ids)", "", "row_kept(nn.Embedding(6, 2), 0)"),  # whatever that does
    ],
)
def test_the_row_starts_like_the_others(size, result, more, kept):
    text = migrated(size, result, more)
    assert f"self.word = {kept}\n" in text
    assert text.count("def row_kept(") == 1


@pytest.mark.parametrize(
    ("size", "result", "today"),
    [
        ("[6, 2], padding_idx=0", "self.word(ids)", "nn.Embedding(6, 2, padding_idx=0)"),
        ("[6, 2], padding_idx=pad", "fluid.layers.relu(self.word(ids))", "nn.Embedding(6, 2, padding_idx=pad)"),
        ("[6, 2], padding_idx=None", TIED, "nn.Embedding(6, 2, padding_idx=None)"),
        ("[6, 2]", TIED, "nn.Embedding(6, 2)"),
    ],
)
def test_others_are_todays_layer_alone(size, result, today):
    text = migrated(size, result)
    assert f"self.word = {today}\n" in text
    assert "row_kept" not in text


TRAIN = """import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, Layer, to_variable
L = fluid.layers
out = []


class Table(Layer):
    def __init__(self, pad):
        super(Table, self).__init__()
        start = np.linspace(-1, 1, 12).reshape(6, 2).astype('float32')
        self.word = Embedding([6, 2], padding_idx=pad, param_attr=fluid.initializer.NumpyArrayInitializer(start))

    def forward(self, ids):
        return L.reshape(self.word(ids), [-1, 2])


class Net(Layer):
    def __init__(self, pad):
        super(Net, self).__init__()
        self.table = Table(pad)

    def forward(self, ids):
        return L.matmul(self.table(ids), self.table.word.weight, transpose_y=True)


with fluid.dygraph.guard():
    net = Net({})
    sgd = fluid.optimizer.SGD(0.5, parameter_list=net.parameters())
    for step in range(3):
        ids = to_variable(np.array([[0], [2], [5]], 'int64'))
        loss = L.mean(L.softmax_with_cross_entropy(net(ids), ids))
        loss.backward()
        sgd.minimize(loss)
        net.clear_gradients()
        out.append(loss.numpy())
    out.append(net.table.word.weight.numpy())
"""


def test_it_trains_as_before(trials):
    programs = {str(pad): TRAIN.format(pad) for pad in (0, -1, 3, None)}
    old = trials.of_1_8("padding_rows", programs)
    new, said = trials.migrated(programs)
    assert not {name: found for name, found in said.items() if "PM202" in found}
    assert trials.same(old, trials.of_today(programs, compat=True)) == []
    assert trials.same(old, trials.of_today(new, compat=False)) == []


HIDDEN = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, Layer, to_variable
from tables import named
C = fluid.initializer.Constant
LAYERS = {'table': Embedding}
def starred(*args, **words):
    return Embedding(*args, **words)
def looked_up(kind, **words):
    return LAYERS[kind]([5, 2], param_attr=C(.5), **words)
def told():
    return True
class Args(object):
    pass
class Net(Layer):
    def __init__(self, pad):
        super(Net, self).__init__()
        self.table = Embedding([5, 2], padding_idx=pad, param_attr=C(.5), is_sparse=told())
args = Args()
with fluid.dygraph.guard():
    args.net = Net(0)
    tables = [starred([5, 2], False, False, 0, C(.5)), starred([5, 2], padding_idx=1, param_attr=C(.5)),
              looked_up('table', padding_idx=2), looked_up('table'), named(3), named(None), args.net.table]
    for table in tables:
        rows = table(to_variable(np.arange(5).reshape(5, 1))).numpy().reshape(5, 2).sum(1)
        print('%.1f' % table.weight.numpy().sum(), rows.tolist())
"""
TABLES = """\
import functools
import paddle.fluid as fluid
make = functools.partial(fluid.dygraph.Embedding, [5, 2], param_attr=fluid.initializer.Constant(.5))
def named(row):
    return make(padding_idx=row)
"""


def test_a_row_that_comes_out_of_sight(run_both_ways):
    old, new = run_both_ways({"rows": {"main.py": HIDDEN, "tables.py": TABLES}})
    assert new == old
    assert [line.split()[0] for line in old["rows"]] == ["5.0"] * 7
    assert sum("0.0" in line.split(" ", 1)[1] for line in old["rows"]) == 5


@pytest.mark.parametrize("text", [
    "def make(*size):\n    return Embedding(*size, padding_idx=None)\n",
    "def f(x):\n    return isinstance(x, Embedding)\n",
    "def make(size, **words):\n    return Embedding(size)\n", "make = Embedding\nshow(make([5, 2]).weight)\n",
    "class Table(Embedding):\n    pass\n",
])
def test_no_row_comes(text):
    assert "row_kept" not in migrate_source(HEAD + text).text
