"""Whether a call may make parameters."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.making import call_may_make
from paddle_migrate.facts.values.spot import Spot

NET = "import paddle.fluid as fluid\nimport other\ndef net(x):\n    return fluid.layers.fc(x, 3)\n" \
      "def plain(x):\n    return fluid.layers.relu(x) + len(x)\n"


@pytest.mark.parametrize(("call", "may"), [
    ("fluid.layers.fc(x, 2)", True), ("net(x)", True), ("other.net(x)", True), ("{'a': net}['a'](x)", True),
    ("(lambda x: net(x))(x)", True), ("unknown(x)", True), ("range(3)", True),
    ("fluid.layers.relu(x)", False), ("plain(x)", False), ("len(x)", False), ("{'a': plain}['a'](x)", False),
])  # fmt: skip
def test_a_call(read, call, may):
    facts = read(NET + "def range(n):\n    return net(n)\n" + f"use = {call}\n").facts
    (assign,) = [each for each in facts.source.all(cst.Assign) if facts.source.code(each).startswith("use")]
    assert call_may_make(Spot(facts, assign.value)) is may
