"""What Paddle 3's oneDNN makes wrong is written so that `paddle.inference` gives the numbers of `paddle.static`."""

from __future__ import annotations

import runpy

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest
from paddle_migrate.model import running

pytestmark = [
    pytest.mark.skipif(running.major() != "3", reason="2.6 uses oneDNN only where it is told to"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:no variable in your model"),
]


@pytest.fixture(autouse=True)
def _programs():
    paddle.enable_static()
    with paddle.static.scope_guard(paddle.static.Scope()):
        yield
    paddle.disable_static()


def rewritten(make, *shapes):
    """The program that was made, rewritten, what it reads and gives, and its operators before and after."""
    program = paddle.static.Program()
    with paddle.static.program_guard(program):
        inputs = [paddle.static.data(f"x{i}", [-1, *shape[1:]], "float32") for i, shape in enumerate(shapes)]
        outputs = [paddle.scale(make(*inputs), 1.0)]
    before = kinds(program)
    runpy.run_path(str(running.CHILD / "onednn.py"))["rewrite"](program)
    return program, inputs, outputs, before, kinds(program)


def kinds(program):
    return [op.name().removeprefix("pd_op.") for op in program.global_block().ops]


def by_default(prefix, feed):
    config = paddle.inference.Config(f"{prefix}.json", f"{prefix}.pdiparams")
    config.disable_gpu()
    config.disable_glog_info()
    predictor = paddle.inference.create_predictor(config)
    for name, value in feed.items():
        predictor.get_input_handle(name).copy_from_cpu(value)
    predictor.run()
    return predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu()


def filters():
    return paddle.full([4, 3, 3, 3], 0.1)


def twice(make):
    """A result of oneDNN's that two read, the first of them writing over it where it may."""
    def both(x):
        middle = x * 2.0 + x
        return make(middle) * middle + middle

    return both


def as_numbers(make):
    def both(x):
        middle = paddle.cast(x * 9.0, "int64")
        return paddle.cast(make(middle) * middle, "float32")

    return both


IMAGE, ROWS = (2, 3, 8, 8), (2, 16, 1)
WRONG = {
    "one column, turned": (lambda x: paddle.matmul(x, x, transpose_y=True), [ROWS]),
    "one column of a matrix": (lambda x, y: paddle.matmul(x, y, False, True), [(5, 1), (4, 1)]),
    "leaky relu of a convolution": (lambda x: F.leaky_relu(F.conv2d(x - 0.5, filters()), 0.1), [IMAGE]),
    "leaky relu of a sum of two": (lambda x: F.leaky_relu(F.conv2d(-x, filters()) + F.conv2d(x, filters())), [IMAGE]),
    "leaky relu that grows": (lambda x: F.leaky_relu(F.conv2d(x - 0.5, filters()), 2.0), [IMAGE]),
    "nearest": (lambda x: F.interpolate(x, scale_factor=2, mode="nearest"), [IMAGE]),
    "bilinear, of a size": (lambda x: F.interpolate(x, size=[5, 12], mode="bilinear"), [IMAGE]),
    "square": (twice(paddle.square), [IMAGE]),
    "power": (twice(lambda x: paddle.pow(x, 3.0)), [IMAGE]),
    "running sum": (twice(lambda x: paddle.cumsum(x, 1)), [IMAGE]),
    "dropout": (twice(lambda x: F.dropout(x, 0.5, training=False, mode="downscale_in_infer")), [IMAGE]),
    "whole numbers": (as_numbers(lambda x: paddle.cumsum(x, 1)), [IMAGE]),
}
RIGHT = {
    "two columns, turned": (lambda x, y: paddle.matmul(x, y, transpose_y=True), [(2, 4, 2), (2, 3, 2)]),
    "one column, as it is": (lambda x, y: paddle.matmul(x, y), [(2, 4, 1), (2, 1, 3)]),
    "leaky relu of an input": (lambda x: F.leaky_relu(x - 0.5, 0.1), [IMAGE]),
    "relu of a convolution": (lambda x: F.relu(F.conv2d(x, filters())), [IMAGE]),
    "bicubic": (lambda x: F.interpolate(x, scale_factor=2, mode="bicubic"), [IMAGE]),
    "square, read once": (lambda x: paddle.square(x * 2.0), [IMAGE]),
    "square of an input": (lambda x: paddle.square(x) + x, [IMAGE]),
    "oneDNN's own": (twice(paddle.sqrt), [IMAGE]),
}


@pytest.mark.numeric
@pytest.mark.parametrize("name", WRONG)
def test_the_default_gives_what_the_executor_gives(name, tmp_path):
    make, shapes = WRONG[name]
    program, inputs, outputs, before, after = rewritten(make, *shapes)
    assert after != before
    executor = paddle.static.Executor(paddle.CPUPlace())
    random = np.random.RandomState(3)
    feed = {f"x{i}": random.uniform(0.1, 1, shape).astype("float32") for i, shape in enumerate(shapes)}
    (wanted,) = executor.run(program, feed=feed, fetch_list=outputs)
    paddle.static.save_inference_model(str(tmp_path / "it"), inputs, outputs, executor, program=program)
    np.testing.assert_allclose(by_default(tmp_path / "it", feed), wanted, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_stays(name):
    make, shapes = RIGHT[name]
    *_, before, after = rewritten(make, *shapes)
    assert after == before


def test_of_one_result_there_is_one_copy():
    *_, after = rewritten(lambda x: paddle.square(h := x * 2.0) + paddle.pow(h, 3.0) + h, IMAGE)
    assert after.count("maximum") == 1
