"""A rule that holds for one call alone goes through the Inliner as any other."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.changes.inline import Inliner
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.one_call import OneCall
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source

TEXT = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\nz = fluid.layers.relu(x)\n"


class Told(OneCall):
    def expansion(self, arguments, target):
        raise Refused(f"told: {len(arguments)} for {target}")


def test_its_own_expansion_is_asked():
    script = Script.of(Source(TEXT), Options())
    first, second = script.references
    rule = first.rule
    assert isinstance(rule, Rule)
    script.read_by(first, Told(rule.name, rule.kind, rule.module))
    with pytest.raises(Refused, match=r"told: 1 for 2\.6"):
        Inliner(script, first)
    assert Inliner(script, second).write() == "F.relu"
