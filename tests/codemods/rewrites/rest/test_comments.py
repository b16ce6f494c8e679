"""Commented-out code, and comments that only talk about fluid."""

from __future__ import annotations

import pytest

HEAD = "import paddle\nimport paddle.fluid as fluid\nmodel = fluid.dygraph.Linear(2, 3)\n"
MODERN = "import paddle\nimport paddle.nn as nn\nmodel = nn.Linear(2, 3)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "#opt = fluid.optimizer.AdagradOptimizer(0.01, parameter_list=model.parameters())",
            "#opt = paddle.optimizer.Adagrad(0.01, parameters=model.parameters())",
        ),
        ("##   y = fluid.layers.reshape(x, [1])", "##   y = paddle.reshape(x, [1])"),
        ("x = 1  # fluid.layers.mean(x)", "x = 1  # paddle.mean(x)"),
        ("# fluid.save_dygraph(model.state_dict(), 'm')", "# paddle.save(model.state_dict(), 'm.pdparams')"),
    ],
)
def test_commented_out_code(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"{MODERN}{after}\n")


@pytest.mark.parametrize(
    "comment",
    [
        "# fluid.layers.no_such(x)",
        "# with fluid.dygraph.guard(place):",
        "# 通过fluid.dygraph.guard(place=None)里的place参数设置",
        "# self.fc = fluid.dygraph.Linear(2, 3, act='relu')",
        "# y = gone(fluid.layers.mean(x))",
        "# y = L.fc(fluid.layers.mean(x))",
    ],
)
def test_what_cannot_be_read_alone_is_left_and_said(check_transformed, comment):
    result = check_transformed(f"{HEAD}{comment}\n", f"{MODERN}{comment}\n")
    assert [f.line for f in result.findings if "comment" in f.message] == [4]


@pytest.mark.parametrize(
    "comment", ["# fluid", "# a fluid motion", "# paddle.fluid was removed in 2.5", "#!/usr/bin/fluid"]
)
def test_talk_is_left(check_noop, comment):
    check_noop(f"import paddle\n{comment}\n")


def test_comments_bring_no_imports(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nx = fluid.dygraph.to_variable(a)\n# y = fluid.layers.relu(x)\n",
        "import paddle\nx = paddle.to_tensor(a)\n# y = F.relu(x)\n",
    )


def test_a_comment_through_an_import_that_goes_is_left_the_second_time_too(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        from paddle.fluid import layers as L
        x = L.mean(fluid.layers.no_such(y))
        # y = L.no_such(fluid.layers.mean(x))
        """,
        """\
        import paddle
        import paddle.fluid as fluid
        x = paddle.mean(fluid.layers.no_such(y))
        # y = L.no_such(fluid.layers.mean(x))
        """,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = fluid.layers.relu(x)\n# y = fluid.layers.relu(\fx)\n", "y = F.relu(x)\n# y = fluid.layers.relu(\fx)\n"),
        ("# y = fluid.layers.relu(x)\n\fy = fluid.layers.relu(x)\n", "# y = F.relu(x)\n\fy = F.relu(x)\n"),
    ],
)
def test_a_form_feed_in_a_comment(check_transformed, before, after):
    check_transformed(f"import paddle.fluid as fluid\n{before}", f"import paddle.nn.functional as F\n{after}")
