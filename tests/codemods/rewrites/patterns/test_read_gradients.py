"""Gradients that a program computes with behind the step that used them: 1.8.5 had put the decay into them."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
x = fluid.data("x", [None, 3])
loss = fluid.layers.mean(fluid.layers.fc(x, 1))
"""
DECAY, CLIP = "regularization=fluid.regularizer.L2Decay(0.1)", "grad_clip=fluid.clip.GradientClipByGlobalNorm(1.0)"
READ = [
    "_, pairs = fluid.optimizer.SGD(0.1, {}).minimize(loss)\nnorms = [fluid.layers.reduce_sum(g) for _, g in pairs]\n",
    "opt = fluid.optimizer.SGD(0.1, {})\npairs = opt.backward(loss)\nopt.apply_gradients(pairs)\n"
    "total = fluid.layers.sqrt(pairs[0][1])\n",
    "_, pairs = fluid.optimizer.Adam(0.1, {}).minimize(loss)\ntwice = pairs[0][1] * 2\n",
    "def train(opt):\n    return opt.minimize(loss)[1]\nkept = {{'g': train(fluid.optimizer.SGD(0.1, {}))[0][1]}}\n"
    "fluid.layers.Print(kept['g'])\n",
    "class Net(object):\n    def build(self):\n        _, self.pairs = fluid.optimizer.SGD(0.1, {}).minimize(loss)\n"
    "    def norms(self):\n        return [fluid.layers.reduce_max(g) for p, g in self.pairs]\n",
]
OTHERS = [
    "opt = fluid.optimizer.SGD(0.1, {})\npairs = opt.backward(loss)\n"
    "pairs = [(p, fluid.layers.clip(g, -1., 1.)) for p, g in pairs]\nopt.apply_gradients(pairs)\n",
    "_, pairs = fluid.optimizer.SGD(0.1, {}).minimize(loss)\nfluid.layers.reduce_sum(pairs[0][0])\n",
    "_, pairs = fluid.optimizer.SGD(0.1, {}).minimize(loss)\nprint([p.name for p, g in pairs if g is not None])\n",
    "gradient = fluid.gradients(loss, x)[0]\nfluid.optimizer.SGD(0.1, {}).minimize(loss)\n"
    "fluid.layers.reduce_sum(gradient)\n",
]


def said(text):
    result = migrate_source(HEAD + text, options=Options(programs=True))
    return "PM350" in {each.code for each in result.left}


@pytest.mark.parametrize("text", READ)
@pytest.mark.parametrize(("given", "is_said"), [(DECAY, True), (CLIP, True), ("name='opt'", False)])
def test_what_decay_or_a_clip_changes(text, given, is_said):
    assert said(text.format(given)) == is_said


@pytest.mark.parametrize("text", OTHERS)
def test_what_comes_before_the_step_and_what_is_no_gradient(text):
    assert not said(text.format(DECAY))
