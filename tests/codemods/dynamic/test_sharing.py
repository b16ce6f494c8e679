"""Layers that share a parameter by its name."""

from __future__ import annotations

import pytest

HIDDEN = '    hidden = fluid.layers.fc(x, 8, act="relu")\n'


def test_layers_of_one_parameter_are_one(layers):
    shared = 'fluid.layers.fc({}, 4, param_attr="w", bias_attr="b")'
    text = layers((HIDDEN, f"    hidden = {shared.format('x')}\n    hidden = {shared.format('hidden')}\n"))
    assert text.count("= nn.Linear(4, 4, ") == 1
    assert text.count("self.linear1(") == 2


def test_attributes_without_a_name_share_nothing(layers):
    text = layers((HIDDEN, "    hidden = part(part(x))\n"), ("def net", PART.format("drawn(4)") + "def net"))
    assert "self.part1 = Part()\n        self.part2 = Part()\n" in text


DRAWN = "def drawn(size):\n    return fluid.ParamAttr(initializer=fluid.initializer.Constant(size))\n\n\n"
PART = DRAWN + "def part(x):\n    return fluid.layers.fc(x, 4, param_attr={})\n\n\n"


@pytest.mark.parametrize(("code", "attr", "why"), [
    ('    a = fluid.layers.fc(x, 4, param_attr="w")\n    hidden = fluid.layers.fc(a, 5, param_attr="w")\n', "None",
     "another layer has the parameter"),
    ("    hidden = part(part(x))\n", '"w"', "it is called several times"),
    ("    hidden = part(part(x))\n", 'fluid.ParamAttr(name="w")', "it is called several times"),
    ("    hidden = part(part(x))\n", "ATTRIBUTES[0]", "it is called several times"),
    ('    a = part(x)\n    hidden = fluid.layers.fc(a, 4, param_attr="w")\n', '"w"', "another layer has the parameter"),
])
def test_what_stays_a_program(stays, code, attr, why):
    assert why in stays((HIDDEN, code), ("def net", PART.format(attr) + "def net"))
