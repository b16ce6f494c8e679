"""An element of a vector has no dimension today: it keeps one where that is needed."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
v = fluid.dygraph.to_variable(np.arange(4, dtype='float32'))
m = fluid.dygraph.to_variable(np.ones([2, 3], 'float32'))
"""
MODERN = """\
import numpy as np
import paddle
v = paddle.to_tensor(np.arange(4, dtype='float32'))
m = paddle.to_tensor(np.ones([2, 3], 'float32'))
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.layers.concat([v[0], v[-1]])", "paddle.concat([v[0:1], v[-1:]])"),
        ("fluid.layers.concat(input=(v[2], v[i]), axis=0)", "paddle.concat(x=(v[2:3], v[i].reshape([1])), axis=0)"),
        ("fluid.layers.concat([m[0, 1], m[1][2]])", "paddle.concat([m[0, 1].reshape([1]), m[1][2:3]])"),
        ("fluid.layers.stack([v[0], v[1]])", "paddle.stack([v[0:1], v[1:2]])"),
        ("fluid.layers.unsqueeze(v[0], [0])", "paddle.unsqueeze(v[0:1], [0])"),
        ("v[0].numpy()[0]", "v[0].item()"),
        ("m[0, i].numpy()[0]", "m[0, i].item()"),
    ],
)
def test_where_a_dimension_is_needed(check_transformed, before, after):
    before, after = (f"{head}i = 3\nx = {text}\n" for head, text in ((HEAD, before), (MODERN, after)))
    result = check_transformed(before, after)
    assert "PM108" in {f.code for f in result.findings}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = v[0]\nb = fluid.layers.concat([a, v])", "a = v[0:1]\nb = paddle.concat([a, v])"),
        ("a, b = v[0], v[1]\nc = fluid.layers.concat([b, v])", "a, b = v[0], v[1:2]\nc = paddle.concat([b, v])"),
        ("xs = []\nfor i in range(4):\n    xs.append(v[i])\nb = fluid.layers.concat(xs)",
         "xs = []\nfor i in range(4):\n    xs.append(v[i].reshape([1]))\nb = paddle.concat(xs)"),
        ("a = m[0]\nb = fluid.layers.concat([a[0], a[1]])", "a = m[0]\nb = paddle.concat([a[0:1], a[1:2]])"),
        ("def f(x):\n    return fluid.layers.concat([x[0], x[1]])\nf(v)",
         "def f(x):\n    return paddle.concat([x[0:1], x[1:2]])\nf(v)"),
    ],
)
def test_where_it_is_needed_later(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"{MODERN}{after}\n")


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("x = fluid.layers.concat([m[0], m[1]])", "x = paddle.concat([m[0], m[1]])"),
        ("a, b = v[0], v[1]", "a, b = v[0], v[1]"),
        ("a, *b = v[0], v[1]", "a, *b = v[0], v[1]"),
        ("x = fluid.layers.concat([v[0:2], v[1:]])", "x = paddle.concat([v[0:2], v[1:]])"),
        ("both = [v, v]\nx = fluid.layers.concat([both[0], both[1]])",
         "both = [v, v]\nx = paddle.concat([both[0], both[1]])"),
        ("x = fluid.layers.concat([y[0], y[1]], axis=1)", "x = paddle.concat([y[0], y[1]], axis=1)"),
        ("x = m[0].numpy()[0]", "x = m[0].numpy()[0]"),
        ("x = v[0] * v[1]", "x = v[0] * v[1]"),
        ("x = y[0].shape[0]", "x = y[0].shape[0]"),
        ("a = np.ones(3)\nx = fluid.layers.scale(v, a[0])", "a = np.ones(3)\nx = paddle.scale(v, a[0])"),
    ],
)
def test_what_needs_none_or_is_none_is_left(check_transformed, line, after):
    result = check_transformed(f"{HEAD}{line}\n", f"{MODERN}{after}\n")
    assert "PM108" not in {f.code for f in result.findings}


@pytest.mark.parametrize(
    "use",
    ["v[0].numpy()[0]", "paddle.concat([v[0], v[1]])", "v[0]  # fluid.layers.concat([v[0], v[1]])"],
)
def test_modern_code_is_left(check_noop, use):
    check_noop(f"import paddle\nv = paddle.ones([3])\nx = {use}\n".replace("fluid.", "paddle."))


def test_an_element_of_an_array_is_left(check_noop):
    """NumPy gives the same in both; the call of 1.8 that takes it lacks an argument, and stays."""
    taken = "b = paddle.atleast_1d(v).numpy()[0]\nx = fluid.layers.transpose(x=b)"
    check_noop(f"import paddle\nimport paddle.fluid as fluid\nv = paddle.ones([3])\n{taken}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(y[0].numpy()[0])", "print({one}(y[0]).numpy()[0])"),
        ("x = fluid.layers.concat([y[0], y[i]])", "x = paddle.concat([{one}(y[0]), {one}(y[i])])"),
        ("x = fluid.layers.stack([y[0]])", "x = paddle.stack([{one}(y[0])])"),
        ("a = y[0]\nd = {'a': a}\nx = fluid.layers.stack([d['a'], v])",
         "a = {one}(y[0])\nd = {{'a': a}}\nx = paddle.stack([d['a'], v])"),
        ("def f(x):\n    return fluid.layers.unsqueeze(x[0], [0])\nf(v)\nf(m)",
         "def f(x):\n    return paddle.unsqueeze({one}(x[0]), [0])\nf(v)\nf(m)"),
    ],
)
def test_where_it_is_not_told_it_may_be_one(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"{MODERN}{after.format(one='paddle.atleast_1d')}\n")


def test_a_full_reduction_has_no_elements_today(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nloss = fluid.layers.mean(x)\nprint(loss[0].numpy()[0], loss[0])\n",
        "import paddle\nloss = paddle.mean(x)\nprint(loss.item(), loss)\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    if x:\n        return paddle.mean(x), 1\n"
        "    return paddle.mean(x).reshape([1])\nboth = f(x)\nboth[0]\n",
        "loss = paddle.mean(x).reshape([1])\nloss[i]\n",
        "loss = [paddle.mean(x)]\nloss[0]\n",
    ],
)
def test_what_may_have_elements_keeps_the_index(check_transformed, text):
    before = text.replace("paddle.", "fluid.layers.").replace(".reshape([1])", "")
    check_transformed(f"import paddle.fluid as fluid\n{before}", f"import paddle\n{text}")


SIZES = """\
import paddle
paddle.enable_static()
x = paddle.static.data('x', [None, 3, 4, 5], dtype='float32')
s = paddle.cast(paddle.shape(x), dtype='int32')
"""
OLD_SIZES = """\
import paddle.fluid as fluid
x = fluid.data('x', [None, 3, 4, 5])
s = fluid.layers.shape(x)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = fluid.layers.concat([s[0], s[-1]])", "y = paddle.concat([s[0:1], s[-1:]])"),
        ("h = s[2]\ny = fluid.layers.concat(input=[h, h], axis=0)", "h = s[2:3]\ny = paddle.concat(x=[h, h], axis=0)"),
        ("y = fluid.layers.unsqueeze(s[i], [1])", "y = paddle.unsqueeze(s[i].reshape([1]), [1])"),
        ("y = fluid.layers.reshape(x, [s[0], -1])\nprint(s)", "y = paddle.reshape(x, [s[0], -1])\nprint(s)"),
        ("y = s[0] * s[1]", "y = s[0] * s[1]"),
        ("y = fluid.layers.concat([s[0], s[1] * s[2]])", "y = paddle.concat([s[0:1], s[1:2] * s[2:3]])"),
        (
            "h = s[1]\nw = h * s[2] + 1\ny = fluid.layers.concat([s[0], w])",
            "h = s[1:2]\nw = h * s[2:3] + 1\ny = paddle.concat([s[0:1], w])",
        ),
        (
            "w = s[1] * s[2]\ny = fluid.layers.reshape(x, [s[0], w])",
            "w = s[1] * s[2]\ny = paddle.reshape(x, [s[0], w])",
        ),
        ("w = s[1]\nw = w * w\ny = [w, w]", "w = s[1]\nw = w * w\ny = [w, w]"),
        ("y = fluid.layers.concat([s, s])", "y = paddle.concat([s, s])"),
        ("y = fluid.layers.concat([x[0], x[1]])\nprint(s)", "y = paddle.concat([x[0], x[1]])\nprint(s)"),
        ("y = fluid.layers.concat([s[0:1], s[1:]])", "y = paddle.concat([s[0:1], s[1:]])"),
    ],
)
def test_the_sizes_of_a_program_s_variable(before, after):
    result = migrate_source(f"{OLD_SIZES}{before}\n")
    assert result.text.replace("\n\n", "\n") == f"{SIZES}{after}\n"
    assert not result.left
    assert migrate_source(result.text).text == result.text


JOINED = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L
def half(v):
    return v * 0.5
class Kept(object):
    def __init__(self):
        self.all = []
    def add(self, v):
        self.all.append(v)
with fluid.dygraph.guard():
    w = fluid.dygraph.to_variable(np.arange(3).astype('float32'))
    m = fluid.dygraph.to_variable(np.arange(6).reshape(3, 2).astype('float32'))
    {made}
    print(list({joined}.shape))
"""
JOINING = {
    "listed": ("", "L.concat([w[i] for i in range(3)])"),
    "stacked": ("", "L.stack([w[i] for i in range(3)])"),
    "appended": ("out = []\n    for i in range(3): out.append(w[i] * w[0])", "L.stack(out, axis=1)"),
    "called": ("out = [half(w[i]) for i in range(2)]", "L.concat(out, 0)"),
    "kept": ("kept = Kept()\n    for i in range(3): kept.add(w[i])", "L.concat(kept.all)"),
    "dictionary": ("out = {'a': w[0], 'b': w[1]}", "L.concat([out['a'], out['b']])"),
    "summed": ("", "L.sums([w[0], w[1]])"),
    "asked": ("", "w[1]"),
    "by_attribute": ("kept = Kept(); kept.at = 1", "L.concat([half(w[kept.at]), w])"),
    "by_call": ("", "L.concat([half(w[int('2')]), w])"),
    "by_table": ("order = [2, 0, 1]", "L.stack([half(w[order[i]]) for i in range(3)])"),
    "rows_by_table": ("order = [2, 0, 1]", "L.concat([half(m[order[i]]) for i in range(3)])"),
    "rows": ("", "L.stack([m[i] for i in range(3)])"),
    "rows_joined": ("out = []\n    for i in range(3): out.append(m[i])", "L.concat(out)"),
}


def test_elements_that_are_joined_in_the_end(run_both_ways):
    texts = {name: JOINED.format(made=made, joined=joined) for name, (made, joined) in JOINING.items()}
    old, new = run_both_ways({name: {"main.py": text} for name, text in texts.items()})
    assert old["stacked"] == ["[3, 1]"]
    assert new == old
    for name in ("rows", "rows_joined"):  # a row has a dimension
        assert "m[i].reshape" not in migrate_source(texts[name]).text
    used = migrate_source(JOINED.format(made="for i in range(3): print((m * w[i] + 1).numpy())", joined="m")).text
    assert "print((m * w[i] + 1).numpy())" in used  # which needs no dimension


@pytest.mark.parametrize("used", ["np.shape(a[0])", "np.concatenate([v[0:1], [a[0]]])", "a[0].shape", "len([a[0]])"])
def test_elements_of_arrays_stay(used):
    text = JOINED.format(made="v = np.ones(3); a = np.empty(3)", joined="m") + f"    print({used})\n"
    assert f"print({used})" in migrate_source(text).text


PROGRAM = """\
import numpy as np
import paddle.fluid as fluid
layers = fluid.layers
v = layers.data('v', [4], append_batch_size=False)
m = fluid.data('m', [3, 2])
w = layers.create_parameter([4], 'float32', default_initializer=fluid.initializer.Constant(.5))
def turned(value, n):
    return layers.concat([value[n - 1 - i] for i in range(n)], axis=0)
first, second = v[0], w[1]
both = layers.concat(input=[first, second])
pieces = []
for i in range(2):
    pieces.append(m[i, 0])
column = layers.concat(pieces, axis=0)
added = v[0] + v[-1]
stacked = layers.stack([added, layers.fill_constant([3], 'float32', 2.)[2]], axis=0)
rows = layers.stack([m[0], m[1]])
wanted = [turned(v, 4) * w, both, column, added, stacked, rows, layers.expand(v[0], [3]), v[0]]
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'v': np.arange(4).astype('float32'), 'm': np.arange(6).reshape([3, 2]).astype('float32')}
for each in exe.run(feed=feed, fetch_list=wanted):
    print(each.shape, each.tolist())
"""


def test_elements_in_programs(run_both_ways):
    old, new = run_both_ways({"elements": {"main.py": PROGRAM}})
    assert old["elements"][2] == "(2,) [0.0, 2.0]"
    assert len(old["elements"]) == 8
    assert new == old


HELD = """\
import numpy as np
import paddle.fluid as fluid
layers = fluid.layers
v = fluid.data('v', [4], 'float32')
m = fluid.data('m', [3, 2], 'float32')
def take(x, i):
    return x[i]
def twice(x, i=0):
    return x[i] * 2.0
%s
for each in wanted:
    print(tuple(each.shape))
exe = fluid.Executor(fluid.CPUPlace())
feed = {'v': np.arange(4).astype('float32'), 'm': np.arange(6).reshape([3, 2]).astype('float32')}
for each in exe.run(feed=feed, fetch_list=wanted):
    print(each.shape, each.tolist())
"""
THROUGH = {
    "tuple": "takers = (take, twice)\nwanted = [takers[0](v, 1), takers[1](v)]",
    "dict": "takers = {'one': take, 'two': twice}\nwanted = [takers['one'](x=v, i=2), takers.get('two')(v, 3)]",
    "loop": "wanted = []\nfor taker in [take, twice]:\n    wanted.append(taker(v, 1))",
    "comprehension": "wanted = [taker(v, 0) for taker in (take, twice)]",
    "of_both": "takers = [take]\nwanted = [takers[0](v, 1), takers[0](m, 1)]",
    "in_class": "class Taking(object):\n    takers = (take,)\n    def of(self, x):\n"
                "        return self.takers[0](x, 2)\nwanted = [Taking().of(v)]",
    "in_function": "takers = {'a': take}\ndef chosen(x, name='a'):\n    return takers[name](x, 3)\n"
                   "wanted = [chosen(v)]",
}
NOT_VECTORS = {
    "matrix": "takers = (take,)\nwanted = [takers[0](m, 1)]",
    "list": "takers = (take,)\nwanted = [takers[0]([v, v], 1)]",
    "called_by_name": "wanted = [take(m, 1)]",
}


@pytest.mark.parametrize("name", THROUGH)
def test_elements_by_functions_that_a_container_holds(name, run_both_ways):
    script = f"{HELD % THROUGH[name]}"
    old, new = run_both_ways({name: {"main.py": script}})
    assert not any("Error" in line for line in old[name])
    assert new == old
    again = migrate_source(script).text
    assert "atleast_1d(" in again
    assert migrate_source(again).text == again


@pytest.mark.parametrize("name", NOT_VECTORS)
def test_functions_that_a_container_holds_and_no_vectors(name):
    assert "atleast_1d" not in migrate_source(HELD % NOT_VECTORS[name]).text.partition("exe =")[0]


@pytest.mark.parametrize("line", ["rows = layers.stack([m[0], m[1]])", "total = v[0] * 2.", "held = [v[0]]"])
def test_what_stays_in_programs(line):
    head = PROGRAM.partition("def turned")[0]
    assert line.replace("layers.", "paddle.") in migrate_source(head + line + "\n").text


HELD_LISTS = """\
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(3, 2)
        self.kept = {'a': []}
    def forward(self, x, more):
        held = []
        held.append([])
        %s
        for t in range(x.shape[1]):
            outs.append(self.fc(x[:, t]))
        return fluid.layers.stack(outs, axis=1)
"""


@pytest.mark.parametrize("line", ["outs = held[-1]", "outs = held[0]", "pair = ([], 1)\n        outs = pair[0]",
                                  "outs = [[] for _ in range(2)][1]", "outs = self.kept['a']"])
def test_a_list_that_something_holds_is_no_element(line):
    assert "atleast_1d" not in migrate_source(HELD_LISTS % line).text


SUMS = """\
import numpy as np
import paddle.fluid as fluid
class Terms(object):
    def __call__(self, x):
        return fluid.layers.reduce_mean(x), -0.5 * fluid.layers.reduce_sum(x)
def terms(x):
    return [fluid.layers.mean(x), fluid.layers.reduce_max(x)]
def rows(x):
    return [fluid.layers.reshape(x, [3, 1]), fluid.layers.reshape(x * 2.0, [3, 1])]
with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.array([1, 2, 5], 'float32'))
    given = {given}
    total = fluid.layers.sums({taken})
    print('%.5f' % total.numpy()[0])
"""
HELD_SUMS = {
    "tuple": ("(fluid.layers.mean(x), fluid.layers.reduce_min(x))", "given"), "function": ("terms(x)", "input=given"),
    "list": ("Terms()(x)", "list(given)"), "comprehension": ("[each / 2.0 for each in terms(x)]", "given"),
    "rows": ("rows(x)", "given"),
}


def test_sums_of_what_something_holds(run_both_ways):
    files = {name: {"main.py": SUMS.format(given=g, taken=t)} for name, (g, t) in HELD_SUMS.items()}
    old, new = run_both_ways(files)
    assert new == old
    assert "atleast_1d" not in migrate_source(files["rows"]["main.py"]).text
