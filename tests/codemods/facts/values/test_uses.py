"""Where a value goes: what is done with it in the end, and whether no other has it."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.text.source import Source

SEEN, MORE = True, False


def _ends(text):
    """What is used of the value of `made()`, and whether that is all."""
    source = Source(text)
    made = next(c for c in source.all(cst.Call) if source.code(c) == "made()")
    found = reached(Facts.find(source), made)
    ends = [source.code(source.parents[spot.node]) for spot in found.spots]
    return ends, found.are_all and not found.holders


@pytest.mark.parametrize(("text", "end"), [
    ("xs = [[made()], y]\nxs[0][0].run()\n", "xs[0][0].run"), ("xs = [*[made()], y]\nxs[0].run()\n", "xs[0].run"),
    ("d = {'a': made()}\nd = {**d, 'b': y}\nd['a'].run()\n", "d['a'].run"),
    ("xs = [y] + [made()]\nxs[1].run()\n", "xs[1].run"), ("xs = []\nxs += [made()]\nxs[0].run()\n", "xs[0].run"),
    ("xs = list()\nxs.append(made())\nxs[0].run()\n", "xs[0].run"),
    ("d = {}\nx = d.setdefault('a', made())\nx.run()\n", "x.run"),
    ("d = {}\nd.setdefault('a', []).append(made())\nd['a'][0].run()\n", "d['a'][0].run"),
    ("d = {}\nd['a'] = []\nd['a'].append(made())\nfor x in d['a']:\n    x.run()\n", "x.run"),
    ("d = {'b': y}\nx = d.get('a', made())\nx.run()\n", "x.run"),
    ("for i, x in enumerate([made()]):\n    x.run()\n", "x.run"),
    ("for y, x in zip(ys, [made()]):\n    y.stop()\n    x.run()\n", "x.run"),
    ("for i, (k, x) in enumerate({'a': made()}.items()):\n    x.run()\n", "x.run"),
    ("ys, xs = zip(*[(1, made())])\nys[0].stop()\nxs[0].run()\n", "xs[0].run"),
    ("x = next(iter([made()]))\nx.run()\n", "x.run"), ("x = max(made(), y)\nx.run()\n", "x.run"),
    ("from collections import deque\nq = deque()\nq.append(made())\nq.popleft().run()\n", "q.popleft().run"),
    ("import itertools\nfor x in itertools.chain([made()], [y]):\n    x.run()\n", "x.run"),
    ("import itertools\nfor x in itertools.chain(*[[made()]]):\n    x.run()\n", "x.run"),
])  # fmt: skip
def test_what_holds_it(text, end):
    assert _ends(text) == ([end], SEEN)


@pytest.mark.parametrize(("text", "end"), [
    ("def f(*xs):\n    xs[1].run()\nf(y, made())\n", "xs[1].run"),
    ("def f(a, b):\n    b.run()\nf(*[y, made()])\n", "b.run"),
    ("def f(a, b):\n    b.run()\ndef g(*xs):\n    f(*xs)\ng(y, made())\n", "b.run"),
    ("def f(**kw):\n    kw['x'].run()\nf(x=made(), y=y)\n", "kw['x'].run"),
    ("def f(y, x):\n    x.run()\nf(**{'y': y, 'x': made()})\n", "x.run"),
    ("def f(y, x):\n    x.run()\nf(*ys, x=made())\n", "x.run"),
    ("class A:\n    @classmethod\n    def f(cls, x):\n        x.run()\nA.f(made())\n", "x.run"),
    ("class A:\n    @staticmethod\n    def f(x):\n        x.run()\nA.f(made())\n", "x.run"),
    ("import paddle.fluid as fluid\nclass A(fluid.dygraph.Layer):\n    def forward(self, x):\n        x.run()\n"
     "a = A()\na(made())\n", "x.run"),
    ("def f():\n    yield made()\nfor x in f():\n    x.run()\n", "x.run"),
    ("def f():\n    yield from [made()]\nfor x in f():\n    x.run()\n", "x.run"),
    ("def f():\n    return y, made()\nfs = {'f': f}\na, x = fs['f']()\na.stop()\nx.run()\n", "x.run"),
    ("def f(x):\n    x.run()\nlist(map(f, [made()]))\n", "x.run"),
    ("def f(y):\n    return made()\nfor x in map(f, ys):\n    x.run()\n", "x.run"),
])  # fmt: skip
def test_what_takes_it_and_gives_it_back(text, end):
    assert _ends(text) == ([end], SEEN)


@pytest.mark.parametrize(("text", "end"), [
    ("xs = []\nxs.extend([made()])\nxs[0].run()\n", "xs[0].run"),
    ("d = {}\nd.update({'a': made()})\nd['a'].run()\n", "d['a'].run"),
    ("d = {}\nd.update(a=made())\nd.get('a').run()\n", "d.get('a').run"),
    ("d = dict(zip('a', [made()]))\nd['a'].run()\n", "d['a'].run"),
    ("xs = make()\nxs.append(made())\nxs[0].run()\n", "xs[0].run"),
    ("def f(xs):\n    xs.append(made())\n    xs[0].run()\n", "xs[0].run"),
    ("class A:\n    def f(self):\n        self.d['a'] = made()\n        self.d['a'].run()\n", "self.d['a'].run"),
    ("from collections import namedtuple\nOut = namedtuple('Out', 'y x')\no = Out(1, made())\no.y.stop()\no.x.run()\n",
     "o.x.run"),
    ("from collections import namedtuple\nOut = namedtuple('Out', 'y x')\na, b = Out(1, made())\na.stop()\nb.run()\n",
     "b.run"),
    ("class D(dict):\n    pass\nd = D(x=made())\nd['x'].run()\n", "d['x'].run"),
    ("class D(dict):\n    def __getattr__(self, k):\n        return self[k]\nd = D(x=made())\nd.x.run()\n", "d.x.run"),
    ("class A:\n    def on_end(self, x):\n        x.run()\n    def on_start(self, x):\n        x.stop()\n"
     "getattr(A(), 'on_' + 'end')(made())\n", "x.run"),
])  # fmt: skip
def test_what_else_may_have_it(text, end):
    found, are_all = _ends(text)
    assert end in found
    assert not any(".stop" in each for each in found)
    assert not are_all or len(found) > 1


DECORATOR = "def twice(f):\n    def run(*a):\n        return f(*a).half\n    return run\n"
FACTORY = "import functools\ndef named(n):\n    def wrap(f):\n        @functools.wraps(f)\n        def run(*a):\n" \
    "            return f(*a).half\n        kept[n] = run\n        return run\n    return wrap\nkept = {}\n"


@pytest.mark.parametrize(("text", "ends"), [
    (DECORATOR + "@twice\ndef g():\n    return made()\ng().run()\n", ["f(*a).half"]),
    (FACTORY + "@named('g')\ndef g():\n    return made()\n", ["f(*a).half"]),
    (DECORATOR.replace(".half", "") + FACTORY.replace(".half", "") + "@twice\n@named('g')\ndef g():\n"
     "    return made()\ng().run()\nkept['g']().stop()\n", ["g().run", "kept['g']().stop"]),
    (FACTORY.replace(".half", " or y") + "class A:\n    @named('g')\n    def g(self):\n        return made()\n"
     "A().g().run()\n", ["A().g().run"]),
    (DECORATOR.replace(".half", " or y") + "@twice\ndef g():\n    return made()\nfor h in [g]:\n    h().run()\n",
     ["h().run"]),
    ("@unseen\ndef g():\n    return made()\ng().run()\n", []),
])  # fmt: skip
def test_what_decorators_do_with_it(text, ends):
    found = {each for each in _ends(text)[0] if not each.startswith("return ")}  # which something else may get
    assert sorted(found) == ends


@pytest.mark.parametrize("text", [
    "xs = [made()]\nxs[0] = y\n", "d = {'a': made(), 'b': y}\nd['b'].run()\nd.pop('b').run()\n",
    "for y, x in zip(ys, [made()]):\n    y.run()\n", "a, *b = y, made()\na.run()\n",
    "def f(y, x):\n    y.run()\nf(*[y, made()])\n", "def f(**kw):\n    kw['y'].run()\nf(x=made(), y=y)\n",
    "xs = [made()]\nprint(len(xs))\n",
])  # fmt: skip
def test_what_is_nothing_of_it(text):
    found, _ = _ends(text)
    assert not any(".run" in each or "=" in each for each in found)


@pytest.mark.parametrize("text", [
    "xs = [made()]\nxs.sort()\n", "np.append(made(), xs)\n", "f(*made())\n", "hooks['a'](made())\n",
    "x = session.get(url, made())\n",
    "def f():\n    yield made()\ng = f\nh(g)\n", "(a, b), c = [made(), y]\n", "a, b = made()\n",
])  # fmt: skip
def test_what_is_not_known(text):
    found, are_all = _ends(text)
    assert found or not are_all


@pytest.mark.parametrize("text", [
    "xs = f()\nwhile xs:\n    xs = xs[1:]\n    xs[0] = made()\n    xs[0].run()\n",
    "xs = f()\nwhile xs:\n    xs = xs[g(xs)]\n    xs[0] = made()\n    xs[0].run()\n",
    "def f(xs):\n    for i in y:\n        xs = xs.get(i)\n        xs[i] = made()\n    return xs\nf(z).run()\n",
])  # fmt: skip
def test_a_container_that_a_loop_makes_of_itself(text):
    found, are_all = _ends(text)
    assert any(".run" in each for each in found)
    assert not are_all
