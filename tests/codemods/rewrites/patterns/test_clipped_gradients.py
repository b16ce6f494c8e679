"""Gradients that are asked for behind the step: Paddle 3's clip by the joint norm has written into them."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear, to_variable
def made():
    w = np.sin(np.arange(6)).reshape(3, 2).astype('float32')
    return Linear(3, 2, param_attr=fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(w)))
def lost(net, i):
    return fluid.layers.reduce_sum(fluid.layers.square(net(to_variable(np.full((2, 3), i + 1., 'float32')))))
def show(*values):
    print(*('%.5f' % float(np.abs(np.asarray(value)).sum()) for value in values))
"""
BEGUN = "with fluid.dygraph.guard():\n    net = made()\n"
CLIP = "fluid.clip.GradientClipByGlobalNorm(0.5)"
OPT = "    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters(), grad_clip={})\n"
LOOP = "    for i in range(3):\n        loss = lost(net, i)\n        loss.backward()\n"
NORM = "show(loss.numpy(), *[p.gradient() for p in net.parameters()])\n"
END = "        net.clear_gradients()\n"
STEP = "        opt.minimize(loss)\n"
USUAL = BEGUN + OPT.format(CLIP) + LOOP + STEP
LATE = {
    "behind": USUAL + "        " + NORM + END,
    "named": BEGUN + f"    clip = {CLIP}\n" + OPT.format("clip") + LOOP + STEP + "        " + NORM + END,
    "in_function": "def norms(net):\n    return [p.gradient() for p in net.parameters()]\n" + USUAL
                   + "        show(*norms(net))\n" + END,
    "in_method": "class Trainer(object):\n    def __init__(self, net):\n        self.net = net\n"
                 f"        self.opt = fluid.optimizer.Adam(0.1, parameter_list=net.parameters(), grad_clip={CLIP})\n"
                 "    def update(self, loss):\n        loss.backward()\n        self.opt.minimize(loss)\n"
                 + BEGUN + "    trainer = Trainer(net)\n    for i in range(3):\n        loss = lost(net, i)\n"
                 "        trainer.update(loss)\n        show(net.weight.gradient())\n" + END,
    "of_the_round_before": BEGUN + OPT.format(CLIP) + "    for i in range(3):\n        loss = lost(net, i)\n"
                           "        if i: show(net.weight.gradient())\n        loss.backward()\n" + STEP,
    "many_steps": BEGUN + OPT.format(CLIP) + "    loss = lost(net, 0)\n    loss.backward()\n    for i in range(3):\n"
                  "        show(net.weight.gradient())\n        opt.minimize(loss)\n",
    "tensors": USUAL + "        show(*[np.array(p._grad_ivar().numpy()) for p in net.parameters()])\n" + END,
    "pairs": BEGUN + OPT.format(CLIP) + LOOP + "        _, pairs = opt.minimize(loss)\n"
             "        show(*[g.numpy() for p, g in pairs])\n" + END,
    "part_of_pairs": BEGUN + OPT.format(CLIP) + LOOP + "        show(opt.minimize(loss)[1][0][1].numpy())\n" + END,
    "in_container": BEGUN + f"    clips = dict(none=None, all={CLIP})\n" + OPT.format("clips['all']") + LOOP + STEP
                    + "        if i > 0:\n            " + NORM + END,
}
OWN_BACKWARD = (
    "class Trainer(object):\n    def __init__(self, net):\n        self.opt = fluid.optimizer.SGD("
    f"0.1, parameter_list=net.parameters(), grad_clip={CLIP})\n"
    "    def backward(self, loss):\n        loss.backward()\n        self.opt.minimize(loss)\n"
    + BEGUN + "    trainer = Trainer(net)\n    for i in range(3):\n        loss = lost(net, i)\n"
    "        trainer.backward(loss)\n        " + NORM + END
)
FILES = {
    "own_backward": {"main.py": HEAD + OWN_BACKWARD},
    "made_elsewhere": {"clips.py": "import paddle.fluid as fluid\ndef clip(most):\n"
                                   "    return fluid.clip.GradientClipByGlobalNorm(clip_norm=most)\n",
                       "main.py": HEAD + "import clips\n" + BEGUN + OPT.format("clips.clip(0.5)") + LOOP + STEP
                                  + "        " + NORM + END},
    "asked_elsewhere": {"logs.py": "def norms(net):\n    return [p.gradient() for p in net.parameters()]\n",
                        "main.py": HEAD + "import logs\n" + USUAL + "        show(*logs.norms(net))\n" + END},
}
RUNS = {**{name: {"main.py": HEAD + text} for name, text in LATE.items()}, **FILES}
FRESH = {
    "never": USUAL + END,
    "before_the_step": BEGUN + OPT.format(CLIP) + LOOP + "        " + NORM + STEP + END,
    "in_a_loop": BEGUN + OPT.format(CLIP) + LOOP + "        for p in net.parameters():\n"
                 "            print('%.4f' % np.abs(p.gradient()).sum())\n" + STEP + END,
    "in_a_branch": BEGUN + OPT.format(CLIP) + LOOP + "        if i % 2:\n            " + NORM + STEP + END,
    "of_their_own": BEGUN + OPT.format("fluid.clip.GradientClipByNorm(0.5)") + LOOP + STEP + "        " + NORM + END,
    "of_values": BEGUN + OPT.format("fluid.clip.GradientClipByValue(0.5)") + LOOP + STEP + "        " + NORM + END,
}


def test_the_same_gradients(run_both_ways):
    old, new = run_both_ways(RUNS)
    assert {name: lines for name, lines in old.items() if not lines or "Error" in lines[-1]} == {}
    assert new == old


@pytest.mark.parametrize("name", LATE)
def test_the_clip_has_copies(name):
    result = migrate_source(HEAD + LATE[name])
    assert "clipping_copies(nn.ClipGradByGlobalNorm(" in result.text
    assert result.left == []
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("name", FRESH)
def test_what_is_asked_before_is_as_it_was(name):
    result = migrate_source(HEAD + FRESH[name])
    assert "clipping_copies" not in result.text
    assert result.left == []


def test_fresh_gradients_are_the_same(run_both_ways):
    old, new = run_both_ways({name: {"main.py": HEAD + text} for name, text in FRESH.items() if name != "never"})
    assert new == old


def test_programs_have_gradients_of_their_own():
    text = "import paddle.fluid as fluid\nloss = fluid.layers.mean(fluid.data('x', [2]))\n" \
           f"pairs = fluid.optimizer.SGD(0.1, grad_clip={CLIP}).minimize(loss)\nprint(pairs[1])\n"
    assert "clipping_copies" not in migrate_source(text).text


def test_a_clip_that_is_no_call_is_a_persons():
    text = HEAD + "kinds = {'norm': fluid.clip.GradientClipByGlobalNorm}\n" + BEGUN + OPT.format("kinds['norm'](0.5)")
    result = migrate_source(text + LOOP + STEP + "        " + NORM)
    assert "PM343" in [each.code for each in result.left]
