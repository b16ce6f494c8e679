"""Rows of sequences that are fed: made by a class of the script's own, and split where a program runs."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nexe = fluid.Executor(fluid.CPUPlace())\n"
ROWS = "t = fluid.LoDTensor()\nt.set_lod([[0, 2]])\n"


def migrated(text):
    return migrate_source(text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("exe.run(p, feed={'x': t}, fetch_list=[y])", "exe.run(p, feed=split_feed({'x': t}), fetch_list=[y])"),
        ("exe.run(program, feed=made(t))", "exe.run(program, feed=split_feed(made(t)))"),
        ("exe.run(program, feed=feed(t))", "exe.run(program, feed=split_feed(feed(t)))"),
        ("exe.run(program, feed=made.feed(t))", "exe.run(program, feed=split_feed(made.feed(t)))"),
        ("exe.run(program, feed=next(made))", "exe.run(program, feed=split_feed(next(made)))"),
        ("r = fluid.create_lod_tensor([[1], [2, 3]], [[1, 2]], place)",
         "r = create_lod_tensor([[1], [2, 3]], [[1, 2]], place)"),
        ("r = fluid.core.LoDTensor()", "r = LoDTensor()"),
        ("r = isinstance(x, fluid.LoDTensor)", "r = isinstance(x, (LoDTensor, paddle.base.core.LoDTensor))"),
    ],
)  # fmt: skip
def test_rows(old, new):
    result = migrated(f"{HEAD}{ROWS}{old}\n")
    assert result.text.endswith(f"\nt = LoDTensor()\nt.set_lod([[0, 2]])\n{new}\n")
    assert not result.left
    assert migrated(result.text).text == result.text


TENSORS = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data("x", [None, 2])
y = fluid.layers.scale(x, 2.)
exe = fluid.Executor(fluid.CPUPlace())
"""
SET = {
    "plain": "t = fluid.LoDTensor()\nt.set(np.ones((3, 2), 'float32'), fluid.CPUPlace())\n",
    "function": "def tensor(a, kind=fluid.core.LoDTensor):\n    t = kind()\n    t.set(a, fluid.CPUPlace())\n"
                "    return t\nt = tensor(np.ones((3, 2), 'float32'))\n",
    "list": "ts = [fluid.LoDTensor() for _ in range(2)]\nfor t in ts:\n"
            "    t.set(np.ones((3, 2), 'float32'), fluid.CPUPlace())\n",
    "class": "class Feed(object):\n    def __init__(self):\n        self.t = fluid.LoDTensor()\n"
             "feed = Feed()\nfeed.t.set(np.ones((3, 2), 'float32'), fluid.CPUPlace())\nt = feed.t\n",
}
SHOWN = (
    "print(t.shape(), isinstance(t, fluid.LoDTensor), np.array(t).sum())\n"
    "feed = {'x': t}\nfor _ in range(2):\n    print(exe.run(feed=feed, fetch_list=[y])[0].sum())\n"
)


def test_tensors_without_lengths_are_paddles(run_both_ways):
    files = {name: {"main.py": TENSORS + made + SHOWN} for name, made in SET.items()}
    old, new = run_both_ways(files)
    assert new == old
    assert set(map(tuple, old.values())) == {("[3, 2] True 6.0", "12.0", "12.0")}
    for text in files.values():
        result = migrated(text["main.py"])
        assert "paddle.base.core.LoDTensor" in result.text
        assert "split_feed" not in result.text
        assert "class LoDTensor" not in result.text
        assert not result.left


@pytest.mark.parametrize("lengths", [
    "t.set_lod([[0, 2]])", "t.set_recursive_sequence_lengths([[2]])", "fluid.data('z', [None, 1], lod_level=1)",
    "u = fluid.create_lod_tensor([[1]], [[1]], fluid.CPUPlace())", "fluid.layers.sequence_pool(y, 'sum')"])
def test_tensors_beside_lengths_are_rows(lengths):
    assert "class LoDTensor" in migrated(f"{TENSORS}{SET['plain']}{lengths}\n{SHOWN}").text


KINDS = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.core import LoDTensor
x = fluid.data('x', [None, 2])
y = fluid.layers.scale(x, 2.)
exe = fluid.Executor(fluid.CPUPlace())
outs = exe.run(feed={'x': np.ones((3, 2), 'float32')}, fetch_list=[y], return_numpy=False)
outs += exe.run(feed={'x': np.ones((3, 2), 'float32')}, fetch_list=[y])
"""
ASKED = {
    "plain": "for out in outs:\n    print(int(isinstance(out, fluid.LoDTensor)))\n",
    "several": "print(*[int(isinstance(out, (dict, LoDTensor))) for out in outs])\n",
    "handed": "def as_numpy(out, kind=fluid.core.LoDTensor):\n    if isinstance(out, fluid.core.LoDTensor):\n"
              "        out = np.array(out)\n    return out.sum()\nprint(*map(as_numpy, outs))\n",
    "made": "made = fluid.create_lod_tensor(np.ones((2, 2), 'float32'), [[1, 1]], fluid.CPUPlace())\n"
            "print(*[int(isinstance(out, LoDTensor)) for out in outs + [made, None]])\n",
}


def test_whether_something_is_one(run_both_ways):
    """What a run gives is, and what the script makes."""
    old, new = run_both_ways({name: {"main.py": KINDS + asked} for name, asked in ASKED.items()})
    assert old["made"] == ["1 0 1 0"]
    assert new == old


@pytest.mark.parametrize(
    "asked", ["type(t) == fluid.LoDTensor", "fluid.core.LoDTensor is kind", "type(t) in (fluid.LoDTensor,)"])
def test_a_kind_that_is_compared_is_left(asked):
    result = migrated(f"{HEAD}r = {asked}\n")
    assert [each.code for each in result.left] == ["PM305"]
    assert asked in result.text


LOADER = "x = fluid.data('x', [None, 1])\nloader = fluid.io.DataLoader.from_generator(feed_list=[x], capacity=2)\n"


@pytest.mark.parametrize(
    ("loop", "split"),
    [
        ("for data in loader():", False),
        ("for data in loader:", False),
        ("for i, data in enumerate(loader()):", False),
        ("for data, i in enumerate(loader()):", True),
        ("for data in reader():", True),
        ("for data in loader(1):", True),
        ("for data in enumerate(loader):", True),
        ("data = t\nfor data in loader():", True),
    ],
)
def test_batches_of_a_loader_are_split_by_it(loop, split):
    result = migrated(f"{HEAD}{ROWS}{LOADER}{loop}\n    exe.run(p, feed=data)\n")
    fed = "split_feed(data)" if split else "data"
    assert result.text.endswith(f"{loop}\n    exe.run(p, feed={fed})\n")
    assert migrated(result.text).text == result.text


@pytest.mark.parametrize("made", [
    "def feed(rows):\n    return dict(zip(['x'], [fluid.create_lod_tensor(rows, [[1, 2]], fluid.CPUPlace())]))\n"
    "def fed():\n    return feed(given)\n",
    "class Feeder(object):\n    def feed(self, rows):\n        t = fluid.LoDTensor()\n"
    "        t.set(rows, fluid.CPUPlace())\n"
    "        t.set_lod([[0, 1, 3]])\n        return {'x': t}\nfeeder = Feeder()\n"
    "def fed():\n    return feeder.feed(given)\n",
    "def batches():\n    while True:\n        yield {'x': fluid.create_lod_tensor(given, [[1, 2]], fluid.CPUPlace())}\n"
    "made = batches()\ndef fed():\n    return next(made)\n",
])  # fmt: skip
@pytest.mark.parametrize("fed", ["inside", "called"])
def test_what_is_fed_by_functions_of_ones_own(run_both_ways, made, fed):
    """However they are called."""
    given = made.rpartition("return ")[2].strip() if fed == "inside" else "fed()"
    text = f"""\
import numpy as np
import paddle.fluid as fluid
given = np.array([[1.], [2.], [3.]], 'float32')
{made}with fluid.program_guard(fluid.Program(), fluid.Program()):
    x = fluid.data('x', [None, 1], lod_level=1)
    y = fluid.layers.sequence_pool(x, 'sum')
    exe = fluid.Executor(fluid.CPUPlace())
    print(exe.run(feed={given}, fetch_list=[y])[0].tolist())
"""
    old, new = run_both_ways({"it": {"main.py": text}})
    assert old["it"] == ["[[1.0], [5.0]]"]
    assert new == old


OWN_RUN = "def run(exe, fed):\n    return exe.run(program, feed=fed)\n"


@pytest.mark.parametrize(("own", "split"), [
    (OWN_RUN, True),  # a function of that name is no method
    (f"class Runner(object):\n    {OWN_RUN[:-1].replace('    ', '        ').replace('(exe', '(self, exe')}\n", False),
    (f"class Runner(object):\n    def run(self):\n        return 1\n{OWN_RUN}run(exe, 1)\n", True),
])
def test_a_run_beside_a_function_or_method_of_that_name(own, split):
    assert ("feed=split_feed(fed)" in migrated(f"{HEAD}{ROWS}{own}").text) is split


FEEDS = "x = fluid.data('x', [None, 1])\nfeeder = fluid.DataFeeder([x], place)\n" \
    "loader = fluid.io.DataLoader.from_generator(feed_list=[x], capacity=2)\n"


@pytest.mark.parametrize(
    "line", ["next(loader)", "next(loader())", "next(iter(loader))", "next(iter(loader()))"])
def test_what_feeders_and_loaders_have_split(line):
    assert migrated(f"{HEAD}{ROWS}{FEEDS}exe.run(program, feed={line})\n").text.endswith(f"feed={line})\n")


@pytest.mark.parametrize(
    "line", ["exe.run(program)",
             "class T:\n    def run(self): pass\nT().run(program, feed={'x': t})", "exe.run(program, feed=None)"],
)  # fmt: skip
def test_what_has_no_rows_to_split(line):
    assert migrated(f"{HEAD}{ROWS}{line}\n").text.endswith(f"\nt = LoDTensor()\nt.set_lod([[0, 2]])\n{line}\n")


def test_without_rows_nothing_is_split():
    assert migrated(f"{HEAD}exe.run(program, feed={{'x': x}})\n").text.endswith("exe.run(program, feed={'x': x})\n")


@pytest.mark.parametrize("sequences", [True, False])
def test_the_feeder_of_a_program_with_sequences(sequences):
    taken = "fluid.layers.sequence_pool(x, 'sum')" if sequences else "fluid.layers.relu(x)"
    text = f"{HEAD}x = fluid.data('x', [None, 1], lod_level=1)\ny = {taken}\nf = fluid.DataFeeder([x], place)\n"
    name = "SequenceFeeder" if sequences else "DataFeeder"
    assert migrated(text).text.endswith(f"\nf = {name}([x])\n")


PLAIN = "import numpy as np\nimport paddle.fluid as fluid\nexe = fluid.Executor(fluid.CPUPlace())\n{}\n" \
    "lengths = [[1]]\na = np.zeros([1, 1])\nt = fluid.create_lod_tensor({}, lengths, fluid.CPUPlace())\n{}\n"
DATA, FED = "x = fluid.data('x', [None, 1])", "exe.run(main, feed={'x': t})"


@pytest.mark.parametrize("data", ["a", "np.random.rand(1, 1)"])
def test_without_sequences_rows_are_arrays(data):
    result = migrated(PLAIN.format(DATA, data, FED))
    assert result.text.endswith(f"\nt = {data}\n{FED}\n")
    assert "class " not in result.text
    assert not result.left
    assert migrated(result.text).text == result.text


@pytest.mark.parametrize(
    ("network", "data", "use"),
    [
        ("x = given()", "a", FED),
        (DATA, "[[1]]", FED),
        (DATA, "given", FED),
        (DATA, "a", "print(t.lod())"),
        (DATA, "a", "made(t)"),
        (f"{DATA}\ny = fluid.layers.sequence_pool(x, 'sum')", "a", FED),
        (f"{DATA}\nu = fluid.LoDTensor()", "a", FED),
    ],
)
def test_what_may_be_rows(network, data, use):
    text = migrated(PLAIN.format(network, data, use)).text
    assert f"\nt = create_lod_tensor({data}, lengths, paddle.CPUPlace())\n" in text
    assert ("split_feed({" in text) == (use == FED)


@pytest.mark.parametrize("method", ["set_lod([[0, 1]])", "lod()", "recursive_sequence_lengths()", "shape()"])
def test_rows_have_the_methods_that_are_asked(method):
    rows = "t = fluid.LoDTensor()\nt.set_recursive_sequence_lengths([[2]])\n"
    text = migrated(f"{HEAD}{rows}print(t.{method})\n").text
    asked = method.partition("(")[0]
    found = [each for each in ("set_lod", "lod", "shape") if f"def {each}(self" in text]
    assert found == ["lod" if asked == "recursive_sequence_lengths" else asked]
    assert "def set_recursive_sequence_lengths(" in text


def test_a_feeder_that_is_made_outside_of_its_program(run_both_ways):
    text = """\
import numpy as np
import paddle.fluid as fluid
main = fluid.Program()
with fluid.program_guard(main, fluid.Program()):
    words = fluid.layers.data('words', [1], dtype='float32', lod_level=1)
    y = fluid.layers.data('y', [1])
    out = fluid.layers.sequence_pool(words, 'sum') + y
feeder = fluid.DataFeeder([words, main.global_block().var('y')], fluid.CPUPlace())
got, = fluid.Executor(fluid.CPUPlace()).run(main, feed=feeder.feed([([[1.], [2.]], [3.]), ([[4.]], [5.])]),
                                            fetch_list=[out])
print(got.tolist())
"""
    old, new = run_both_ways({"feeder": {"main.py": text}})
    assert new == old == {"feeder": ["[[6.0], [9.0]]"]}


ALIASES = """\
import numpy as np
import paddle.fluid as fluid
from making import rows, T
L = fluid.layers
make, data, pool = fluid.create_lod_tensor, L.data, {{'pool': L.sequence_pool}}
words = data(name='words', shape=[1], dtype='float32', lod_level=1)
out = pool['pool'](words, 'sum')
exe = fluid.Executor(fluid.CPUPlace())
t = make(np.array([[1.], [2.], [4.]], 'float32'), [[2, 1]], fluid.CPUPlace())
u = T()
u.set(np.array([[3.], [5.]], 'float32'), fluid.CPUPlace())
u.set_recursive_sequence_lengths([[1, 1]])
for fed in ({}):
    got, = exe.run(feed={{'words': fed}}, fetch_list=[out])
    print(np.array(got).ravel().tolist())
"""
MAKING = """\
import numpy as np
import paddle.fluid
from paddle.fluid.core import LoDTensor as T
make = paddle.fluid.create_lod_tensor
def rows():
    return make(np.array([[7.], [2.]], 'float32'), [[2]], paddle.fluid.CPUPlace())
"""


def test_rows_by_other_names(run_both_ways):
    fed = {"here": "t,", "of a class": "u,", "of another file": "rows(),", "all": "t, u, rows()"}
    scripts = {name: {"main.py": ALIASES.format(each), "making.py": MAKING} for name, each in fed.items()}
    old, new = run_both_ways(scripts)
    assert old["all"] == ["[3.0, 4.0]", "[3.0, 5.0]", "[9.0]"]
    assert new == old


BESIDE = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
def const(v): return fluid.initializer.Constant(v)
def data(name, size, dtype='float32', lod=0): return fluid.data(name, [None, size], dtype, lod_level=lod)
class Loss(object):
    def __init__(self, soft=False): self.soft = soft
    def of(self, out, label): return L.cross_entropy(out, label, soft_label=self.soft)
p = data('p', 3)
y = data('y', 1, 'int64', 1)
q = data('q', 3, lod=1)
start = fluid.initializer.NumpyArrayInitializer(np.linspace(-1, 1, 9).reshape(3, 3).astype('float32'))
z = L.fc(p, 3, act='softmax', param_attr=start)
got = [L.cross_entropy(input=z, label=y), Loss().of(z, y), Loss(True).of(z, q), L.softmax_with_cross_entropy(z, y),
       L.mean(L.cross_entropy(*[z, y])), L.accuracy(input=z, label=y), L.elementwise_add(z, q),
       L.square_error_cost(z, q),
       L.concat([z, q], axis=1), L.elementwise_mul(L.reduce_sum(q, dim=1, keep_dim=True), z)]
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
t = fluid.create_lod_tensor(np.array([[0], [1], [2], [1]], 'int64'), [[1, 3]], fluid.CPUPlace())
u = fluid.create_lod_tensor(np.linspace(0, 1, 12).reshape(4, 3).astype('float32'), [[1, 3]], fluid.CPUPlace())
fed = {'p': np.arange(12).reshape(4, 3).astype('float32') / 6, 'y': t, 'q': u}
r = exe.run(feed=fed, fetch_list=got, return_numpy=False)
for v in r: print(np.array(v).ravel().round(3).tolist())
"""


def test_labels_of_sequences_beside_a_batch_without(run_both_ways):
    """1.8.5 gives these, whatever takes the rows beside those of a batch."""
    old, new = run_both_ways({"beside": {"main.py": BESIDE}})
    firsts = [round(float(line[1:].split(",")[0].rstrip("]")), 3) for line in old["beside"]]
    assert firsts == [1.229, 1.229, 0.278, 1.14, 1.109, 0.25, 0.293, 0.086, 0.293, 0.08]
    assert new == old


RANDOM = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data("x", [None, 1], "int64", lod_level=1)
rows = fluid.embedding(x, [10, 4], param_attr=fluid.initializer.Constant(0.5))
pooled = fluid.layers.sequence_pool(rows, "sum")
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
np.random.seed(3)
def made(lengths, **how):
    return fluid.create_random_int_lodtensor(lengths, [1], fluid.CPUPlace(), **how)
words = made([[3, 4, 2]], low=0, high=9)
print(np.array(words).ravel().tolist())
print(np.array(exe.run(feed={"x": words}, fetch_list=[pooled])[0]).ravel().tolist())
"""


def test_random_rows(run_both_ways):
    old, new = run_both_ways({"random": {"main.py": RANDOM}})
    assert old == new
    assert new["random"][0] == "[8, 9, 3, 8, 8, 0, 5, 3, 9]"  # as 1.8.5 has it


def test_random_rows_of_dygraph_stay(check_noop):
    check_noop("import paddle\nx = create_random_int_lodtensor([[1]], [1], p, 0, 9)\n")


WITHOUT_LEVEL = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
{made}
def fed(k):
    rows = np.arange(5 + k, dtype='float32').reshape([-1, 1]) / 10
    return {{'x': fluid.create_lod_tensor(np.concatenate([rows] * 4, 1), [[2, 3 + k]], fluid.CPUPlace())}}
with fluid.program_guard(fluid.Program(), fluid.Program()):
    x = L.data('x', [4])
    y = {taken}
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for k in range(2):
        for each in exe.run(feed=fed(k), fetch_list=[y], return_numpy=False):
            print(np.array(each).round(4).tolist())
"""
TAKEN = {
    "softmax": ("", "L.sequence_softmax(L.reduce_sum(x, dim=1, keep_dim=True))"),
    "conv": ("c = fluid.initializer.Constant(0.1)", "L.sequence_conv(x * 2.0, 3, param_attr=c)"),
    "reverse": ("def reverse(x):\n    return L.sequence_reverse(x)", "reverse(x)"),
    "concat": ("", "L.sequence_concat([x, x])"),
    "twice": ("", "L.sequence_reverse(x) + L.sequence_reverse(x * 2.0)"),
    "held": ("f = {'f': [L.sequence_expand_as]}", "f['f'][0](L.fill_constant([2, 1], 'float32', 3.0), x)"),
    "a class": ("class Net:\n    def __call__(self, rows):\n        return L.sequence_reshape(rows, 2)", "Net()(x)"),
}


def test_rows_that_are_fed_to_what_has_no_level(run_both_ways):
    files = {name: {"main.py": WITHOUT_LEVEL.format(made=m, taken=t)} for name, (m, t) in TAKEN.items()}
    old, new = run_both_ways(files)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


def test_rows_of_no_sequences_stay_an_error(run_both_ways):
    two = "L.sequence_reverse(x + L.data('z', [4]))"
    _, new = run_both_ways({"two": {"main.py": WITHOUT_LEVEL.format(made="", taken=two)}})
    assert new["two"] == ["ValueError: rows of no sequences: make what is fed with sequence_data"]
