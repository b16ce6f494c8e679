"""Gradients that backward() replaced in 1.8 and adds up since 2.0."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\nopt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())\n"
MODERN = "import paddle\nopt = paddle.optimizer.SGD(0.1, parameters=model.parameters())\n"
OTHER = "other = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())\n"


def codes(result):
    return sorted(f"{f.code} {f.line}" for f in result.findings if f.code == "PM320")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for x in data:\n    loss = model(x)\n    loss.backward()\n    opt.minimize(loss)\n",
            "for x in data:\n    loss = model(x)\n    loss.backward()\n    opt.step()\n    opt.clear_grad()\n",
        ),
        ("loss.backward(); opt.minimize(loss); f()\n", "loss.backward(); opt.step(); opt.clear_grad(); f()\n"),
        (
            "loss.backward()\nopt.minimize(loss)  # why\nprint(loss)\n",
            "loss.backward()\nopt.step()  # why\nopt.clear_grad()\nprint(loss)\n",
        ),
        (
            "def turn(o, x):\n    loss = f(x)\n    loss.backward()\n    o.minimize(loss)\nturn(opt, x)\n",
            "def turn(o, x):\n    loss = f(x)\n    loss.backward()\n    o.step()\n    o.clear_grad()\nturn(opt, x)\n",
        ),
    ],
)
def test_a_file_that_never_clears(check_transformed, before, after):
    result = check_transformed(HEAD + before, MODERN + after)
    assert not codes(result)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for i in data:\n    loss.backward()\n    if i % 4 == 0:\n        opt.minimize(loss)\n",
            "for i in data:\n    opt.clear_grad()\n    loss.backward()\n    if i % 4 == 0:\n        opt.step()\n",
        ),
        (
            "for x in data:\n    loss.backward()\n    if x: continue\n    opt.minimize(loss)\n"
            "    opt.clear_gradients()\n",
            "for x in data:\n    opt.clear_grad()\n    loss.backward()\n    if x: continue\n    opt.step()\n"
            "    opt.clear_grad()\n",
        ),
        (
            "while f():\n    try:\n        loss.backward()\n        opt.minimize(loss)\n        opt.clear_gradients()\n"
            "    except E: pass\n",
            "while f():\n    try:\n        opt.clear_grad()\n        loss.backward()\n        opt.step()\n"
            "        opt.clear_grad()\n    except E: pass\n",
        ),
        (
            "def step():\n    loss.backward()\n    opt.minimize(loss)\n\n\ndef after():\n    opt.clear_gradients()\n",
            "def step():\n    opt.clear_grad()\n    loss.backward()\n    opt.step()\n\n\ndef after():\n"
            "    opt.clear_grad()\n",
        ),
        (
            "def run(x):\n    loss.backward()\n    return loss\nfor x in data:\n    if run(x): continue\n"
            "    opt.minimize(loss)\n    opt.clear_gradients()\n",
            "def run(x):\n    opt.clear_grad()\n    loss.backward()\n    return loss\nfor x in data:\n"
            "    if run(x): continue\n"
            "    opt.step()\n    opt.clear_grad()\n",
        ),
    ],
)
def test_a_run_that_may_meet_its_own(check_transformed, before, after):
    result = check_transformed(HEAD + before, MODERN + after)
    assert not codes(result)


GAN = """\
d_opt = fluid.optimizer.SGD(0.1, parameter_list=d.parameters())
g_opt = fluid.optimizer.SGD(0.1, parameter_list=g.parameters())
for x in data:
    d_loss.backward()
    d_opt.minimize(d_loss)
    d.clear_gradients()
    g_loss.backward()
    g_opt.minimize(g_loss)
    g.clear_gradients()
"""


def test_two_optimizers_in_turn(check_transformed):
    after = GAN.replace("fluid.", "paddle.").replace("parameter_list", "parameters")
    for name in "dg":
        after = after.replace(f"minimize({name}_loss)", "step()")
        after = after.replace(f"    {name}_loss.backward()", f"    {name}_opt.clear_grad()\n    {name}_loss.backward()")
    result = check_transformed("import paddle.fluid as fluid\n" + GAN, "import paddle\n" + after)
    assert not codes(result)


KEPT = """\
opts = {"d": fluid.optimizer.SGD(0.1, parameter_list=d.parameters()),
        "g": fluid.optimizer.SGD(0.1, parameter_list=g.parameters())}
"""


@pytest.mark.parametrize(
    ("turn", "keys"),
    [
        ("for x in data:\n    d_loss.backward()\n    opts['d'].minimize(d_loss)\n    d.clear_gradients()\n"
         "    g_loss.backward()\n    opts['g'].minimize(g_loss)\n    g.clear_gradients()\n", ["'d'", "'g'"]),
        ("for k, net in dict(d=d, g=g).items():\n    loss = f(net)\n    loss.backward()\n    opts[k].minimize(loss)\n"
         "    net.clear_gradients()\n", ["k"]),
    ],
)
def test_optimizers_in_a_dictionary(turn, keys):
    result = migrate_source("import paddle.fluid as fluid\n" + KEPT + turn)
    assert not codes(result)
    for key in keys:
        assert f"opts[{key}].clear_grad()\n    " in result.text


@pytest.mark.parametrize(
    "turn",
    [
        "for k in 'dg':\n    losses[k].backward()\nfor k in 'dg':\n    opts[k].minimize(losses[k])\n",
        "for k in 'dg':\n    losses[k].backward()\n    k = other(k)\n    opts[k].minimize(losses[k])\n"
        "    x.clear_gradients()\n",
        "for i in 'dg':\n    losses[i].backward()\n    opts[name(i)].minimize(losses[i])\n    x.clear_gradients()\n",
    ],
)  # fmt: skip
def test_a_key_that_is_another_at_the_run(turn):
    result = migrate_source("import paddle.fluid as fluid\n" + KEPT + turn)
    assert "].clear_grad()\n    losses" not in result.text
    assert codes(result) or "].clear_grad()" in result.text


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        # what the loop calls it means nothing before the loop
        (
            "    one.backward()\n    if x: continue\n    for o in (opt, other): o.minimize(one)\n"
            "    for m in (model, net): m.clear_gradients()\n",
            ["PM320 5"],
        ),
        ("    one.backward(s)\n    if x: continue\n    opt.minimize(one)\n    opt.clear_gradients()\n", ["PM320 5"]),
    ],
)
def test_left_to_a_person(runs, said):
    result = migrate_source(HEAD + OTHER + "for x in data:\n" + runs)
    assert codes(result) == said
    assert result.text.count("clear_grad") == runs.count("clear_gradients")


@pytest.mark.parametrize(
    ("steps", "taken"),
    [
        ("    opt.minimize(two)\n    opt.clear_gradients()\n", "opt"),
        ("    opt.minimize(one + two)\n    opt.clear_gradients()", "opt"),
        ("    opt.minimize(one)\n    other.minimize(two)\n    opt.clear_gradients()\n    other.clear_gradients()\n",
         "opt, other"),
    ],
)
def test_a_run_replaces_what_it_reaches(steps, taken):
    """Which models the losses are made of is not known."""
    made = "one, two = f(x), g(x)\n    one.backward()\n    two.backward()\n"
    result = migrate_source(HEAD + OTHER + "for x in data:\n    " + made + steps)
    assert not codes(result)
    assert f"    one.backward()\n    backward_anew(two, {taken})\n" in result.text
    assert result.text.count("clear_grad(") == steps.count("clear_gradients")


KEPT_APART = """\
import paddle.fluid as fluid
{function}
with fluid.dygraph.guard():
    a, b, d = fluid.dygraph.Linear(1, 2), fluid.dygraph.Linear(2, 1), fluid.dygraph.Linear(1, 1)
    {made}
    for x in data:
        y = b(a(x))
        loss = fluid.layers.mean(d(y))
        loss.backward()
        og.minimize(loss)
        {cleared}
        other = fluid.layers.mean(d(y.detach()))
        other.backward()
        od.minimize(other)
        d.clear_gradients()
"""
MAKES = "def opt(params, rate=0.1):\n    return fluid.optimizer.Adam(rate, parameter_list=params)\n"
BOTH = "a.clear_gradients(); b.clear_gradients()"


ALL = f"{BOTH}; d.clear_gradients()"
MADE = "og, od = opt(a.parameters() + b.parameters()), opt(d.parameters())"


@pytest.mark.parametrize(
    ("function", "made", "cleared", "more"),
    [
        (MAKES, MADE, ALL, 1),  # the later run may reach what the earlier one does
        (MAKES, "og = opt(params=a.parameters() + b.parameters())\n    od = opt(rate=0.2, params=d.parameters())",
         f"d.clear_gradients(); {BOTH}", 1),
        ("make = fluid.optimizer.Adam", "og = make(0.1, parameter_list=a.parameters() + b.parameters())\n"
         "    ps = d.parameters()\n    od = make(0.1, parameter_list=ps)", ALL, 1),
        (MAKES, MADE, BOTH, 2),
    ],
)
def test_optimizers_that_a_function_makes(function, made, cleared, more):
    source = KEPT_APART.format(function=function, made=made, cleared=cleared)
    result = migrate_source(source)
    assert "og.clear_grad()\n    loss.backward()" in result.text
    assert ("od.clear_grad()\n    other.backward()" in result.text) == (more > 1)
    assert not codes(result)


def test_a_clear_behind_the_later_run_is_none_before_it():
    turn = "    one(x).backward()\n    two = f(x)\n    two.backward(); opt.minimize(two); opt.clear_gradients()\n"
    text = f"{HEAD}for x in data:\n{turn}"
    assert "    backward_anew(two, opt); opt.step(); opt.clear_grad()\n" in migrate_source(text).text


def test_a_tensor_s_own():
    """Whether the later run reaches it is a person's."""
    head = "import paddle.fluid as fluid\nx = fluid.dygraph.to_variable(n)\nfluid.layers.relu(x).backward()\n"
    twice = migrate_source(head + "(x * 2).backward()\nx.gradient()\n")
    assert codes(twice) == ["PM320 4"]
    anew = migrate_source(head + "x = fluid.dygraph.to_variable(m)\n(x * 2).backward()\nx.gradient()\n")
    assert not codes(anew)


@pytest.mark.parametrize(
    ("asked", "cleared", "is_said"),
    [
        ("net.fc.weight.gradient()", "net.clear_gradients()", False),
        ("for n, p in net.named_parameters():\n        p.gradient()", "net.clear_gradients()", False),
        ("for p in net.parameters() + b.parameters(): p.gradient()",
         "net.clear_gradients(); b.clear_gradients()", False),
        ("for p in net.parameters() + b.parameters(): p.gradient()", "net.clear_gradients()", True),
        ("net.fc.weight.gradient()", "b.clear_gradients()", True),
        ("for p in b.parameters(): p.gradient()", "net.clear_gradients()", True),
    ],
)
def test_parameters_that_are_asked_for_where_nothing_steps(asked, cleared, is_said):
    head = "import paddle.fluid as fluid\nfor x in data:\n    fluid.layers.relu(net(b(x))).backward()\n"
    assert codes(migrate_source(f"{head}    {asked}\n    {cleared}\n")) == ["PM320 3"] * is_said


@pytest.mark.parametrize(
    "source",
    [
        "for x in data:\n    loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n",
        "for x in data:\n    opt.clear_gradients()\n    loss.backward()\n    opt.minimize(loss)\n",
        "for x in data: loss.backward(); opt.minimize(loss); model.clear_gradients()\n",
        "for x in data:\n    loss.backward()\n    opt.minimize(loss)\n    model.clear_gradients()\n    if x: break\n",
        "for x in data:\n    try:\n        loss.backward()\n        opt.minimize(loss)\n"
        "    finally:\n        opt.clear_gradients()\n",
        "def run(x):\n    loss.backward()\n    return loss\nfor x in data:\n    opt.minimize(run(x))\n"
        "    opt.clear_gradients()\n",
        "def turn(m, o, x):\n    loss = m(x)\n    loss.backward()\n    o.minimize(loss)\n    m.clear_gradients()\n"
        "for x in data: turn(model, opt, x)\n",
        # one run in two branches
        "for x in data:\n    if parallel:\n        loss = model.scale_loss(loss)\n        loss.backward()\n    else:\n"
        "        loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n",
        # all are cleared between
        "for x in data:\n    a.backward()\n    opt.minimize(a)\n    opt.clear_gradients()\n"
        "    b.backward()\n    opt.minimize(b)\n    opt.clear_gradients()\n",
        # methods of the script's own that are called as an optimizer's are
        "class T(object):\n    def minimize(self, x):\n        loss = model(x)\n        loss.backward()\n"
        "        opt.minimize(loss)\n        opt.clear_gradients()\nt = T()\nfor x in data:\n    t.minimize(x)\n",
        "class T(object):\n    def __init__(self):\n        self.opt = opt\n    def step(self, x):\n"
        "        loss = model(x)\n        loss.backward()\n        self.opt.minimize(loss)\n"
        "        self.opt.clear_gradients()\nt = T()\nfor x in data:\n    t.step(x)\n",
        "def one():\n    loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n\n\n"
        "def two():\n    loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n",
    ],
)
def test_nothing_is_added_or_said(source):
    result = migrate_source(HEAD + source)
    assert not codes(result)
    assert result.text.count("clear_grad") == source.count("clear_gradients")


@pytest.mark.parametrize(
    "source",
    [
        "import paddle\nloss.backward()\nother.backward()\nopt.step()\n",
        "import paddle\nfor x in data:\n    loss.backward()\n    if x: continue\n    opt.step()\n"
        "    opt.clear_grad()\n# fluid\n",
        "import scipy.optimize\nloss.backward()\nother.backward()\nscipy.optimize.minimize(f)\n# fluid\n",
    ],
)
def test_todays_code_stays(check_noop, source):
    check_noop(source)


def test_a_second_run_of_what_is_half_migrated_adds_nothing():
    source = (
        "import paddle\nimport paddle.fluid as fluid\nclass T(object):\n    def __init__(self, rate):\n"
        "        self.net = paddle.nn.Linear(1, 1)\n        self.opt = paddle.optimizer.SGD(rate)\n"
        "    def step(self, x):\n        loss = paddle.mean(self.net(x))\n        loss.backward()\n"
        "        self.opt.step()\n        self.opt.clear_grad()\nt = T(fluid.dygraph.NoamDecay(64, 3))\n"
        "for x in data:\n    t.step(x)\n"
    )
    assert migrate_source(source).text.count("clear_grad") == 1


def test_many_functions_are_not_too_many_paths():
    """What a function makes for itself ends with it."""
    made = "    m = fluid.dygraph.Linear(1, 2)\n    o = fluid.optimizer.SGD(0.1, parameter_list=m.parameters())\n"
    turn = "    for i in range(3):\n        l = m(fluid.dygraph.to_variable(d[i]))\n        l.backward()\n"
    turn += "        o.minimize(l)\n        m.clear_gradients()\n"
    functions = "".join(f"def train_{n}(d):\n{made}{turn}" for n in range(40))
    result = migrate_source("import paddle.fluid as fluid\n" + functions)
    assert not codes(result)
    assert result.text.count("o.clear_grad()") == 40


def test_too_many_paths_are_said_at_once():
    lines = "".join(f"    l{n} = m(x)\n    l{n}.backward()\n" for n in range(2000))
    source = f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    m = f()\n{lines}    o.minimize(l0)\n"
    assert codes(migrate_source(source)) == ["PM320 5"]


NESTED = """\
def main():
    a = {0}.Linear(1, 1)
    o = {1}.optimizer.SGD(0.1, {2}=a.parameters())
    for x in data:
        def turn():
            l = a(x)
            l.backward()
            {3}
            l.backward()
            {4}
        turn()
main()
"""
ENDED = """\
def build():
    a = {0}.Linear(1, 1)
    return a, {1}.optimizer.SGD(0.1, {2}=a.parameters())
def main():
    a, o = build()
    for x in data:
        l = a(x)
        l.backward()
        {3}
        l.backward()
        {4}
main()
"""
OLD = ("fluid.dygraph", "fluid", "parameter_list")
TODAY = ("nn", "paddle", "parameters")


@pytest.mark.parametrize("program", [NESTED, ENDED])
def test_models_of_another_function(check_transformed, program):
    """One that is running, whose variables the inner one sees; one that has ended, whose model has its own name."""
    old = program.format(*OLD, "{}l = a(x) * 2", "o.minimize(l); o.clear_gradients()")
    new = program.format(*TODAY, "o.clear_grad(); l = a(x) * 2", "o.step(); o.clear_grad()")
    head = "import paddle.fluid as fluid\n"
    result = check_transformed(
        head + old.format("o.clear_gradients(); "), f"import paddle\nimport paddle.nn as nn\n{new}"
    )
    assert not codes(result)
    twice = migrate_source(head + old.format(""))
    assert "backward_anew(l, o)" in twice.text
    assert not codes(twice)


MODELS = """\
def linear(value):
    return fluid.dygraph.Linear(1, 1, bias_attr=False, param_attr=fluid.initializer.Constant(value))
a, b = linear(2.0), linear(3.0)
x = fluid.dygraph.to_variable(np.ones((1, 1), "float32"))
o = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=a.parameters())
p = fluid.optimizer.SGD(0.01, parameter_list=b.parameters())
"""
TURN = "l = a(x)\nl.backward()\n{}o.minimize(l)\na.clear_gradients()\n"
GANS = "l = a(x) - a({fake})\nl.backward()\no.minimize(l)\n{one}m = a(b(x))\nm.backward()\np.minimize(m)\n{two}"


def loop(text, head="for i in range(4):\n"):
    return head + "".join(f"    {line}\n" for line in text.splitlines())


def gan(fake="b(x)", cleared=True):
    return loop(GANS.format(fake=fake, one="a.clear_gradients()\n" * cleared, two="b.clear_gradients()\n" * cleared))


TWICE = "l = a(x)\nl.backward()\nl = a(x) * 2\nl.backward()\no.minimize(l)\na.clear_gradients()\n"


def inside(text):
    """All of it in a function, with models of its own."""
    made = MODELS.partition("a, b =")[2].splitlines()
    kept = "out.extend([a.weight.numpy(), b.weight.numpy()])\n"
    return loop("\n".join(["a, b =" + made[0], *made[1:], text + kept]), "def main():\n") + "main()\n"


CLASS = """\
class Trainer:
    def __init__(self, d, g):
        self.d, self.g = d, g
        self.d_opt = fluid.optimizer.SGD(0.1, parameter_list=d.parameters())
        self.g_opt = fluid.optimizer.SGD(0.01, parameter_list=g.parameters())
    def turn(self):
        self.train_d()
        for i in range(2):
            self.train_g()
    def train_d(self):
        l = self.d(x) * 2 - self.d(self.g(x))
        l.backward()
        self.d_opt.minimize(l)
        self.d.clear_gradients()
    def train_g(self):
        m = self.d(self.g(x))
        m.backward()
        self.g_opt.minimize(m)
        self.g.clear_gradients()
t = Trainer(a, b)
for i in range(3): t.turn()
"""
GIVEN = """\
class Given:
    def __init__(self, m, opt):
        self.m, self.opt = m, opt
    def turn(self):
        l = self.m(x)
        l.backward()
        l = self.m(x) * 2
        l.backward()
        self.opt.minimize(l)
        self.m.clear_gradients()
g = Given(a, {})
for i in range(3): g.turn()
"""
APART = "l = {}\nl.backward()\nm = {}\nm.backward()\nq.minimize(m)\nq.clear_gradients()\n"
BOTH = "q = fluid.optimizer.SGD(0.1, parameter_list=a.parameters() + b.parameters())\n" \
    "def either(n): return (a, b)[n % 2](x)\n"
PROGRAMS = {
    "by number": BOTH + loop(APART.format("either(i) * 2", "either(i // 2)")),
    "both, then one": BOTH + loop(APART.format("either(0) * either(1)", "either(i)")),
    "one, then both": BOTH + loop(APART.format("either(i)", "either(0) * either(1)")),
    "in an object": BOTH + GIVEN.format("q").replace("l = self.m(x)\n", "l = b(x) * self.m(x)\n", 1),
    "handed": GIVEN.format("o"),
    "handed, another": "o = fluid.optimizer.SGD(0.1, parameter_list=a.parameters() + b.parameters())\n"
    + GIVEN.format("o").replace("self.m, self.opt = m, opt", "self.m = m\n        self.opt = opt"),
    "standard": loop(TURN.format("")),
    "never": loop("l = a(x)\nl.backward()\no.minimize(l)\n"),
    "continue": loop(TURN.format("if i == 0: continue\n")),
    "break": loop(
        "for j in range(3):\n    l = a(x)\n    l.backward()\n    if j: break\no.minimize(l)\na.clear_gradients()"
    ),
    "one line": "for i in range(4): l = a(x); l.backward(); o.minimize(l)\n",
    "except": loop(
        "try:\n    l = a(x)\n    l.backward()\n    1 / i\n    o.minimize(l)\n    a.clear_gradients()\n"
        "except ZeroDivisionError: pass"
    ),
    "finally": loop("try:\n    l = a(x)\n    l.backward()\n    if i: o.minimize(l)\nfinally: a.clear_gradients()"),
    "every second": loop("l = a(x) * i\nl.backward()\nif i % 2: o.minimize(l); a.clear_gradients()"),
    "two losses": loop("l = a(x)\nm = a(x) * a(x)\nl.backward()\nm.backward()\no.minimize(m)\na.clear_gradients()"),
    "with": loop(
        "with fluid.dygraph.guard():\n    l = a(x)\n    l.backward()\n    if i: o.minimize(l); a.clear_gradients()"
    ),
    "function": "def run(m):\n    l = m(x)\n    l.backward()\n    return l\n"
    + loop("l = run(a)\nif i == 1: continue\no.minimize(l)\na.clear_gradients()"),
    "early return": loop(
        "l = a(x)\nl.backward()\nif i == 1: return\no.minimize(l)\na.clear_gradients()", "def turn(i):\n"
    )
    + "for i in range(4): turn(i)\n",
    "passed on": "def turn(m, opt, i):\n    l = m(x)\n    l.backward()\n    if i == 1: return\n    opt.minimize(l)\n"
    "for i in range(4): turn(a, o, i); turn(b, p, i)\n",
    "gan": gan(),
    "gan detached": gan("b(x).detach()"),
    "gan never": gan(cleared=False),
    "gan in functions": loop(TURN.format("").replace("a(x)", "a(x) * 2 - a(b(x))"), "def train_d():\n")
    + "def train_g():\n    m = a(b(x))\n    m.backward()\n    p.minimize(m)\n    b.clear_gradients()\n"
    + "for i in range(3):\n    train_d()\n    for j in range(2): train_g()\n",
    "gan in a class": CLASS,
    "one after the other": loop(TURN.format("") + "m = b(x)\nm.backward()\np.minimize(m)\n"),
    "two runs in a closure": inside(loop(loop(TWICE, "def turn():\n") + "turn()\n")),
    "a gan in a closure": inside(loop(loop(GANS.format(fake="b(x)", one="", two=""), "def turn():\n") + "turn()\n")),
    "made by a function": "def main():\n    def both():\n        m = linear(2.0)\n"
    "        return m, fluid.optimizer.SGD(0.1, parameter_list=m.parameters())\n    a, o = both()\n"
    + loop(loop(TWICE))
    + "    out.append(a.weight.numpy())\nmain()\n",
    "comprehension": "def turn(i):\n    l = a(x)\n    l.backward()\n    o.minimize(l)\n[turn(i) for i in range(4)]\n",
}


def test_they_train_as_before(trials):
    head = "import numpy as np\nimport paddle.fluid as fluid\nout = []\n"
    tail = "out += [a.weight.numpy(), b.weight.numpy()]\n"
    programs = {
        name: head + loop(MODELS + text + tail, "with fluid.dygraph.guard():\n") for name, text in PROGRAMS.items()
    }
    old = trials.of_1_8("gradients", programs)
    new, said = trials.migrated(programs)
    assert not {name: found for name, found in said.items() if "PM320" in found}
    assert trials.same(old, trials.of_today(programs, compat=True)) == []
    assert trials.same(old, trials.of_today(new, compat=False)) == []


@pytest.mark.parametrize("given", ["o", "fluid.optimizer.SGD(0.1, parameter_list=a.parameters())"])
def test_an_optimizer_that_a_class_is_handed(given):
    """It may have names of its own for the models of that optimizer, which may be more than the later run reaches."""
    for first in ("self.m(x)", "b(x) + self.m(x)", "b(x)"):
        text = MODELS + GIVEN.format(given).replace("l = self.m(x)\n", f"l = {first}\n", 1)
        result = migrate_source("import paddle.fluid as fluid\n" + loop(text, "with fluid.dygraph.guard():\n"))
        assert not codes(result)
        assert "backward_anew(l, self.opt)" in result.text


def test_an_optimizer_made_for_one_step_is_not_made_again():
    text = (
        "import paddle.fluid as fluid\ndef train(net, loss):\n"
        "    with fluid.dygraph.guard():\n        loss.backward()\n"
        "        fluid.optimizer.SGD(0.1, parameter_list=net.parameters()).minimize(loss)\n"
    )
    result = migrate_source(text)
    assert result.text.endswith(
        "    loss.backward()\n    paddle.optimizer.SGD(0.1, parameters=net.parameters()).step()\n"
    )
    assert [(f.code, f.line) for f in result.left] == [("PM320", 5)]


@pytest.mark.parametrize(("one", "other"), [("opt", "opt"), ("d_opt", "g_opt")])
def test_two_functions_that_are_handed_their_optimizers(one, other):
    """Of each other's, which a run may reach, they know nothing, whatever they call them."""
    turn = "def {0}(model, {1}):\n    loss = f(model)\n    loss.backward()\n    {1}.minimize(loss)\n"
    turn += "    {1}.clear_gradients()\n"
    made = "def main():\n" + "".join(
        f"    {n} = fluid.dygraph.Linear(1, 1)\n    o_{n} = fluid.optimizer.SGD(0.1, parameter_list={n}.parameters())\n"
        for n in "dg"
    )
    main = made + "    for x in data:\n        train_d(d, o_d)\n        train_g(g, o_g)\nmain()\n"
    text = "import paddle.fluid as fluid\n" + turn.format("train_d", one) + turn.format("train_g", other) + main
    result = migrate_source(text)
    assert not codes(result)
    assert all(f"    {name}.clear_grad()\n    loss.backward()" in result.text for name in (one, other))


IN_TWO_FILES = """\
import numpy as np
import paddle.fluid as fluid
import runs

with fluid.dygraph.guard():
    a = fluid.dygraph.Linear(1, 1, bias_attr=False, param_attr=fluid.initializer.Constant(2.0))
    x = fluid.dygraph.to_variable(np.ones((1, 1), 'float32'))
    o = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=a.parameters())
    for i in range(5):
        {run}
        print('{seen}')
        if i == 1:
            continue
        o.minimize(l)
        {clear}
        print('%.6f' % a.weight.numpy().sum())
"""
RUNS = """\
def run(loss):
    loss.backward()

def of(net, x):
    loss = net(x)
    run(loss)
    return loss

def seen(net):
    return [p.shape for p in net.parameters()]

class Runner(object):
    def __init__(self, net):
        self.net = net

    def turn(self, x):
        self.loss = self.net(x)
        run(self.loss)
        return self.loss
"""
CLEAR = "a.clear_gradients()"
OVER_FILES = {
    "a loss": ("l = a(x) * 2\n        runs.run(l)", CLEAR),
    "all of it": ("l = runs.of(a, x)", CLEAR),
    "a class": ("l = runs.Runner(a).turn(x)", CLEAR),
    "never": ("l = runs.of(net=a, x=x * 2)", "pass"),
    "in a list": ("l = [run(a, x) for run in [runs.of]][0]", CLEAR),
}


def test_a_run_in_a_file_that_steps_nothing(run_both_ways):
    scripts = {name: {"main.py": IN_TWO_FILES.format(run=run, clear=clear, seen="turn"), "runs.py": RUNS}
               for name, (run, clear) in OVER_FILES.items()}
    old, new = run_both_ways(scripts)
    assert all(len(printed) == 5 + 4 for printed in old.values())
    assert new == old


ATTACKED = """\
    b = fluid.dygraph.Linear(1, 1, bias_attr=False, param_attr=fluid.initializer.Constant(3.0))
    p = fluid.optimizer.SGD(0.01, parameter_list=b.parameters())
    for i in range(4):
        print('%.6f' % runs.attack({attacked}))
        l = a(b(x)) * 2
        l.backward()
        o.minimize(l)
        p.minimize(l)
        a.clear_gradients()
        {clear}
        print('%.6f %.6f' % (a.weight.numpy().sum(), b.weight.numpy().sum()))
"""
ATTACK = """\
import numpy as np
import paddle.fluid as fluid

def attack(net, *others):
    x = fluid.dygraph.to_variable(np.ones((1, 1), 'float32'))
    x.stop_gradient = False
    loss = net(x)
    for other in others:
        loss = loss * other(x)
    loss.backward()
    found = x.gradient().sum()
    net.clear_gradients()
    return found
"""


@pytest.mark.parametrize(("attacked", "left_out", "is_met"), [
    ("a", "p", False),
    ("net=a", "p", False),
    ("b, a", "p", True),  # what it leaves in a
    ("a, b", "-", True),
    ("a", "-", True),  # nothing shows that it leaves b alone
])
def test_a_run_in_another_file_that_clears_itself(run_both_ways, tmp_path, attacked, left_out, is_met):
    head = IN_TWO_FILES.partition("    for i in")[0]
    lines = ATTACKED.format(attacked=attacked, clear="b.clear_gradients()").splitlines(keepends=True)
    main = head + "".join(line for line in lines if not line.lstrip().startswith((f"{left_out} =", f"{left_out}.")))
    old, new = run_both_ways({"attacked": {"main.py": main, "runs.py": ATTACK}})
    assert len(old["attacked"]) == 4 + 4
    assert new == old
    assert ("    l.backward()" not in of_two_files(tmp_path, main, ATTACK).text) == is_met


STEPPED = """\
def main():
    a, b = linear(2.0), linear(3.0)
    o = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=a.parameters())
    p = fluid.optimizer.SGD(0.01, parameter_list=b.parameters())
    for i in range(4):
        l = a(b(x)) - 1.0
        l.backward()
        p.minimize(l)
        l = a(b(x)) * 2
        l.backward()
        {step}
        a.clear_gradients()
        b.clear_gradients()
        print('%.6f %.6f' % (a.weight.numpy().sum(), b.weight.numpy().sum()))
main()
"""
STEPPERS = """\
import numpy as np
import paddle.fluid as fluid
def stepped(loss, optimizer):
    optimizer.minimize(loss)
class Stepper(object):
    def __init__(self, optimizer=None):
        self.optimizer = optimizer
    def step(self, loss, opt):
        opt.minimize(loss)
    def own(self, loss):
        self.optimizer.minimize(loss)
def linear(value):
    return fluid.dygraph.Linear(1, 1, bias_attr=False, param_attr=fluid.initializer.Constant(value))
"""


def test_an_optimizer_that_a_function_has_another_step(run_both_ways):
    steps = {"plain": "o.minimize(l)", "function": "stepped(l, o)", "method": "Stepper().step(l, opt=o)",
             "object": "Stepper(o).own(l)", "container": "{'a': stepped}['a'](l, o)"}
    head, made = "with fluid.dygraph.guard():\n", "    x = fluid.dygraph.to_variable(np.ones((1, 1), 'float32'))\n"
    scripts = {name: {"main.py": STEPPERS + head + made + textwrap.indent(STEPPED.format(step=step), "    ")}
               for name, step in steps.items()}
    old, new = run_both_ways(scripts)
    assert all(printed == old["plain"] and len(printed) == 4 for printed in old.values())
    assert new == old


BOTH_RUN = """\
import numpy as np
import paddle.fluid as fluid


def attack(a, b, x, opt):
    l = fluid.layers.reduce_mean(fluid.layers.square(b(a(x)) - 1.0))
    l.backward()
    opt.minimize(l)
    return l


def around(*args, **more):
    return attack(*args, **more)


class Attack(object):
    def __init__(self, opt):
        self.opt = opt

    def item(self, models, x):
        l = fluid.layers.reduce_mean(fluid.layers.square(models[1](models[0](x)) - 1.0))
        l.backward()
        self.opt.minimize(l)


def main():
    a, b = [fluid.dygraph.Linear(2, 2, param_attr=fluid.initializer.Constant(c)) for c in (0.5, 0.25)]
    o = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=a.parameters())
    p = fluid.optimizer.SGD(0.1, parameter_list=b.parameters())
    x = fluid.dygraph.to_variable(np.array([[1., 2.], [3., -1.]], 'float32'))
    for i in range(4):
        {call}
        l = fluid.layers.reduce_mean(fluid.layers.square(b(a(x))))
        l.backward()
        o.minimize(l)
        a.clear_gradients()
        b.clear_gradients()
        print('%.6f %.6f' % (l.numpy(), a.weight.numpy().sum()))


with fluid.dygraph.guard():
    main()
"""


def test_a_run_in_a_function_that_is_given_the_models(run_both_ways):
    calls = {"function": "attack(a, b, x, p)", "around": "around(a, b, opt=p, x=x)",
             "method": "Attack(p).item((a, b), x)", "held": "{'attack': attack}['attack'](a, b, x, p)"}
    old, new = run_both_ways({name: {"main.py": BOTH_RUN.replace("{call}", call)} for name, call in calls.items()})
    assert all(printed == old["function"] and len(printed) == 4 for printed in old.values())
    assert new == old


OWN = """\
import numpy as np
import paddle.fluid as fluid


class Model(object):
    def __init__(self, net):
        self.net = net
        self.opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())

    def forward(self, x):
        self.loss = fluid.layers.mean(fluid.layers.square(self.net(x)))

    def backward(self):
        self.loss.backward()
        self.opt.minimize(self.loss)
        self.net.clear_gradients()

    def step(self, x):
        self.forward(x)
        self.backward()


class Twice(Model):
    def backward(self):
        super(Twice, self).backward()
        self.net.clear_gradients()


def stepped(model, x):
    model.forward(x)
    model.backward()


with fluid.dygraph.guard():
    for kind in (Model, Twice):
        model = kind(fluid.dygraph.Linear(2, 1, param_attr=fluid.initializer.Constant(0.5)))
        for i in range(2):
            x = fluid.dygraph.to_variable(np.ones([2, 2], 'float32'))
            model.step(x)
            model.forward(x)
            model.backward()
            stepped(model, x)
            print('%.6f' % model.loss.numpy())
"""


def test_a_method_of_ones_own_that_is_called_backward(run_both_ways):
    assert not migrate_source(OWN).left
    assert "backward_anew" not in migrate_source(OWN).text
    old, new = run_both_ways({"own": {"main.py": OWN}})
    assert len(old["own"]) == 4
    assert new == old


def of_two_files(folder, main, runs):
    (folder / "main.py").write_text(main)
    (folder / "runs.py").write_text(runs)
    project = Project([folder / "main.py", folder / "runs.py"])
    return migrate_source(main, str(folder / "main.py"), Options(), project)


def test_a_call_into_a_file_that_runs_elsewhere_is_left(tmp_path):
    """Between the run and the step nothing is cleared: `seen` itself runs nothing."""
    text = IN_TWO_FILES.format(run="l = a(x)\n        l.backward()", clear=CLEAR, seen="', runs.seen(a), '")
    result = of_two_files(tmp_path, text, RUNS)
    assert "    l.backward()\n    print('', runs.seen(a), '')\n" in result.text
    assert not codes(result)


ASKING = """\
import numpy as np
import paddle.fluid as fluid
import runs

def asked(x):
    y = x * 2
    y.backward()
    return x.gradient()

with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.ones((1, 1), 'float32'))
    x.stop_gradient = False
    {first}
    print(asked(x))
"""


@pytest.mark.parametrize(("first", "found"), [("runs.run(x * 2)", ["PM320"]), ("runs.seen(a)", [])])
def test_a_run_in_another_file_where_tensors_are_asked_and_nothing_steps(tmp_path, first, found):
    assert [each.code for each in of_two_files(tmp_path, ASKING.format(first=first), RUNS).left] == found


TURNS = """\
import paddle.fluid as fluid

def turn(a, b, x, optimizer):
    loss = fluid.layers.reduce_mean(a(b(x)) * 2)
    loss.backward()
    optimizer.minimize(loss)
    a.clear_gradients()
    b.clear_gradients()
    return loss
"""


@pytest.mark.parametrize(("cleared", "is_met"), [
    ("pass", True), ("b.clear_gradients()", True), ("a.clear_gradients()", False), ("o.clear_gradients()", False),
])
def test_a_file_that_runs_and_steps_meets_what_this_one_left(run_both_ways, tmp_path, cleared, is_met):
    """Its `backward()` would add to what the run before has left in the parameters that it steps."""
    text = STEPPERS.partition("def stepped")[0] + "import runs\n" + "def linear" + STEPPERS.partition("def linear")[2]
    made = "with fluid.dygraph.guard():\n    x = fluid.dygraph.to_variable(np.ones((1, 1), 'float32'))\n"
    steps = STEPPED.replace("        l = a(b(x)) * 2\n        l.backward()\n        {step}\n",
                            f"        {cleared}\n        l = runs.turn(a, b, x, o)\n")
    text += made + textwrap.indent(steps, "    ")
    found = [each.code for each in of_two_files(tmp_path, text, TURNS).left]
    assert found == (["PM320"] if is_met else [])
    if not is_met:
        old, new = run_both_ways({"turns": {"main.py": text, "runs.py": TURNS}})
        assert new == old


ONCE = """\
def main(net):
    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    for x in data:
        net(x).backward(strategy)
        opt.minimize(loss)
        opt.clear_gradients()
    {last}
"""


@pytest.mark.parametrize(("last", "calls"), [
    ("other(net).backward(strategy)", "main(model)\n"),
    ("if deep:\n        other(net).backward(strategy)", "if __name__ == '__main__':\n    main(model)\n"),
    ("with more:\n        other(net).backward(strategy)", "def start():\n    main(model)\nstart()\n"),
    ("for _ in data:\n        net(1).backward(strategy)\n        opt.clear_gradients()", "main(model)\n"),
])  # fmt: skip
def test_what_comes_later_is_not_met_where_a_function_runs_once(last, calls):
    assert not codes(migrate_source(HEAD + ONCE.format(last=last) + calls))


@pytest.mark.parametrize(("last", "calls"), [
    ("other(net).backward(strategy)", "main(model)\nmain(model)\n"),
    ("other(net).backward(strategy)", "for _ in range(2):\n    main(model)\n"),
    ("other(net).backward(strategy)", ""),  # nobody is seen to call it
    ("other(net).backward(strategy)\n    if x: main(net)", "main(model)\n"),
    ("for _ in data:\n        net(1).backward(strategy)", "main(model)\n"),
])  # fmt: skip
def test_what_comes_later_is_met_where_it_runs_again(last, calls):
    assert codes(migrate_source(HEAD + ONCE.format(last=last) + calls))


SEARCH = """\
import paddle.fluid as fluid
class Search(object):
    def __init__(self, model, second):
        self.model, self.second = model, second
        self.optimizer = fluid.optimizer.SGD(0.1, parameter_list=model.alphas())
        {made}
    def run(self, x):
        loss = self.model(x)
        {run}
        return loss
    def step(self, x):
        if self.second:
            self.other.minimize(self.run(x))
        self.optimizer.minimize(self.run(x))
        self.optimizer.clear_gradients()
def train(model, second, data):
    with fluid.dygraph.guard():
        search = Search(model, second)
        for x in data:
            search.step(x)
"""
MADE = "fluid.optimizer.SGD(0.1, parameter_list=model.weights())"
MAY_BE_MISSING = 'backward_anew(loss, getattr(self, "other", None), self.optimizer)'
MAY_BE_NONE = "backward_anew(loss, self.other, self.optimizer)"
IS_THERE = "self.other.clear_grad()\n        self.optimizer.clear_grad()\n        loss.backward()\n"


@pytest.mark.parametrize(
    ("made", "written"),
    [
        (f"if second: self.other = {MADE}", MAY_BE_MISSING),
        (f"if second:\n            if model: self.other, self.b = {MADE}, 1", MAY_BE_MISSING),
        (f"self.other = {MADE} if second else None", MAY_BE_NONE),
        (f"self.other = None\n        if second: self.other = {MADE}", MAY_BE_NONE),
        (f"self.other = {MADE}", IS_THERE),
        (f"if second: self.other = {MADE}\n        else: self.other = self.optimizer", IS_THERE),
        (f"if second: self.b = {MADE}\n        self.other = {MADE}", IS_THERE),
    ],
)
def test_an_optimizer_that_an_object_may_not_have(made, written):
    result = migrate_source(SEARCH.format(made=made, run="loss.backward()"))
    assert written in result.text
    assert not codes(result)


def test_under_the_same_condition_it_is_there():
    text = SEARCH.format(made=f"if self.second: self.other = {MADE}", run="if self.second: loss.backward()")
    assert "getattr" not in migrate_source(text).text


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("if both: other = {}", ["PM320 6", "PM320 7"]),
        ("other = {}", []),
        ("if both: other = {}\nelse: other = opt", []),
        ("if both: other = {}\nother = opt", []),
    ],
)
def test_an_optimizer_that_a_variable_may_not_have(made, said):
    lines = made.format("fluid.optimizer.SGD(0.1, parameter_list=b.parameters())")
    made = "one, two = f(x), g(x)\n    one.backward()\n    two.backward()\n"
    steps = "    opt.minimize(one)\n    if both: other.minimize(two)\n    opt.clear_gradients()\n"
    head = HEAD.rstrip("\n")
    result = migrate_source(f"{head}\n{lines}\nfor x in data:\n    {made}{steps}")
    assert codes(result) == said


SOME = """\
import numpy as np
import paddle.fluid as fluid
class Model(fluid.dygraph.Layer):
    def __init__(self):
        super(Model, self).__init__()
        half = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.5))
        self.a = fluid.dygraph.Linear(2, 2, param_attr=half)
        self.b = fluid.dygraph.Linear(2, 1, param_attr=half)
    def alphas(self):
        return self.a.parameters()
    def weights(self):
        return self.b.parameters()
    def forward(self, x):
        return fluid.layers.reduce_mean(self.b(self.a(x)))
class Search(object):
    def __init__(self, model, second):
        self.model, self.second = model, second
        self.optimizer = fluid.optimizer.SGD(0.1, parameter_list=model.alphas())
        @@
    def run(self, x):
        loss = self.model(x)
        loss.backward()
        return loss
    def step(self, x):
        if self.second:
            self.other.minimize(self.run(x))
        self.optimizer.minimize(self.run(x))
        self.optimizer.clear_gradients()
def train(second):
    with fluid.dygraph.guard():
        model = Model()
        search = Search(model, second)
        for i in range(3):
            search.step(fluid.dygraph.to_variable(np.ones((1, 2), 'float32') + i))
        print([round(float(p.numpy().sum()), 5) for p in model.parameters()])
train(True)
train(False)
"""
WAYS = {
    "none": "self.other = None\n        if second: self.other = {}",
    "missing": "if second: self.other = {}",
    "chosen": "self.other = {} if second else None",
    "later": "self.other = None\n        self.begin(model, second)\n"
    "    def begin(self, model, second):\n        if second: self.other = {}",
    "tried": "self.other = None\n        try:\n            if second: self.other = {}\n        finally: second = 0",
    "always": "self.other = {}",
}


def test_optimizers_that_may_be_missing_step_as_they_did(run_both_ways):
    """Without a word the gradients of what may be None added up."""
    made = "fluid.optimizer.SGD(0.1, parameter_list=model.weights())"
    files = {name: {"main.py": SOME.replace("@@", way.format(made))} for name, way in WAYS.items()}
    old, new = run_both_ways(files)
    in_1_8_5 = ["[1.69208, -0.11932, -0.0468, -0.3]", "[0.8, -0.3, 1.0, 0.0]"]
    assert new == old == dict.fromkeys(WAYS, in_1_8_5)
