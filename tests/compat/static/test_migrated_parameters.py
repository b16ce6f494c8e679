"""Functions that make parameters, as today's layers in programs: from the same parameters, 1.8.5's results."""

from __future__ import annotations

import re

import numpy as np
import paddle
import pytest
from paddle_migrate.api import migrate_source

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings(r"ignore:[\s\S]*expression A \+ B has been unified:DeprecationWarning"),  # of Paddle 2.6
]

random = np.random.RandomState(5)
GIVEN = {
    "image": random.randn(4, 3, 8, 8).astype("float32"), "volume": random.randn(2, 3, 4, 5, 6).astype("float32"),
    "rows": random.randn(4, 6).astype("float32"), "others": random.randn(4, 5).astype("float32"),
    "words": random.randint(0, 9, [4, 3, 1]), "flat": random.randint(0, 9, [4, 3]),
    "deep": random.randn(2, 3, 4).astype("float32"),
}
CASES = {
    "fc": "L.fc(rows, 4, act='relu')",
    "fc_two": "L.fc([rows, others], 4, param_attr=['a', 'b'], bias_attr='c', act='tanh', name='both')",
    "fc_flat": "L.fc(deep, 5, num_flatten_dims=2, bias_attr=False)",
    "fc_deep": "L.fc(input=deep, size=5)",
    "conv2d": "L.conv2d(image, 6, 3, act='relu')",
    "conv2d_more": "L.conv2d(image, 6, [3, 2], 2, [1, 2], 2, 3, bias_attr=False, use_cudnn=False)",
    "conv2d_same": "L.conv2d(image, 4, 3, 2, 'SAME', name='named')",
    "conv2d_pads": "L.conv2d(image, 4, 3, padding=[1, 0, 2, 1], param_attr='filter')",
    "conv2d_transpose": "L.conv2d_transpose(image, 4, filter_size=3, stride=2, act='relu')",
    "conv3d": "L.conv3d(volume, 4, 3, padding=1, act='relu')",
    "conv3d_transpose": "L.conv3d_transpose(volume, 4, filter_size=2, stride=2)",
    "batch_norm": "L.batch_norm(image, act='relu', momentum=0.7, epsilon=1e-3)",
    "batch_norm_rows": "L.batch_norm(rows, moving_mean_name='mean', moving_variance_name='variance')",
    "batch_norm_test": "L.batch_norm(image, is_test=True)",
    "layer_norm": "L.layer_norm(image, begin_norm_axis=2, act='relu')",
    "layer_norm_plain": "L.layer_norm(rows, scale=False, shift=False, epsilon=1e-3, name='n')",
    "group_norm": "h = L.conv2d(image, 4, 1); L.group_norm(h, 2, epsilon=1e-3, act='relu')",
    "instance_norm": "L.instance_norm(image, epsilon=1e-3)",
    "embedding": "L.embedding(words, [9, 4], padding_idx=2)",
    "fluid_embedding": "fluid.embedding(flat, [9, 4], padding_idx=-1, param_attr='table')",
    "embedding_of_a_dtype": "kind = ['float32', 'float64'][len(image.shape) - 4]; "
                            "L.embedding(words, [9, 4], padding_idx=2, dtype=kind)",
    "fluid_embedding_of_a_dtype": "kind = ['float32', 'float64'][len(image.shape) - 4]; "
                                  "fluid.embedding(flat, [9, 4], is_sparse=True, param_attr='table', dtype=kind)",
    "prelu": "L.prelu(image, 'all')",
    "prelu_channel": "L.prelu(image, 'channel', param_attr=fluid.ParamAttr(name='slope'))",
    "bilinear": "L.bilinear_tensor_product(rows, others, 3, act='tanh')",
    "bilinear_named": "L.bilinear_tensor_product(x=rows, y=others, size=3, bias_attr=False)",
    "hsigmoid": "L.hsigmoid(rows, L.reshape(flat, [-1, 1])[:4], 9)",
    "hsigmoid_more": "L.hsigmoid(input=rows, label=L.slice(flat, [1], [0], [1]), num_classes=11, param_attr='w', "
                     "bias_attr=False, is_sparse=True, name='h')",
    "hsigmoid_of_two": "L.hsigmoid(rows, L.cast(L.slice(flat, [1], [1], [2]) > 3, 'int64'), 2, bias_attr='b')",
    "hsigmoid_of_a_tree": "L.hsigmoid(rows, L.slice(flat, [1], [0], [1]), 9, path_table=flat, "
                          "path_code=L.cast(flat > 3, 'int64'), is_custom=True)",
    "own": "L.create_parameter([4, 3], 'float32', name='w')",
    "axis_at_run_time": "axis = len(image.shape) - 3; w = L.create_parameter([3], 'float32', name='w'); "
                        "L.elementwise_mul(image, w, axis=axis, act='tanh')",
    "axis_of_the_last": "axis = rows.shape.index(6) - 2; w = L.create_parameter([6], 'float32', name='w'); "
                        "L.elementwise_sub(rows, w, axis=axis)",
    "pooled": "fluid.nets.simple_img_conv_pool(image, 4, 3, 2, 2, act='relu')",
    "spectral_norm": "h = L.create_parameter([4, 3], 'float32'); L.spectral_norm(h, 1, 30, 1e-8)",
}
# the program, and numbers for its parameters in the order in which they were made
BUILT = """
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
{inputs}
found = {expression}
main, startup = fluid.default_main_program(), fluid.default_startup_program()
executor = fluid.Executor(fluid.CPUPlace())
"""
RUN = """
executor.run(startup)
for parameter in main.global_block().all_parameters():
    if not parameter.stop_gradient:
        size = int(np.prod(parameter.shape))
        value = np.linspace(-0.5, 0.7, size).reshape(parameter.shape).astype("float32")
        scope.find_var(parameter.name).get_tensor().set(value, place)
answer[case] = np.asarray(executor.run(main, feed=feed, fetch_list=[found])[0])
"""
THEIRS = """
scope, place = fluid.Scope(), fluid.CPUPlace()
with fluid.scope_guard(scope), fluid.program_guard(fluid.Program(), fluid.Program()), fluid.unique_name.guard():
    exec(built)
    for parameter in main.global_block().all_parameters():
        parameter.stop_gradient = not parameter.trainable
    exec(run)
"""


def written(expression):
    """The script, and what it is fed."""
    used = {key: value for key, value in GIVEN.items() if re.search(rf"\b{key}\b", expression)}
    inputs = "\n".join(f"{key} = fluid.data('{key}', {[-1, *value.shape[1:]]}, {str(value.dtype)!r})"
                       for key, value in used.items())
    *before, found = expression.split("; ")
    return BUILT.format(inputs="\n".join([inputs, *before]), expression=found), used


@pytest.fixture(scope="module")
def theirs(harness):
    question = ["import numpy as np\nimport paddle.fluid as fluid\nsaved = given"]
    for case, expression in CASES.items():
        built, used = written(expression)
        question.append(f"case, built, run = {case!r}, {built!r}, {RUN!r}\n"
                        f"feed = {{key: saved[key] for key in {[*used]!r}}}\n{THEIRS}")
    return harness.ask("static.migrated_parameters", "\n".join(question), GIVEN)


@pytest.mark.parametrize("case", CASES)
def test_same_as_185(case, theirs):
    built, used = written(CASES[case])
    result = migrate_source(built)
    assert not [each for each in result.left if each.code != "PM343"]  # rewritten, and told of
    assert "fluid" not in result.text
    got = run(result.text, case, used)
    wanted = theirs[case]
    np.testing.assert_allclose(np.reshape(got, wanted.shape), wanted, 1e-5, 1e-6)


def run(text, case, feed):
    """What the program gives. An error is told in words: what pytest shows of Paddle's values can crash."""
    scope, answer, words = paddle.static.Scope(), {}, ""
    around = {"scope": scope, "place": paddle.CPUPlace(), "answer": answer, "case": case, "feed": feed}
    paddle.enable_static()
    try:
        with paddle.static.scope_guard(scope), \
                paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()), \
                paddle.utils.unique_name.guard():
            exec(compile(text, "script.py", "exec"), around)
            exec(RUN, around)
    except Exception as error:
        words = f"{text}\n{type(error).__name__}: {str(error)[-300:]}"
    finally:
        around.clear()
        paddle.disable_static()
    assert not words, words
    return answer[case]
