"""Lines that stood under something stand there again when it is in another line."""

from __future__ import annotations

import pytest
from paddle_migrate.text.wrapping import hung


@pytest.mark.parametrize(("old", "new", "wanted"), [
    # under what stands behind a bracket
    ("y = f(1, g(a,\n           b))", "y = f(\n    1, g(a,\n           b))", "y = f(\n    1, g(a,\n         b))"),
    # and what hangs below it
    (
        "y = f(1, g(a,\n           b(\n               c), [d,\n                    e]))",
        "y = f(\n    1, g(a,\n           b(\n               c), [d,\n                    e]))",
        "y = f(\n    1, g(a,\n         b(\n             c), [d,\n                  e]))",
    ),
    # a few columns further right
    ("f(1, g(a=\n           b))", "f(\n    1, g(a=\n           b))", "f(\n    1, g(a=\n             b))"),
    # what was behind the bracket begins a line
    ("y = f(1,\n      2)", "y = f(\n    1,\n      2)", "y = f(\n    1,\n    2)"),
    ("y = f(1,\n     2)", "y = f(\n    1,\n     2)", "y = f(\n    1,\n    2)"),
    # what hangs elsewhere stays
    ("y = f(1, g(a,\n    b))", "y = f(\n    1, g(a,\n    b))", None),
    ("y = f(1, g(\n    a))", "y = f(\n    1, g(\n    a))", None),
    # other words, and strings
    ("y = f(1, g(a,\n           b))", "y = f(\n    1, h(a,\n           b))", None),
    ('y = f(1, g("""a\n           b"""))', 'y = f(\n    1, g("""a\n           b"""))', None),
    ("y = f(1)", "y = f(\n    1)", None),
])  # fmt: skip
@pytest.mark.parametrize("column", [0, 4])
def test_lines_of_the_old_text(old, new, wanted, column):
    def inside(text):
        return text.replace("\n", "\n" + " " * column)

    if '"""' in old and column:
        return
    assert hung(inside(old), inside(new), column) == inside(wanted or new)
