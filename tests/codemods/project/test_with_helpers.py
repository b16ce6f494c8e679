"""A file with the helpers in it that it imports since an earlier run, and back."""

from __future__ import annotations

import pytest
from paddle_migrate.project.helper_modules import DOCSTRING
from paddle_migrate.project.with_helpers import with_helpers

MODULE = f'''"""{DOCSTRING}"""

import os

import numpy as np
import paddle


def inner(x):
    return np.array(x)


def outer(path):
    """Speaks of other, which it does not need."""
    other = inner(path)
    return os.path.join(path, str(other))


def other():
    return paddle
'''
BEFORE = "import numpy as np\n"
IMPORT = "from a_helpers import outer\n"
BEHIND = "\n\nprint(outer('x'))\n"
TEXT = BEFORE + IMPORT + BEHIND


def of(text: str, module: str | None = MODULE):
    return with_helpers(text, {"a_helpers": module, ".a_helpers": module}.get)


def test_what_it_needs_of_them() -> None:
    found = of(TEXT)
    assert found is not None
    assert "def outer(path):" in found.text
    assert "def inner(x):" in found.text
    assert "def other(" not in found.text
    assert "import os\n" in found.text
    assert "import paddle\n" not in found.text
    compile(found.text, "text", "exec")


def test_and_back() -> None:
    found = of(TEXT)
    assert found is not None
    assert found.without(found.text) == TEXT
    assert found.without(found.text.replace("print(", "more = 1\nprint(")) == TEXT.replace("print(", "more = 1\nprint(")
    assert found.without(found.text.replace("def inner", "def changed")) is None


def test_the_lines_of_the_file() -> None:
    found = of(TEXT)
    assert found is not None
    lines, old = found.text.splitlines(), TEXT.splitlines()
    places = [found.old_line(number + 1) for number in range(len(lines))]
    assert places[0] == 1
    assert places[-1] == len(old)
    assert {places[lines.index(line)] for line in ("def outer(path):", "import os", "    return np.array(x)")} == {2}
    assert old[places[lines.index("print(outer('x'))")] - 1] == "print(outer('x'))"


def test_another_name() -> None:
    found = of("from .a_helpers import outer as mine\nprint(mine('x'))\n")
    assert found is not None
    assert "def mine(path):" in found.text


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("from a_helpers import outer\n", None),  # none of ours
        ("from b_helpers import outer\n", MODULE),
        ("import a_helpers\n", MODULE),
        ("print('from a_helpers import outer')\n", MODULE),
        ("np = 1\nfrom a_helpers import outer\n", MODULE),  # which the helper means otherwise
        ("from a_helpers import outer\nimport numpy.linalg as np\n", MODULE),
        ("from a_helpers import outer\ndef os(): pass\n", MODULE),
        ("from a_helpers import outer as os\nos = (\n", MODULE),
    ],
)
def test_what_stays(text: str, module: str | None) -> None:
    assert of(text, module) is None
