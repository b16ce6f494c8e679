"""`global_step` of an optimizer's state, which has none today."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
with fluid.dygraph.guard():
    model = fluid.dygraph.Linear(2, 2)
    decay = fluid.dygraph.ExponentialDecay(0.1, 2, 0.5)
    sgd = fluid.optimizer.Adam(decay, parameter_list=model.parameters())
    plain = fluid.optimizer.Adam(0.1, parameter_list=model.parameters())
    loss = fluid.layers.reduce_mean(model(fluid.dygraph.to_variable(np.ones((2, 2), 'float32'))))
    loss.backward()
    sgd.minimize(loss)
"""
ASKED = {
    "in": "print('global_step' in sgd.state_dict())",
    "not_in": "state = sgd.state_dict()\nif 'global_step' not in state:\n    print(1)",
    "element": "print(sgd.state_dict()['global_step'].numpy())",
    "get": "state = sgd.state_dict()\nprint(state.get('global_step'))",
    "counted": "print(len(sgd.state_dict()))",
    "in_function": "def step(state, default=0):\n    return state.get('global_step', default)\nstep(sgd.state_dict())",
    "in_dict": "kept = {'opt': sgd.state_dict()}\nprint('global_step' in kept['opt'])",
    "of_object": "class Trainer:\n    def __init__(self):\n        self.state = sgd.state_dict()\n    def step(self):\n"
                 "        return self.state['global_step']\nTrainer().step()",
    "in_loop": "for state in [sgd.state_dict()]:\n    print(state['global_step'])",
}
STAYS = {
    "of_a_number": "print(len(plain.state_dict()), 'global_step' in plain.state_dict())",
    "of_the_model": "print(len(model.state_dict()), 'global_step' in model.state_dict())",
    "of_its_own": "state = {'global_step': 1}\nprint(len(state), state['global_step'])",
    "another_entry": "state = sgd.state_dict()\nprint('epoch' in state)",
}


def said(text):
    result = migrate_source(HEAD + textwrap.indent(text, "    ") + "\n")
    return [finding for finding in result.left if "global_step" in finding.message]


@pytest.mark.parametrize("name", ASKED)
def test_what_is_for_a_person(name):
    assert [finding.code for finding in said(ASKED[name])] == ["PM343"]


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name):
    assert said(STAYS[name]) == []
