"""Today's names for what reaches the constructor of a legacy base."""

from __future__ import annotations

import pytest

HEAD = "import paddle.fluid as fluid\n"
NOW = "import paddle.nn as nn\n"
INIT = "    def __init__(self):\n        {}\n"
OLD = "num_channels=3, num_filters=4, filter_size=5"
NEW = "in_channels=3, out_channels=4, kernel_size=5"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("super(N, self).__init__(4, 5, param_attr=w)", "super(N, self).__init__(4, 5, weight_attr=w)"),
        ("super().__init__(input_dim=4, output_dim=5)", "super().__init__(in_features=4, out_features=5)"),
    ],
)
def test_its_super(check_transformed, before, after):
    result = check_transformed(
        f"{HEAD}class N(fluid.dygraph.Linear):\n{INIT.format(before)}",
        f"{NOW}class N(nn.Linear):\n{INIT.format(after)}",
    )
    assert not result.left


@pytest.mark.parametrize(
    "text",
    [
        "class N({base}):\n    pass\nn = N({args})\n",
        "class N({base}):\n    def forward(self, x):\n        return super(N, self).forward(x)\nn = N({args})\n",
        "class N({base}):\n    pass\nclass M(N):\n" + INIT.format("super().__init__({args})"),
        "class N({base}):\n    pass\nclass M(N):\n    pass\nm = M({args})\n",
    ],
)
def test_without_a_constructor_the_calls(check_transformed, text):
    result = check_transformed(
        HEAD + text.format(base="fluid.dygraph.Conv2D", args=OLD), NOW + text.format(base="nn.Conv2D", args=NEW)
    )
    assert not result.left


def test_calls_in_other_files_are_told_the_names(check_transformed):
    text = "class N({}):\n    pass\n"
    result = check_transformed(HEAD + text.format("fluid.dygraph.Conv2D"), NOW + text.format("nn.Conv2D"))
    (left,) = result.left
    assert (left.code, left.name) == ("PM330", "N")
    assert left.message.endswith(
        ": num_channels → in_channels, num_filters → out_channels, filter_size → kernel_size, param_attr → weight_attr"
    )


def test_calls_of_other_things_keep_theirs(check_transformed):
    body = INIT.format("super().__init__(4, 5)") + f"        f({OLD})\n        self.x.__init__({OLD})\n"
    after = f"{NOW}class N(nn.Linear):\n{body}n = N({OLD})\n"
    check_transformed(f"{HEAD}class N(fluid.dygraph.Linear):\n{body}n = N({OLD})\n", after)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("class N(fluid.dygraph.Conv2D):\n    pass\nf(N)\n", 2, "used as a value in line 4"),
        (f"class N(fluid.dygraph.Conv2D):\n    pass\nn = N({OLD})\nf(N)\n", 4, "used as a value in line 5"),
        ("class N(fluid.dygraph.Linear):\n" + INIT.format("super().__init__(4, 5, act='relu')"), 4, "act= in"),
        ("class N(fluid.dygraph.Linear):\n" + INIT.format("super().__init__(4, 5, wrong=1)"), 4, "no argument 'wrong'"),
    ],
)
def test_all_of_it_stays_where_one_has_no_form(check_noop, text, line, why):
    result = check_noop(HEAD + text)
    (found,) = [f for f in result.left if f.code == "PM303"]
    assert found.line == line
    assert why in found.message


def test_another_class_keeps_its_own(check_transformed):
    other = "class Other(Mine):\n" + INIT.format("super().__init__(4, 5, param_attr=w)")
    body = INIT.format("super().__init__(4, 5)")
    before = f"{HEAD}class N(fluid.dygraph.Linear):\n{body}{other}"
    check_transformed(before, f"{NOW}class N(nn.Linear):\n{body}{other}")
