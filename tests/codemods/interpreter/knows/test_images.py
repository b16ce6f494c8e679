"""OpenCV and Pillow; an image of either counts as an array [height, width, channels]."""

from __future__ import annotations

import pytest

HEAD = "import cv2\nfrom PIL import Image\nx = np.zeros([5, 6, 3], 'uint8')\n"


@pytest.mark.parametrize(("expression", "wanted"), [
    ("cv2.imread('a.png')", "[?, ?, 3]"),
    ("cv2.imread('a.png', 0)", "[?, ?]"),
    ("cv2.imread('a.png', cv2.IMREAD_GRAYSCALE)", "[?, ?]"),
    ("cv2.imread('a.png', flags=cv2.IMREAD_COLOR)", "[?, ?, 3]"),
    ("cv2.resize(x, (8, 4))", "[4, 8, 3]"),
    ("cv2.resize(x, dsize=(n, 4))", "[4, ?, 3]"),
    ("cv2.cvtColor(x, cv2.COLOR_BGR2GRAY)", "[5, 6]"),
    ("cv2.cvtColor(x, cv2.COLOR_BGR2RGB)", "[5, 6, 3]"),
    ("cv2.flip(x, 1)", "[5, 6, 3]"),
    ("Image.fromarray(x).resize((8, 4))", "[4, 8, 3]"),
    ("Image.open('a.png').convert('L')", "[?, ?]"),
    ("Image.open('a.png').convert('RGB').resize((8, 4))", "[4, 8, 3]"),
    ("Image.open('a.png').convert(mode='RGBA')", "[?, ?, 4]"),
])  # fmt: skip
def test_shapes(result, expression, wanted):
    assert result(f"{HEAD}result = {expression}") == wanted


@pytest.mark.parametrize("expression", [
    "cv2.resize(x, who)", "cv2.resize(x, (1, 2, 3))", "cv2.resize(x, None, fx=2, fy=2)", "cv2.cvtColor(x, who)",
    "cv2.cvtColor(x, cv2.COLOR_BGR2YUV_I420)", "Image.open('a.png').convert(who)", "cv2.no_such_function(x)",
    "Image.open('a.png').convert('CMYK')",
])  # fmt: skip
def test_it_is_not_guessed(result, expression):
    assert result(f"{HEAD}result = {expression}") == "unknown"
