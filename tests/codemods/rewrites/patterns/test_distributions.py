"""Distributions that are written into scripts: what they are asked, and what is drawn, in programs and in dygraph."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.layers.distributions import Categorical, MultivariateNormalDiag, Normal, Uniform
def show(*values):
    for value in values:
        value = np.asarray(value)
        print(value.shape, *('%.5f' % each for each in value.ravel()))
A = np.array([[0.3, -0.2, 0.6], [0.1, 0.4, -0.5]], 'float32')
B = np.exp(A) + 0.5
"""
OPEN = "with fluid.dygraph.guard():\n    a, b = fluid.dygraph.to_variable(A), fluid.dygraph.to_variable(B)\n"
DYGRAPH = {
    "normal": OPEN + "    n = Normal(a, b)\n    show(n.entropy().numpy(), n.log_prob(b).numpy())\n"
              "    show(n.kl_divergence(Normal(b, b)).numpy())\n",
    "numbers": OPEN + "    show(Normal(0.5, 2.0).entropy().numpy(), Uniform(-1.0, [2.0, 3.0]).entropy().numpy())\n",
    "function": "def loss(logits, old):\n    c = Categorical(logits)\n    return c.entropy() + c.kl_divergence(old)\n"
                + OPEN + "    show(loss(a, Categorical(b)).numpy())\n",
    "policy": "class Policy(fluid.dygraph.Layer):\n    def __init__(self):\n        super(Policy, self).__init__()\n"
              "        self.fc = fluid.dygraph.Linear(3, 2, param_attr=fluid.initializer.Constant(0.3))\n"
              "        self.kinds = {'normal': Normal, 'uniform': fluid.layers.Uniform}\n\n"
              "    def forward(self, x):\n        mean = self.fc(x)\n        scale = mean * mean + 0.1\n"
              "        return self.kinds['normal'](mean, scale)\n"
              + OPEN + "    policy = Policy()\n"
              "    optimizer = fluid.optimizer.SGD(0.1, parameter_list=policy.parameters())\n"
              "    for _ in range(3):\n        found = policy(a)\n"
              "        loss = fluid.layers.reduce_mean(found.log_prob(a[:, :2]) + found.entropy())\n"
              "        loss.backward()\n        optimizer.minimize(loss)\n        policy.clear_gradients()\n"
              "        show(loss.numpy())\n",
    "derived": "class Shifted(Normal):\n    def mean_of_square(self):\n"
               "        return self.loc * self.loc + self.scale * self.scale\n" + OPEN
               + "    s = Shifted(a, b)\n    show(s.mean_of_square().numpy(), s.entropy().numpy())\n",
    "drawn": OPEN + "    drawn = [Uniform(a, b).sample([400]).numpy(), Uniform(0.0, 3.0).sample([400]).numpy()]\n"
             "    show(drawn[0].shape, drawn[1].shape, (drawn[0] >= A).all() and (drawn[0] <= B).all())\n"
             "    show([drawn[1].min() < 0.0 and drawn[1].max() <= 3.0])\n"
             "    n = Normal([0.0, 4.0], [1.0, 0.1])\n    d = n.sample([500, 4], seed=3).numpy()\n"
             "    show(d.shape, abs(d.mean((0, 1)) - [0.0, 4.0]).max() < 0.1)\n"
             "    show(abs(d.std((0, 1)) - [1, 0.1]).max() < 0.1)\n"
             "    show([(d == n.sample([500, 4], seed=3).numpy()).all()])\n",
}
PROGRAM = """\
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    a, b = fluid.data('a', [None, 3]), fluid.data('b', [None, 3])
    BODY
with fluid.scope_guard(fluid.Scope()):
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for _ in range(2):
        show(*exe.run(main, feed={'a': A, 'b': B}, fetch_list=found))
"""
BODIES = {
    "asked": "n = Normal(a, b)\n    found = [n.entropy(), n.log_prob(b), n.kl_divergence(Normal(b, b))]\n",
    "classes": "c = Categorical(fluid.layers.fc(a, 4, param_attr=fluid.initializer.Constant(0.2)))\n"
               "    other = Categorical(logits=[1.0, 2.0, 0.5, 0.1])\n"
               "    loss = fluid.layers.reduce_mean(c.entropy() + c.kl_divergence(other))\n"
               "    fluid.optimizer.SGD(0.1).minimize(loss)\n    found = [loss]\n",
    "diagonal": "m = MultivariateNormalDiag(fluid.layers.assign(A[0]), fluid.layers.assign(np.diag(B[0])))\n"
                "    o = MultivariateNormalDiag(fluid.layers.assign(A[1]), fluid.layers.assign(np.diag(B[1])))\n"
                "    found = [m.entropy(), m.kl_divergence(o)]\n",
    "drawn": "s = fluid.layers.Normal(a, b).sample([5])\n    u = Uniform(a, b).sample([2, 7])\n"
             "    found = [fluid.layers.shape(s), fluid.layers.shape(u)]\n",
}
PROGRAMS = {name: {"main.py": HEAD + PROGRAM.replace("BODY", body)} for name, body in BODIES.items()}
STAYS = ["import paddle\nn = paddle.distribution.Normal(0.0, 1.0)\n", "from mine import Normal\nn = Normal(0.0, 1.0)\n",
         "from zhusuan.distributions import Uniform\nu = Uniform(0.0, 1.0)\n"]


@pytest.mark.parametrize("scripts", [PROGRAMS, {name: {"main.py": HEAD + body} for name, body in DYGRAPH.items()}],
                         ids=["programs", "dygraph"])
def test_the_same_numbers(scripts, run_both_ways):
    old, new = run_both_ways(scripts)
    assert {name: lines for name, lines in old.items() if "Error" in lines[-1]} == {}
    assert new == old


@pytest.mark.parametrize("text", [*(HEAD + body for body in DYGRAPH.values()),
                                  *(files["main.py"] for files in PROGRAMS.values())])
def test_nobody_is_asked(text):
    result = migrate_source(text)
    assert result.left == []
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("text", STAYS)
def test_other_distributions_stay(text, check_noop):
    check_noop(text)
