"""Names that Python, NumPy and Pillow had in 1.8's time, and old scripts have."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAD = "import collections, inspect, time\nimport numpy as np\nfrom PIL import Image\nimport paddle.fluid as fluid\n"
NAMES = {
    "np.int(3.7)": "3", "np.zeros(2, np.float).dtype": "float64", "np.array([1], np.bool).dtype": "bool",
    "np.float_(1).dtype": "float64", "np.product([2, 3])": "6", "np.alltrue([1, 0])": "False",
    "np.sometrue([1, 0])": "True", "np.asscalar(np.array([2.5]))": "2.5",
    "np.msort(np.array([[2, 1], [1, 2]])).tolist()": "[[1, 1], [2, 2]]",
    "np.in1d(np.array([[1, 2]]), [2]).tolist()": "[False, True]", "np.trapz([1, 2])": "1.5", "np.Inf": "inf",
    "np.row_stack(([1], [2])).tolist()": "[[1], [2]]", "np.mat([[1]]).shape": "(1, 1)", "np.round_(1.26, 1)": "1.3",
    "Image.new('L', (4, 4)).resize((2, 2), Image.ANTIALIAS).size": "(2, 2)", "Image.CUBIC == Image.BICUBIC": "True",
    "isinstance({}, collections.Mapping)": "True", "inspect.getargspec(lambda a, *b, c=1, **d: 1)": "ValueError",
    "inspect.getargspec(lambda a, b=1, **d: 1)": "ArgSpec(args=['a', 'b'], varargs=None, keywords='d', defaults=(1,))",
    "time.clock() > 0": "True", "np.gone_since": "AttributeError", "time.gone_since": "AttributeError",
}


def printed(environment, code, *options):
    done = subprocess.run([sys.executable, *options, "-c", code], env=environment(True), capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def test_they_are_what_they_were(environment):
    body = "".join(f"try:\n    print(str({each}))\nexcept Exception as error:\n    print(type(error).__name__)\n"
                   for each in NAMES)
    lines, _ = printed(environment, HEAD + body, "-W", "ignore")
    assert dict(zip(NAMES, lines, strict=True)) == NAMES


def test_a_script_is_told_once(environment):
    code = HEAD + "for _ in range(2):\n    Image.ANTIALIAS, collections.Mapping\n"
    _, said = printed(environment, code)
    assert said.count("PIL.Image.ANTIALIAS is gone since 1.8's time; the compat layer gives PIL.Image.LANCZOS") == 1
    assert said.count("collections.Mapping is gone since 1.8's time; the compat layer gives Mapping") == 1


@pytest.mark.parametrize("code", ["import paddle", "import paddle.fluid as fluid"])
def test_without_fluid_nothing_changes(environment, code):
    asks = f"import collections\n{code}\nprint(hasattr(collections, 'Mapping'))\n"
    lines, _ = printed(environment, asks, "-W", "ignore")
    assert lines == [str("fluid" in code)]


def test_names_imported_from_them(environment):
    code = HEAD + "from collections import Mapping\nfrom time import clock\nprint(Mapping.__name__, clock.__name__)\n"
    lines, _ = printed(environment, code, "-W", "ignore")
    assert lines == ["Mapping process_time"]
