"""Handlers that never ran in dygraph mode go; all others stay."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfluid.enable_dygraph()\n"
LOOP = """\
try:
    # all of them
    for x in loader():
        y = fluid.layers.relu(x)
except fluid.core.EOFException:
    loader.reset()
    done = fluid.layers.relu(x)
{more}print(y)
"""
ONLY = """\
# all of them
for x in loader():
    y = F.relu(x)
{more}print(y)
"""
OTHERS = """\
try:
    # all of them
    for x in loader():
        y = F.relu(x)
{more}print(y)
"""


@pytest.mark.parametrize(
    ("after", "more"),
    [
        (ONLY, ""),
        (OTHERS, "except ValueError:\n    pass\n"),
        (OTHERS, "finally:\n    end()\n"),
        (OTHERS, "except ValueError:\n    pass\nelse:\n    end()\n"),
    ],
)
def test_the_handler_goes(check_transformed, after, more):
    result = check_transformed(
        HEAD + LOOP.format(more=more), "import paddle.nn.functional as F\n" + after.format(more=more)
    )
    assert not result.left


def test_inside_a_loop(check_transformed):
    check_transformed(
        HEAD + "while x:\n    try:\n        f('''\n  a''')\n    except fluid.core.EOFException:\n        break\n",
        "while x:\n    f('''\n  a''')\n",
    )


def test_a_loader_that_is_reset_there():
    """1.8's loaders of dygraph mode had no reset()."""
    loader = "loader = fluid.io.DataLoader.from_generator(capacity=2)\nloader.set_batch_generator(g)\n"
    whole = migrate_source(HEAD + loader + LOOP.format(more=""))
    assert not whole.left
    assert "prefetch_factor=2)\n" + ONLY.format(more="") in whole.text
    assert migrate_source(HEAD + loader + "loader.reset()\n").left


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    f()\nexcept fluid.core.EOFException:\n    pass\nelse:\n    g()\n",
        "try:\n    f()\nexcept (ValueError, fluid.core.EOFException):\n    pass\n",
        "try:\n    f()\nexcept fluid.core.EOFException: pass\n",
        "try: f()\nexcept fluid.core.EOFException:\n    pass\n",
        "raise fluid.core.EOFException()\n",
    ],
)
def test_what_is_left(check_noop, code):
    result = check_noop("import paddle.fluid as fluid\nx = fluid.dygraph.no_such\n" + code)
    assert "fluid.core.EOFException" in [f.name for f in result.left]


def test_a_static_graphs_stays(check_noop):
    loop = LOOP.replace("y = fluid.layers.relu(x)", "exe.run(program)")
    check_noop("import paddle.fluid as fluid\nexe = fluid.Executor()\n" + loop.format(more=""), programs=False)
