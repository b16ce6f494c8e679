"""Layers that share a parameter by its name."""

from __future__ import annotations

import pytest

HIDDEN = '    hidden = fluid.layers.fc(x, 8, act="relu")\n'


def test_layers_of_one_parameter_are_one(layers):
    shared = 'fluid.layers.fc({}, 4, param_attr="w", bias_attr="b")'
    text = layers((HIDDEN, f"    hidden = {shared.format('x')}\n    hidden = {shared.format('hidden')}\n"))
    assert text.count("= nn.Linear(4, 4, ") == 1
    assert text.count("self.linear1(") == 2


def test_parts_that_name_all_their_parameters(layers):
    text = layers((HIDDEN, '    hidden = dense(dense(dense(x, "a"), "b"), "a")\n'), ("def net", DENSE + "def net"))
    assert text.count("self.dense1 = Dense(name=\"a\")\n        self.dense2 = Dense(name=\"b\")\n") == 1
    assert "self.dense1(self.dense2(self.dense1(x)))" in text


def test_attributes_without_a_name_share_nothing(layers):
    text = layers((HIDDEN, "    hidden = part(part(x))\n"), ("def net", PART.format("drawn(4)") + "def net"))
    assert "self.part1 = Part()\n        self.part2 = Part()\n" in text


DRAWN = "def drawn(size):\n    return fluid.ParamAttr(initializer=fluid.initializer.Constant(size))\n\n\n"
DENSE = """\
def dense(x, name):
    return fluid.layers.fc(x, 4, param_attr=name + "_w", bias_attr=fluid.ParamAttr(name=f"{name}_b"))


"""
PART = DRAWN + "def part(x):\n    return fluid.layers.fc(x, 4, param_attr={})\n\n\n"


@pytest.mark.parametrize(("code", "attr", "why"), [
    ('    a = fluid.layers.fc(x, 4, param_attr="w")\n    hidden = fluid.layers.fc(a, 5, param_attr="w")\n', "None",
     "another layer has the parameter"),
    ("    hidden = part(part(x))\n", '"w"', "it is called several times"),
    ('    a = fluid.layers.fc(x, 4, param_attr="w")\n    hidden = fluid.layers.fc(a, 4, param_attr="w")\n', "None",
     "another layer has the parameter"),  # each with a bias of its own
    ('    hidden = dense(dense(x, "a"), NAME[0])\n', "None", "it is called several times"),
    ('    hidden = dense(dense(x, "a"), "a") + fluid.layers.fc(x, 4, param_attr="a_w")\n', "None",
     "another layer has the parameter \"a_w\""),
    ("    hidden = part(part(x))\n", 'fluid.ParamAttr(name="w")', "it is called several times"),
    ("    hidden = part(part(x))\n", "ATTRIBUTES[0]", "it is called several times"),
    ('    a = part(x)\n    hidden = fluid.layers.fc(a, 4, param_attr="w")\n', '"w"', "another layer has the parameter"),
])
def test_what_stays_a_program(stays, code, attr, why):
    assert why in stays((HIDDEN, code), ("def net", PART.format(attr) + DENSE + "def net"))
