"""`except ImportError: fluid = None`: Paddle may be missing, and may be missing afterwards."""

from __future__ import annotations

import sys
import textwrap

import pytest
from paddle_migrate.api import migrate_source

MODULE = """\
import numpy as np
try:
    import paddle.fluid as fluid
    HAS_PADDLE = True
except ImportError:
    fluid = None  # optional
    HAS_PADDLE = False


def relu(x):
    if fluid is None:
        return 'no paddle'
    with fluid.dygraph.guard(fluid.CPUPlace()):
        return fluid.layers.relu(fluid.dygraph.to_variable(np.array(x))).numpy().tolist()
"""


def test_the_guard_is_for_paddle_now(check_transformed):
    check_transformed(
        MODULE,
        """\
        import numpy as np
        try:
            import paddle
            import paddle.nn.functional as F
            HAS_PADDLE = True
        except ImportError:
            paddle = None  # optional
            HAS_PADDLE = False


        def relu(x):
            if paddle is None:
                return 'no paddle'
            paddle.device.set_device('cpu')
            return F.relu(paddle.to_tensor(np.array(x))).numpy().tolist()
        """,
    )


@pytest.mark.parametrize("missing", [True, False])
def test_it_does_the_same_with_and_without_paddle(monkeypatch, missing):
    import paddle

    results = []
    for text in (MODULE, migrate_source(MODULE).text):
        if missing:
            monkeypatch.setitem(sys.modules, "paddle", None)
        space = {}
        exec(text, space)
        results.append((space["HAS_PADDLE"], space["relu"]([-1.0, 2.0])))
        monkeypatch.undo()
    assert paddle is not None
    assert results[0] == results[1] == ((False, "no paddle") if missing else (True, [0.0, 2.0]))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import paddle\n{s}import paddle.fluid as fluid|paddle = fluid = None", "import paddle|paddle = None"),
        ("import paddle.fluid as fluid|fluid = paddle = None", "import paddle|paddle = None"),
        ("from paddle import fluid|fluid = None", "import paddle|paddle = None"),
        ("import paddle.fluid as pf|pf = None", "import paddle|paddle = None"),
    ],
)
@pytest.mark.parametrize(
    ("test", "now"),
    [
        ("if {}:\n    pass", "if {}:\n    pass"),
        ("ok = not {}", "ok = not {}"),
        ("ok = None if x and {} is not None else 1", "ok = None if x and {} is not None else 1"),
        ("assert {}, 'install paddle'", "assert {}, 'install paddle'"),
        ("ok = bool({})", "ok = bool({})"),
    ],
)
def test_forms(before, after, test, now):
    if "x and" in test:
        test = now = "if x and {} is not None:\n    pass"
    name = "pf" if "pf" in before else "fluid"
    texts = []
    for pair, each in ((before, test.format(name)), (after, now.format("paddle"))):
        body, handler = pair.replace("{s}", "    ").split("|")
        texts.append(f"try:\n    {body}\nexcept (ImportError, OSError):\n    {handler}\n{each}\n")
    assert migrate_source(texts[0]).text == texts[1]
    assert migrate_source(texts[1]).text == texts[1]


def test_what_is_left_to_a_person_still_has_its_name():
    text = textwrap.dedent(
        """\
        try:
            import paddle.fluid as fluid
        except ImportError:
            fluid = None
        if fluid is not None:
            y = fluid.layers.relu(x)
            z = fluid.layers.no_such_thing(x)
        """
    )
    result = migrate_source(text)
    assert [(f.line, f.code) for f in result.left] == [(7, "PM301")]
    assert result.text == (
        "try:\n    import paddle\n    import paddle.nn.functional as F\n    import paddle.fluid as fluid\n"
        "except ImportError:\n    paddle = fluid = None\n"
        "if paddle is not None:\n    y = F.relu(x)\n    z = fluid.layers.no_such_thing(x)\n"
    )


@pytest.mark.parametrize(
    ("line", "source"),
    [
        (2, "try:\n    import paddle.fluid as fluid\nexcept ImportError:\n    import paddle as fluid\n"),
        (3, "import paddle\ntry:\n    import paddle.fluid as fluid\nexcept ImportError:\n    fluid = None\n"),
        (2, "try:\n    import paddle.fluid as fluid\nexcept ImportError:\n    fluid = object()\n"),
        (2, "try:\n    import paddle.fluid as fluid\nexcept ValueError:\n    fluid = None\n"),
        (2, "if x:\n    import paddle.fluid as fluid\nelse:\n    fluid = None\n"),
        (2, "try:\n    from paddle.fluid import layers as fluid\nexcept ImportError:\n    import numpy as fluid\n"),
    ],
)
def test_what_cannot_be_told_apart_is_left_and_said(check_noop, line, source):
    result = check_noop(source + "y = fluid.layers.relu(x)\n")
    assert [(f.line, f.code) for f in result.left] == [(line, "PM335")]


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    import paddle\nexcept ImportError:\n    paddle = None  # was fluid\n",
        "try:\n    import paddle.nn as nn\nexcept ImportError:\n    nn = None  # no fluid\nok = nn is None\n",
        "try:\n    import torch\nexcept ImportError:\n    torch = None  # paddle.fluid\nif torch:\n    pass\n",
        "paddle = None  # fluid\nfluid = None\n",
    ],
)
def test_must_not_change(check_noop, source):
    assert check_noop(source).findings == []
