"""Paddle 2.6.2 crashes when zlib first works behind it: gzip and NumPy's random numbers are imported before it."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source

NUMPY = """\
    import os
    import paddle.fluid as fluid
    {numpy}
    y = fluid.layers.relu({use})
    """
MOVED = """\
    import os
    {numpy}
    import paddle.nn.functional as F
    y = F.relu({use})
    """
KEPT = """\
    import os
    import paddle.nn.functional as F
    {numpy}
    y = F.relu({use})
    """


@pytest.mark.parametrize(
    ("numpy", "use"),
    [
        ("import numpy as np", "np.random.rand(3)"),
        ("import numpy", "f(numpy.random)"),
        ("import numpy.random as random", "random.rand(3)"),
        ("from numpy import random", "f(random.rand(3))"),
        ("from numpy.random import rand", "rand(3)"),
    ],
)
def test_numpy_that_draws_goes_first(check_transformed, numpy, use):
    result = check_transformed(NUMPY.format(numpy=numpy, use=use), MOVED.format(numpy=numpy, use=use))
    (said,) = [f for f in result.findings if f.code == "PM122"]
    assert (said.line, "before paddle" in said.message) == (3, True)


def test_all_of_them_go_first_in_their_order(check_transformed):
    numpy, use = "import gzip\n    import numpy as np  # arrays", "np.random.rand(3)"
    check_transformed(NUMPY.format(numpy=numpy, use=use), MOVED.format(numpy=numpy, use=use))


@pytest.mark.parametrize(
    ("numpy", "use"),
    [
        ("import numpy as np", "np.ones(3)"),
        ("import numpy as np", "mine.random(np.ones(3))"),
        ("import random", "random.random()"),
        ("import numpy as np, sys", "np.random.rand(3)"),
        ("import numpy as np  # paddle-migrate: skip", "np.random.rand(3)"),
        ("if True:\n        import numpy as np", "np.random.rand(3)"),
    ],
)
def test_others_stay(check_transformed, numpy, use):
    check_transformed(NUMPY.format(numpy=numpy, use=use), KEPT.format(numpy=numpy, use=use))


def test_before_paddle_it_stays():
    source = "import numpy as np\nimport paddle.fluid as fluid\ny = fluid.layers.relu(np.random.rand(3))\n"
    result = migrate_source(source, "s.py", Options())
    assert result.text.startswith("import numpy as np\nimport paddle.nn.functional as F\n")
    assert not [f for f in result.findings if f.code == "PM122"]


def test_for_paddle_3_it_stays():
    source = textwrap.dedent(NUMPY.format(numpy="import numpy as np", use="np.random.rand(3)"))
    result = migrate_source(source, "s.py", Options(target="3"))
    assert result.text == textwrap.dedent(KEPT.format(numpy="import numpy as np", use="np.random.rand(3)"))


def test_modern_code_stays(check_noop):
    check_noop("import paddle\nimport numpy as np\ny = paddle.to_tensor(np.random.rand(3))\n")
