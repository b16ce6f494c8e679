"""A softmax before a cross entropy is left out where that is asked for."""

from __future__ import annotations

import pytest

OLD = "import paddle.fluid as fluid\ndef f(net, x, y):\n    {}\n"
HEAD = "import paddle.nn.functional as F\ndef f(net, x, y):\n    {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "p = fluid.layers.softmax(x)\n    return fluid.layers.cross_entropy(p, y)",
            'return F.cross_entropy(x, y, reduction="none")',
        ),
        (
            "p = fluid.layers.softmax(input=x, use_cudnn=False)\n"
            "    return fluid.layers.cross_entropy(input=p, label=y, soft_label=True)",
            'return F.cross_entropy(input=x, label=y, soft_label=True, reduction="none")',
        ),
        (
            "p = fluid.layers.softmax(net(x))\n    return fluid.layers.cross_entropy(p, y)",
            'p = net(x)\n    return F.cross_entropy(p, y, reduction="none")',
        ),
        (
            "p = fluid.layers.softmax(x)\n    return fluid.layers.cross_entropy(p, y), p",
            'p = F.softmax(x)\n    return F.cross_entropy(x, y, reduction="none"), p',
        ),
    ],
)
def test_folded(check_transformed, before, after):
    result = check_transformed(OLD.format(before), HEAD.format(after), fold_softmax=True)
    assert any(f.code == "PM202" and "last digits" in f.message for f in result.findings)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p = fluid.layers.softmax(x)\n    x = 2 * x\n    return {}", "p = F.softmax(x)\n    x = 2 * x\n    return {}"),
        ("p = fluid.layers.softmax(net(x))\n    return {}, p", "p = F.softmax(net(x))\n    return {}, p"),
        ("p = fluid.layers.softmax(x, axis=1)\n    return {}", "p = F.softmax(x, axis=1)\n    return {}"),
        ("p = fluid.layers.relu(x)\n    return {}", "p = F.relu(x)\n    return {}"),
        ("p = net(x)\n    return {}", "p = net(x)\n    return {}"),
        ("p = fluid.layers.softmax(x)\n    while y:\n        z = {}\n        x = z\n    return z, p",
         "p = F.softmax(x)\n    while y:\n        z = {}\n        x = z\n    return z, p"),
    ],
)
def test_what_is_not_told_stays(check_transformed, before, after):
    before = before.format("fluid.layers.cross_entropy(p, y)")
    after = after.format('F.cross_entropy(p, y, reduction="none", use_softmax=False)')
    check_transformed(OLD.format(before), HEAD.format(after), fold_softmax=True)


def test_it_is_asked_for(check_transformed):
    check_transformed(
        OLD.format("p = fluid.layers.softmax(x)\n    return fluid.layers.cross_entropy(p, y)"),
        HEAD.format('p = F.softmax(x)\n    return F.cross_entropy(p, y, reduction="none", use_softmax=False)'),
    )
