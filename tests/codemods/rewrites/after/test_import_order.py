"""Paddle 2.6.2 crashes when zlib first works behind it: gzip and NumPy's random numbers are imported before it."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

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


DRAWS = "import numpy as np\n\n\ndef draw():\n    return np.random.rand(3)\n"
STARTS = "import os\n{first}import paddle.fluid as fluid\nfrom data import {name}\nprint(fluid.layers.relu({name}()))\n"


def first_of(tmp_path, text, **others):
    for name, other in others.items():
        (tmp_path / f"{name}.py").write_text(other)
    script = tmp_path / "main.py"
    script.write_text(text)
    project = Project(sorted(tmp_path.glob("*.py")), [tmp_path])
    return migrate_module(text, script, Options(), project).text.partition("import paddle")[0]


def test_a_start_whose_files_draw_loads_zlib_first(tmp_path):
    before = first_of(tmp_path, STARTS.format(first="", name="draw"), data=DRAWS)
    assert before.startswith("import os\nimport zlib  # noqa: F401  before Paddle 2.6.2")


@pytest.mark.parametrize(("first", "others"), [
    ("import numpy\n", {}), ("from more import x\n", {"more": "x = 1\n"}), ("import gzip\n", {}),
    ("", {"data": DRAWS.replace("random.rand", "ones")}), ("", {"train": "import main\n"}),
])
def test_no_other_does(tmp_path, first, others):
    files = {"data": DRAWS, **others}
    assert "zlib" not in first_of(tmp_path, STARTS.format(first=first, name="draw"), **files)
