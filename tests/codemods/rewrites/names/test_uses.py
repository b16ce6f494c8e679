"""Legacy names that are not called."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@fluid.dygraph.jit.dygraph_to_static_func\ndef f(x):\n    return x\n", "def f(x):\n    return x\n"),
        ("class A:\n    @other\n    @fluid.dygraph.dygraph_to_static_func\n    def f(self):\n        pass\n",
         "class A:\n    @other\n    def f(self):\n        pass\n"),
    ],
)
def test_a_decorator_that_did_nothing_goes(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}", after)


@pytest.mark.parametrize(
    "text",
    [
        "name = 'dygraph_to_static_func'\n",
        "text = 'fluid.dygraph.dygraph_to_static_func(f)'\n",
        "@dygraph_to_static_func\ndef f(x):\n    return x\n",
        "@own.dygraph_to_static_func\ndef f(x):\n    return x\n",
    ],
)
def test_a_name_alone_is_no_such_decorator(check_noop, text):
    check_noop(f"import paddle\n{text}")


def test_a_decorator_with_a_comment_is_left_and_said():
    result = migrate_source(f"{HEAD}@fluid.dygraph.dygraph_to_static_func  # fast\ndef f(x):\n    return x\n")
    assert "@fluid.dygraph.dygraph_to_static_func  # fast\n" in result.text
    assert [f.code for f in result.left] == ["PM305"]
