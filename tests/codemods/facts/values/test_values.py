"""Where a value comes from, in whatever clothes: the same origins, or the answer that not all are seen."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.project.project import Project
from paddle_migrate.text.source import Source

CLASS = "class Net:\n    rate = 4\n    def __init__(self, size, n=3):\n        self.size, self.depth = size, n\n"
READ = CLASS + "    @property\n    def wide(self):\n        if self.depth:\n            return self.size\n"
METHOD = CLASS + "    def grow(self, by=1):\n        return by\n"


def origins(text, tmp_path=None, **others):
    """The code of everything that the last line's expression may be; "?" for what is not seen."""
    path = tmp_path / "main.py" if tmp_path is not None else None
    for name, content in others.items():
        (tmp_path / f"{name}.py").write_text(content)
    if path is not None:
        path.write_text(text)
    project = Project([path, *(tmp_path / f"{name}.py" for name in others)], [tmp_path]) if path else None
    facts = Facts.find(Source(text), project, path)
    asked = facts.source.all(cst.Expr)[-1].value
    return {_shown(end) for end in values_of(facts).ends(Spot(facts, asked))}


def _shown(end):
    if isinstance(end.node, (cst.FunctionDef, cst.ClassDef)):
        return end.node.name.value
    return end.facts.source.code(end.node) if isinstance(end.node, cst.CSTNode) else "?"


@pytest.mark.parametrize(("text", "found"), [
    ("a = [1, 2]\na.pop(0)", {"1", "2", "?"}), ("a = [1]\na.pop()", {"1", "?"}),
    ("def f():\n    return 1, 2\na = list(f())\na.pop(0)", {"1", "2", "?"}),
    ("a = {'k': 1, 'l': 2}\na.pop('k', 3)", {"1", "3", "?"}), ("a.pop()", {"a.pop()"}),
    ("a = 1\nb = a\nb", {"1"}),
    ("a = 1 if deep else 2\na", {"1", "2"}),
    ("a = given or 'relu'\na", {"given", "'relu'"}),
    ("a, (b, c) = 1, (2, 3)\nc", {"3"}),
    ("def f():\n    return 1, 2, 3, 4\na, *b, c = f()\nc", {"4"}),
    ("def f():\n    return 1, 2, 3, 4\na, *b, c = f()\nb[1]", {"3"}),
    ("def f():\n    return 1, 2, 3\na, *b = f()\nfor c in b:\n    c", {"2", "3"}),
    ("def f():\n    return 1, 2\n*a, b = f()\nc, = a\nc", {"1"}),
    ("for a, *b in [(1, 2), (3, 4)]:\n    b[0]", {"2", "4"}),
    ("*a, b = 1, 2\na[0]", {"1"}), ("a, *b = 1, 2\nb", {"?"}),  # a list of it
    ("xs = [1]\nxs.append(2)\na, *b = xs\nb[0]", {"2"}),
    ("def f():\n    yield 1\n    yield 2\nfor x in f():\n    x", {"1", "2"}),
    ("def f(n):\n    for each in n:\n        yield each, 3\nfor a, b in f([1, 2]):\n    a", {"1", "2"}),
    ("class A:\n    def read(self):\n        yield 1\nk = list(A().read())\nk[0]", {"1"}),
    ("def f():\n    yield {'k': 1}\nnext(f())['k']", {"1"}),
    ("def f():\n    yield from g\nfor x in f():\n    x", {"?"}),
    ("def f():\n    yield 1\ng = f if deep else more\nfor x in g():\n    x", {"?"}),
    ("next(iter([1, 2]))", {"1", "2"}), ("next((x for x in [1, 2]), 3)", {"1", "2", "3"}),
    ("kinds = {'a': 1, 'b': 2}\nk, v = next(iter(kinds.items()))\nv", {"1", "2"}),
    ("kinds = {'a': 1, 'b': 2}\nnext(iter(kinds))", {"'a'", "'b'"}), ("next(given)", {"next(given)"}),
    ("def two():\n    return 1, 2\na, b = two()\nb", {"2"}),
    ("def f(x, n=3):\n    return n\nf(1)", {"3"}),
    ("def f(x, n=3):\n    return n\nf(1, n=5)", {"5"}),
    ("def f(x, n=3):\n    return n\nf(*(1, 2))", {"2"}),
    ("def f(x, n=3):\n    return n\nf(1, **{'n': 7})", {"7"}),
    ("def f(x, n=3):\n    return n\ngiven = dict(n=7)\nf(1, **given)", {"7"}),
    ("def f(n):\n    return n\nf(1)\nf(2)", {"2"}),  # in this call
    ("def f(x, *more):\n    return more[1]\nf(1, 2, 3)", {"3"}),
    ("def f(x, *more):\n    for v in more:\n        return v\nf(1, 2, 3)", {"2", "3"}),
    ("def f(**more):\n    a, b = more['a'], more['b']\n    return b\nf(b=2, a=1)", {"2"}),
    ("def f(x=0, **more):\n    return more[k]\nf(x=1, a=2, b=3)", {"2", "3"}),
    ("def f(**more):\n    return more.get('a', 4)\nf(a=2, b=3)", {"2", "4"}),
    ("def f(**more):\n    for k, v in sorted(more.items()):\n        return v\nf(a=1, b=2)", {"1", "2"}),
    ("class A:\n    def f(self, *more):\n        a, b = more\n        return b\nA().f(1, 2)", {"2"}),
    ("f = lambda n: n\nf(6)", {"6"}),
    ("def made(k):\n    def inner():\n        return k\n    return inner\nmade(5)()", {"5"}),
    ("xs = [1, 2]\nxs[1]", {"2"}),
    ("class A:\n    def f(self):\n        self.xs = [1]\n        self.xs = sorted(self.xs)\na = A()\na.xs[0]", {"1"}),
    ("xs = [1]\nfor _ in more:\n    xs = list(sorted(xs, key=abs))\nxs[0]", {"1"}),
    ("xs = [1]\nys = list(xs)\nys.append(2)\nys[0]", {"1", "2"}),
    ("xs = [1, 2]\nxs[-1]", {"2"}),
    ("xs = [1, 2]\nxs[n]", {"1", "2"}),
    ("xs = []\nxs.append(4)\nxs[0]", {"4"}),
    ("kinds = {'a': 1, 'b': 2}\nkinds['b']", {"2"}),
    ("kinds = {'a': 1}\nkinds['b'] = 2\nkinds[name]", {"1", "2"}),
    ("kinds = dict(a=1, b=2)\nkinds['b']", {"2"}),
    ("kinds = dict(a=1)\nkinds['b'] = 2\nkinds[name]", {"1", "2"}),
    ("kinds = {'a': 1, 'b': 2}\nkinds.get('b')", {"2"}),
    ("def f(kinds):\n    return kinds.get('a', 3)\nf(dict(a=1, b=2))", {"1", "3"}),
    ("kinds = {'a': 1, 'b': 2}\nfor k, v in kinds.items():\n    v", {"1", "2"}),
    ("kinds = {'a': 1}\nkinds['b'] = 2\nfor k, v in sorted(kinds.items()):\n    k", {"'a'", "'b'"}),
    ("kinds = {'a': (1, 2)}\nfor i, (k, (x, y)) in enumerate(kinds.items()):\n    y", {"2"}),
    ("def f(kinds):\n    for k, v in kinds.items():\n        return v\nf({'a': 1})", {"1"}),
    ("kinds = dict(a=1)\nkinds['b'] = 2\nlist(kinds.values())[0]", {"1", "2"}),
    ("kinds = {'a': 1}\n[v for v in kinds.values()][0]", {"1"}),
    ("kinds = {'a': 1}\nfor k in kinds:\n    k", {"'a'"}),
    ("kinds = {'a': 1}\nkinds['b'] = 2\nfor k in sorted(kinds):\n    k", {"'a'", "'b'"}),
    ("import collections\nkinds = collections.OrderedDict()\nkinds['b'] = 2\nfor v in kinds.values():\n    v", {"2"}),
    ("kinds = dict([('a', 1), ('b', 2)])\nkinds['b']", {"2"}),
    ("kinds = dict([('a', 1), (other, 2)])\nkinds['a']", {"1", "2"}),
    ("kinds = dict([('a', 1)])\nkinds['b'] = 2\nfor k, v in kinds.items():\n    v", {"1", "2"}),
    ("kinds = dict((['a', 1], ['b', 2]))\nfor k in kinds:\n    k", {"'a'", "'b'"}),
    ("from collections import OrderedDict as D\nkinds = D([('a', 1), ('b', 2)])\nlist(kinds.values())[0]", {"1", "2"}),
    ("for i, x in enumerate([1, 2]):\n    x", {"1", "2"}),
    ("for x, y in zip([1, 2], (3, 4)):\n    y", {"3", "4"}),
    ("def f():\n    pass\nhow = [f]\nhow[0]", {"f"}),
    ("def one():\n    return 1\ndef two():\n    return 2\nhow = {'a': one, 'b': two}\nhow[name]()", {"1", "2"}),
    (METHOD + "net = Net(128)\nnet.size", {"128"}),
    (METHOD + "net = Net(128)\nnet.depth", {"3"}),
    (METHOD + "net = Net(128)\nfor each in net.size:\n    each\nnet.size", {"128"}),
    (METHOD + "net = Net(128)\nwith net.size:\n    [x for x in net.size]\nnet.size", {"128"}),
    (METHOD + "net = Net(128)\nall += net.size\nnet.size", {"128"}),
    (METHOD + "Net(1).rate", {"4"}),
    (METHOD + "net = Net(128)\nnet.grow()", {"1"}),
    (METHOD + "grow = Net(128).grow\ngrow(2)", {"2"}),
    (METHOD + "class More(Net):\n    pass\nMore(2).size", {"2"}),
    (METHOD + "net = Net(1)\nnet.size = 2\nnet.size", {"1", "2"}),
    (METHOD + "net = Net(1)\nsetattr(net, 'size', 2)\nnet.size", {"1", "2"}),
    (METHOD + "def fill(net):\n    net.size = 2\nnet = Net(1)\nfill(net)\nnet.size", {"1", "2"}),
    (METHOD + "class Other:\n    pass\nother = Other()\nother.size = 2\nNet(1).size", {"1"}),
    ("class Kept:\n    pass\nkept = Kept()\nkept.n = 1\nif kept.n:\n    kept.n = 2\nkept.n", {"1", "2"}),
    ("import argparse\nkept = argparse.Namespace(m=3)\nkept.n = 1\ndef f():\n    return kept.n\nf()", {"1"}),
    ("import argparse\nkept, other = argparse.Namespace(), argparse.Namespace()\nother.n, kept.m = 1, 2\n"
     "other.n = 3\nkept.n", {"kept.n"}),
    (READ + "Net(7).wide", {"7"}), (READ + "class More(Net):\n    wide = 9\nMore(7).wide", {"9"}),
])  # fmt: skip
def test_where_it_comes_from(text, found):
    assert origins(text) == found


CONTEXT = "import contextlib\n@contextlib.contextmanager\ndef at(x, n=3):\n    yield {}\n    print(x)\n"
MANAGER = "class Net:\n    def __init__(self, n):\n        self.n = n\n    def __enter__(self):\n        return {}\n"


@pytest.mark.parametrize(("text", "found"), [
    (CONTEXT.format("x") + "with at(1) as k:\n    k", {"1"}),
    (CONTEXT.format("x, n") + "with at(1) as (j, k):\n    k", {"3"}),
    (CONTEXT.format("x, n") + "with at(1, 2) as k:\n    k[1]", {"2"}),
    (CONTEXT.format("x") + "held = at(1)\nwith open(f) as g, held as k:\n    k", {"1"}),
    (CONTEXT.format("x") + "def made(y):\n    return at(y)\nwith made(5) as k:\n    k", {"5"}),
    (CONTEXT.format("x") + "    yield n\nwith at(1) as k:\n    k", {"1", "3"}),
    (CONTEXT.format("x").replace("contextlib.c", "c").replace("import ", "from ").replace("lib\n", (
        "lib import contextmanager\n")) + "with at(1) as k:\n    k", {"1"}),
    (CONTEXT.format("x") + "with at(1):\n    k", {"k"}),
    (CONTEXT.format("(yield from x)") + "with at(1) as k:\n    k", {"(yield from x)", "?"}),
    (CONTEXT.format("") + "with at(1) as k:\n    k", {"?"}),
    (CONTEXT.format("x").replace("@", "@changed\n@") + "with at(1) as k:\n    k", {"?"}),
    (MANAGER.format("self") + "with Net(1) as net:\n    net", {"Net(1)"}),
    (MANAGER.format("self") + "with Net(1) as net:\n    net.n", {"1"}),
    (MANAGER.format("self.n") + "net = Net(1)\nwith net as k:\n    k", {"1"}),
    (MANAGER.format("self.n") + "class More(Net):\n    pass\nwith More(2) as k:\n    k", {"?"}),
    (MANAGER.format("self").replace("return self", "pass") + "with Net(1) as net:\n    net", {"?"}),
    ("with open(f) as g:\n    g", {"?"}),
])  # fmt: skip
def test_what_a_context_gives(text, found):
    assert origins(text) == found


def test_a_context_of_another_file(tmp_path):
    text = "from other import at\nwith at(1) as (j, k):\n    k"
    assert origins(text, tmp_path, other=CONTEXT.format("x, n")) == {"3"}


@pytest.mark.parametrize("text", [
    "def f(**more):\n    more['a']\n", "def f(**more):\n    more['a'] = g()\n    return more['a']\nf(a=1)",
])  # fmt: skip
def test_stars_that_are_not_seen_to_the_end(text):
    assert origins(text) == {"more['a']"}


@pytest.mark.parametrize("text", [
    "def f(n=1):\n    n\n",  # nobody calls it
    "def f(n=1):\n    return n\nf(*more)",
    "def f(n=1):\n    return n\nf(**more)",
    "def f(*more):\n    return more[0]\nf(*others)",
    "def f(**more):\n    return more['a']\nf(**others)",
    "def f(**more):\n    for k in more:\n        return k\nf(a=1)",
    "@changed\ndef f():\n    return 1\nf()",
    "def f():\n    yield 1\nf()",
    "def f(n):\n    return f(n)\nf(1)",  # never comes back
    "xs = [1]\nxs.extend(more)\nxs[0]",
    "ys = [1]\nxs = list(ys)\nxs.extend(more)\nxs[0]",
    "def f(x, n=3):\n    return n\ngiven = {}\ngiven['n'] = 7\nf(1, **given)",
    "def f(x, n=3):\n    return n\ngiven = dict(x=1)\ngiven.update(more)\nf(**given)",
    "def f(x, n=3):\n    return n\ngiven = [1]\ngiven.append(7)\nf(*given)",
    "xs = [1]\nxs += more\nxs[0]",
    "xs = [*more, 1]\nxs[1]",
    "kinds = {'a': 1}\nkinds.update(more)\nkinds['a']",
    "kinds = {'a': 1}\nkinds.update(more)\nfor k in kinds:\n    k",
    "kinds = {'a': 1, **more}\nfor k, v in kinds.items():\n    v",
    "kinds = dict(a=1)\nfor k in kinds:\n    k",
    "for k, v in some.items():\n    v",
    "for v in some.values():\n    v",
    "a = 1\na += 2\na",
    "with made() as a:\n    a",
    "for x in read():\n    x",
    READ + "    @wide.setter\n    def wide(self, by):\n        self.size = by\nNet(7).wide",
    READ.replace("property", "cached") + "Net(7).wide",
    "xs = [1]\nxs.extend(more)\na, *b = xs\nb[0]",
    METHOD + "net = Net(1)\nfor net.size in more:\n    pass\nnet.size",
    "kept = parser.parse_args()\nkept.n = 1\nkept.n",
    "import argparse\nkept = argparse.Namespace(n=3)\nkept.n = 1\nkept.n",
    "import argparse\nkept = argparse.Namespace(**more)\nkept.n = 1\nkept.n",
    "import argparse\nkept = argparse.Namespace()\nkept.n, m = more\nkept.n",
    METHOD + "net = Net(1)\nfor x, net.size in more:\n    pass\nnet.size",
    METHOD + "net = Net(1)\nwith made() as net.size:\n    pass\nnet.size",
    METHOD + "net = Net(1)\nnet.size: int = 2\nnet.size",
    METHOD + "net = Net(1)\nnet.size += 2\nnet.size",
    METHOD + "net = Net(1)\nsetattr(net, name, 2)\nnet.size",
    METHOD + "    def merge(self, more):\n        for k, v in more:\n            setattr(self, k, v)\nNet(1).size",
    METHOD + "class More(Net):\n    def merge(self, k, v):\n        setattr(self, k, v)\nMore(1).size",
    METHOD + "class Other:\n    def set(self, net, k, v):\n        setattr(net, k, v)\nNet(1).size",
    METHOD + "class Other:\n    def __setattr__(self, k, v):\n        pass\nNet(1).size",
    METHOD + "put = setattr\nNet(1).size",
    METHOD + "net = Net(1)\nnet.grow = made\nnet.grow()",
    "@kept\n" + METHOD + "Net(1).size",
    "import paddle.fluid as fluid\nclass N(fluid.dygraph.Layer):\n    def go(self):\n        self.forward(1)\n"
    "    def forward(self, x):\n        x\n",
    "class N:\n    def __init__(self, x):\n        self.x = x\nclass M(N):\n    pass\nN(1)\ngiven.x",
])  # fmt: skip
def test_what_is_not_seen_is_not_left_out(text):
    assert "?" in origins(text) or origins(text) == {text.splitlines()[-1]}


KEPT = "def kept(cls):\n    names.append(cls)\n    return cls\n"
NAMED = "def kept(name):\n    def deco(cls):\n        names[name] = cls\n        return cls\n    return deco\n"
HOLDER = "class Kinds:\n    def add(self, cls):\n        return cls\nkinds = Kinds()\n"
MORE = "class More(Net):\n    def grow(self):\n        return 2\n"


@pytest.mark.parametrize("head", [
    KEPT + "@kept\n", NAMED + "@kept('net')\n", HOLDER + "@kinds.add\n",
    "import six, abc\n@six.add_metaclass(abc.ABCMeta)\n",
    "import functools\n@functools.total_ordering\n", KEPT + NAMED.replace("kept", "named") + "@kept\n@named(1)\n",
])
def test_a_class_is_what_it_was_behind_its_decorator(head):
    assert origins(f"{head}{METHOD}Net(1).size") == {"1"}
    own = METHOD + "    def run(self):\n        return self.grow()\n"
    assert origins(f"{head}{own}{MORE}def f(net):\n    pass\nNet.run(x)") == {"1", "2"}


@pytest.mark.parametrize("head", [
    "def kept(cls):\n    return wrapped(cls)\n@kept\n", "def kept(cls):\n    cls = more(cls)\n    return cls\n@kept\n",
    "def kept(cls):\n    if cls:\n        return cls\n@kept\n", "@given.kept\n",
    NAMED.replace("return cls", "return 1") + "@kept(1)\n", NAMED + "@kept\n",
])
def test_a_class_may_be_something_else_behind_its_decorator(head):
    assert origins(f"{head}{CLASS}Net") == {"Net", "?"}


LOGGED = "def logged(f):\n    @functools.wraps(f)\n    def run(*args, **kwargs):\n        {}\n    return run\n"
HANDED = "return f(*args, **kwargs)"


@pytest.mark.parametrize("head", [
    LOGGED.format(HANDED) + "@logged\n", LOGGED.format("print(f.__name__)\n        " + HANDED) + "@logged\n",
    LOGGED.format("made = f(*args, **kwargs)\n        print(made)\n        return made") + "@logged\n",
    LOGGED.format("with timer():\n            " + HANDED) + "@logged\n@logged\n",
    "def named(name):\n" + "".join(f"    {line}\n" for line in LOGGED.format(HANDED).splitlines())
    + "    return logged\n@named('f')\n",
    "import paddle.fluid as fluid\n@fluid.dygraph.no_grad\n", "def box(f):\n    print(1)\n    return f\n@box\n",
])
def test_a_function_is_what_it_was_behind_its_decorator(head):
    assert origins(f"{head}def f(x):\n    return x\nf(1)") == {"1"}
    assert origins(f"{head}def f(x):\n    x\n    return x\nf(2)\nf(2)") == {"2"}


@pytest.mark.parametrize("head", [
    LOGGED.format("f(*args, **kwargs)") + "@logged\n", LOGGED.format("return 2 * f(*args, **kwargs)") + "@logged\n",
    LOGGED.format("return f(*args[1:], **kwargs)") + "@logged\n", LOGGED.format("return f(args)") + "@logged\n",
    LOGGED.format("kwargs['x'] = 3\n        " + HANDED) + "@logged\n",
    LOGGED.format("if ready:\n            " + HANDED) + "@logged\n",
    LOGGED.format("for _ in range(2):\n            " + HANDED) + "@logged\n",
    LOGGED.format("try:\n            " + HANDED + "\n        except KeyError:\n            return 0") + "@logged\n",
    LOGGED.format(HANDED).replace("return run\n", "return [run]\n") + "@logged\n",
    "import functools\n@functools.lru_cache()\n", "@given.logged\n", "def box(f):\n    return g\n@box\n",
    "def box(f):\n    kept.append(f)\n    return f\n@box\n",
])
def test_a_function_may_be_something_else_behind_its_decorator(head):
    assert origins(f"{head}def f(x):\n    return x\nf(1)") != {"1"}


@pytest.mark.parametrize("others", [
    "class Config:\n    def __init__(self, **more):\n        for k in more:\n            setattr(self, k, more[k])\n",
    "class Config:\n    def set(it, k):\n        setattr(it, k, 1)\n",
    "setattr(Net(1), 'depth', 2)\n",
])
def test_attributes_that_are_set_by_name_elsewhere(others):
    assert origins(f"{METHOD}{others}Net(1).size") == origins(f"{METHOD}Net(1).size")


@pytest.mark.parametrize(("text", "found"), [
    ("from nets import ACT\nACT", {"'tanh'"}),
    ("import nets\nnets.ACT", {"'tanh'"}),
    ("from nets import *\nACT", {"'tanh'"}),
    ("from nets import build as b\nb(3)", {"3"}),
    ("import nets\nnets.build(n=4)", {"4"}),
    ("import nets\nnet = nets.Net(5)\nnet.size", {"5"}),
    ("import nets\nclass More(nets.Net):\n    pass\nMore(6).size", {"6"}),
    ("import importlib\nhome = importlib.import_module('nets')\nhome.ACT", {"'tanh'"}),
    ("home = __import__('nets')\nbuild = home.build\nbuild(3)", {"3"}),
    ("from importlib import import_module\ndef f():\n    home = import_module('nets')\n"
     "    return home.Net(5)\nf().size", {"5"}),
    ("import importlib\nhome = importlib.import_module('ne' + end)\nhome.ACT", {"home.ACT"}),
    ("home = __import__('more.nets')\nhome.ACT", {"home.ACT"}),
    ("import numpy as np\nnp.pi", {"np.pi"}),
])  # fmt: skip
def test_over_files(tmp_path, text, found):
    nets = "ACT = 'tanh'\ndef build(n):\n    return n\n" + CLASS
    assert origins(text, tmp_path, nets=nets) == found


@pytest.mark.parametrize(("other", "found"), [
    ("import main\nmain.build(1)\nmain.build(n=2)\n", {"1", "2"}),
    ("from main import build as b\nb(3)\n", {"3"}),
    ("from main import *\nbuild(4)\n", {"4"}),
    ("import main\nbuild = 5\n", {"?"}),
    ("import main, importlib\nmain.build(1)\nimportlib.import_module('main').build(2)\n", {"1", "?"}),
    ("import main, sys\nmain.build(1)\nmine = sys.modules['main']\nmine.build(2)\n", {"1", "?"}),
    ("import main, sys\nmain.build(1)\nmine = sys.modules['main']\nmine.make(2)\n", {"1"}),
    ("import main\nmain.build(*given)\n", {"?"}),
    ("import main\nhow = main.build\nmain.build(1)\n", {"1", "?"}),
    ("import main\nhow = main.build\nhow(2)\n", {"2"}),
    ("import main\nhow = main.build\nwhy = how\nwhy(2)\nmain.build(n=1)\n", {"1", "2"}),
    ("import main\ndef f():\n    how = main.build\n    return how(3)\n", {"3"}),
    ("import main\nhow = main.build\nhow = other\nhow(2)\nmain.build(1)\n", {"1", "?"}),
    ("import main\nclass A:\n    how = main.build\n    how(2)\nmain.build(1)\n", {"1", "?"}),
    ("import main\nhow = main.build\nhow(2)\nkept = [how]\n", {"2", "?"}),
])  # fmt: skip
def test_what_other_files_give(tmp_path, other, found):
    assert origins("def build(n):\n    n\n", tmp_path, other=other) == found


def test_the_order_of_questions_changes_no_answer():
    text = "def f(x):\n    for i in range(3):\n        x = g(x)\n    return x\ndef g(y):\n    return y or f(y)\n"
    for order in (1, -1):
        facts = Facts.find(Source(text + "f(1)\ng(2)\n"))
        names = [each.value for each in facts.source.all(cst.Return)]
        answers = {}
        for node in names[::order]:
            ends = values_of(facts).ends(Spot(facts, node))
            answers[facts.source.code(node)] = {_shown(end) for end in ends}
        assert answers == {"x": {"1", "2"}, "y or f(y)": {"1", "2"}}


@pytest.mark.parametrize(("text", "found"), [
    ("from nets import fill\nxs = [1]\nfill(xs)\nxs[0]", {"1", "2"}),
    ("import nets\nxs = []\nnets.fill(into=xs)\nxs[0]", {"2"}),
    ("from nets import Filler\nxs = [1]\nFiller(3).fill(xs)\nxs[0]", {"1", "n"}),
    ("from nets import Filler\nxs = [1]\nFiller(3, xs)\nxs[0]", {"1", "'made'"}),
    ("import nets\nd = {'a': 1}\ndef go(held):\n    nets.put(held)\ngo(d)\nd[k]", {"1", "5"}),
    ("from nets import fill\nxs, ys = [1], []\nfill(ys)\nxs[0]", {"1"}),
    ("from nets import read\nxs = [1]\nread(xs)\nxs[0]", {"1"}),
])  # fmt: skip
def test_what_other_files_put_into_it(tmp_path, text, found):
    nets = "def fill(into):\n    into.append(2)\ndef read(xs):\n    return xs[0]\ndef put(held):\n    held['b'] = 5\n" \
           "class Filler:\n    def __init__(self, n, xs=()):\n        self.n = n\n        xs.append('made')\n" \
           "    def fill(self, xs):\n        xs.append(n)\n"
    assert origins(text, tmp_path, nets=nets) == found
