"""What legacy name is this? However the script imports it, and only when it really is one."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.code import Code
from paddle_migrate.text.source import Source

RELU = "import paddle\nimport paddle.nn.functional as F\ny = F.relu(x)\n"


@pytest.mark.parametrize(
    "source",
    [
        "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n",
        "from paddle import fluid\ny = fluid.layers.relu(x)\n",
        "from paddle.fluid import layers\ny = layers.relu(x)\n",
        "from paddle.fluid import layers as L\ny = L.relu(x)\n",
        "import paddle.fluid.layers as L\ny = L.relu(x)\n",
        "from paddle.fluid.layers import relu\ny = relu(x)\n",
        "from paddle.fluid.layers import relu as r\ny = r(x)\n",
        "from paddle.fluid.layers import (\n    relu,\n)\ny = relu(x)\n",
        "from paddle.fluid.layers.nn import relu\ny = relu(x)\n",
        "from paddle.fluid.layers import *\ny = relu(x)\n",
        "import paddle.fluid as fluid\nL = fluid.layers\ny = L.relu(x)\n",
    ],
)
def test_every_way_to_import_it(check_transformed, source):
    check_transformed(source, "import paddle.nn.functional as F\ny = F.relu(x)\n")


def test_plain_import_keeps_what_else_uses_paddle(check_transformed):
    check_transformed(
        """\
        import paddle.fluid
        y = paddle.fluid.layers.relu(x)
        reader = paddle.batch(reader, 8)
        """,
        """\
        import paddle
        import paddle.nn.functional as F
        y = F.relu(x)
        reader = paddle.batch(reader, 8)
        """,
    )


def test_import_inside_a_function_stays_inside(check_transformed):
    check_transformed(
        """\
        def f(x):
            import paddle.fluid as fluid
            return fluid.layers.relu(x)
        """,
        """\
        def f(x):
            import paddle.nn.functional as F
            return F.relu(x)
        """,
    )


def test_import_in_a_try_stays_in_the_try(check_transformed):
    check_transformed(
        """\
        try:
            import paddle.fluid as fluid
        except ImportError:
            raise SystemExit('no paddle')
        y = fluid.layers.relu(x)
        """,
        """\
        try:
            import paddle.nn.functional as F
        except ImportError:
            raise SystemExit('no paddle')
        y = F.relu(x)
        """,
    )


def test_one_of_several_names_of_an_import_is_left(check_transformed):
    result = check_transformed(
        """\
        from paddle.fluid.layers import relu, no_such_name
        y = relu(no_such_name(x))
        """,
        """\
        import paddle.nn.functional as F
        from paddle.fluid.layers import no_such_name
        y = F.relu(no_such_name(x))
        """,
    )
    assert [(f.line, f.level, f.name) for f in result.left] == [(2, "person", "fluid.layers.no_such_name")]


def test_a_script_with_its_own_F_and_nn(check_transformed):
    check_transformed(
        """\
        import paddle
        import paddle.fluid as fluid
        F = 96485.0
        def nn(x):
            return fluid.layers.relu(x) * F
        conv = fluid.dygraph.Conv2D(1, 2, 3)
        """,
        """\
        import paddle
        F = 96485.0
        def nn(x):
            return paddle.nn.functional.relu(x) * F
        conv = paddle.nn.Conv2D(1, 2, 3)
        """,
    )


def test_the_scripts_own_alias_is_used(check_transformed):
    check_transformed(
        """\
        import paddle.nn.functional as func
        import paddle.fluid as fluid
        y = func.sigmoid(fluid.layers.relu(x))
        """,
        """\
        import paddle.nn.functional as func
        y = func.sigmoid(func.relu(x))
        """,
    )


def test_fluid_inside_an_f_string(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nprint(f'{fluid.layers.relu(x)} of {x!r:>{width}}')\n",
        "import paddle.nn.functional as F\nprint(f'{F.relu(x)} of {x!r:>{width}}')\n",
    )


def test_an_unused_legacy_import_goes(check_transformed):
    check_transformed("import paddle\nimport paddle.fluid as fluid\nprint(1)\n", "import paddle\nprint(1)\n")


def test_a_comment_behind_an_import_stays(check_transformed):
    check_transformed(
        "import paddle\nimport paddle.fluid as fluid  # 飞桨\nprint(paddle.ones([1]))\n",
        "import paddle\n# 飞桨\nprint(paddle.ones([1]))\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "import paddle\nprint(paddle.nn.functional.relu(x))\n",
        "def f(fluid):\n    return fluid.layers.relu(1)\n",
        "import fluid\nfluid.layers.relu(1)\n",
        "class fluid:\n    pass\n\nfluid.layers.relu(1)  # not paddle's\n",
        "text = 'import paddle.fluid as fluid'\n",
        "import torch\nloss.minimize(optimizer.minimize(x))  # paddle\n",
        "from my_paddle.fluid import layers\nlayers.relu(x)\n",
        "from .fluid import layers\nlayers.relu(x)  # paddle\n",
        "import paddle\nfor fluid in range(3):\n    print(fluid.layers.relu)\n",
    ],
)
def test_not_fluid(check_noop, source):
    assert check_noop(source).findings == []


@pytest.mark.parametrize(
    "source",
    [
        "x.paddle.fluid.layers.relu(1)\n",
        "y = paddle.fluid.layers.relu(x)\n",
        "import numpy as np\ny = paddle.fluid.layers.relu(np.ones(1))\n",
        "import paddle.nn as nn\ndef f(paddle):\n    return paddle.fluid.layers.relu(nn)\n",
    ],
)
def test_what_may_be_fluid_is_left_and_said(check_noop, source):
    assert [f.code for f in check_noop(source).findings] == ["PM335"]


def test_a_parameter_hides_the_module(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        def f(fluid, x):
            return fluid.layers.relu(x)
        y = fluid.layers.relu(x)
        """,
        """\
        import paddle.nn.functional as F
        def f(fluid, x):
            return fluid.layers.relu(x)
        y = F.relu(x)
        """,
    )


def test_a_name_bound_twice_is_left_alone(check_noop):
    check_noop(
        """\
        try:
            import paddle.fluid as fluid
        except ImportError:
            import numpy as fluid
        y = fluid.layers.relu(x)
        """
    )


def test_an_unknown_name_is_left_and_reported(check_noop):
    result = check_noop("import paddle.fluid as fluid\nfluid.layers.no_such_layer(x)\n")
    assert [(f.line, f.name) for f in result.left] == [(2, "fluid.layers.no_such_layer")]


def test_what_is_left_keeps_its_import_beside_a_plain_one(check_transformed):
    check_transformed(
        """\
        import paddle
        import paddle.fluid
        with paddle.fluid:
            y = paddle.fluid.layers.sqrt(x)
        """,
        """\
        import paddle
        import paddle.fluid
        with paddle.fluid:
            y = paddle.sqrt(x)
        """,
    )


def test_a_decorator_without_parentheses_gets_them(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\n\n\n@fluid.dygraph.no_grad\ndef evaluate(model):\n    return model()\n",
        "import paddle\n\n\n@paddle.no_grad()\ndef evaluate(model):\n    return model()\n",
    )


def test_a_decorator_that_is_not_known_is_left(check_noop):
    assert check_noop("import paddle.fluid as fluid\n\n\n@fluid.layers.softmax\ndef f(x):\n    return x\n").left


def test_a_name_that_a_star_import_brings_stays_free(check_transformed):
    check_transformed(
        "from mine import *\nimport paddle.fluid as fluid\ny = F(fluid.layers.relu(x))\n",
        "from mine import *\nimport paddle\ny = F(paddle.nn.functional.relu(x))\n",
    )
    check_transformed(
        "from mine import *\nimport paddle.fluid as fluid\ny = mine(fluid.layers.relu(x))\n",
        "from mine import *\nimport paddle.nn.functional as F\ny = mine(F.relu(x))\n",
    )


def test_paddle_without_its_import_is_meant_where_paddle_is_imported(check_transformed):
    check_transformed(
        """
        import paddle.fluid as fluid
        y = fluid.layers.sums([a, b])
        z = paddle.fluid.layers.relu(y)
        """,
        """
        import paddle
        import paddle.nn.functional as F
        y = paddle.add_n([a, b])
        z = F.relu(y)
        """,
    )


def argument(call, name):
    """What the first reference of a script is given for a parameter, as it is written."""
    source = Source(f"import paddle.fluid as fluid\nx = {call}\n")
    reference = Code.of(source).references[0]
    made = source.all(cst.Call)[0] if reference.call is None else None
    found = reference.argument(name, made)
    return source.code(found) if found is not None else None


@pytest.mark.parametrize(
    ("call", "name", "given"),
    [
        ("fluid.layers.concat(a, 0)", "axis", "0"),
        ("fluid.layers.concat(axis=0, input=a)", "input", "a"),
        ("fluid.layers.nn.concat(a, axis=-1)", "axis", "-1"),
        ("fluid.io.DataLoader.from_generator(None, 4)", "capacity", "4"),
        ("fluid.io.DataLoader.from_generator(None, 4, use_multiprocess=True)", "use_multiprocess", "True"),
        ("fluid.io.PyReader(None, 8)", "capacity", "8"),
        ("fluid.optimizer.SGD(0.1)", "learning_rate", "0.1"),
        ("fluid.optimizer.SGDOptimizer(parameter_list=p, learning_rate=r)", "learning_rate", "r"),
    ],
)
def test_an_argument_is_found_by_its_legacy_name(call, name, given):
    assert argument(call, name) == given


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("fluid.layers.concat(a)", "axis"),
        ("fluid.layers.concat(*a)", "input"),
        ("fluid.layers.concat(a, **more)", "axis"),
        ("fluid.layers.concat(a, 0)", "dim"),
        ("fluid.layers.nonsense(a, 0)", "axis"),
        ("fluid.io.DataLoader.from_generator(capacity=4)", "feed_list"),
        ("fluid.io.DataLoader.nonsense(4)", "capacity"),
    ],
)
def test_what_is_not_given_or_not_known_is_none(call, name):
    assert argument(call, name) is None


@pytest.mark.parametrize(
    ("imports", "after"),
    [
        ("from paddle.fluid.dygraph import Linear, Layer\nfrom paddle.fluid.dygraph.nn import Conv2D, Linear\n", ""),
        ("from paddle.fluid.dygraph import *\nfrom paddle.fluid.dygraph import Linear\n"
         "from paddle.fluid.dygraph.nn import Linear\n", ""),
        ("from os import path\nfrom paddle.fluid.dygraph.nn import Linear\nfrom paddle.fluid.dygraph import Linear\n",
         "from os import path\n"),
    ],
)
def test_two_ways_to_the_same_are_one(check_transformed, imports, after):
    after += "import paddle.nn as nn\nfc = nn.Linear(2, 3)\n"
    result = check_transformed(imports + "fc = Linear(2, 3)\n", after)
    assert not result.left


TWO_THINGS = [
    ("from paddle.fluid.dygraph import Linear\n", "from model import Linear\n"),
    ("from paddle.fluid.dygraph import Linear\n", "from paddle.fluid.dygraph import Conv2D as Linear\n"),
    ("from paddle.fluid.layers import relu as Linear\n", "from paddle.fluid.dygraph import Linear\n"),
    ("from paddle.fluid import dygraph as Linear\n", "from paddle.fluid.dygraph import Linear\n"),
]


@pytest.mark.parametrize(("first", "second"), TWO_THINGS)
@pytest.mark.parametrize(
    "form",
    ["{}print(Linear)\n{}", "{}if a:\n    {}", "{}def f():\n    global Linear\n    {}", "def f(): Linear(2, 3)\n{}{}"],
)
def test_ways_to_two_things_are_left(check_noop, form, first, second):
    result = check_noop(form.format(first, second) + "fc = Linear(2, 3)\n")
    assert [f.code for f in result.left] == ["PM335"]


@pytest.mark.parametrize(
    ("imports", "after"),
    [
        (
            "from numpy import abs\nfrom paddle.fluid.layers import abs\n",
            "from numpy import abs\nimport paddle\nx = paddle.abs(3)\n",
        ),
        (
            "from paddle.fluid.layers import abs\nfrom numpy import abs\n",
            "from numpy import abs\nx = abs(3)\n",
        ),
    ],
)
def test_the_last_of_two_imports_counts(check_transformed, imports, after):
    assert not check_transformed(imports + "x = abs(3)\n", after).left
