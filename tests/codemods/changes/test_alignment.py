"""Lines that stood under what stands behind a bracket stand there again."""

from __future__ import annotations

import pytest

HEAD = "import paddle.fluid as fluid\n"
NN = "import paddle.nn as nn\n"


def test_under_the_first_argument(check_transformed):
    check_transformed(
        HEAD + "fc = fluid.dygraph.Linear(3,\n"
        "                          4,\n"
        "                          dtype='float32')\n",
        NN + "fc = nn.Linear(3,\n               4)\n",
    )


def test_what_is_inside_moves_along(check_transformed):
    check_transformed(
        HEAD + "fc = fluid.dygraph.Linear(3,\n"
        "                          4,  # kept\n"
        "                          # all of it\n"
        "                          bias_attr=dict(\n"
        "                              a=1,\n"
        "                          ), param_attr=[1,\n"
        "                                         2]\n"
        "                         )\n",
        NN + "fc = nn.Linear(3,\n"
        "               4,  # kept\n"
        "               # all of it\n"
        "               bias_attr=dict(\n"
        "                   a=1,\n"
        "               ), weight_attr=[1,\n"
        "                               2]\n"
        "              )\n",
    )


def test_wider_names_move_it_right(check_transformed):
    check_transformed(
        "from paddle.fluid.dygraph import Linear\nfc = Linear(3,\n            4)\n",
        NN + "fc = nn.Linear(3,\n               4)\n",
    )


def test_in_a_block_that_moves_out(check_transformed):
    check_transformed(
        HEAD + "with fluid.dygraph.guard():\n    fc = fluid.dygraph.Linear(3,\n                              4)\n",
        NN + "fc = nn.Linear(3,\n               4)\n",
    )


def test_lines_of_a_string_stay(check_transformed):
    check_transformed(
        HEAD + 'fc = fluid.dygraph.Linear(3,\n                          """a\n      b""")\n',
        NN + 'fc = nn.Linear(3,\n               """a\n      b""")\n',
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "3,\n    4",  # where the user had it
        "3,\n                              4",
        "\n    3,\n    4",
        "\n    3,\n    4\n",
        "3,\n\t\t\t\t\t\t4",
        "  # sizes\n    3, 4",
    ],
)
def test_what_was_not_aligned_stays(check_transformed, arguments):
    check_transformed(
        f"{HEAD}fc = fluid.dygraph.Linear({arguments})\n",
        f"{NN}fc = nn.Linear({arguments})\n",
    )


def test_statements_that_nothing_changes_in_stay(check_transformed):
    kept = "g = f(a,\n      b)\nh = f(a,\n    b)\n"
    check_transformed(f"{HEAD}{kept}y = fluid.dygraph.Linear(3, 4)\n", f"{NN}{kept}y = nn.Linear(3, 4)\n")


def test_marked_lines_stay(check_noop):
    check_noop(
        "import paddle.fluid as fluid  # paddle-migrate: skip\n"
        "fc = fluid.dygraph.Linear(3,  # paddle-migrate: skip\n"
        "                          4)  # paddle-migrate: skip\n"
    )


@pytest.mark.parametrize(("off", "new"), [(-5, 0), (-1, 0), (0, 0), (1, 0), (3, 0)])
def test_what_stood_nearly_there(check_transformed, off, new):
    check_transformed(
        f"{HEAD}fc = fluid.dygraph.Linear(3,\n{' ' * (26 + off)}4)\n",
        f"{NN}fc = nn.Linear(3,\n{' ' * (15 + new)}4)\n",
    )


@pytest.mark.parametrize("column", [0, 4, 8, 17])
def test_what_hangs_stays(check_transformed, column):
    check_transformed(
        f"{HEAD}fc = fluid.dygraph.Linear(3,\n{' ' * column}4)\n",
        f"{NN}fc = nn.Linear(3,\n{' ' * column}4)\n",
    )


def test_a_block_that_moves_out_is_not_tidied(check_transformed):
    check_transformed(
        f"{HEAD}with fluid.dygraph.guard():\n    x = function(3,\n               4)\n"
        "    fc = fluid.dygraph.Linear(3, 4)\n",
        f"{NN}x = function(3,\n           4)\nfc = nn.Linear(3, 4)\n",
    )
