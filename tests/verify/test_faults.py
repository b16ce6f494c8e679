"""Every planted fault is found, at its step, with the parameter that it shows in first, and the right hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.verify.outcome import Outcome
from paddle_migrate.verify.process import Settings
from paddle_migrate.verify.words import verdict

pytestmark = pytest.mark.slow
SETTINGS = Settings(Path(), ())

# name: what the migrated script says, what a wrong one says, the step, the parameter, a word of the hint
FAULTS = {
    "pool padding off by one": (
        "AvgPool2D(kernel_size=3, stride=2, padding=1)",
        "AvgPool2D(kernel_size=3, stride=2)",
        1,
        "conv.weight",
        "forward pass",
    ),
    "pool counts its padding": (
        "padding=1)\n        self.norm",
        "padding=1, exclusive=False)\n        self.norm",
        1,
        "conv.weight",
        "forward pass",
    ),
    "kernel stride": ("stride=1, padding=1", "stride=2, padding=1", 1, "conv.weight", "forward pass"),
    "dropout implementation": (
        "p=0.25, training",
        'p=0.25, mode="downscale_in_infer", training',
        1,
        "conv.weight",
        "dropout",
    ),
    "softmax gone": ("return F.softmax(self.out(x))", "return self.out(x)", 1, "conv.weight", "forward pass"),
    "softmax twice": ("use_softmax=False", "use_softmax=True", 1, "conv.weight", "forward pass"),
    "activation gone": ("F.relu(self.conv(x))", "self.conv(x)", 1, "conv.weight", "forward pass"),
    "sum instead of mean": ("loss = paddle.mean(loss)", "loss = paddle.sum(loss)", 1, "conv.weight", "6 times"),
    "no weight decay": (
        "weight_decay=paddle.regularizer.L2Decay(coeff=0.001)",
        "weight_decay=None",
        1,
        "conv.weight",
        "weight decay",
    ),
    "momentum": ("momentum=0.9,", "momentum=0.8,", 2, "conv.weight", "momentum"),
    "Nesterov momentum": ("momentum=0.9,", "momentum=0.9, use_nesterov=True,", 1, "conv.weight", "every update is 1.9"),
    "learning rate": ("learning_rate=0.1", "learning_rate=0.01", 1, "conv.weight", "every update is 0.1 times"),
    "some parameters left out": (
        "parameters=net.parameters(),\n",
        "parameters=net.parameters()[:-1],\n",
        1,
        "",
        "out.bias",
    ),
    "clear_grad gone": ("        optimizer.clear_grad()\n", "", 2, "conv.weight", "clear_grad"),
    "step before backward": (
        "        loss.backward()\n        optimizer.step()\n",
        "        optimizer.step()\n        loss.backward()\n",
        1,
        "conv.weight",
        "",
    ),
    "backward twice": ("loss.backward()", "loss.backward(retain_graph=True); loss.backward()", 1, "conv.weight", ""),
    "detached": ("self.hidden(x)", "self.hidden(x.detach())", 1, "conv.weight", "detach"),
    "no batch statistics": ("net.train()", "net.eval()", 1, "conv.weight", "forward pass"),
    "loss doubled for the gradient only": (
        "optimizer.step()",
        "[p.grad.set_value(p.grad * 2.0) for p in net.parameters() if p.grad is not None]; optimizer.step()",
        1,
        "conv.weight",
        "2 times",
    ),
    "batches in another order": (
        "in batches(args.batches)",
        "in reversed(list(batches(args.batches)))",
        1,
        "conv.weight",
        "batches",
    ),
    "the last batch dropped": ("in batches(args.batches)", "in batches(args.batches - 1)", 5, "", "loop"),
    "a batch too many": ("in batches(args.batches)", "in batches(args.batches + 1)", 6, "", "loop"),
    "bias starts at one": (
        "out_features=3)",
        "out_features=3, bias_attr=nn.initializer.Constant(1.0))",
        1,
        "linear_1.b_0",
        "initializer",
    ),
    "wider start": (
        "in_features=4, out_features=8)",
        "in_features=4, out_features=8, weight_attr=nn.initializer.Constant(0.5))",
        1,
        "linear_0.w_0",
        "initializer",
    ),
    "loaded at the start": (
        "    net.train()\n",
        "    net.train()\n    net.out.weight.set_value(net.out.weight * 1.01)\n",
        1,
        "out.weight",
        "checkpoint",
    ),
    "a layer of another size": (
        "out_features=8)\n        self.out = nn.Linear(in_features=8",
        "out_features=9)\n        self.out = nn.Linear(in_features=9",
        1,
        "",
        "hidden.weight [4, 9]",
    ),
    "a parameter frozen": (
        "    net.train()\n",
        "    net.train()\n    net.out.bias.stop_gradient = True\n",
        1,
        "",
        "out.bias",
    ),
}


def new_text(played: Path) -> str:
    return (played / "new" / "small_legacy.py").read_text(encoding="utf-8")


def parameters(outcome: Outcome) -> list[str]:
    return [found["parameter"] for found in outcome.faults[0].found if "parameter" in found]


def test_without_a_fault(compare, played: Path) -> None:
    outcome = compare(new_text(played))
    assert outcome.verdict == "equal", verdict(outcome, SETTINGS)
    assert outcome.steps == 5


@pytest.mark.parametrize("name", FAULTS)
def test_fault(compare, played: Path, name: str) -> None:
    before, after, step, parameter, hint = FAULTS[name]
    text = new_text(played)
    assert text.count(before) == 1
    outcome = compare(text.replace(before, after))
    said = verdict(outcome, SETTINGS)
    assert outcome.verdict == "differ", said
    assert outcome.faults[0].step == step, said
    assert parameters(outcome)[:1] == ([parameter] if parameter else []), said
    assert f"Step {step}: the new script differs" in said
    assert parameter in said
    assert hint in said, said
