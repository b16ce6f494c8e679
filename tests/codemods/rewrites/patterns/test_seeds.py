"""random_seed of programs → paddle.seed, where the script runs the dynamic graph."""

from __future__ import annotations

from typing import Any

import pytest
from paddle_migrate.api import migrate_source


def test_in_dygraph(check_transformed):
    result = check_transformed(
        """\
        import paddle.fluid as fluid
        with fluid.dygraph.guard():
            fluid.default_startup_program().random_seed = args.seed
            fluid.default_main_program().random_seed = args.seed
            f()
        """,
        """\
        import paddle
        paddle.seed(args.seed)
        f()
        """,
    )
    assert any(f.level == "note" and "other random numbers" in f.message for f in result.findings)


def test_different_seeds_stay_two_lines(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        with fluid.dygraph.guard():
            fluid.default_startup_program().random_seed = 1
            fluid.default_main_program().random_seed = 2
        """,
        """\
        import paddle
        paddle.seed(1)
        paddle.seed(2)
        """,
    )


def test_modern_code_is_left(check_noop):
    check_noop("import paddle\npaddle.static.default_main_program().random_seed = 1\nprogram.random_seed = 2\n")


HEAD = "import numpy as np\nimport paddle.fluid as fluid\n"
GUARD = "def draw():\n    with fluid.dygraph.guard():\n"
NET = "        return fluid.dygraph.Linear(3, 2).weight.numpy().ravel().tolist()\n"
# inside a guard, each of them seeded 1.8.5
SEEDING = {
    "a name": "        p = fluid.default_main_program()\n        p.random_seed = 3\n",
    "a name of a name": "        p = fluid.framework.default_main_program()\n        q = p\n"
    "        q.random_seed = 3\n",
    "one line": "        p = fluid.default_main_program(); p.random_seed = 3\n",
    "a suite of one line": "        p = fluid.default_main_program()\n        if True: p.random_seed = 3\n",
    "two at once": "        p, q = fluid.default_main_program(), fluid.default_startup_program()\n"
    "        q.random_seed = p.random_seed = 3\n",
    "a loop": "        for p in (fluid.default_startup_program(), fluid.default_main_program()):\n"
    "            p.random_seed = 3\n",
    "setattr": "        setattr(fluid.default_main_program(), 'random_seed', 3)\n",
    "a function": "        def seed(program, number):\n            program.random_seed = number\n"
    "        seed(fluid.default_main_program(), number=3)\n",
    "a result": "        def main():\n            return fluid.default_main_program()\n"
    "        main().random_seed = 3\n",
    "an attribute": "        class T:\n            def __init__(self):\n"
    "                self.p = fluid.default_main_program()\n"
    "            def go(self):\n                self.p.random_seed = 3\n        T().go()\n",
    "an import inside": "        from paddle.fluid.framework import default_main_program as main\n"
    "        main().random_seed = 3\n",
}


@pytest.mark.parametrize("form", SEEDING)
def test_every_way_to_the_program_seeds(form):
    result = migrate_source(HEAD + GUARD + SEEDING[form] + NET, "script.py")
    assert "fluid" not in result.text
    assert "random_seed" not in result.text
    assert not result.left
    assert migrate_source(result.text).text == result.text
    scope: dict[str, Any] = {}
    exec(result.text, scope)
    assert scope["draw"]() == scope["draw"]()


def test_the_line_of_the_variable_goes_with_it(check_transformed):
    check_transformed(
        HEAD + "with fluid.dygraph.guard():\n    p = fluid.default_main_program()  # the program\n"
        "    p.random_seed = 3  # always\n    f()\n",
        "import numpy as np\nimport paddle\n# the program\npaddle.seed(3)  # always\nf()\n",
    )


def test_before_the_guard_it_had_no_effect_and_that_is_said(check_transformed):
    result = check_transformed(
        HEAD + "p = fluid.default_main_program()\np.random_seed = 3\nwith fluid.dygraph.guard():\n    f()\n",
        "import numpy as np\nimport paddle\npaddle.seed(3)\nf()\n",
    )
    assert ["no effect outside" in f.message for f in result.findings if f.code == "PM211"] == [True]


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        ("    def seed(prog):\n        prog.random_seed = 3\n    later(seed)\n    fluid.default_main_program()\n", 5),
        ("    seed = fluid.default_main_program().random_seed\n", 4),
        ("    import utils\n    utils.seed(fluid.default_main_program())\n", 5),
        ("    p = a.random_seed = fluid.default_main_program().random_seed\n", 4),
    ],
)
def test_what_may_be_a_seed_is_said(lines, at):
    result = migrate_source(HEAD + "with fluid.dygraph.guard():\n" + lines, "script.py")
    assert [(f.code, f.line) for f in result.left] == [("PM318", at)]


@pytest.mark.parametrize(
    "lines",
    [
        "fluid.default_main_program().random_seed = 3\n",
        "p = fluid.default_main_program()\np.random_seed = 3\nexe = fluid.Executor(place)\n",
        "p = fluid.Program()\np.random_seed = 3\nwith fluid.program_guard(p):\n    f()\n",
        "def seed(program):\n    program.random_seed = 3\nseed(fluid.default_main_program())\n"
        "exe.run(feed=f, fetch_list=[])\n",
    ],
)
def test_the_seed_of_a_static_program_is_left(check_noop, lines):
    check_noop(HEAD + lines, programs=False)


@pytest.mark.parametrize("lines", ["args.random_seed = 3\n", "class A:\n    random_seed = 3\n    def f(self):\n"
                                   "        self.random_seed = 4\n", "forest.fit(random_seed=3)\n"])
def test_other_seeds_are_left_without_a_word(check_noop, lines):
    assert check_noop(f"import paddle\n{lines}").findings == []
    guarded = migrate_source(f"{HEAD}with fluid.dygraph.guard():\n    pass\n{lines}fluid.default_main_program()\n")
    assert lines in guarded.text
    assert not guarded.left


PROGRAM = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\nexe = fluid.Executor(fluid.CPUPlace())\n"


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        ("fluid.default_main_program().random_seed = 3\nfluid.default_startup_program().random_seed = 3\n", [4]),
        ("p = fluid.Program()\np.random_seed = args.seed\n", [5]),
        ("for p in (fluid.Program(), fluid.default_main_program()):\n    p.random_seed = 3\n", [5]),
        ("args.random_seed = 3\n", []),
        ("class A:\n    def f(self):\n        self.random_seed = 4\n", []),
    ],
)
def test_what_a_program_draws_is_said_once(lines, at):
    result = migrate_source(PROGRAM + lines, "script.py")
    assert [f.line for f in result.findings if f.code == "PM211"] == at
    assert "random_seed" in result.text
