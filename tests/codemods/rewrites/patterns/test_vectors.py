"""A full reduction had shape [1] and has no dimension today: whatever a script does with it comes out the same."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source

MAIN = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
{above}

def main():
    x = fluid.dygraph.to_variable(np.array([[1.0, 2.0], [3.0, 4.0]], 'float32'))
    x.stop_gradient = False
    l = L.mean(x)
{body}

with fluid.dygraph.guard():
    main()
"""
# what stands above main() and in it; each broke without the dimension
FORMS = {
    "a list": ("", "a = [l, l * 2]\nprint(a[0].numpy()[0], a[1].numpy()[0])"),
    "a list that grows": ("", "a = []\nfor i in range(2):\n    a.append(L.mean(x))\nprint(a[1].numpy()[0])"),
    "a list that is looped over": ("", "for one in [l, L.reduce_sum(x)]:\n    print(one.numpy()[0])"),
    "a comprehension": ("", "print([one.numpy()[0] for one in (l, l)])"),
    "a dict": ("", "d = {'loss': l}\nprint(d['loss'].numpy()[0])"),
    "a dict that grows": ("", "d = {}\nd['loss'] = l\nfor k, v in d.items():\n    print(k, v.numpy()[0])"),
    "an attribute": ("class A:\n    pass", "a = A()\na.l = l\nprint(a.l.numpy()[0])"),
    "an attribute of self": (
        "class A:\n    def set(self, l):\n        self.l = l\n    def get(self):\n        return self.l.numpy()[0]",
        "a = A()\na.set(l)\nprint(a.get())",
    ),
    "a tuple that is returned": ("def f(x):\n    return L.mean(x), x", "r = f(x)\nprint(r[0].numpy()[0])"),
    "a tuple that is unpacked": ("def f(x):\n    return L.mean(x), x", "m, _ = f(x)\nprint(m.numpy()[0])"),
    "a sum": ("", "total = 0\nfor i in range(3):\n    total += l\nprint(total.numpy()[0])"),
    "an operator": ("import operator", "print(L.concat([operator.mul(l, 2), operator.add(1, l)]).numpy().tolist())"),
    "a fold": ("import functools, operator", "print(functools.reduce(operator.add, [l, l]).numpy()[0])"),
    "a copy of a list": ("import copy", "for one in copy.copy([l, l]):\n    print(one.numpy()[0])"),
    "a sum of a list": ("", "print(sum([l, l]).numpy()[0])"),
    "a sum with a tensor": ("", "total = L.zeros([1], 'float32')\ntotal += l\nprint(total.numpy()[0])"),
    "a choice": ("", "k = l if x.shape[0] > 1 else x\nprint(k.numpy()[0])"),
    "a lambda": ("", "f = lambda v: L.mean(v)\nprint(f(x).numpy()[0])"),
    "a lambda's parameter": ("", "f = lambda v: v.numpy()[0]\nprint(f(l))"),
    "a parameter": ("def show(v):\n    print(v.numpy()[0])", "show(l)"),
    "a parameter by name": ("def show(w=1, v=None):\n    print(v.numpy()[0])", "show(v=l)"),
    "a parameter for two": ("def show(v):\n    print(v.numpy()[0].tolist())", "show(l)\nshow(x)"),
    "a star": ("def show(*v):\n    print(v[0].numpy()[0])", "show(l)"),
    "a global": ("K = []\ndef show():\n    print(K[0].numpy()[0])", "K.append(l)\nshow()"),
    "a generator": ("def g(x):\n    yield L.mean(x)", "for v in g(x):\n    print(v.numpy()[0])"),
    "a closure": ("", "def show():\n    return l.numpy()[0]\nprint(show())"),
    "an array that is unpacked": ("", "a, = l.numpy()\nprint(a + 1)"),
    "an array that is unpacked to a list": ("", "[a] = L.mean(x).numpy()\nprint(a + 1)"),
    "an array that is unpacked later": ("", "k = l.numpy()\n(a,) = k\nprint(a + 1)"),
    "an array that is unpacked elsewhere": ("def f(v):\n    v, = v\n    return v + 1", "print(f(l.numpy()))"),
    "an array that is unpacked beside others": ("", "(a,), b = l.numpy(), 1\nprint(a + b)"),
    "an array that is unpacked with a star": ("", "a, *b = l.numpy()\nprint(a + 1, b)"),
    "an array with a star": ("", "print(*l.numpy())"),
    "an array with a star in a list": ("", "print(sum([*l.numpy(), 1]))"),
    "an array that is summed up": ("", "print(sum(l.numpy()), max(L.mean(x).numpy()))"),
    "an array that is a list": ("", "print(len(list(l.numpy())), len(tuple(l.numpy())))"),
    "an array with others": ("", "for a, b in zip([1], l.numpy()):\n    print(a + b)"),
    "an array that is mapped": ("", "print(list(map(float, l.numpy())))"),
    "an array that is put into a list": ("", "a = []\na.extend(l.numpy())\nprint(a[0] + 1)"),
    "concat": ("", "print(L.concat([l, l]).numpy().tolist())"),
    "concat of a list": ("", "a = []\na.append(l)\na.append(L.mean(x * 2))\nprint(L.concat(a).numpy()[1])"),
    "concat with a vector": ("", "print(L.concat([L.zeros([2], 'float32'), l], axis=0).numpy().tolist())"),
    "stack": ("", "print(L.stack([l, l]).shape)"),
    "stack of what a function returns": ("def f(x):\n    return L.mean(x)", "print(L.stack([f(x), f(x)]).shape)"),
    "unsqueeze": ("", "print(L.unsqueeze(l, [0]).shape)"),
    "assign": ("", "print(L.assign(l).numpy()[0])"),
    "the shape of an assign": ("", "print(L.assign(l).shape)"),
    "sqrt": ("", "print(L.sqrt(l).numpy()[0])"),
    "astype": ("", "print(l.astype('float64').numpy()[0])"),
    "detach": ("", "print(l.detach().numpy()[0])"),
    "len": ("", "print(len(l))"),
    "an assertion": ("", "assert l.shape == [1]\nprint(list(l.shape))"),
    "the shape of the array": ("", "print(l.numpy().shape)"),
    "a list of the array": ("", "print(l.numpy().tolist())"),
    "an iteration": ("", "print([e.numpy()[0] for e in l])"),
    "an array in a list": ("", "a = [l.numpy()]\nprint(a[0][0])"),
    "an array that is handed on": ("def show(v):\n    print(v[0])", "show(l.numpy())"),
    "an array that is returned": ("def f(x):\n    return L.mean(x).numpy()", "print(f(x)[0])"),
    "arrays that are joined": ("", "print(np.concatenate([l.numpy(), l.numpy()]).tolist())"),
    "arrays that are stacked": ("", "a = []\na.append(l.numpy())\nprint(np.array(a).shape)"),
    "a metric": ("", "m = fluid.metrics.Accuracy()\nm.update(l.numpy(), 2)\nprint(m.eval()[0])"),
    "a metric of a method": (
        "class T:\n    def __init__(self):\n        self.m = fluid.metrics.Accuracy()\n"
        "    def add(self, v):\n        self.m.update(v.numpy(), 2)\n        return self.m.eval()[0]",
        "print(T().add(l))",
    ),
    "the loss of a model": (
        "class N(fluid.dygraph.Layer):\n    def forward(self, x):\n        return {'loss': L.mean(x)}",
        "print(N()(x)['loss'].numpy()[0])",
    ),
    "the loss of a model's method": (
        "class N(fluid.dygraph.Layer):\n    def loss(self, x):\n        return L.reduce_sum(x * x)",
        "n = N()\nk = L.concat([n.loss(x), n.loss(x)])\nprint(k.numpy()[0])",
    ),
    "a softmax with its mean": (
        "", "y = L.softmax_with_cross_entropy(x, L.zeros([2, 1], 'int64'))\nz = L.mean(y)\nprint([z][0].numpy()[0])"
    ),
    "the gradient through it": (
        "", "k = L.concat([l, l * 3])\nL.reduce_sum(k).backward()\nprint(x.gradient().tolist())"
    ),
    "a sum in a parameter": ("def f(v):\n    return (v * 2).numpy()[0]", "print(f(l))"),
}
# what comes out as it is, and reads as before
TIDY = {
    "print(l.numpy()[0])": "print(l.item())",
    "print(float(l))": "print(float(l))",
    "print(l.numpy())": "print(l.numpy())",
    "ls = []\nls.append(l.numpy())\nprint(np.mean(ls))": "ls = []\nls.append(l.numpy())\nprint(np.mean(ls))",
    "ls = []\nls.append(l.numpy()[0])\nprint(ls)": "ls = []\nls.append(l.item())\nprint(ls)",
    "l.backward()\nopt.step()": "l.backward()\nopt.step()",
    "k = l * 2 + 1\nprint('%f' % k.numpy())": "k = l * 2 + 1\nprint('%f' % k.numpy())",
    "np.array([l.numpy(), l.numpy()]).mean()": "np.array([l.numpy(), l.numpy()]).mean()",
    "total += float(l.numpy())": "total += float(l.numpy())",
    "print(l.numpy().mean())": "print(l.numpy().mean())",
    "y = l + model(x)\nprint(y.shape)": "y = l + model(x)\nprint(y.shape)",
    "print(L.softmax(x).numpy()[0])": "print(F.softmax(x).numpy()[0])",
    "y = model(x)\nprint(y.numpy()[0])": "y = model(x)\nprint(y.numpy()[0])",
    "p = L.reshape(x, [1, -1])\nprint(p.numpy()[0])": "p = paddle.reshape(x, [1, -1])\nprint(p.numpy()[0])",
    "print(x.numpy().shape, x.numpy()[i])": "print(x.numpy().shape, x.numpy()[i])",
    "w = model.weight\nprint(w.numpy()[0])": "w = model.weight\nprint(w.numpy()[0])",
    "return l, L.relu(x)": "return l, F.relu(x)",
}


@pytest.fixture(scope="module")
def printed(run_both_ways):
    scripts = {
        name: MAIN.format(above=above, body=textwrap.indent(body, "    ")) for name, (above, body) in FORMS.items()
    }
    return run_both_ways({name: {"main.py": text} for name, text in scripts.items()})


@pytest.mark.parametrize("name", FORMS)
def test_old_and_new_print_the_same(printed, name):
    old, new = printed
    assert old[name]
    assert "Error" not in old[name][-1]
    assert new[name] == old[name]


# what made of a vector, or of a matrix, has none either; the same forms are read of it
MADE = {"product": "L.matmul({0}[0], {0}[1])", "sum": "L.reduce_sum({0}[1], dim=0)",
        "last": "L.reduce_mean({0}[0] * 2, dim=[-1])", "trace": "L.trace({0})",
        "through a parameter": "(lambda a, b: L.matmul(a, b))({0}[0], {0}[1])"}


@pytest.fixture(scope="module")
def printed_of_vectors(run_both_ways):
    scripts = {}
    for made, call in MADE.items():
        for name, (above, body) in FORMS.items():
            text = MAIN.format(above=above, body=textwrap.indent(body, "    "))
            text = text.replace("L.mean(x)", call.format("x")).replace("L.mean(v)", call.format("v"))
            scripts[f"{made} {name}"] = {"main.py": text}
    return run_both_ways(scripts)


@pytest.mark.parametrize("made", MADE)
def test_what_is_made_of_vectors_prints_the_same(printed_of_vectors, made):
    old, new = ({name: lines for name, lines in each.items() if name.startswith(made)} for each in printed_of_vectors)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


@pytest.mark.parametrize("used", [
    "L.transpose(L.matmul(x, y), [1, 0])", "L.softmax(L.matmul(x, y, transpose_y=True))", "L.matmul(x, y).shape",
    "L.concat([L.reduce_sum(x, dim=1), y])", "L.reduce_sum(x, dim=-1, keep_dim=True).shape",
    "L.matmul(L.ones([2, 3], 'float32'), y).numpy().shape", "L.unsqueeze(L.reduce_sum(x, dim=-1), [1])",
])  # fmt: skip
def test_matrices_stay_tidy(used):
    text = migrate_source(f"import paddle.fluid as fluid\nL = fluid.layers\ndef f(x, y):\n    print({used})\n").text
    assert "fluid" not in text
    assert "atleast_1d" not in text
    assert "reshape([1])" not in text


@pytest.mark.parametrize("body", TIDY)
def test_what_needs_no_dimension_stays_tidy(body):
    head = "import numpy as np\nimport paddle.fluid as fluid\nL = fluid.layers\nmodel = fluid.dygraph.Linear(2, 2)\n"
    source = f"{head}def f(opt, total, i, x):\n    l = L.mean(x)\n{textwrap.indent(body, '    ')}\n"
    text = migrate_source(source).text
    assert text.endswith(f"\n    l = paddle.mean(x)\n{textwrap.indent(TIDY[body], '    ')}\n")
    assert migrate_source(text).text == text


def test_a_function_that_returns_a_pair_or_a_tensor():
    """The pair's second goes where pairs are taken apart, and not where the tensor alone is used."""
    source = (
        "import paddle.fluid as fluid\n"
        "def f(x, y=None):\n    if y is None:\n        return x\n    return x, fluid.layers.accuracy(x, y)\n"
        "print(fluid.layers.softmax(f(x)), f(x, y)[1].numpy())\n"
    )
    text = migrate_source(source).text
    assert "return x, paddle.metric.accuracy(x, y)\n" in text
    assert "fluid" not in text


@pytest.mark.parametrize(
    "source",
    [
        "l = paddle.mean(x)\nprint(paddle.stack([l, l]), len(ls), l.shape)\n",
        "def show(v):\n    print(v.numpy()[0])\n",
        "l = paddle.mean(x)\na = [l]\nprint(a[0].numpy())\n",
        "d = {'loss': paddle.mean(x)}\nprint(d['loss'].numpy()[0])\n",
    ],
)
def test_todays_code_is_left(check_noop, source):
    check_noop("import paddle\n" + source)


COMPLEX = """\
import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.complex import trace
from shown import show, Shown
class Net(fluid.dygraph.Layer):
    def forward(self, x):
        e = trace(x)
        return e.real, e.imag
with fluid.dygraph.guard():
    net = Net()
    real, imag = net(fluid.dygraph.to_variable(np.array([[1 + 2j, 0], [3, 4 - 1j]], 'complex64')))
    {}
"""
SHOWN = """\
def show(step, value, *rest):
    print(step, float(value.numpy()[0]), len(value.shape))
class Shown(object):
    def __init__(self, value):
        self.value = value
    def show(self):
        show(0, self.value)
"""
SHOWS = {"argument": "show(1, real)", "keyword": "show(value=imag, step=2)", "object": "Shown(real).show()",
         "list": "[show(i, v) for i, v in enumerate([real, imag])]", "stars": "show(*[1, real])",
         "here": "print(real.numpy()[0], imag.shape)"}


def test_parts_of_complex_numbers_that_another_file_shows(run_both_ways):
    scripts = {name: {"main.py": COMPLEX.format(line), "shown.py": SHOWN} for name, line in SHOWS.items()}
    old, new = run_both_ways(scripts)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


KEPT = """\
import numpy as np
import paddle.fluid as fluid
import keeping
{helper}
def run(x, losses, by_name):
    for step in range(2):
        loss = fluid.layers.reduce_mean(x * (step + 1.))
        {put}
with fluid.dygraph.guard():
    losses, by_name = [], {{}}
    run(fluid.dygraph.to_variable(np.ones([2, 2], 'float32')), losses, by_name)
    for name in sorted(by_name):
        losses.append(by_name[name])
    print(np.concatenate(losses).shape, np.mean(losses))
"""
KEEPING = "def keep(kept, value):\n    kept.append(value.numpy())\n"
PUTS = {
    "a parameter": ("", "losses.append(loss.numpy())"),
    "a function's parameter": ("def keep(value, into):\n    into.append(value.numpy())", "keep(loss, losses)"),
    "by its name": ("def keep(value, into):\n    into += [value]", "keep(into=losses, value=loss.numpy())"),
    "a dictionary": ("def keep(d, k, v):\n    d[k] = v", "keep(by_name, step, loss.numpy())"),
    "another file's": ("", "keeping.keep(losses, loss)"),
    "a lambda": ("keep = lambda v, into: into.append(v.numpy())", "keep(loss, losses)"),
    "a lambda on the spot": ("", "(lambda v, into: into.append(v.numpy()))(loss, losses)"),
    "handed through": ("", "losses.append((lambda v: v)(loss).numpy())"),
    "a method": ("class K(object):\n    def __init__(self, into):\n        self.into = into\n"
                 "    def keep(self, v):\n        self.into.append(v.numpy())", "K(losses).keep(loss)"),
}


def test_lists_of_callers(run_both_ways):
    files = {name: {"main.py": KEPT.format(helper=h, put=p), "keeping.py": KEEPING} for name, (h, p) in PUTS.items()}
    old, new = run_both_ways(files)
    assert {name: lines[-1] for name, lines in old.items()} == dict.fromkeys(PUTS, "(2,) 1.5")
    assert new == old


RESULTS = """\
import functools
import numpy as np
import paddle.fluid as fluid
def loss_of(x):
    return fluid.layers.reduce_mean(x)
def pair_of(x):
    return [fluid.layers.reduce_mean(x)]
def made():
    def inner(x):
        return fluid.layers.reduce_mean(x)
    return inner
class Model(object):
    def loss(self, x):
        return fluid.layers.reduce_mean(x)
with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.ones([2, 2], 'float32'))
    {0}
    print({1})
"""
OF_FUNCTIONS = {
    "closure": ("f = made()", "np.concatenate([f(x).numpy()]).shape"),
    "closure_held": ("fs = {'f': made()}\n    kept = []\n    kept.append(fs['f'](x).numpy())",
                     "np.concatenate(kept).shape"),
    "dictionary": ("fs = {'f': loss_of}", "np.concatenate([fs['f'](x).numpy()]).shape"),
    "list_of_a_list": ("f = pair_of", "np.concatenate([f(x)[0].numpy()]).shape"),
    "argument": ("def twice(f, x): return [f(x).numpy(), f(x).numpy()]", "np.concatenate(twice(loss_of, x)).shape"),
    "lambda": ("def twice(f): return [f(), f()]", "np.concatenate(twice(lambda: loss_of(x).numpy())).shape"),
    "lambda_kept": ("fs = [lambda: fluid.layers.mean(x).numpy()]", "np.shape(fs[0]())"),
    "mean_of_all": ("kept = [loss_of(x).numpy(), loss_of(x).numpy()]", "np.mean(kept, axis=0)[0]"),
    "sum_of_pairs": ("kept = [[loss_of(x).numpy(), 2 * loss_of(x).numpy()]]", "np.array(kept).sum(0)[1][0]"),
    "product": ("kept = loss_of(x).numpy()", "np.dot(np.ones((2, 1)), kept).shape"),
    "found": ("kept = loss_of(x).numpy()", "np.nonzero(kept)[0].tolist()"),
    "bound_method": ("f = Model().loss", "np.concatenate([f(x).numpy()]).shape"),
}


def test_results_of_functions_that_something_holds(run_both_ways):
    old, new = run_both_ways({name: {"main.py": RESULTS.format(*text)} for name, text in OF_FUNCTIONS.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


@pytest.mark.parametrize("used", ["float(f(x).numpy()) + np.mean([f(x).numpy()])", "(lambda: f(x).numpy())() * 2",
                                  "np.max([f(x).numpy()])", "'%f' % f(x).numpy()"])
def test_results_of_held_functions_that_need_none(used):
    used = RESULTS.format("f = made()", used)
    assert "reshape([1])" not in migrate_source(used).text


OF_PROGRAMS = """\
import numpy as np
import paddle.fluid as fluid
from net import Net, add_heads
with fluid.program_guard(fluid.Program(), fluid.Program()):
    x, y = fluid.data('x', [None, 4]), fluid.data('y', [None, 1])
    net = Net()
    add_heads(net, x, y)
    joined = {joined}
    fluid.optimizer.SGD(0.1).minimize(net.losses['c0'])
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    feed = {{'x': np.ones([3, 4], 'float32'), 'y': np.ones([3, 1], 'float32')}}
    for each in exe.run(feed=feed, fetch_list=net.outs + [joined]):
        print(each.shape, each.round(4).tolist())
    loss, = exe.run(feed=feed, fetch_list=[net.losses['c0']])
    print('%.4f' % loss[0], loss.shape)
    print('%.4f' % exe.run(feed=feed, fetch_list=[net.outs[1]])[0][0])
"""
NET = """\
import paddle.fluid as fluid
class Net(object):
    def __init__(self):
        self.outs = []
        self.losses = {}
    def joined(self):
        return fluid.layers.concat(self.outs, axis=0)
    def stacked(self):
        return fluid.layers.stack([self.losses[k] for k in sorted(self.losses)])
def add_heads(net, x, y):
    for i in range(2):
        w = fluid.ParamAttr(name='w%d' % i, initializer=fluid.initializer.Constant(0.1 * i))
        cost = fluid.layers.mean(fluid.layers.square_error_cost(fluid.layers.fc(x, 1, param_attr=w), y))
        net.outs.append(cost)
        net.losses['c%d' % i] = cost
"""
JOINED = {
    "a method": "net.joined()", "an attribute": "fluid.layers.concat(net.outs)", "a stack": "net.stacked()",
    "a list": "fluid.layers.concat([net.outs[0], net.losses['c1']])", "expand": "fluid.layers.expand(net.outs[0], [3])",
    "unsqueeze": "fluid.layers.unsqueeze(net.outs[1], [1])", "no need": "fluid.layers.sum(net.outs)",
}  # fmt: skip


def test_programs(run_both_ways):
    files = {name: {"main.py": OF_PROGRAMS.format(joined=joined), "net.py": NET} for name, joined in JOINED.items()}
    old, new = run_both_ways(files)
    assert all(lines[0] == "(1,) [1.0]" for lines in old.values())
    assert new == old


def test_programs_that_need_no_dimension():
    text = migrate_source(f"{NET}loss = fluid.layers.mean(fluid.layers.data('x', [4])) + 1.0\n").text
    assert "loss = paddle.mean(paddle.static.data('x', shape=[-1, 4], dtype='float32')) + 1.0" in text


@pytest.mark.parametrize(
    "taken", ["a, (b, c) = pair()", "[(a, (b, c))] = [pair()]", "for a, (b, c) in [pair()]:\n    pass"])
def test_what_a_call_gives_is_taken_apart_further(taken):
    """What holds it is a call then, of which no element is written out."""
    text = f"import paddle.fluid as fluid\nx = fluid.data('x', [None, 2])\ndef pair():\n" \
        f"    return x, fluid.layers.reduce_sum(x)\n{taken}\n"
    result = migrate_source(text, options=Options(programs=True))
    assert f"{taken}\n" in result.text
    assert not result.left
