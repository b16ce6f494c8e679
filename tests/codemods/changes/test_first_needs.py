"""An import of fluid that only what is left needs stands where that is: what is never run does not stop the rest."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
LEFT = "fluid.contrib.memory_usage(x)"
IMPORT = "import paddle.fluid as fluid"


def migrated(text, head=HEAD):
    """What comes of the lines behind the head; a second run changes nothing more."""
    result = migrate_source(head + textwrap.dedent(text))
    assert migrate_source(result.text).text == result.text
    top, _, rest = result.text.partition("F.relu(x)\n")
    return top, rest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if a:\n    LEFT\n", "if a:\n    IMPORT\n    LEFT\n"),
        ("if a: b(); LEFT\n", "if a: b(); IMPORT; LEFT\n"),
        ("if a:\n    b()\nelse:\n    LEFT\n    LEFT\n", "if a:\n    b()\nelse:\n    IMPORT\n    LEFT\n    LEFT\n"),
        ("def f():\n    'doc'\n    a()\n    LEFT\n", "def f():\n    'doc'\n    a()\n    IMPORT\n    LEFT\n"),
        ("async def f():\n    await LEFT\n", "async def f():\n    IMPORT\n    await LEFT\n"),
        # not in what is tried, in a loop or in a class
        ("def f():\n    try:\n        LEFT\n    except E:\n        pass\n",
         "def f():\n    IMPORT\n    try:\n        LEFT\n    except E:\n        pass\n"),
        ("def f():\n    for i in a:\n        with b:\n            LEFT\n    else:\n        LEFT\n",
         "def f():\n    IMPORT\n    for i in a:\n        with b:\n            LEFT\n    else:\n        LEFT\n"),
        ("def f():\n    class A:\n        a = LEFT\n", "def f():\n    IMPORT\n    class A:\n        a = LEFT\n"),
        # a branch of a loop is one
        ("for i in a:\n    if i:\n        LEFT\n", "for i in a:\n    if i:\n        IMPORT\n        LEFT\n"),
        # each that Python knows the name in for itself, and before each that comes first
        ("class A:\n    def f(self):\n        LEFT\n    def g(self):\n        LEFT\n",
         "class A:\n    def f(self):\n        IMPORT\n        LEFT\n    def g(self):\n        IMPORT\n        LEFT\n"),
        ("def f():\n    if a:\n        LEFT\n    if b:\n        LEFT\n    LEFT\n    if c:\n        LEFT\n",
         "def f():\n    if a:\n        IMPORT\n        LEFT\n    if b:\n        IMPORT\n        LEFT\n"
         "    IMPORT\n    LEFT\n    if c:\n        LEFT\n"),
        ("def f():\n    def g():\n        LEFT\n    a = [LEFT for i in a], lambda: LEFT\n",
         "def f():\n    def g():\n        IMPORT\n        LEFT\n    IMPORT\n    a = [LEFT for i in a], lambda: LEFT\n"),
        # what is asked stands before the branch
        ("def f():\n    if a:\n        b()\n    elif LEFT:\n        LEFT\n",
         "def f():\n    IMPORT\n    if a:\n        b()\n    elif LEFT:\n        LEFT\n"),
        ("def f():\n    @LEFT\n    def g(a=LEFT):\n        pass\n",
         "def f():\n    IMPORT\n    @LEFT\n    def g(a=LEFT):\n        pass\n"),
    ],
)
def test_where_it_is_needed(old, new):
    top, rest = migrated(old.replace("LEFT", LEFT))
    assert rest == new.replace("LEFT", LEFT).replace("IMPORT", IMPORT)
    assert "fluid" not in top


def test_names_of_a_module():
    head = "from paddle.fluid.contrib import memory_usage as usage, op_freq_statistic\n" + HEAD
    top, rest = migrated("def f():\n    usage(x)\n    return fluid.layers.relu(x)\n", head)
    assert rest == ("def f():\n    from paddle.fluid.contrib import memory_usage as usage\n    usage(x)\n"
                    "    return F.relu(x)\n")
    assert top == "import paddle.nn.functional as F\ny = "


@pytest.mark.parametrize("head", [
    f"{IMPORT}\n{HEAD}", f"{IMPORT}\nimport os\nfrom paddle import fluid\ny = fluid.layers.relu(x)\n",
    f"from paddle import fluid\n{HEAD}", f"{IMPORT}\n{IMPORT}\n{HEAD}",
    f"import paddle\n{IMPORT}\nimport paddle\n{HEAD}",
])
@pytest.mark.parametrize(("old", "new"), [
    ("def f():\n    LEFT\n", "def f():\n    IMPORT\n    LEFT\n"),
    ("if a:\n    LEFT\n", "if a:\n    IMPORT\n    LEFT\n"),
    ("class A:\n    def f(self):\n        LEFT\n", "class A:\n    def f(self):\n        IMPORT\n        LEFT\n"),
])
def test_what_is_imported_twice(head, old, new):
    top, rest = migrated(old.replace("LEFT", LEFT), head)
    assert rest.replace("from paddle import fluid", IMPORT) == new.replace("LEFT", LEFT).replace("IMPORT", IMPORT)
    assert "fluid" not in top


@pytest.mark.parametrize("head", [
    f"{IMPORT}\nbefore = {LEFT}\n{HEAD}",  # the module itself needs it, between the two
    f"try:\n    {IMPORT}\nexcept E:\n    from mine import fluid\n{HEAD}", f"if a:\n    {IMPORT}\n{HEAD}",
])
def test_what_is_imported_twice_and_stays(head):
    top, rest = migrated(f"def f():\n    {LEFT}\n", head)
    assert IMPORT in top
    assert IMPORT not in rest


@pytest.mark.parametrize(
    "text",
    [
        LEFT,  # the module itself needs it
        f"def f(a={LEFT}):\n    pass\n",
        f"class A({LEFT}):\n    pass\n",
        f"def f():\n    {LEFT}\nfor i in {LEFT}:\n    pass\n",
        f"try:\n    {LEFT}\nexcept E:\n    pass\n",
        f"if {LEFT}:\n    pass\n",
        f"f = lambda: {LEFT}\n",
        f"def f():\n    global fluid\n    {LEFT}\n",  # the name is made for others, too
        f"if a:\n    {LEFT}\neval('fluid.layers')\n",
        f"def f():\n    {LEFT}  # paddle-migrate: skip\n",  # stays to the byte
    ],
)
def test_what_stays_at_the_top(text):
    top, rest = migrated(text)
    assert IMPORT in top
    assert rest.rstrip("\n") == text.rstrip("\n")


@pytest.mark.parametrize("text", [
    f"{IMPORT}\ndef f(x):\n    return {LEFT}\n",  # nothing else changes
    f"import paddle.fluid\ndef f(x):\n    return paddle.{LEFT}\n",
])
def test_a_file_that_stays(check_noop, text):
    check_noop(text)


LEAF = f"{IMPORT}\n\n\ndef left(x):\n    return {LEFT}\n"
FROM = "from paddle.fluid.contrib import memory_usage as usage\n\n\ndef left(x):\n    return usage(x)\n"
OLD = "import paddle.fluid as fluid\nfrom leaf import left\nwith fluid.dygraph.guard():\n    fluid.layers.relu(x)\n"
OF_OTHERS = {
    "imported": ({"main.py": OLD}, LEAF),
    "names": ({"main.py": OLD}, FROM),
    "through others": ({"main.py": OLD.replace("leaf", "between"), "between.py": "from leaf import *\n"}, LEAF),
    "imports": ({"net.py": OLD.replace("from leaf import left\n", "")}, "import net\n" + LEAF),
    "of a class": ({"main.py": OLD}, f"{IMPORT}\n\n\nclass A:\n    def left(self, x):\n        return {LEFT}\n"),
    "in a branch": ({"main.py": OLD}, f"from paddle import fluid\nif a:\n    {LEFT}\n"),
    "of a package": ({"p/__init__.py": "from .leaf import left\n", "main.py": OLD.replace("leaf", "p")}, LEAF),
    "today's": ({"main.py": "import paddle\nfrom leaf import left\npaddle.ones([1])\n"}, LEAF),  # of an earlier run
}


def of_run(folder, others, leaf, name="leaf.py"):
    files = {name: leaf, **others}
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    project = Project([folder / file for file in files], [folder])
    return migrate_module(leaf, folder / name, Options(), project).text


@pytest.mark.parametrize("case", OF_OTHERS)
def test_a_file_of_what_is_rewritten(case, tmp_path):
    """Nothing else changes in it, and its import would stop all that imports it."""
    others, leaf = OF_OTHERS[case]
    new = of_run(tmp_path, others, leaf, "p/leaf.py" if case == "of a package" else "leaf.py")
    lines = new.splitlines()
    at = next(n for n, line in enumerate(lines) if line.lstrip().startswith(("import paddle", "from paddle")))
    assert lines[at].startswith("    ")
    assert "usage(x)" in lines[at + 1]
    assert [line for n, line in enumerate(lines) if n != at and line] == [
        line for line in leaf.splitlines() if line and "paddle" not in line]
    assert of_run(tmp_path, others, new, "p/leaf.py" if case == "of a package" else "leaf.py") == new


@pytest.mark.parametrize(("others", "leaf"), [
    ({}, LEAF),
    ({"main.py": "from leaf import left\nprint(left(1))\n"}, LEAF),  # nothing is rewritten anywhere
    ({"main.py": OLD.replace("from leaf import left\n", "")}, LEAF),  # another program
    ({"main.py": OLD}, f"{IMPORT}\n\n\ndef left(x):\n    {LEFT}  # paddle-migrate: skip\n"),
    ({"main.py": OLD}, f"{IMPORT}\nleft = {LEFT}\n"),  # the module itself needs it
    ({"main.py": OLD}, f"try:\n    {IMPORT}\nexcept ImportError:\n    fluid = None\ndef left(x):\n    return {LEFT}\n"),
])
def test_a_file_of_others_that_stays(others, leaf, tmp_path):
    assert of_run(tmp_path, others, leaf) == leaf


def test_the_name_of_paddle_itself():
    """In a function it would hide the module's own."""
    old = "import paddle.fluid\ny = paddle.fluid.layers.relu(x)\ndef f(x):\n    paddle.fluid.contrib.memory_usage(x)\n"
    top, _, rest = migrate_source(old).text.partition("F.relu(x)\n")
    assert "import paddle.fluid\n" in top
    assert rest == "def f(x):\n    paddle.fluid.contrib.memory_usage(x)\n"


PROGRAM = """\
import numpy as np
import paddle.fluid as fluid


def train(half=False):
    x = fluid.data('x', [None, 4])
    weight = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.5))
    loss = fluid.layers.mean(fluid.layers.fc(x, 2, param_attr=weight))
    optimizer = fluid.optimizer.SGD(0.1)
    if half:
        optimizer = fluid.contrib.mixed_precision.decorate(optimizer)
    optimizer.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        print(float(exe.run(feed={'x': np.ones([3, 4], 'float32') + step}, fetch_list=[loss])[0]))


train()
"""


@pytest.mark.slow
def test_what_is_never_run_does_not_stop_the_rest(run_both_ways):
    call = "fluid.contrib.mixed_precision.decorate(optimizer)"
    by_name = "import paddle.fluid as fluid\nfrom paddle.fluid.contrib.mixed_precision import decorate\n"
    others = {
        "by_name": PROGRAM.replace("import paddle.fluid as fluid\n", by_name).replace(call, "decorate(optimizer)"),
        "in_a_function": PROGRAM.replace(call, "smaller(optimizer)")
                         + f"\n\ndef smaller(optimizer):\n    return {call}\n",
        "in_a_file": "import half_of\n" + PROGRAM.replace(call, "half_of.smaller(optimizer)"),
    }
    half = (f"import paddle.fluid as fluid\n\n\ndef smaller(optimizer):\n    return {call}\n\n\n"
            "def no_layer(x):\n    return fluid.layers.relu(x)\n")
    alone = half.partition("\n\n\ndef no_layer")[0] + "\n"  # nothing else changes in it
    scripts = {name: {"main.py": text, "half_of.py": half} for name, text in {"here": PROGRAM, **others}.items()}
    scripts["in_a_file_alone"] = {"main.py": others["in_a_file"], "half_of.py": alone}
    old, new = run_both_ways(scripts)
    assert set(new) == set(scripts)
    for name in scripts:
        assert len(old[name]) == 3
        np.testing.assert_allclose([float(x) for x in new[name]], [float(x) for x in old[name]], rtol=1e-6)
