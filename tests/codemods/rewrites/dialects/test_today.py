"""Names that have another form in a program than in dynamic mode; each has 1.8.5's signature."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.rules.library import library

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'
NAMES = {
    **dict.fromkeys(("Print", "accuracy", "auc", "create_global_var", "create_parameter", "size", "py_func",
                     "fill_constant_batch_size_like"), "paddle.fluid.layers"),
    **dict.fromkeys(("get_program_parameter", "is_parameter", "is_persistable", "load_params", "load_persistables",
                     "get_program_persistable_vars", "load_program_state", "save_params", "save_persistables",
                     "set_program_state"), "paddle.fluid.io"),
    **dict.fromkeys(("append_backward", "calc_gradient", "gradients"), "paddle.fluid.backward"),
    "Scope": "paddle.fluid", "cuda_places": "paddle.fluid",
}  # fmt: skip


def test_each_is_a_name_of_185_with_its_parameters():
    today = library().module("paddle_compat._today")
    assert sorted(NAMES) == sorted(today.names())
    for name, home in NAMES.items():
        old, beyond = library().legacy(f"{home}.{name}")
        assert old is not None, name
        assert not beyond, name
        new = today.find(name)
        if new.kind == "function":
            assert [p.name for p in new.params] == [p.name for p in old.params], name


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s = fluid.core.Scope()", "s = paddle.static.Scope()"),
        ("a = fluid.layers.accuracy(x, y, total=t)", "a = counted_accuracy(x, y, total=t)"),
        ("v = fluid.layers.create_global_var([1], 0.0, 'int64')", "v = global_variable([1], 0.0, 'int64')"),
        ("v = list(filter(fluid.io.is_parameter, vs))", "v = list(filter(lambda var: var.is_parameter, vs))"),
        ("g = fluid.gradients(a, x)", "g = paddle.static.gradients(a, x)"),
        ("fluid.set_program_state(p, s)", "paddle.static.set_program_state(p, s)"),
        ("h = fluid.layers.layer_norm(x, act=act)", "h = activated(nn.LayerNorm(x.shape[1:])(x), act)"),
    ],
)  # fmt: skip
def test_in_a_program(old, new):
    result = migrate_source(f"{HEAD}{old}\n", options=Options(programs=True))
    assert result.text.endswith(f"\n{new}\n")
    assert not result.left


@pytest.mark.parametrize("line", ["a = fluid.layers.accuracy(x, y, total=t)", "n = fluid.layers.size(x)"])
def test_dynamic_mode_has_its_own(line):
    text = f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    {line}\n"
    result = migrate_source(text, options=Options(programs=True))
    assert "paddle.static" not in result.text
    assert "fluid" not in result.text
