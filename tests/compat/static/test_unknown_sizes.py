"""Images whose sizes a program learns only when it runs, migrated: 1.8.5's numbers and gradients."""

from __future__ import annotations

import numpy as np
import paddle
import pytest

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:The Attr.force_cpu.:UserWarning"),  # Paddle's own words
    pytest.mark.filterwarnings("ignore:Tensor do not have .place.:UserWarning"),
    pytest.mark.filterwarnings("ignore:(.|\n)*The behavior of expression:DeprecationWarning"),
]

HEAD = """
import numpy as np
import paddle.fluid as fluid

random = np.random.RandomState(3)
image = fluid.data("image", [None, 2, None, None])
other = fluid.data("other", [None, 3, None, None])
known = fluid.data("known", [None, 2, 14, 5])
image.stop_gradient = known.stop_gradient = False
"""
TAIL = """
loss = fluid.layers.sums([fluid.layers.reduce_sum(fluid.layers.square(each)) for each in made])
gradients = fluid.gradients(loss, [image, known])
executor = fluid.Executor(fluid.CPUPlace())
answers = []
for height, width in ((14, 5), (45, 3), (2, 90)):
    feed = {"image": random.rand(1, 2, height, width).astype("float32"),
            "other": random.rand(1, 3, height, width).astype("float32"),
            "known": random.rand(1, 2, 14, 5).astype("float32")}
    answers += executor.run(feed=feed, fetch_list=made + gradients)
"""
PROGRAMS = {
    "written out": """
made = [fluid.layers.resize_nearest(image, scale=1.4), fluid.layers.resize_nearest(known, out_shape=[23, 9])]
""",
    "through names and a loop": """
resize, sizes, made = fluid.layers.resize_nearest, {"small": [1, 1], "tall": [83, 2]}, []
for size in sizes.values():
    made.append(resize(image, size))
    made.append(resize(input=known, out_shape=size, align_corners=False))
""",
    "in a class": """
class Pyramid(object):
    def __init__(self, scale, corners):
        self.options = dict(scale=scale, align_corners=corners)

    def __call__(self, x):
        return fluid.layers.image_resize(x, resample="NEAREST", **self.options)

made = [Pyramid(2.0, False)(image), Pyramid(1.3, True)(image), Pyramid(1.3, True)(known)]
""",
    "sizes in tensors": """
height = fluid.layers.fill_constant([1], "int32", 7)

def sized(x, *size):
    return fluid.layers.resize_nearest(x, list(size))

made = [sized(image, height, 6), sized(known, 6, height), sized(known, height, height)]
""",
    "two images": """
def products(x, y=other):
    return fluid.layers.fsp_matrix(x, y)

made = [products(image), products(known, known), fluid.layers.resize_nearest(image, scale=0.7)]
""",
}


@pytest.fixture(scope="module")
def theirs(harness):
    """What 1.8.5 gives, by the program's name and the number of the answer."""
    question = "".join(
        f"scope = {{}}\nwith fluid.program_guard(fluid.Program(), fluid.Program()), fluid.unique_name.guard():\n"
        f"    exec({HEAD + text + TAIL!r}, scope)\n"
        f"for number, each in enumerate(scope['answers']):\n    answer['{name} %d' % number] = np.array(each)\n"
        for name, text in PROGRAMS.items())
    return harness.ask("static.unknown_sizes", "import paddle.fluid as fluid\n" + question)


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_185s_migrated(name, theirs, migrate_file):
    result = migrate_file(HEAD + PROGRAMS[name] + TAIL)
    assert result.left == []
    assert "fluid" not in result.text
    scope: dict = {"__name__": "program"}
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
            exec(compile(result.text, "program.py", "exec"), scope)
    finally:
        paddle.disable_static()
    assert len(scope["answers"]) == sum(key.startswith(f"{name} ") for key in theirs)
    for number, each in enumerate(scope["answers"]):
        np.testing.assert_allclose(each, theirs[f"{name} {number}"], 2e-6, 1e-6)
