"""Comments of programs that talk of what the code no longer calls."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nexe = fluid.Executor(fluid.CPUPlace())\n"


def comment_of(line, head=HEAD):
    result = migrate_source(f"{head}{line}\n", options=Options(programs=True))
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text
    return result.text.splitlines()[-1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Use fluid.io.load_inference_model to obtain it,", "# Use paddle.static.load_inference_model to obtain it,"),
        ("x = 1  # see fluid.io.save_inference_model.", "x = 1  # see paddle.static.save_inference_model."),
        ("# both fluid.ParamAttr and fluid.CPUPlace", "# both paddle.ParamAttr and paddle.CPUPlace"),
        ("# 通过fluid.ParamAttr设置", "# 通过paddle.ParamAttr设置"),
    ],
)
def test_a_name_gets_the_one_of_today(old, new):
    assert comment_of(old) == new


@pytest.mark.parametrize(
    "line",
    [
        "# fluid.layers.fc is a layer, as fluid.ParamAttr says",
        "# attr = fluid.ParamAttr(name='w')",
        "# my_fluid.ParamAttr is mine",
        "# a fluid motion",
        "text = '# see fluid.ParamAttr here'",
    ],
)
def test_other_talk_stays(line):
    assert comment_of(line) == line


def test_a_name_that_is_left_in_the_code_stays():
    left = f"{HEAD}d = fluid.ParamAttr\nd = fluid.no_such(1)\n"
    assert comment_of("# of fluid.no_such it is", left) == "# of fluid.no_such it is"


def test_without_programs_nothing_is_said():
    text = f"{HEAD}# see fluid.ParamAttr here\n"
    assert migrate_source(text, options=Options(programs=False)).text.endswith("# see fluid.ParamAttr here\n")
