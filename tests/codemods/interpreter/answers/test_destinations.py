"""Where the values of an expression go, and what there needs the dimension that they had in 1.8.5."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.answers.destinations import Destinations, is_safe
from paddle_migrate.text.source import Source


def _read(text):
    head = "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n"
    return Facts.find(Source(head + text))


def _needing(text):
    """What needs the dimension of the first `L.mean(x)`."""
    facts = _read(text)
    made = next(c for c in facts.source.all(cst.Call) if facts.source.code(c) == "L.mean(x)")
    need = Destinations(facts).needing_a_dimension(made)
    return None if need is None else facts.source.code(need.node)


@pytest.mark.parametrize(("text", "needing"), [
    ("y = L.mean(x)\nfor z in y: pass\n", "y"), ("y = L.mean(x)\nprint(len(y))\n", "len(y)"),
    ("y = L.mean(x)\nL.concat([y, y])\n", "L.concat([y, y])"), ("y = [L.mean(x)]\nlen(y[0])\n", "len(y[0])"),
    ("ys = []\nys.append(L.mean(x))\nL.concat(ys)\n", "L.concat(ys)"), ("a, b = L.mean(x), 1\nlen(a)\n", "len(a)"),
    ("def f(y):\n    return len(y)\nf(L.mean(x))\n", "len(y)"),
    ("def f():\n    return L.mean(x)\nlen(f())\n", "len(f())"),
    ("class A:\n    def f(self):\n        self.y = L.mean(x)\n    def g(self):\n        len(self.y)\n", "len(self.y)"),
    ("y = L.mean(x)\nnp.concatenate([y.numpy()])\n", "np.concatenate([y.numpy()])"),
    ("f = lambda y: len(y)\nf(L.mean(x))\n", "len(y)"),
    ("def f(h):\n    h(L.mean(x))\n", "h(L.mean(x))"), ("for h in hooks:\n    h(L.mean(x))\n", "h(L.mean(x))"),
    ("hooks['a'](L.mean(x))\n", "hooks['a'](L.mean(x))"),
    ("fs = {'a': lambda: L.mean(x)}\nfor k, f in fs.items():\n    len(f())\n", "len(f())"),
    ("_, *a = 0, L.mean(x)\nlen(a[0])\n", "len(a[0])"), ("*_, a = 0, L.mean(x)\nlen(a)\n", "len(a)"),
    ("import collections\na = collections.deque([L.mean(x)])\nlen(a.popleft())\n", "len(a.popleft())"),
    ("a = ([L.mean(x)], 0)\nlen(a[0].pop())\n", "len(a[0].pop())"),
    ("a = {'k': [L.mean(x)]}\nlen(a.get('k')[0])\n", "len(a.get('k')[0])"),
    ("class A:\n    @staticmethod\n    def f():\n        return L.mean(x)\ng = A.f\nlen(g())\n", "len(g())"),
    ("def f(y):\n    return len(y)\nfs = {'f': f}\nfs['f'](L.mean(x))\n", "len(y)"),
    ("fs = {'f': L.sin}\ny = fs['f'](L.mean(x))\nL.concat([y, y])\n", "L.concat([y, y])"),
    ("y = L.mean(x)\ny.gradient()[0]\n", "y.gradient()[0]"),
])  # fmt: skip
def test_what_needs_it(text, needing):
    assert _needing(text) == needing


_ALL = "    def all(self):\n        return np.concatenate(self.q)\n"
_Q = "class A(object):\n    def __init__(self):\n        self.q = []\n"


@pytest.mark.parametrize(("text", "needing"), [
    ("class M(dict):\n    def put(self, **kw):\n        for k, v in kw.items():\n"
     "            self.setdefault(k, []).append(v)\n"
     "    def all(self):\n        return {k: L.concat(v) for k, v in self.items()}\nM().put(a=L.mean(x))\n"
     "", "L.concat(v)"),
    ("class M(list):\n    def put(self, v):\n        super(M, self).append(v)\n    def all(self):\n"
     "        L.concat(self)\n"
     "M().put(L.mean(x))\n", "L.concat(self)"),
    ("class B(list):\n    def all(self):\n        for each in self:\n            len(each)\nclass M(B):\n"
     "    def put(self, v):\n"
     "        self.append(v)\nM().put(L.mean(x))\n", "len(each)"),
    ("import collections\nclass M(collections.OrderedDict):\n    def all(self):\n"
     "        return [len(v) for v in self.values()]\n"
     "m = M()\nm['a'] = L.mean(x)\n", "len(v)"),
    ("class M(dict):\n    def __setitem__(self, k, v):\n        len(v)\nm = M()\nm['a'] = L.mean(x)\n", "len(v)"),
    ("class M(object):\n    def __setattr__(self, k, v):\n        self.__dict__[k] = len(v)\nm = M()\n"
     "m.a = L.mean(x)\n", "len(v)"),
    (f"{_Q}    def __iadd__(self, v):\n        self.q.append(v)\n        return self\n{_ALL}a = A()\n"
     "a += L.mean(x).numpy()\n",
     "np.concatenate(self.q)"),
    (f"{_Q}    def __lshift__(self, v):\n        self.q.append(v)\n{_ALL}a = A()\na << L.mean(x).numpy()\n",
     "np.concatenate(self.q)"),
    (f"{_Q}    def __radd__(self, v):\n        self.q.append(v)\n{_ALL}a = A()\nL.mean(x).numpy() + a\n",
     "np.concatenate(self.q)"),
    ("class C:\n    def __init__(self, v):\n        self.v = v\n    def __enter__(self):\n        return self.v\n"
     "with C(L.mean(x)) as v:\n    len(v)\n", "len(v)"),
    ("import contextlib\n@contextlib.contextmanager\ndef c(x):\n    yield L.mean(x)\nwith c(x) as v:\n"
     "    len(v)\n", "len(v)"),
])  # fmt: skip
def test_objects_that_hold_it_themselves_and_operators(text, needing):
    assert _needing(text) == needing


@pytest.mark.parametrize("text", [
    "class M(dict):\n    def put(self, v):\n        self['a'] = v\n    def all(self):\n"
    "        return [float(v) for v in self.values()]\n"
    "M().put(L.mean(x))\n",
    "class M(list):\n    def put(self, v):\n        self.append(v)\nclass N(list):\n    def all(self):\n"
    "        L.concat(self)\n"
    "M().put(L.mean(x))\nN().all()\n",
    "class M(object):\n    def __lshift__(self, v):\n        print(v)\n    def __rshift__(self, v):\n        len(v)\n"
    "m = M()\nm << L.mean(x)\n",
    "class C:\n    def __init__(self, v):\n        self.v = v\n    def __enter__(self):\n        return 1\n"
    "with C(L.mean(x)) as v:\n    float(v)\n",
])  # fmt: skip
def test_objects_that_hold_it_and_need_nothing(text):
    assert _needing(text) is None


_YIELDS = "def parts(x):\n    yield 'mean', L.mean(x)\n"
_OUT = "class Out(object):\n    def __init__(self, **kw):\n"


@pytest.mark.parametrize(("text", "needing"), [
    (f"{_YIELDS}for k, v in parts(x):\n    len(v)\n", "len(v)"),
    (f"{_YIELDS}named = dict(parts(x))\nloss = sum(named.values())\nlen(loss)\n", "len(loss)"),
    ("for i, (k, v) in enumerate(sorted({'a': L.mean(x)}.items())):\n    len(v)\n", "len(v)"),
    ("for i, (k, v) in enumerate(zip('ab', [L.mean(x), x])):\n    len(v)\n", "len(v)"),
    ("k, v = next(iter({'a': L.mean(x)}.items()))\nlen(v)\n", "len(v)"),
    ("d = {'a': L.mean(x)}\nlen(d.get('a'))\n", "len(d.get('a'))"),
    ("d = {'b': x}\nd.update(a=L.mean(x))\nlen(d['a'])\n", "len(d['a'])"),
    ("d = {'b': x}\nd.update({'a': L.mean(x)})\nlen(d['a'])\n", "len(d['a'])"),
    ("d = {}\nd.setdefault('a', []).append(L.mean(x))\nlen(d['a'][0])\n", "len(d['a'][0])"),
    ("ys = np.array([L.mean(x).numpy()])\nys[:, 0]\n", "ys[:, 0]"),
    ("d = {k: L.mean(x) for k in 'ab'}\nfor v in d.values():\n    len(v)\n", "len(v)"),
    ("d = {'a': L.mean(x)}\nnames, ys = zip(*[(k, v.numpy()) for k, v in d.items()])\nnp.concatenate(ys)\n",
     "np.concatenate(ys)"),
    ("import itertools\nitertools.chain(*[L.mean(x)])\n", "itertools.chain(*[L.mean(x)])"),
    ("import itertools\nfor y in itertools.chain([L.mean(x)], [z]):\n    len(y)\n", "len(y)"),
    ("import functools\nlen(functools.reduce(lambda a, b: a + b, [L.mean(x)]))\n",
     "len(functools.reduce(lambda a, b: a + b, [L.mean(x)]))"),
])  # fmt: skip
def test_pairs_and_what_is_taken_out_of_a_dict(text, needing):
    assert _needing(text) == needing


@pytest.mark.parametrize(("text", "needing"), [
    ("def f(y):\n    return len(y)\nlist(map(f, [L.mean(x)]))\n", "len(y)"),
    ("def f(y):\n    return y.numpy()\na, b = map(f, [L.mean(x), x])\nlen(a)\n", "len(a)"),
    ("class A:\n    def f(self, k, y):\n        len(y)\n    def g(self):\n        map(self.f, 'a', [L.mean(x)])\n",
     "len(y)"),
    ("class A:\n    def f(self, d):\n        for k in d:\n            len(d[k])\n"
     "for a in [A()]:\n    a.f({'mean': L.mean(x)})\n", "len(d[k])"),
    ("fs = {'f': [lambda **kw: [len(y) for y in kw.values()]]}\ndef g(**kw):\n    for f in fs['f']:\n        f(**kw)\n"
     "g(mean=L.mean(x))\n", "len(y)"),
    ("class A:\n    def on_end(self, d):\n        len(d['mean'])\n    def on_start(self, d):\n        pass\n"
     "def fire(event, *given):\n    for a in [A()]:\n        getattr(a, 'on_' + event)(*given)\n"
     "fire('end', {'mean': L.mean(x)})\n", "len(d['mean'])"),
    ("class A:\n    def after_step(self, y):\n        len(y)\ndef fire(a, event, y):\n"
     "    f = getattr(a, 'after_%s' % event, None)\n    if f is not None:\n        f(y)\n"
     "fire(A(), 'step', L.mean(x))\n", "len(y)"),
    ("class A:\n    @classmethod\n    def add(cls, y):\n        len(y)\nA.add(L.mean(x))\n", "len(y)"),
    ("class A:\n    ys = []\n    @classmethod\n    def update(cls, **kw):\n        cls.ys.append(kw)\n"
     "A.update(mean=L.mean(x))\nlen(A.ys[0]['mean'])\n", "len(A.ys[0]['mean'])"),
    ("def f(*ys):\n    len(ys[0])\ndef g(*ys):\n    f(*ys)\ng(L.mean(x))\n", "len(ys[0])"),
])  # fmt: skip
def test_functions_that_are_called_by_others(text, needing):
    assert _needing(text) == needing


@pytest.mark.parametrize(("text", "needing"), [
    ("from collections import namedtuple\nOut = namedtuple('Out', 'n mean')\no = Out(1, L.mean(x))\nlen(o.mean)\n",
     "len(o.mean)"),
    ("import collections\nOut = collections.namedtuple('Out', ['mean'])\nfor y in Out(L.mean(x)):\n    len(y)\n",
     "len(y)"),
    (f"{_OUT}        self.__dict__.update(kw)\no = Out(mean=L.mean(x))\nlen(o.mean)\n", "len(o.mean)"),
    (f"{_OUT}        for k in kw:\n            setattr(self, k, kw[k])\nlen(Out(mean=L.mean(x)).mean)\n",
     "len(Out(mean=L.mean(x)).mean)"),
    ("class D(dict):\n    def __getattr__(self, k):\n        return self[k]\no = D(mean=L.mean(x))\nlen(o.mean)\n",
     "len(o.mean)"),
    ("class D(dict):\n    pass\no = D(mean=L.mean(x))\nlen(o['mean'])\n", "len(o['mean'])"),
])  # fmt: skip
def test_objects_that_have_what_they_are_made_with(text, needing):
    assert _needing(text) == needing


@pytest.mark.parametrize("text", [
    f"{_YIELDS}for k, v in parts(x):\n    float(v)\n",
    "for pair in {'a': L.mean(x)}.items():\n    len(pair)\n",
    "for i, row in enumerate([[L.mean(x)]]):\n    len(row)\n",
    "d = {}\nd.setdefault('a', []).append(L.mean(x))\nlen(d['a'])\n",
    "d = {}\nd.update(a=L.mean(x))\nlen(d)\n",
    "def f(y):\n    return y\nlen(list(map(f, [L.mean(x)])))\n",
    "from collections import namedtuple\nOut = namedtuple('Out', 'n mean')\nlen(Out(1, L.mean(x)))\n",
    "from collections import namedtuple\nOut = namedtuple('Out', 'n mean')\nlen(Out(z, L.mean(x)).n)\n",
    f"{_OUT}        self.__dict__.update(kw)\no = Out(mean=L.mean(x), all=z)\nlen(o.all)\n",
    "class A:\n    def f(self, d):\n        len(d)\nfor a in [A()]:\n    a.f({'mean': L.mean(x)})\n",
    "ys = np.array([[L.mean(x).numpy()]])\nys[:, 0]\n",
    "len({k: L.mean(x) for k in 'ab'})\n",
    "class A:\n    @classmethod\n    def add(cls, y):\n        float(y)\nA.add(L.mean(x))\n",
    "import itertools\nlen(list(itertools.chain(*[[L.mean(x)], [z]])))\n",
    "names, ys = zip(*[(k, L.mean(x)) for k in 'ab'])\nlen(ys)\n",
    "class A:\n    def on_end(self, y):\n        float(y)\n    def on_start(self, y):\n        len(y)\n"
    "getattr(A(), 'on_' + 'end')(L.mean(x))\n",
    "class A:\n    def f(self, y):\n        float(y)\nclass B:\n    def f(self, y):\n        len(y)\n"
    "getattr(A(), name)(L.mean(x))\n",
])  # fmt: skip
def test_what_holds_it_has_its_own(text):
    assert _needing(text) is None


@pytest.mark.parametrize("text", [
    "y = L.mean(x)\nprint(y)\n", "a, b = L.mean(x), z\nlen(b)\n", "y = [L.mean(x)]\nlen(y)\n", "L.relu(L.mean(x))\n",
    "y = L.mean(x)\nL.elementwise_add(y, z)\n", "y = L.mean(x)\nnp.array([y.numpy()])\n",
    "def f(y, z):\n    len(z)\nf(L.mean(x), 1)\n",
    "def f(h):\n    h(L.mean(x))\nf(print)\n", "def g(v):\n    print(v)\nfor h in [g]:\n    h(L.mean(x))\n",
    "import os\nos.sync(L.mean(x))\n", "a, *_ = z, L.mean(x)\nlen(a)\n", "a = [[L.mean(x)]]\nlen(a.pop())\n",
    "L.mean(x).backward()\n", "y = max(L.mean(x), z)\nfloat(y)\n",
])  # fmt: skip
def test_what_does_not(text):
    assert _needing(text) is None


def test_of_several_the_one_that_is_asked_for():
    facts = _read("y = L.mean(x)\nlen(y)\nL.concat([y, y])\n")
    made = next(c for c in facts.source.all(cst.Call) if facts.source.code(c) == "L.mean(x)")
    asked = Destinations(facts).needing_a_dimension
    for best, found in (("L.concat([y, y])", "L.concat([y, y])"), ("?", "len(y)")):
        need = asked(made, lambda need, best=best: facts.source.code(need.node) == best)
        assert facts.source.code(need.node) == found


def test_what_gets_its_dimension_back_is_not_followed():
    facts = _read("y = L.mean(x)\nlen(y)\n")
    made = next(c for c in facts.source.all(cst.Call) if facts.source.code(c) == "L.mean(x)")
    assert Destinations(facts, settled={made}).needing_a_dimension(made) is None


@pytest.mark.parametrize(("text", "safe"), [
    ("L.mean(x).numpy()[0]\n", True), ("L.matmul(x, x).numpy()[0]\n", True),
    ("L.mul(x, x).numpy()[0]\n", False), ("x[0].numpy()[0]\n", False),
    ("y[0]\n", False), ("L.mean(x).gradient()[0]\n", False),
    ("L.mean(x).numpy()[0]  # paddle-migrate: skip\n", False),
])  # fmt: skip
def test_an_array_that_is_read_either_way(text, safe):
    facts = _read(text)
    assert is_safe(facts, facts.source.all(cst.Expr)[0].value.value) is safe
