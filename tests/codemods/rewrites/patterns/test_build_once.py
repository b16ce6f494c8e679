"""Layers that make their parameters at the first call: Paddle 2.6 calls their `_build_once` again and again."""

from __future__ import annotations

import textwrap

import numpy as np
import paddle
import pytest
from paddle_migrate.api import Options, migrate_source

LAYER = """\
    import {module}
    class Scale({base}):
        def _build_once(self, x):
            \"\"\"Its size is that of the input.\"\"\"
            {first}# as many as there are columns
            self.scale = self.create_parameter([x.shape[1]])

        def forward(self, x):
            return x * self.scale
    """
OLD = {"module": "paddle.fluid as fluid", "base": "fluid.dygraph.Layer"}
NEW = {"module": "paddle.nn as nn", "base": "nn.Layer"}
BUILT = "self._built = True\n            "


def migrated(source: str, target: str = "2.6") -> str:
    return migrate_source(textwrap.dedent(source), "s.py", Options(target=target)).text


def test_it_is_built_at_once(check_transformed):
    before = LAYER.format(first="", **OLD).replace("            # as many as there are columns\n", "")
    after = LAYER.format(first=BUILT, **NEW).replace("# as many as there are columns\n            ", "")
    result = check_transformed(before, after)
    assert [f.line for f in result.findings if f.name == "_build_once"] == [3]


def test_behind_comments(check_transformed):
    wanted = LAYER.format(first="", **NEW).replace("self.scale = ", BUILT + "self.scale = ")
    check_transformed(LAYER.format(first="", **OLD), wanted)


def test_it_makes_its_parameters_once():
    names: dict = {}
    exec(migrated(LAYER.format(first="", **OLD)), names)
    layer, x = names["Scale"](), paddle.ones([1, 2])
    first = layer(x).numpy()
    np.testing.assert_array_equal(layer(x).numpy(), first)
    assert len(layer.parameters()) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("self.scale = self.create_parameter([x.shape[1]])", "pass"),
        lambda text: text.replace("_build_once", "build_once"),
        lambda text: text.replace("# as many as there are columns", "self._built = True"),
        lambda text: text.replace("def _build_once(self, x):", "def _build_once(self, x):  # paddle-migrate: skip"),
    ],
)
def test_what_stays(check_transformed, change):
    check_transformed(change(LAYER.format(first="", **OLD)), change(LAYER.format(first="", **NEW)))


def test_for_paddle_3_it_stays():
    assert "_built" not in migrated(LAYER.format(first="", **OLD), target="3")


def test_a_class_that_is_no_layer_stays(check_transformed):
    own = {"base": "object"}
    before, after = (LAYER.format(first="", module=kind["module"], **own) + more for kind, more in [
        (OLD, "y = fluid.layers.relu(x)\n"), ({"module": "paddle.nn.functional as F"}, "y = F.relu(x)\n")])
    check_transformed(before, after)


def test_today_s_own_stays(check_noop):
    check_noop(LAYER.format(first="", **NEW))
