"""Legacy classes that are derived from or handed on; their forms that run stand in tests/compat/…/test_classes.py."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def block(norm=D.BatchNorm):\n    return norm(3)\n", "def block(norm=nn.BatchNorm):\n    return norm(3)\n"),
        ("kinds = {'b': D.BatchNorm}\nkinds['b'](3, momentum=0.5)\n", "kinds = {'b': nn.BatchNorm}\n"
         "kinds['b'](3, momentum=0.5)\n"),
        ("def make():\n    return D.Conv2D\nmake()(1, 2, 3)\n", "def make():\n    return nn.Conv2D\nmake()(1, 2, 3)\n"),
        ("def f(x: D.Conv2D):\n    return type(x) is D.Conv2D\n", "def f(x: nn.Conv2D):\n"
         "    return type(x) is nn.Conv2D\n"),
    ],
)
def test_what_reads_the_same_today(check_transformed, before, after):
    legacy = HEAD + before.replace("D.", "fluid.dygraph.")
    check_transformed(legacy, "import paddle.nn as nn\n" + after)


@pytest.mark.parametrize(
    "code",
    [
        "conv = [D.Conv2D][0](num_channels=1, num_filters=2, filter_size=3)",
        "for kind in [D.Conv2D]:\n    kind(1, 2, 3, use_cudnn=False)",
        "for kind in [D.Conv2D]:\n    kind(*sizes)",
        "build(D.Conv2D)",
        "KIND = D.Conv2D",
        "for kind in [D.Linear]:\n    kind(1, 2, act='relu')",
        "kind = fluid.optimizer.Momentum if quick else fluid.optimizer.SGD\nkind(0.1, parameter_list=p)",
    ],
)
def test_what_does_not_is_a_function_of_the_script(code):
    """It takes what the legacy class took, and makes today's object."""
    result = migrate_source(HEAD + code.replace("D.", "fluid.dygraph.") + "\n")
    assert result.left == []
    assert "fluid" not in result.text
    assert "\n    return paddle.optimizer." in result.text or "\n    layer = nn." in result.text


@pytest.mark.parametrize(
    "code",
    [
        "kinds = [D.Conv2D]\nclass A(kinds[0]):\n    pass",
        "kinds = [D.Conv2D]\nisinstance(x, kinds[0])\nkinds[0](1, 2, filter_size=3)",
        "name = D.Conv2D.mine",
    ],
)
def test_what_a_function_cannot_stand_for_is_left(check_noop, code):
    assert check_noop(HEAD + code.replace("D.", "fluid.dygraph.") + "\n").left


@pytest.mark.parametrize(
    "code", ["norm = nn.BatchNorm\nnorm(num_channels=3)", "class A(nn.Conv2D):\n    pass\nA(1, 2, 3)"])
def test_today_s_classes_stay(check_noop, code):
    check_noop("import paddle.nn as nn\n" + code + "\n")


def test_a_subclass_that_nothing_here_calls(check_transformed):
    result = check_transformed(
        HEAD + "class Conv(fluid.dygraph.Conv2D):\n    pass\n",
        "import paddle.nn as nn\nclass Conv(nn.Conv2D):\n    pass\n",
    )
    (finding,) = result.left
    assert (finding.code, finding.line) == ("PM330", 2)
    assert "num_channels → in_channels" in finding.message


def test_a_subclass_with_its_own_constructor_says_nothing(check_transformed):
    result = check_transformed(
        HEAD + "class Conv(fluid.dygraph.Conv2D):\n    def __init__(self):\n        super().__init__(1, 2, 3)\n",
        "import paddle.nn as nn\nclass Conv(nn.Conv2D):\n    def __init__(self):\n        super().__init__(1, 2, 3)\n")
    assert result.left == []


def test_a_subclass_that_another_file_calls(tmp_path):
    from paddle_migrate.api import migrate_source
    from paddle_migrate.project.project import Project

    net = HEAD + "class Conv(fluid.dygraph.Conv2D):\n    pass\nConv(num_channels=1, num_filters=2, filter_size=3)\n"
    (tmp_path / "net.py").write_text(net)
    (tmp_path / "train.py").write_text("from net import Conv\nConv(num_channels=1, num_filters=2, filter_size=3)\n")
    (tmp_path / "other.py").write_text("from net import nothing\n")
    (tmp_path / "unrelated.py").write_text("class Conv: pass\n")
    result = migrate_source(net, str(tmp_path / "net.py"), project=Project(tmp_path.glob("*.py"), [tmp_path]))
    (finding,) = result.left
    assert finding.code == "PM330"
    assert "(train.py)" in finding.message
    assert result.text.endswith("Conv(in_channels=1, out_channels=2, kernel_size=3)\n")
