"""Examples in docstrings."""

from __future__ import annotations

import pytest

IMPORT = "import paddle.fluid as fluid"
NOW = "import paddle.nn.functional as F"


@pytest.mark.parametrize(
    "text",
    [
        'def f():\n    """\n    >>> {0}\n    >>> {1}(x)\n    1\n    """\n',
        '"""Text.\n\n>>> {0}\n>>> {1}(x)\n"""\n',
        "r'''It is \\x.\n\n>>> {0}; {1}(x)\n'''\n",
        'def f():\n    """Use::\n\n        {0}\n        {1}(x)\n\n    or not.\n    """\n',
        'class A:\n    """Text.\n\n    Use::\n\n        {0}\n        {1}(x)\n\n    or not.\n    """\n',
    ],
)
def test_rewritten(check_transformed, text):
    result = check_transformed(text.format(IMPORT, "fluid.layers.relu"), text.format(NOW, "F.relu"))
    assert [f.code for f in result.findings] == ["PM101"]


def test_a_finding_is_on_the_line_of_the_file(check_transformed):
    text = 'x = 1\n\n"""\n>>> {0}\n>>> {1}(x)\n"""\n'
    result = check_transformed(text.format(IMPORT, "fluid.layers.relu"), text.format(NOW, "F.relu"))
    assert [f.line for f in result.findings] == [5]


def test_rewritten_in_a_program_too(check_transformed):
    """A second run would find nothing else that is old in the file, and rewrite the example then."""
    text = 'import {0}\n\n\ndef net():\n    """Text.\n\n    >>> {1}\n    >>> {2}(x)\n    """\n    return {3}\n'
    check_transformed(
        text.format("paddle.fluid as fluid", IMPORT, "fluid.layers.relu", "fluid.data('x', [2], 'float32')"),
        text.format("paddle", NOW, "F.relu", "paddle.static.data('x', [2], 'float32')"),
    )


def test_what_runs_is_left_to_a_person(check_noop):
    result = check_noop(f'"""\n>>> {IMPORT}\n>>> fluid.layers.nothing(x)\n"""\n')
    assert [(f.code, f.line, f.level) for f in result.findings] == [("PM301", 3, "person")]


def test_what_only_stands_there_is_noted(check_noop):
    result = check_noop(f'"""Use::\n\n    {IMPORT}\n    fluid.layers.nothing(x)\n"""\n')
    assert [(f.code, f.line, f.level) for f in result.findings] == [("PM207", 4, "note")]


@pytest.mark.parametrize(
    "text",
    [
        f'"""Text: {IMPORT}, fluid.layers.relu(x)."""\n',
        f"'''\n>>> {IMPORT}\n>>> fluid.layers.relu('\\n')\n'''\n",
        f"x = '''\n>>> {IMPORT}\n>>> fluid.layers.relu(x)\n'''\n",
        f"f'''\n>>> {IMPORT}\n>>> fluid.layers.relu(x)\n'''\n",
        f"# paddle-migrate: skip-file\n'''\n>>> {IMPORT}\n>>> fluid.layers.relu(x)\n'''\n",
    ],
)
def test_must_not_change(check_noop, text):
    assert not check_noop(text).left
