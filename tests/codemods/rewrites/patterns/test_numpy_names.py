"""NumPy names that are gone, in scripts that use fluid."""

from __future__ import annotations

import pytest

HEAD = "import numpy as np\nimport paddle.fluid as fluid\n"
MODERN = "import numpy as np\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a.astype(np.int)", "x = a.astype(int)"),
        ("x = np.zeros(3, dtype=np.float)", "x = np.zeros(3, dtype=float)"),
        ("x = np.array(a, np.bool)", "x = np.array(a, bool)"),
        ("x = np.long(3)", "x = int(3)"),
        ("x = np.product(a)", "x = np.prod(a)"),
        ("x = np.float32(1) + np.int64(2)", "x = np.float32(1) + np.int64(2)"),
        ("int = 3\nx = a.astype(np.int)", "int = 3\nx = a.astype(np.int)"),
        ("x = other.int", "x = other.int"),
    ],
)
def test_names(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"{MODERN}{after}\n")


def test_scripts_without_fluid_are_left(check_noop):
    check_noop("import numpy as np\nimport paddle\nx = np.int(1)\n")
