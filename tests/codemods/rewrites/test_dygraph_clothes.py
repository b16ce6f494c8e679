"""Dygraph scripts that print a loss, and load what they saved, in clothes."""

from __future__ import annotations

from textwrap import indent

HEAD = """\
import os
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear, to_variable
C = fluid.initializer.Constant
with fluid.dygraph.guard():
    net = Linear(2, 1, param_attr=C(0.5), bias_attr=C(0.25))
    x = to_variable(np.arange(6).reshape(3, 2).astype('float32'))
    def step():
        loss = fluid.layers.mean(net(x))
        return loss
    loss = step()
"""
PRINTED = {
    "unpacked": "a, = loss.numpy()\nprint(round(float(a), 4))",
    "unpacked_list": "[a] = step().numpy()\nprint(round(float(a), 4))",
    "formatted": "print('%.4f' % loss.numpy())\nprint('%.4f %s' % (loss.numpy(), 'x'))",
    "format": "print('{:.4f}'.format(loss.numpy()[0]), '{}'.format(loss.numpy()[0] > 1))",
    "f_string": "print(f'{loss.numpy()[0]:.4f}')",
    "number": "print(round(float(loss), 4), round(float(loss.numpy()), 4), round(loss.numpy().item(), 4))",
    "kept": "kept = []\nfor _ in range(2):\n    kept.append(step().numpy())\n"
        "print(np.mean(kept).round(4), np.array(kept).shape)",
    "joined": "print(np.concatenate([step().numpy(), step().numpy()]).round(4).tolist())",
    "in_a_function": "def show(v, n=0):\n    print(round(float(v[n]), 4), len(v))\nshow(step().numpy())",
    "in_a_class": "class Meter(object):\n    def __init__(self): self.all = []\n"
        "    def add(self, v): self.all.append(v[0])\n"
        "m = Meter()\nm.add(loss.numpy())\nm.add(v=step().numpy())\nprint(np.round(m.all, 4).tolist())",
    "unseen": "def show(n, v):\n    print(n, round(float(v[0]), 4))\nhow = dict(zip(['a'], [step]))['a']\nout = how()\n"
        "shown = out.numpy()\nshow(1, shown)\nshow(v=how().numpy(), n=2)",
    "shape": "print(list(loss.shape), step().numpy().shape)",
    "last": "value = loss.numpy()[-1]\nprint(round(float(value), 4))",
}
NETS = """\
import paddle.fluid as fluid


class Mean(fluid.dygraph.Layer):
    def forward(self, x):
        return fluid.layers.mean(x)


class Same(Mean):
    pass


class Sum(Mean):
    def forward(self, x):
        return fluid.layers.reduce_sum(x), x


CHOICES = {'mean': Mean, 'same': Same}


def chosen(name, **more):
    return CHOICES[name](**more)
"""
MADE = {
    "by_name": ("Mean()", "{net}(x)"),
    "inherited": ("Same()", "{net}(x)"),
    "of_a_dictionary": ("CHOICES[name]()", "{net}(x)"),
    "by_a_function": ("chosen(name)", "{net}(x)"),
    "either": ("(Mean if name else Same)()", "{net}(x)"),
    "among_others": ("Sum()", "{net}(x)[0]"),
    "held": ("[Mean(), Same()]", "{net}[1](x)"),
}
USED = """\
def total(name, x):
    net, kept = {made}, []
    for _ in range(2):
        loss = {called}
        kept.append(loss.numpy())
    print(np.concatenate(kept).round(4).tolist(), kept[0].shape)


with fluid.dygraph.guard():
    total('mean', to_variable(np.arange(6).reshape(3, 2).astype('float32')))
"""
IMPORTS = "import numpy as np\nimport paddle.fluid as fluid\nfrom paddle.fluid.dygraph import to_variable\n"
SAVES = "fluid.save_dygraph(net.state_dict(), 'm')\n"
LOADED = {
    "pair": "p, o = fluid.load_dygraph('m')\nprint(sorted(p), [np.array(v).shape for _, v in sorted(p.items())], o)",
    "arrays": "p, _ = fluid.load_dygraph('m')\nprint([type(v).__name__ for v in p.values()])\n"
        "print(round(float(sum(v.sum() for v in p.values())), 4))",
    "dygraph": "d = fluid.dygraph.load_dygraph('m')\nnet.set_dict(d[0])\n"
        "print(len(d), d[1], round(float(step().numpy()[0]), 4))",
    "function": "def load(path):\n    return fluid.dygraph.load_dygraph(path)\nparams, opt = load('m')\n"
        "print(opt is None, params['weight'].shape, (params['weight'] * 2).tolist())",
    "changed": "p = fluid.load_dygraph('m')[0]\np['weight'][0] = 9.0\nnet.set_dict(p)\n"
        "print(round(float(step().numpy()[0]), 4))",
}


def test_what_is_printed_of_a_loss(run_both_ways):
    """The old ones print what 1.8.5 does."""
    old, new = run_both_ways({name: {"main.py": HEAD + indent(lines, "    ")} for name, lines in PRINTED.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


def test_what_is_loaded(run_both_ways):
    scripts = {name: HEAD + indent(SAVES + lines, "    ") for name, lines in LOADED.items()}
    old, new = run_both_ways({name: {"main.py": text} for name, text in scripts.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


def test_what_a_model_gives_is_joined(run_both_ways):
    """Of a class that is chosen, inherited, held, in this file and in another."""
    uses = {name: USED.format(made=made, called=called.format(net="net")) for name, (made, called) in MADE.items()}
    scripts = {name: {"main.py": f"{IMPORTS}{NETS}\n\n{use}"} for name, use in uses.items()}
    names = "from nets import CHOICES, Mean, Same, Sum, chosen\n"
    scripts |= {f"{name} elsewhere": {"main.py": f"{IMPORTS}{names}\n\n{use}", "nets.py": NETS}
                for name, use in uses.items()}  # fmt: skip
    old, new = run_both_ways(scripts)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old
