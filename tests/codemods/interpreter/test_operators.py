"""Operators that a script's own layers run by name are left, and said."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

LAYER = """\
    import {module}
    class Crf({base}):
        def forward(self, x):
            out = self._helper.create_variable_for_type_inference(dtype="float32")
            {call}
            return out
    """
OLD = {"module": "paddle.fluid as fluid", "base": "fluid.dygraph.Layer"}
NEW = {"module": "paddle.nn as nn", "base": "nn.Layer"}


@pytest.mark.parametrize("name", ["type='crf_decoding'", "'crf_decoding'"])
def test_an_operator_by_name_is_left_to_a_person(check_transformed, name):
    call = f"self._helper.append_op({name}, inputs={{}}, outputs={{'Path': [out]}})"
    result = check_transformed(LAYER.format(call=call, **OLD), LAYER.format(call=call, **NEW))
    (said,) = [f for f in result.findings if f.code == "PM314"]
    assert (said.line, said.level) == (5, "person")
    assert said.message.startswith("'crf_decoding' is run by its name")


@pytest.mark.parametrize("call", ["self.operators.append_op(1)", "append_op = 1", "self._helper.append_op = x"])
def test_other_things_of_that_name_are_not_said(call):
    result = migrate_source("import paddle.fluid as fluid\ny = fluid.layers.relu(self)\n" + call + "\n")
    assert not [f for f in result.findings if f.code == "PM314"]


def test_today_s_own_stays(check_noop):
    assert not check_noop(LAYER.format(call="self._helper.append_op(type='relu')", **NEW)).findings
