"""Statements written beside others, in place of them and taken out, wherever they stand."""

from __future__ import annotations

import pytest

HEAD = "import paddle.fluid as fluid\n"
NOAM = "o = fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), parameter_list=p)\n"
STEPPED = (
    "import paddle\nscheduler = paddle.optimizer.lr.NoamDecay(512, 400, last_epoch=0)\n"
    "o = paddle.optimizer.SGD(scheduler, parameters=p)\n"
)
MAYBE = "lr = 0.1\nif d: lr = fluid.dygraph.NoamDecay(512, 400)\no = fluid.optimizer.SGD(lr, parameter_list=p)\n"
ASKED = (
    "import paddle\nlr = 0.1\nif d: lr = paddle.optimizer.lr.NoamDecay(512, 400, last_epoch=0)\n"
    "o = paddle.optimizer.SGD(lr, parameters=p)\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for x in r: l = f(x); l.backward(); o.minimize(l); o.clear_gradients()\nprint(l)\n",
            "for x in r: l = f(x); l.backward(); o.step(); scheduler.step(); o.clear_grad()\nprint(l)\n",
        ),
        (
            "for x in r:\n    if x: o.minimize(l)  # why\n    else: pass\n    o.clear_gradients()\n",
            "for x in r:\n    if x: o.step(); scheduler.step()  # why\n    else: pass\n    o.clear_grad()\n",
        ),
        ("try: o.minimize(l);\nfinally: pass\n", "try: o.step(); scheduler.step();\nfinally: pass\n"),
        ("try: pass\nexcept E: o.minimize(l)\n", "try: pass\nexcept E: o.step(); scheduler.step()\n"),
        ("if x: pass\nelif y: o.minimize(l)\n", "if x: pass\nelif y: o.step(); scheduler.step()\n"),
        ("with g: o.minimize(l); f()\n", "with g: o.step(); scheduler.step(); f()\n"),
        ("while x: o.minimize(l); f(o.current_step_lr())\n", "while x: o.step(); f(o.get_lr()); scheduler.step()\n"),
        ("o.minimize(l)  # why\nf()\n", "o.step()  # why\nscheduler.step()\nf()\n"),
    ],
)
def test_a_step_behind(check_transformed, before, after):
    check_transformed(HEAD + NOAM + before, STEPPED + after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for x in r: f(x); o.minimize(l); g(x)  # why\n",
            "for x in r:\n    f(x)\n    o.step()\n    if isinstance(lr, paddle.optimizer.lr.LRScheduler):\n"
            "        lr.step()\n    g(x)  # why\n",
        ),
        (
            "for x in (1,\n      2): o.minimize(l)\n",
            "for x in (1,\n      2):\n    o.step()\n    if isinstance(lr, paddle.optimizer.lr.LRScheduler):\n"
            "        lr.step()\n",
        ),
        (
            "def f():\n    if x: pass\n    else: o.minimize(l)\n",
            "def f():\n    if x: pass\n    else:\n        o.step()\n"
            "        if isinstance(lr, paddle.optimizer.lr.LRScheduler):\n            lr.step()\n",
        ),
        (
            "with fluid.dygraph.guard(): f(); o.minimize(l)\n",
            "f()\no.step()\nif isinstance(lr, paddle.optimizer.lr.LRScheduler):\n    lr.step()\n",
        ),
    ],
)
def test_a_line_is_broken_up_for_a_block(check_transformed, before, after):
    check_transformed(HEAD + MAYBE + before, ASKED + after)


MADE = "s = fluid.dygraph.BackwardStrategy()"
SET = "s.sort_sum_gradient = True"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{MADE}; {SET}\nl.backward(s)\n", "l.backward()\n"),
        (f"{MADE}; {SET}; l.backward(s)\n", "l.backward()\n"),
        (f"f(); {MADE}; {SET}; g(); l.backward(s)\n", "f(); g(); l.backward()\n"),
        (f"if x: {MADE}; {SET}\nl.backward(s)\n", "if x: pass\nl.backward()\n"),
        (f"if x:\n    {MADE}\n    {SET}\nl.backward(s)\n", "if x:\n    pass\nl.backward()\n"),
        (
            f"if x:\n    {MADE}  # one\n    {SET}  # two\nl.backward(s)\n",
            "if x:\n    # one\n    pass  # two\nl.backward()\n",
        ),
        (f"{MADE}; {SET}  # why\nl.backward(s)\n", "# why\nl.backward()\n"),
        (f"def f(l): {MADE}; l.backward(s)\n", "def f(l): l.backward()\n"),
    ],
)
def test_several_of_a_line_go(check_transformed, before, after):
    check_transformed("import paddle\nimport paddle.fluid as fluid\n" + before, "import paddle\n" + after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "try: import paddle.fluid as fluid; import os\nfinally: pass\nfluid.layers.relu(x)\n",
            "try: import paddle.nn.functional as F; import os\nfinally: pass\nF.relu(x)\n",
        ),
        (
            "import paddle.fluid as fluid\nif x: y = fluid.layers.relu(x); y.gradient()\n",
            "import paddle.nn.functional as F\nif x: y = F.relu(x); y.retain_grads(); y.gradient()\n",
        ),
        (
            "import paddle.fluid as fluid\nfor n in r: p, q = fluid.load_dygraph('a'); f(p, q)\n",
            "import os\nimport paddle\nfor n in r: p = paddle.load('a.pdparams', return_numpy=True); "
            "q = paddle.load('a.pdopt', return_numpy=True) if os.path.exists('a.pdopt') else None; f(p, q)\n",
        ),
        (
            "import paddle.fluid as fluid\nclass A(fluid.dygraph.Layer):\n    def _build_once(self, x): self.w = x\n",
            "import paddle.nn as nn\nclass A(nn.Layer):\n"
            "    def _build_once(self, x): self._built = True; self.w = x\n",
        ),
    ],
)
def test_other_statements(check_transformed, before, after):
    check_transformed(before, after)


@pytest.mark.parametrize(
    "text",
    [
        "import paddle\nfor x in r: l.backward(); o.step(); s.step(); o.clear_grad()\n",
        "import paddle\nif x: y = relu(x); y.gradient()\nelse: pass  # fluid\n",
        "s = BackwardStrategy(); s.sort_sum_gradient = True\nl.backward(s)  # fluid\n",
        "import paddle\ntry: import paddle.nn as nn; import os\nexcept ImportError: nn = None  # fluid\n",
        "import paddle\nclass A(paddle.nn.Layer):\n    def build_once(self, x): self.w = x  # fluid\n",
        "with g: o.minimize(l); f()\nfor x in r: o.minimize(l)  # fluid\n",
    ],
)
def test_what_must_stay(check_noop, text):
    check_noop(text)


LINE = "import numpy as np\nimport paddle\nimport paddle.fluid as fluid\nout = []\n"
MODEL = (
    "a = fluid.dygraph.Linear(1, 1, bias_attr=False, param_attr=fluid.initializer.Constant(2.0))\n"
    "x = fluid.dygraph.to_variable(np.ones((1, 1), 'float32'))\n"
    "rate = fluid.dygraph.PiecewiseDecay([1, 2], [0.1, 0.01, 0.001], 0)\n"
    "o = fluid.optimizer.SGD(rate, parameter_list=a.parameters())\n"
)
TURNS = {
    "loop": "for i in range(3): l = a(x); l.backward(); o.minimize(l); a.clear_gradients()\n",
    "if": "for i in range(4):\n    l = a(x); l.backward()\n    if i % 2: o.minimize(l)\n    a.clear_gradients()\n",
    "function": "def turn(): l = a(x); l.backward(); o.minimize(l); a.clear_gradients()\nfor i in range(3): turn()\n",
    "strategy": "s = fluid.dygraph.BackwardStrategy(); s.sort_sum_gradient = True\n"
    "for i in range(3): l = a(x); l.backward(s); o.minimize(l); a.clear_gradients()\n",
    "rate": "l = x\n"
    "for i in range(3): a(x).backward(); o.minimize(l); out.append(o.current_step_lr()); a.clear_gradients()\n",
}


def test_they_train_as_before(trials):
    programs = {
        name: LINE + "with fluid.dygraph.guard():\n" + "".join(f"    {line}\n" for line in (MODEL + turn).splitlines())
        + "    out.append(a.weight.numpy())\n"
        for name, turn in TURNS.items()
    }
    old = trials.of_1_8("lines", programs)
    new, _ = trials.migrated(programs)
    assert trials.same(old, trials.of_today(programs, compat=True)) == []
    assert trials.same(old, trials.of_today(new, compat=False)) == []
