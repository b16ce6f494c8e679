"""Loops of programs, and blocks that are repeated or have a part of the rows."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = (
    "import paddle.fluid as fluid\nx = fluid.data('x', [2, 3], 'float32')\n"
    "i, n = fluid.layers.zeros([1], 'int64'), fluid.layers.fill_constant([1], 'int64', 3)\n"
    "total = fluid.layers.fill_constant([2, 3], 'float32', 0.0)\nrows = fluid.layers.array_write(x, i)\n"
    "more = fluid.layers.less_than(i, n)\nloop = fluid.layers.While(more)\n"
)
COUNTED = "    fluid.layers.increment(i)\n    fluid.layers.less_than(i, n, cond=more)\n"
TRAINS = "loss = fluid.layers.mean(x)\nfluid.optimizer.SGD(0.1).minimize(loss)\n"
ARRAY = (
    "with loop.block():\n    fluid.layers.array_write(fluid.layers.array_read(rows, i) * 2.0, i + 1, rows)\n"
    f"{COUNTED}last = fluid.layers.array_read(rows, i)\n"
)
SUM = f"with loop.block():\n    fluid.layers.assign(total + x, total)\n{COUNTED}"
IN_FUNCTION = (
    "def step(to):\n    fluid.layers.assign(input=to + x, output=to)\n"
    f"with loop.block():\n    step(total)\n{COUNTED}"
)
ASKED = f"with loop.block():\n    fluid.layers.relu(x)\n{COUNTED}y = i + 1\n"
HANDED_ON = "def write(l):\n    with l.block():\n        fluid.layers.increment(i)\nwrite(loop)\n"


def _left(text: str) -> list[tuple[str, str]]:
    return [(f.code, f.name) for f in migrate_source(text, options=Options()).findings if f.code.startswith("PM3")]


@pytest.mark.parametrize("text", [
    HEAD + ARRAY, HEAD + ARRAY + TRAINS, HEAD + SUM, HEAD + ASKED, HEAD + IN_FUNCTION, HEAD + HANDED_ON,
    HEAD + f"with loop.block():\n    y = fluid.layers.assign(x)\n{COUNTED}" + TRAINS,
])  # fmt: skip
def test_loops(text):
    result = migrate_source(text, options=Options())
    assert "class While:" in result.text
    assert "loop = While(more)" in result.text
    assert "fluid" not in result.text
    assert not _left(text)


@pytest.mark.parametrize("text", [HEAD + SUM, HEAD + IN_FUNCTION, HEAD + ASKED, HEAD + HANDED_ON])
def test_what_is_trained_has_another_gradient_or_count(text):
    assert ("PM303", "fluid.layers.While") in _left(text + TRAINS)
    assert "fluid.layers.While(more)" in migrate_source(text + TRAINS, options=Options()).text


THROUGH_A_CLASS = (
    "class Sum:\n    def __init__(self, to):\n        self.to = to\n    def add(self, each):\n"
    "        fluid.layers.assign(self.to + each, self.to)\n"
    f"def fill(into):\n    with loop.block():\n        Sum(into).add(x)\n    {COUNTED.strip()}\nfill(total)\n"
).replace("\n    fluid.layers.less_than", "\n        fluid.layers.less_than").replace(
    "\n    fluid.layers.increment", "\n        fluid.layers.increment")


@pytest.mark.parametrize("text", [HEAD + each for each in (SUM, IN_FUNCTION, ASKED, HANDED_ON, THROUGH_A_CLASS)])
def test_what_was_left_is_left_in_a_second_run(text):
    """What it assigns and counts is written as today's Paddle has it then."""
    first = migrate_source(text + TRAINS, options=Options()).text
    second = migrate_source(first, options=Options())
    assert ("PM303", "fluid.layers.While") in _left(first)
    assert second.text == first


@pytest.mark.parametrize("body", [
    "    y = paddle.assign(x)\n    fluid.layers.array_write(y, i, rows)\n",
    "    paddle.assign(paddle.less_than(i, n), output=more)\n",
    "    paddle.assign(paddle.equal(i, n), more)\n",
])  # fmt: skip
def test_what_todays_paddle_does_in_a_loop(body):
    text = "import paddle\n" + HEAD + f"with loop.block():\n{body}{COUNTED}" + TRAINS
    assert not _left(text)


@pytest.mark.parametrize(("name", "made"), [
    ("StaticRNN", "StaticRNN()"), ("StaticRNN", "StaticRNN(name='r')"), ("DynamicRNN", "DynamicRNN()"),
    ("IfElse", "IfElse(fluid.layers.less_than(x, x))"),
])  # fmt: skip
def test_blocks(name, made):
    rows = "rows = fluid.data('rows', [None, 1], 'float32', lod_level=1)\n"
    result = migrate_source(f"{HEAD}{rows}each = fluid.layers.{made}\n", options=Options())
    assert f"class {name}" in result.text
    assert f"fluid.layers.{name}" not in result.text


@pytest.mark.parametrize("text", [
    "import paddle\nloop = paddle.static.nn.control_flow.While(more)\n",
    "class While:\n    pass\nloop = While()\n",
    "from layers import StaticRNN\nrnn = StaticRNN()\nwith rnn.step():\n    pass\n",
])  # fmt: skip
def test_what_stays(text):
    assert migrate_source(text, options=Options()).text == text


LOOP = (
    "import paddle.fluid as fluid\nL = fluid.layers\nx = fluid.data('x', [2, 3], 'float32')\nh = L.fc(x, 3)\n"
    "i, n, z = L.zeros([1], 'int64'), L.fill_constant([1], 'int64', 3), L.zeros([2, 3], 'float32')\n"
    "def more(i, *y):\n    return L.less_than(i, n)\n"
)


@pytest.mark.parametrize("line", [
    "y = L.while_loop(more, lambda i, y: [i + 1, y * 2.0], [i, h])", "y = L.while_loop(more, step, given)",
    "y = L.while_loop(cond=more, body=step, loop_vars=(i, L.relu(h)))", "y = L.while_loop(*given)",
    "x.stop_gradient = False\ny = L.while_loop(more, step, [i, x])",
    "def opened(v):\n    v.stop_gradient = False\n    return v\ny = L.while_loop(more, step, [i, opened(z)])",
    "d = fluid.layers.data('d', [4], stop_gradient=False)\ny = L.while_loop(more, step, [i, d])",
    "y = L.while_loop(more, step, [i, h], False)", "y = L.while_loop(more, step, [i, h], is_test=given)",
    "def run(test):\n    L.while_loop(more, step, [i, h], test)\nrun(True)\nrun(False)",
])
def test_what_steps_hand_on_has_other_gradients(line):
    assert ("PM343", "fluid.layers.while_loop") in _left(LOOP + line + "\n" + TRAINS)
    assert "PM343" not in [code for code, _ in _left(LOOP + line + "\n")]


@pytest.mark.parametrize("line", [
    "y = L.while_loop(more, lambda i: [i + 1], [i])", "y = L.while_loop(more, lambda i, y: [i + 1, y + h], [i, z])",
    "y = L.while_loop(more, step, [i, x])", "x.stop_gradient = True\ny = L.while_loop(more, step, [i, x])",
    "h.stop_gradient = False\ny = L.while_loop(more, step, [i, x])",
])
def test_what_steps_hand_on_without_gradient(line):
    assert "PM343" not in [code for code, _ in _left(LOOP + line + "\n" + TRAINS)]


@pytest.mark.parametrize("line", [
    "y = L.while_loop(more, step, [i, h], True)", "test = True\ny = L.while_loop(more, step, given, is_test=test)",
    "def run(test):\n    L.while_loop(more, step, [i, h], test)\nrun(True)",
    "class Net:\n    test = True\n    def run(self):\n        L.while_loop(more, step, [i, h], is_test=self.test)",
    "each = L.While(L.less_than(i, n), is_test=True)\nwith each.block():\n    L.assign(h + x, z)",
])
def test_loops_that_refused_gradients_have_none(line):
    """1.8.5 raised for a gradient through `is_test=True`."""
    assert not {"PM343", "PM303"} & {code for code, _ in _left(LOOP + line + "\n" + TRAINS)}


WRITTEN = """\
import functools
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L
{made}
i = L.fill_constant([1], 'int64', 0)
x = fluid.data('x', [2], 'float32')
most = fluid.data('most', [1], 'int64')
states = {write}
more = L.less_than(i, most)
loop = L.While(more)
with loop.block():
    state = L.array_read(states, i) * 2.
    L.increment(i)
    L.array_write(state, i, states)
    L.less_than(i, most, cond=more)
joined, _ = L.tensor_array_to_tensor(states, axis=0, use_stack=True)
exe = fluid.Executor(fluid.CPUPlace())
for n in (3, 1):  # the second run has none of what the first one has written
    found, = exe.run(feed={{'x': np.ones(2, 'float32'), 'most': np.array([n], 'int64')}}, fetch_list=[joined])
    print(found.shape, found.sum())
"""
WRITING = {
    "called": ("", "L.array_write(x, i)"),
    "none": ("", "L.array_write(x, i, array=None)"),
    "stars": ("def write(*args, **kwargs):\n    return L.array_write(*args, **kwargs)", "write(x, i)"),
    "held": ("f = {'w': L.array_write}", "f['w'](x, i)"),
    "partial": ("", "functools.partial(L.array_write, i=i)(x)"),
    "created": ("f = {'w': L.array_write}", "f['w'](x, i, L.create_array('float32'))"),
}


def test_arrays_that_whoever_writes_are_new_in_each_run(run_both_ways):
    files = {name: {"main.py": WRITTEN.format(made=m, write=w)} for name, (m, w) in WRITING.items()}
    old, new = run_both_ways(files)
    assert old == {name: ["(4, 2) 30.0", "(2, 2) 6.0"] for name in WRITING}
    assert new == old


SHARED = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
x = fluid.data('x', [None, 3]); y = fluid.data('y', [None, 1])
W = L.create_parameter([3, 3], 'float32', name='W')
times = 3
def decode(h, limit, name):
    i = L.fill_constant([1], 'int64', 0)
    i.stop_gradient = True
    arr = L.array_write(h, i)
    c = L.less_than(i, limit)
    w = L.While(c)
    with w.block():
        prev = L.array_read(arr, i)
        nxt = L.tanh(L.matmul(prev, W))
        L.increment(i, 1, in_place=True)
        L.array_write(nxt, i, arr)
        L.less_than(i, limit, cond=c)
    return L.array_read(arr, i)
limit = L.fill_constant([1], 'int64', times)
h = L.fc(x, 3)
bias = L.scale(x, 0.1)
i = L.zeros([1], 'int64'); i.stop_gradient = True
a = L.array_write(h, i)
c = L.less_than(i, limit)
loop = L.While(cond=c)
with loop.block():
    p = L.elementwise_add(L.array_read(a, i), bias)
    i = L.increment(i, in_place=True)
    L.array_write(L.tanh(L.matmul(p, W)), i, array=a)
    L.less_than(i, limit, cond=c)
j = L.zeros([1], 'int64'); j.stop_gradient = True
b = L.array_write(L.array_read(a, i), j)
c2 = L.less_than(j, limit)
loop2 = L.While(cond=c2)
with loop2.block():
    p = L.elementwise_add(L.array_read(b, j), bias)
    j = L.increment(j, in_place=True)
    L.array_write(L.tanh(L.matmul(p, W)) * float(times), j, array=b)
    L.less_than(j, limit, cond=c2)
h = L.array_read(b, j)
loss = L.mean(L.square_error_cost(L.fc(h, 1), y))
fluid.optimizer.SGD(0.01).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for name in (each.name for each in fluid.default_main_program().all_parameters()):
    tensor = fluid.global_scope().find_var(name).get_tensor()
    shape = np.array(tensor).shape
    tensor.set(np.linspace(-.6, .7, int(np.prod(shape))).reshape(shape).astype('float32'), fluid.CPUPlace())
rs = np.random.RandomState(4)
for _ in range(3):
    out = exe.run(feed={'x': rs.rand(5, 3).astype('float32'), 'y': rs.rand(5, 1).astype('float32')}, fetch_list=[loss])
    print('%.4f' % out[0][0])
"""


def alone(text):
    """The script with a program of its own: others run in the same process."""
    lines = text.splitlines()
    imports = [line for line in lines if line.startswith("import ")]
    rest = "".join(f"    {line}\n" for line in lines[len(imports) :])
    return "\n".join([*imports, f"with fluid.program_guard(fluid.Program(), fluid.Program()):\n{rest}"])


def twice(second, changes=()):
    begin, end = SHARED[: SHARED.index("i = L.zeros")], SHARED[SHARED.index("loss =") :]
    text = f"{begin}a = decode(h, limit, 'a')\n{second}\n{end}"
    for old, new in changes:
        text = text.replace(old, new)
    return text


INNER = "L.tanh(L.matmul(prev, W))"
BIASED = [("def decode", "bias = L.fc(x, 3, act='tanh')\ndef decode"), (INNER, "L.tanh(L.matmul(prev, W) + bias)")]
BEHIND = [("fetch_list=[loss])", "fetch_list=[loss, W])")]
CLOTHES = {
    "written twice": SHARED,
    "called twice": twice("h = decode(a + bias, limit, 'b')"),
    "called in a loop": twice("for n in 'bcd':\n    a = decode(a, limit, n)\nh = a"),
    "held": twice("h = {'f': decode}['f'](h=a, name='b', limit=limit)"),
    "a default": twice("h = decode(a, limit, 'b')", [("t, name)", "t, name, V=W)"), (INNER, INNER.replace("W", "V"))]),
    "a closure": twice("h = decode(a, limit, 'b')", BIASED),
    "a lambda": twice("h = (lambda *a: decode(*a))(a + bias, limit, 'b')"),
    "read behind": twice("h = decode(a, limit, 'b') + L.matmul(bias, W)", BEHIND),
}  # fmt: skip


def test_what_two_loops_share(run_both_ways):
    old, new = run_both_ways({name: {"main.py": alone(text)} for name, text in CLOTHES.items()})
    assert all(len(set(lines)) == 3 for lines in old.values())
    assert new == old


FED = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
C = fluid.initializer.Constant
def fc(h):
    bias = fluid.ParamAttr(name='b', initializer=C(0.0))
    return L.fc(h, 3, act='tanh', param_attr=fluid.ParamAttr(name='w', initializer=C(0.3)), bias_attr=bias)
def steps(x, n):
    i = L.fill_constant([1], 'int64', 0)
    limit = L.fill_constant([1], 'int64', n)
    {first}
    ids = L.array_write(y, i)
    cond = L.less_than(i, limit)
    loop = L.While(cond)
    with loop.block():
        h = fc(L.array_read(states, i))
        id = L.array_read(ids, i)
        h = h + L.reshape(L.embedding(id, [9, 3], param_attr=fluid.ParamAttr(name='e', initializer=C(0.1))), [-1, 3])
        L.increment(i)
        L.array_write(h, i, array=states)
        L.array_write(L.elementwise_add(id, L.fill_constant([1], 'int64', 1)), i, ids)
        L.less_than(i, limit, cond=cond)
    return L.array_read(states, i)
x, y = fluid.data('x', [2, 3]), fluid.data('y', [2, 1], 'int64')
loss = L.mean(steps(x, 3)){more}
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for k in range(3):
    feed = {{'x': np.ones([2, 3], 'float32') * k, 'y': np.array([[1], [k]])}}
    print('%.5f' % exe.run(feed=feed, fetch_list=[loss])[0][0])
"""
FIRST = {
    "alone": ("states = L.array_write(x, i)", ""),
    "created": ("states = L.create_array('float32'); L.array_write(x, i, array=states)", ""),
    "given back": ("states = L.array_write(i=i, x=x, array=L.create_array(dtype=x.dtype))", ""),
    "held": ("states = [L.array_write][0](x, i)", ""),
    "twice": ("states = L.array_write(x, i)", " + L.mean(steps(x * 2, 2))"),
    "computed": ("states = L.array_write(L.fc(x, 3, param_attr=C(0.2)), i)", ""),
}


def test_an_array_whose_first_place_is_fed_trains(run_both_ways):
    texts = {name: FED.format(first=first, more=more) for name, (first, more) in FIRST.items()}
    old, new = run_both_ways({name: {"main.py": alone(text)} for name, text in texts.items()})
    assert old["alone"] == ["0.26914", "0.47062", "0.34394"]
    assert new == old


RECURRENT = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
C = fluid.initializer.Constant
x = fluid.data('x', [None, 3], lod_level=1); y = fluid.data('y', [None, 3])
bias = L.fc(y, 3, act='tanh', param_attr=C(0.2))
W = L.create_parameter([3, 3], 'float32', name='W', default_initializer=C(0.15))
z = L.fc(x, 3, param_attr=C(0.1))
def run(x):
    rnn = L.{kind}()
    with rnn.{block}():
        w = rnn.step_input(x)
        s = {taken}
        h = rnn.memory({memory})
        n = L.tanh(L.matmul(h, W) + w + s)
        rnn.update_memory(h, n)
        rnn.output(n)
    return rnn()
a = {given}
b = run(a * 2)
loss = L.mean(L.square(b - 0.5)) + L.mean(L.matmul(bias, W)) + L.mean(run(a)) + L.mean(z)
fluid.optimizer.SGD(0.3).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace()); exe.run(fluid.default_startup_program())
r = np.random.RandomState(0)
for i in range(3):
    rows = fluid.create_lod_tensor(r.rand({rows}, 3).astype('float32'), [[2, {rows} - 2]], fluid.CPUPlace())
    print('%.4f' % exe.run(feed={{'x': rows, 'y': r.rand(2, 3).astype('float32')}}, fetch_list=[loss])[0][0])
"""
KINDS = {
    "StaticRNN": {"kind": "StaticRNN", "block": "step", "taken": "bias", "memory": "shape=[-1, 3], batch_ref=w",
                  "given": "L.reshape(z, [2, 2, 3])", "rows": 4},
    "DynamicRNN": {"kind": "DynamicRNN", "block": "block", "taken": "rnn.static_input(bias)", "rows": 5,
                   "memory": "shape=[3], value=0.0", "given": "z"},
}  # fmt: skip


def test_what_recurrent_blocks_share(run_both_ways):
    texts = {name: RECURRENT.format(**kind) for name, kind in KINDS.items()}
    old, new = run_both_ways({name: {"main.py": alone(text)} for name, text in texts.items()})
    assert all(len(set(lines)) == 3 for lines in old.values())
    assert new == old


LOOPED = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L
ten = L.fill_constant([1], 'int64', 4)
i = L.fill_constant([1], 'int64', 0)
total = L.fill_constant([1], 'float32', 1.0)
{made}
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for each in exe.run(feed={{}}, fetch_list=out):
    print(np.array(each).tolist())
"""
GRADUAL = "lambda a, b: a < ten, lambda a, b: [a + 1, b * 2.0]"
IN_PLACE = {
    "no result": f"L.while_loop({GRADUAL}, [i, total])\nout = [i, total]",
    "other names": f"j, twice = L.while_loop({GRADUAL}, [i, total])\nout = [i, total, j, twice]",
    "computed with": f"found = L.while_loop({GRADUAL}, [i, total])\nout = [total + 1.0, found[1]]",
    "alias": f"kept = total\ni, total = L.while_loop({GRADUAL}, [i, total])\nout = [kept, total]",
    "container": f"held = {{'i': i, 'total': total}}\nL.while_loop({GRADUAL}, [held['i'], held['total']])\n"
                 "out = [total, i]",
    "function": "def loop(a, b):\n    return L.while_loop(cond=lambda a, b: a < ten, "
                "body=lambda a, b: (a + 1, b * 2.0), loop_vars=[a, b])\n"
                "found = loop(i, total)\nout = [i, total, found[0]]",
    "class": "class Loop(object):\n    def __init__(self, i, total):\n        self.vars = [i, total]\n"
             f"    def run(self):\n        return L.while_loop({GRADUAL}, self.vars)\n"
             "Loop(i, total).run()\nout = [total]",
    "read in a step": "def body(a, b):\n    return [a + 1, b + total + L.cast(i, 'float32')]\n"
                      "out = L.while_loop(lambda a, b: a < ten, body, [i, total])",
    "read in the test": "out = L.while_loop(lambda a, b: i < ten, lambda a, b: [a + 1, b * 2.0], [i, total])",
    "read in an object": "class Step(object):\n    def __init__(self, total):\n        self.total = total\n"
                         "    def __call__(self, a, b):\n        return a + 1, b * 2.0 + self.total\n"
                         "out = L.while_loop(lambda a, b: a < ten, Step(total), (i, total))",
    "read in a branch": "def more(b):\n    return b + total * 2.0\ndef body(a, b):\n"
                        "    return [a + 1, L.cond(L.less_than(i, ten - 2), lambda: more(b), "
                        "lambda: b - total * 0.5)]\n"
                        "out = L.while_loop(lambda a, b: a < ten, body, [i, total])",
    "read in another loop": "def inner(n, m):\n    return [n + 1, m + total]\ndef body(a, b):\n"
                            "    start = L.fill_constant([1], 'int64', 2)\n"
                            "    return [i + 1, L.while_loop(lambda n, m: n < ten, inner, [start, b * 1.0])[1]]\n"
                            "i, total = L.while_loop(lambda a, b: a < ten, body, [i, total])\nout = [i, total]",
    "handed on as it is": "out = L.while_loop(lambda a, b: a < ten, lambda a, b: [i + 1, total], [i, total])",
    "python's loop": f"for _ in range(2):\n    found = L.while_loop({GRADUAL}, [i, total])\n    L.assign(i * 0, i)\n"
                     "out = [total, found[1]]",
}
AS_IT_IS = [
    f"i, total = L.while_loop({GRADUAL}, [i, total])\nout = [i, total]",
    f"found = L.while_loop({GRADUAL}, [L.fill_constant([1], 'int64', 0), L.zeros([1], 'float32')])\nout = found",
    "three = total * 3.0\ni, total = L.while_loop(lambda a, b: a < ten, lambda a, b: [a + 1, b + three], [i, total])\n"
    "out = [total]",
    f"end = ten - 1\n[i, total] = L.while_loop({GRADUAL}, [i, total])\nout = [total, end]",
]


def test_loops_leave_their_results_in_place(run_both_ways):
    old, new = run_both_ways({name: {"main.py": LOOPED.format(made=made)} for name, made in IN_PLACE.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert old["no result"] == ["[4]", "[16.0]"]
    assert old["read in the test"] == ["[5]", "[32.0]"]  # as 1.8.5, which asks before it assigns
    assert old["read in a step"] == ["[4]", "[27.0]"]
    assert new == old


@pytest.mark.parametrize("made", AS_IT_IS)
def test_loops_whose_variables_nobody_reads_stay(made):
    assert "paddle.static.nn.while_loop(" in migrate_source(LOOPED.format(made=made)).text
