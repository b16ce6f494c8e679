"""The schedule's step waits for what reads the rate of this very step."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"
NOAM = "s = fluid.dygraph.NoamDecay(512, 400)\no = fluid.optimizer.SGD(s, parameter_list=p)\n"
LAST_RATE = '''

def last_rate(optimizer):
    """The rate of the optimizer's last step, which it keeps; before any, that of the first."""
    return vars(optimizer).get("last_rate", optimizer.get_lr())


'''
STEPPED = (
    "import paddle\ns = paddle.optimizer.lr.NoamDecay(512, 400, last_epoch=0)\n"
    "o = paddle.optimizer.SGD(s, parameters=p)\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("o.minimize(l)\nprint(o.current_step_lr())\nf()\n", "o.step()\nprint(o.get_lr())\ns.step()\nf()\n"),
        (
            "o.minimize(l)\nf()\nif x: g(o.current_step_lr())\nf()\n",
            "o.step()\nf()\nif x: g(o.get_lr())\ns.step()\nf()\n",
        ),
        (
            "o.minimize(l); g(o.current_step_lr())\nh(o.current_step_lr())\n",
            "o.step(); g(o.get_lr())\nh(o.get_lr())\ns.step()\n",
        ),
        (
            "try:\n    o.minimize(l)\nfinally:\n    print(o.current_step_lr())\nf()\n",
            "try:\n    o.step()\nfinally:\n    print(o.get_lr())\ns.step()\nf()\n",
        ),
        (
            "o.minimize(l)\no.minimize(k)\nprint(o.current_step_lr())\n",
            "o.step()\ns.step()\no.step()\nprint(o.get_lr())\ns.step()\n",
        ),
    ],
)
def test_waits(check_transformed, before, after):
    result = check_transformed(HEAD + NOAM + before, STEPPED + after)
    assert not {f.code for f in result.findings} & {"PM222", "PM323"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for x in d:\n    o.minimize(l)\n    if x: break\n    print(o.current_step_lr())\n",
            "for x in d:\n    o.last_rate = o.get_lr()\n    o.step()\n    s.step()\n    if x: break\n"
            "    print(last_rate(o))\n",
        ),
        (
            "try:\n    o.minimize(l)\nexcept E: pass\nfinally:\n    print(o.current_step_lr())\n",
            "try:\n    o.last_rate = o.get_lr()\n    o.step()\n    s.step()\nexcept E: pass\nfinally:\n"
            "    print(last_rate(o))\n",
        ),
        (
            "if x:\n    o.minimize(l)\nprint(o.current_step_lr())\n",
            "if x:\n    o.last_rate = o.get_lr()\n    o.step()\n    s.step()\nprint(last_rate(o))\n",
        ),
    ],
)
def test_does_not_wait_for_what_need_not_run(check_transformed, before, after):
    result = check_transformed(HEAD + NOAM + before, STEPPED.replace("\n", f"\n{LAST_RATE}", 1) + after)
    assert not result.left


def test_does_not_wait_for_another_optimizer(check_transformed):
    check_transformed(
        HEAD + NOAM + "o.minimize(l)\nprint(other.current_step_lr())\n",
        STEPPED + "o.step()\ns.step()\nprint(other.get_lr())\n",
    )


PLATEAU = "s = fluid.dygraph.ReduceLROnPlateau(0.1)\no = fluid.optimizer.SGD(s, parameter_list=p)\n"
TOLD = "import paddle\ns = paddle.optimizer.lr.ReduceOnPlateau(0.1)\no = paddle.optimizer.SGD(s, parameters=p)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(s().numpy())\n", "print(s())\n"),
        ("print(s().numpy()[0])\n", "print(s())\n"),
        ("r = s().numpy().item()\n", "r = s()\n"),
        ("r = s().numpy()\nprint(r)\n", "r = s()\nprint(r)\n"),
    ],
)
def test_the_value_that_a_schedule_gives(check_transformed, before, after):
    result = check_transformed(HEAD + PLATEAU + before, TOLD + after)
    assert "PM312" not in {f.code for f in result.left}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("r = s().numpy()\nprint(r[0])\n", 1),
        ("r = s().numpy()\nprint(r.shape)\n", 1),
        ("r = s().numpy()[1]\n", 1),
        ("r = s().numpy().mean()\n", 1),
        ("r = t().numpy()[0]\n", 0),
        ("r = s(1).numpy()[0]\n", 0),
    ],
)
def test_what_only_an_array_has_stays(check_transformed, text, said):
    result = check_transformed(HEAD + PLATEAU + text, TOLD + text)
    assert [f.code for f in result.left] == ["PM312"] * said


TWO = """\
def make(net):
    rate = fluid.dygraph.NoamDecay(512, 400)
    return fluid.optimizer.SGD(rate, parameter_list=net.parameters())


def train(first, second, other):
    a, b = make(first), make(second)
    for x in range(3):
        a.minimize(first(x))
        for each in ({}, ):
            each.minimize(second(x))
        print(a.current_step_lr())


train(1, 2, fluid.optimizer.SGD(0.1, parameter_list=[]))
"""


@pytest.mark.parametrize(("others", "waits"), [
    ("b", True), ("b, other", True), ("a", False), ("b, a", False), ("b, unseen()", False),
])
def test_what_another_optimizer_does_meanwhile(others, waits):
    result = migrate_source(HEAD + TWO.format(others))
    assert ("print(a.get_lr())\n        a._learning_rate.step()\n" in result.text) is waits
    assert ("print(last_rate(a))" in result.text or "PM323" in [each.code for each in result.left]) is not waits
