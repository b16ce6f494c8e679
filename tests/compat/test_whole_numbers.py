"""`/`, `//` and `%` of whole numbers cut off towards zero, as 1.8.5's did; where 2.x divides, it has its own."""

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


def said(first, forms, tmp_path, more=""):
    (tmp_path / "script.py").write_text(SCRIPT.format(first=first, forms=forms) + more)
    command = [sys.executable, "-W", "ignore", "script.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    return done.stdout.replace(", ", ",").replace(",", ", ").split("\n")[:-1]


def test_as_in_1_8_5(tmp_path):
    assert said(COMPAT, FORMS, tmp_path) == IN_1_8_5


@pytest.mark.parametrize("form", ["i / 0.5", "i / np.float32(0.5)"])
def test_with_fractions_paddle_divides(tmp_path, form):
    (line,) = said(COMPAT, f"({form},)", tmp_path)
    assert line.endswith("float32") or "float64" in line


def test_code_of_2_divides_as_ever(tmp_path):
    more = "\nimport other\nprint(other.half(i))\n"
    (tmp_path / "other.py").write_text(
        "import paddle\npaddle.seed(1)\ndef half(x):\n    return [y.tolist() for y in (x / 2, x // 2, x % 2)]\n"
    )
    assert said(COMPAT, "()", tmp_path, more) == ["[[2.5, 3.5, -3.5], [2, 3, -4], [1, 1, 1]]"]


def test_paddles_own_code_divides_as_ever(tmp_path):
    more = "\nimport paddle\nprint(paddle.mean(fluid.layers.cast(i, 'float32')).item() > 1, len(i / 2))\n"
    assert said(COMPAT, "()", tmp_path, more) == ["True 3"]
