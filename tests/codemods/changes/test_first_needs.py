"""An import of fluid that only what is left needs stands where that is: what is never run does not stop the rest."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest
from paddle_migrate.api import migrate_source

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
    scripts = {name: {"main.py": text, "half_of.py": half} for name, text in {"here": PROGRAM, **others}.items()}
    old, new = run_both_ways(scripts)
    assert set(new) == set(scripts)
    for name in scripts:
        assert len(old[name]) == 3
        np.testing.assert_allclose([float(x) for x in new[name]], [float(x) for x in old[name]], rtol=1e-6)
