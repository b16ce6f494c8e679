"""What is no dygraph stays as it was, and is said once for each place."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.batch.finding import Walk
from paddle_migrate.batch.migrating import look_at
from paddle_migrate.options import Options
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\n"
STATIC = "def {}(x):\n    with fluid.program_guard(x):\n        y = fluid.layers.fc(x, 3)\n    return y\n"
BOTH = "def f(x):\n    with fluid.program_guard(x):\n        fluid.data(x)\n    x = fluid.dygraph.to_variable(x)\n"


def _left(result):
    return [(f.code, f.line, f.name) for f in result.left]


def test_a_whole_file(check_noop):
    result = check_noop(HEAD + "exe = fluid.Executor(fluid.CPUPlace())\ny = fluid.layers.fc(x, 3)\nexe.run(feed={})\n",
                        programs=False)
    (left,) = result.left
    assert (left.code, left.line, left.name) == ("PM315", 2, "static graph")
    assert "programs = false) asks for it: fluid.Executor, fluid.layers.fc" in left.message


def test_more_names_than_are_listed(check_noop):
    names = ["Executor", "program_guard", "data", "layers.data", "layers.fc", "layers.conv2d"]
    result = check_noop(HEAD + "".join(f"fluid.{name}(x)\n" for name in names), programs=False)
    shown = ", ".join(f"fluid.{name}" for name in names[:4])
    assert f"asks for it: {shown} and 2 more" in result.left[0].message


def test_a_marked_line_is_not_spoken_of(check_noop):
    skip = "  # paddle-migrate: skip\n"
    text = f"{HEAD}exe = fluid.Executor(p){skip}y = fluid.layers.fc(x, 3){skip}"
    assert not check_noop(text, programs=False).findings


def test_one_function_of_a_dygraph_file(check_transformed):
    dygraph = "def f(x):\n    {}\n"
    result = check_transformed(
        HEAD + dygraph.format("with fluid.dygraph.guard():\n        x.backward()\n        return fluid.layers.relu(x)")
        + STATIC.format("g"),
        "import paddle.nn.functional as F\n" + HEAD + dygraph.format("x.backward()\n    return F.relu(x)")
        + STATIC.format("g"),
        programs=False,
    )
    assert _left(result) == [("PM315", 7, "g")]


def test_each_outermost_function_once(check_transformed):
    inner = "".join(f"    {line}\n" for line in STATIC.format("inner").splitlines())
    rest = STATIC.format("g") + "def h():\n" + inner
    result = check_transformed(
        HEAD + "with fluid.dygraph.guard():\n    y = fluid.dygraph.to_variable(x)\n" + rest,
        "import paddle\n" + HEAD + "y = paddle.to_tensor(x)\n" + rest,
        programs=False,
    )
    assert [name for _, _, name in _left(result)] == ["g", "h"]


def test_both_modes_in_one_function(check_noop):
    (left,) = check_noop(HEAD + BOTH).left
    assert left.code == "PM316"
    assert left.message.startswith("signs of both modes in one place")


MAKE = "def {}(loss):\n    opt = fluid.optimizer.SGD(0.1)\n    opt.minimize(loss)\n    return opt\n"


def test_what_depends_on_an_unknown_mode_once_for_each_function(check_noop):
    result = check_noop(HEAD + MAKE.format("f") + MAKE.format("g"))
    assert [(f.code, f.line, f.name) for f in result.findings] == [
        ("PM316", 3, "fluid.optimizer.SGD"), ("PM316", 7, "fluid.optimizer.SGD"),
    ]
    assert all(f.message.startswith("nothing shows whether this runs in dynamic or static mode") for f in result.left)


MADE = HEAD + "def make():\n    return fluid.optimizer.SGD(0.1)\n"


@pytest.mark.parametrize(("mode", "new"), [
    ("dynamic", "paddle.optimizer.SGD(0.1)"), ("static", "paddle.optimizer.SGD(0.1)"), ("", "fluid.optimizer.SGD(0.1)"),
])
def test_the_mode_of_what_shows_none_can_be_said(mode, new):
    result = migrate_source(MADE, options=Options(mode=mode))
    assert new in result.text
    assert any(each.code == "PM316" for each in result.left) == (not mode)


@pytest.mark.parametrize(("text", "mode"), [(HEAD + BOTH, "dynamic"), (HEAD + BOTH, "static")])
def test_said_of_what_shows_both_it_changes_nothing(text, mode):
    result = migrate_source(text, options=Options(mode=mode))
    assert result.text == text
    assert [each.code for each in result.left] == ["PM316"]


def test_said_of_what_shows_the_other_one_it_changes_nothing():
    shown = HEAD + "with fluid.dygraph.guard():\n    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())\n"
    assert migrate_source(shown, options=Options(mode="static")).text == migrate_source(shown).text


@pytest.mark.parametrize("given", ["alone", "all"])
def test_the_whole_directory_is_asked_for_where_it_was_not_given(tmp_path, given):
    for name in ("made.py", "other.py"):
        (tmp_path / name).write_text(HEAD + MAKE.format("f"))
    bases = {"alone": [tmp_path / "made.py"], "all": [tmp_path]}[given]
    project = Project(Walk(bases).files(), bases)
    (left,) = look_at(tmp_path / "made.py", Options(), project).outcome.findings
    assert left.code == "PM316"
    assert ("whole directory" in left.message) == (given == "alone")
