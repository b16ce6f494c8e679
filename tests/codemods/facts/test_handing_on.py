"""Functions that give what they did not make."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.handing_on import hands_on
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

HEAD = """\
from paddle.fluid import layers
x = layers.data('x', [3])
class Net(object):
    def __init__(self):
        self.x = layers.relu(x)
    def own(self):
        return layers.relu(self.x)
    def held(self):
        return self.x
def same(h):
    return h
def more(h):
    h = h + 1
    return h
def made():
    found = layers.relu(x)
    return [found, found[0], -found, None]
def one_of_both():
    if x.shape[0] > 3:
        return layers.relu(x)
    return x
def counted():
    return layers.increment(x)
def tested():
    return layers.less_than(x, x)
def nothing():
    layers.relu(x)
net = Net()
"""


@pytest.mark.parametrize(
    "function",
    ["lambda: x", "lambda: [layers.relu(x), x]", "lambda: same(x)", "lambda: x[0]", "net.held", "one_of_both",
     "counted", "lambda: net.x", "lambda: unknown(x)", "unknown", "lambda: layers.assign(x, output=x)",
     "lambda: layers.less_than(x, x, cond=x)"],
)  # fmt: skip
def test_what_others_made(read, function):
    assert _hands_on(read, function)


@pytest.mark.parametrize(
    "function",
    ["lambda: layers.relu(x)", "lambda: x + 1", "lambda: layers.assign(x)", "net.own", "made", "tested", "nothing",
     "None", "lambda: net.own()", "lambda: more(x)", "lambda: (made(), x * 2)", "lambda: 3"],
)  # fmt: skip
def test_what_the_function_made(read, function):
    assert not _hands_on(read, function)


def _hands_on(read, function):
    facts = read(f"{HEAD}f = {function}\n").facts
    last = facts.source.module.body[-1].body[0].value
    return any(map(hands_on, values_of(facts).ends(Spot(facts, last))))
