"""Models for inference are saved and loaded by functions that are written into the script."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'


@pytest.mark.parametrize(
    "call",
    [
        'save_inference_model("d", ["x"], [x], exe, main_program=p, params_filename="a")',
        'load_inference_model("d", exe)',
        'load_vars(exe, "d", main_program=p, predicate=exists)',
    ],
)
def test_a_call(call):
    result = migrate_source(f"{HEAD}fluid.io.{call}\n", options=Options(programs=True))
    assert result.text.endswith(f"\n{call}\n")
    assert "fluid" not in result.text
    assert not result.left


def test_todays_stay(check_noop):
    check_noop("import paddle\npaddle.static.save_inference_model('d', [x], [y], exe)\n", programs=True)
