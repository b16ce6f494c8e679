"""The switch of `declarative` under its name of today."""

from __future__ import annotations

import pytest

HEAD = "import paddle.fluid as fluid\n"
JIT = "from paddle.fluid.dygraph.jit import ProgramTranslator\n"
SWITCH = "paddle.jit.enable_to_static({})\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HEAD + "fluid.dygraph.ProgramTranslator().enable(False)\n", SWITCH.format(False)),
        (JIT + "ProgramTranslator().enable(args.static)\n", SWITCH.format("args.static")),
        (JIT + "ProgramTranslator.get_instance().enable(True)\n", SWITCH.format(True)),
        (
            JIT + "t = ProgramTranslator()\nt.enable(False)\nt.enable(True)\n",
            SWITCH.format(False) + SWITCH.format(True),
        ),
        (
            JIT + "def f():\n    t = ProgramTranslator.get_instance()\n    t.enable(x)\n",
            "def f():\n    " + SWITCH.format("x"),
        ),
    ],
)
def test_the_switch(check_transformed, before, after):
    assert not check_transformed(before, "import paddle\n" + after).left


@pytest.mark.parametrize(
    "code",
    [
        "print(ProgramTranslator().enable(False))\n",
        "ProgramTranslator().enable(*given)\n",
        "ProgramTranslator().get_output(f, x)\n",
        "t = ProgramTranslator()\nt.enable(False)\nt.get_code(f)\n",
        "t = ProgramTranslator()\nif x:\n    t = other\nt.enable(False)\n",
        "t = ProgramTranslator()\n",
        "ProgramTranslator.get_instance\n",
    ],
)
def test_what_else_is_asked_of_it_is_left(check_noop, code):
    assert [f.code for f in check_noop(JIT + code).left] == ["PM301"]


def test_a_class_of_this_name(check_noop):
    check_noop("import fluid\nfluid.ProgramTranslator().enable(False)\n")
