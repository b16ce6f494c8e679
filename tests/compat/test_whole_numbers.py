"""`/`, `//` and `%` of whole numbers cut off towards zero, as 1.8.5 did, and a number that meets them, too; code
of 2.x has its own."""

import subprocess
import sys

import pytest

SCRIPT = """
import numpy as np
{first}
import paddle.fluid as fluid
with fluid.dygraph.guard():
    i = fluid.dygraph.to_variable(np.array([5, 7, -7], "int64"))
    j = fluid.layers.cast(i, "int32")
    for x in {forms}:
        print(x.numpy().tolist(), x.numpy().dtype, sep="|")
"""
COMPAT = "import paddle_compat; paddle_compat.install()"
FORMS = "(i / 2, j / 2, i / i, 14 / i, i / 2.0, (lambda a, b: a / b)(j, 3), fluid.layers.cast(i, 'float32') / 2, "
FORMS += "i / 2.5, i // 2, i // -2, j // 2.5, i // (i - i - 2), i % 4, i % -4, j % 4, i % (i - i + 4), "
FORMS += "fluid.layers.cast(i, 'float32') % 4)"
IN_1_8_5 = ["[2, 3, -3]|int64", "[2, 3, -3]|int32", "[1, 1, 1]|int64", "[2, 2, -2]|int64", "[2, 3, -3]|int64",
            "[1, 2, -2]|int32", "[2.5, 3.5, -3.5]|float32", "[2, 3, -3]|int64", "[2, 3, -3]|int64", "[-2, -3, 3]|int64",
            "[2, 3, -3]|int32", "[-2, -3, 3]|int64", "[1, 3, -3]|int64", "[1, 3, -3]|int64", "[1, 3, -3]|int32",
            "[1, 3, -3]|int64", "[1.0, 3.0, 1.0]|float32"]

MET = "(i * 2.0, 2.0 * i, j + 1.0, 1.0 + j, i - 1.0, 1.0 - i, i * np.float64(2), i ** 2.0, i ** 0.5, "
MET += "2.5 ** fluid.layers.abs(i), i ** -1, "
MET += "j ** -1, i < 7.5, i >= 7.5, i == 7.5, 7.5 > i, i > -7.5, (lambda a, by=2.0: a * by)(i), fluid.layers.cast(i, "
MET += "'float32') * 2.0, fluid.layers.cast(i, 'float32') ** -1, [each + 1.0 for each in [i]][0], i ** 2, i != 5.5)"
MET_IN_1_8_5 = ["[10, 14, -14]|int64", "[10, 14, -14]|int64", "[6, 8, -6]|int32", "[6, 8, -6]|int32",
                "[4, 6, -8]|int64", "[-4, -6, 8]|int64", "[10, 14, -14]|int64", "[25, 49, 49]|int64", "[1, 1, 1]|int64",
                "[32, 128, 128]|int64", "[0, 0, 0]|int64", "[0, 0, 0]|int32", "[True, False, True]|bool",
                "[False, True, False]|bool", "[False, True, False]|bool", "[True, False, True]|bool",
                "[True, True, False]|bool", "[10, 14, -14]|int64", "[10.0, 14.0, -14.0]|float32",
                "[0.20000000298023224, 0.1428571492433548, -0.1428571492433548]|float32", "[6, 8, -6]|int64",
                "[25, 49, 49]|int64", "[False, True, True]|bool"]


def said(first, forms, tmp_path, more=""):
    (tmp_path / "script.py").write_text(SCRIPT.format(first=first, forms=forms) + more)
    command = [sys.executable, "-W", "ignore", "script.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    return done.stdout.replace(", ", ",").replace(",", ", ").split("\n")[:-1]


@pytest.mark.parametrize(("forms", "expected"), [(FORMS, IN_1_8_5), (MET, MET_IN_1_8_5)])
def test_as_in_1_8_5(tmp_path, forms, expected):
    assert said(COMPAT, forms, tmp_path) == expected


@pytest.mark.parametrize("form", ["i * 0.5", "i + 0.5", "0.5 - i"])
def test_fractions_that_1_8_5_refused_stay(tmp_path, form):
    assert "float" in said(COMPAT, f"({form},)", tmp_path)[0]


@pytest.mark.parametrize("form", ["i / 0.5", "i / np.float32(0.5)"])
def test_with_fractions_paddle_divides(tmp_path, form):
    (line,) = said(COMPAT, f"({form},)", tmp_path)
    assert line.endswith("float32") or "float64" in line


def test_code_of_2_divides_as_ever(tmp_path):
    more = "\nimport other\nprint(other.half(i))\n"
    (tmp_path / "other.py").write_text(
        "import paddle\npaddle.seed(1)\n"
        "def half(x):\n    return [y.tolist() for y in (x / 2, x // 2, x % 2, x * 2.0, x < 5.5)]\n"
    )
    divided = "[2.5, 3.5, -3.5], [2, 3, -4], [1, 1, 1]"
    assert said(COMPAT, "()", tmp_path, more) == [f"[{divided}, [10.0, 14.0, -14.0], [True, False, True]]"]


def test_paddles_own_code_divides_as_ever(tmp_path):
    more = "\nimport paddle\nprint(paddle.mean(fluid.layers.cast(i, 'float32')).item() > 1, len(i / 2))\n"
    assert said(COMPAT, "()", tmp_path, more) == ["True 3"]


NUMPYS = """
import warnings
import numpy as np
{first}
import paddle.fluid as fluid
with fluid.dygraph.guard(), warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("always")
    x = fluid.dygraph.to_variable(np.full([2], 2, "float32"))
    y = {line}
print(y.numpy().tolist(), sum("NumPy's float32" in str(each.message) for each in found), sep="|")
"""


@pytest.mark.parametrize(("line", "printed"), [
    ("x * np.float32(0.5)", "[1.0, 1.0]|1"), ("x + np.array([0.5], 'float32')", "[2.5, 2.5]|1"),
    ("x / np.float16(0.5)", "[4.0, 4.0]|1"), ("x ** np.float32(.5) * np.float32(0)", "[0.0, 0.0]|1"),
    ("x * np.float32(3)", "[6.0, 6.0]|0"), ("x * np.float64(0.5)", "[1.0, 1.0]|0"),
    ("x * float(np.float32(0.5))", "[1.0, 1.0]|0"), ("fluid.layers.cast(x, 'int32') * np.int64(2)", "[4, 4]|0"),
])  # fmt: skip
def test_numbers_of_numpys(environment, tmp_path, line, printed):
    """1.8.5 made a whole number of each that is no float of Python's: 0 of 0.5."""
    (tmp_path / "numpys.py").write_text(NUMPYS.format(first=COMPAT, line=line))
    command = [sys.executable, "numpys.py"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(True), capture_output=True, text=True)
    assert done.stdout.strip() == printed, done.stderr
