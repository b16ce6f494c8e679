"""Static graphs with --programs: network functions layer by layer, and the script that builds and runs one."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source

NETWORK = '''\
import paddle.fluid as fluid


def network(image, size, is_test=False):
    conv = fluid.layers.conv2d(
        input=image,  # [N, 3, H, W]
        num_filters=8,
        filter_size=3,
        padding=1,
        act='relu')
    conv = fluid.layers.batch_norm(conv, act='relu', is_test=is_test)
    conv = fluid.layers.dropout(conv, 0.5, is_test=is_test)
    return fluid.layers.fc(conv, size, act='softmax')
'''
TODAY = '''\
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


def network(image, size, is_test=False):
    conv = F.relu(nn.Conv2D(
        in_channels=image.shape[1],  # [N, 3, H, W]
        out_channels=8,
        kernel_size=3,
        padding=1)(image))
    conv = nn.BatchNorm(conv.shape[1], act='relu', is_test=is_test)(conv)
    conv = F.dropout(conv, 0.5, training=not is_test, mode='downscale_in_infer')
    return paddle.static.nn.fc(conv, size, activation='softmax')
'''


def migrated(text, **options):
    return migrate_source(textwrap.dedent(text), options=Options(programs=True, **options))


def said(result):
    return [finding.code for finding in result.findings if finding.level == "person"]


def test_a_network_layer_by_layer(check_transformed):
    result = check_transformed(NETWORK, TODAY, programs=True)
    assert not result.left


def test_without_the_option_a_static_graph_stays(check_noop):
    assert [finding.code for finding in check_noop(NETWORK, programs=False).findings] == ["PM315"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.layers.fc(x, 3)", "paddle.static.nn.fc(x, 3)"),
        ("fluid.layers.fc(x, size=3, num_flatten_dims=2)",
         "nn.Linear(math.prod(x.shape[2:]), out_features=3)(paddle.flatten(x, start_axis=2))"),
        ("fluid.layers.embedding(input=x, size=[9, 4])",
         "nn.Embedding(num_embeddings=9, embedding_dim=4)(paddle.squeeze(x, axis=-1))"),
        ("fluid.embedding(x, [9, 4], padding_idx=0)", "nn.Embedding(9, 4, padding_idx=0)(x)"),
        ("fluid.layers.layer_norm(x, begin_norm_axis=2)", "nn.LayerNorm(normalized_shape=x.shape[2:])(x)"),
        ("fluid.data('y', [None, 3], 'int64')", "paddle.static.data('y', [None, 3], 'int64')"),
        ("fluid.layers.data('y', [3, n], dtype='int64')", "paddle.static.data('y', with_batch([3, n]), dtype='int64')"),
        ("fluid.layers.data('y', [-1, n], dtype='int64')", "paddle.static.data('y', [-1, n], dtype='int64')"),
        ("fluid.layers.data('y', [3], False, 'int64')", "paddle.static.data('y', [3], 'int64')"),
        ("fluid.embedding(f(x), size=[9, int(pow(n, 0.5))])",
         "nn.Embedding(num_embeddings=9, embedding_dim=int(pow(n, 0.5)))(f(x))"),
        ("fluid.layers.conv2d(x, 3, 5, act='relu', bias_attr=fluid.ParamAttr('b'), param_attr=fluid.ParamAttr('w'))",
         "F.relu(nn.Conv2D(x.shape[1], 3, 5, bias_attr=paddle.ParamAttr('b'), weight_attr=paddle.ParamAttr('w'))(x))"),
        ("fluid.Executor(fluid.CPUPlace())", "paddle.static.Executor(paddle.CPUPlace())"),
        ("fluid.save(x, 'm/a')", "paddle.static.save(x, 'm/a')"),
        ("fluid.load(x, 'm/a', n)", "load(x, 'm/a', n)"),
    ],
)  # fmt: skip
def test_a_call(before, after):
    head = "import paddle.fluid as fluid\ndef f(x, n):\n    a = fluid.layers.fc(x, 1)\n"
    result = migrated(f"{head}    return {before}\n")
    assert f"    return {after}\n" in result.text
    assert not result.left


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("fluid.layers.conv3d_transpose(x, 3, [4, 4, 4], data_format='NDHWC')", "channels come last"),
        ("fluid.layers.data('y', [3], stop_gradient=False)", "stop_gradient"),
    ],
)
def test_what_is_left(call, words):
    text = f"import paddle.fluid as fluid\ndef g(x, y, act):\n    a = {call}\n    return fluid.layers.fc(x, 1)\n"
    result = migrated(text)
    assert f"    a = {call}\n" in result.text
    assert any(words in finding.message for finding in result.left), result.left


@pytest.mark.parametrize("call", [
    "fc(f(x), 3, 2)", "embedding(g(x), [9, g(y)])", "reshape(x, [6, 4], actual_shape=h(y))", "pool2d(x, 2, y)"
])  # fmt: skip
def test_what_is_evaluated_as_before_in_a_function(call):
    head = "import paddle.fluid as fluid\ndef g(x, y, act):\n"
    text = f"{head}    a = fluid.layers.{call}\n    return fluid.layers.fc(x, 1)\n"
    result = migrated(text)
    assert result.left == []
    assert f"{call.partition('(')[2]}\n    return paddle.static.nn.fc(" in result.text
    assert migrated(result.text).text == result.text


def test_static_mode_is_turned_on_where_a_program_is_run_first():
    text = "import paddle.fluid as fluid\n\nexe = fluid.Executor(fluid.CPUPlace())\n"
    result = migrated(text)
    assert result.text == "import paddle\n\npaddle.enable_static()\n\nexe = paddle.static.Executor(paddle.CPUPlace())\n"
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_it_stands_before_what_is_built_between_imports():
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 3])\nimport os\nexe = fluid.Executor()\n"
    lines = migrated(text).text.splitlines()
    assert lines.index("paddle.enable_static()") < next(i for i, line in enumerate(lines) if line.startswith("x ="))


def test_a_network_alone_does_not_turn_it_on():
    assert "enable_static" not in migrated(NETWORK).text


def test_a_dynamic_script_is_migrated_as_ever():
    text = """\
        import paddle.fluid as fluid
        with fluid.dygraph.guard():
            print(fluid.layers.dropout(x, 0.5, is_test=True))
    """
    assert "enable_static" not in migrated(text).text
    assert migrated(text).text == migrate_source(textwrap.dedent(text)).text


@pytest.mark.parametrize(
    "text",
    [
        "import paddle.fluid as fluid\nexe = fluid.Executor()\npexe = fluid.ParallelExecutor(*given)\n",
        "import paddle.fluid as fluid\ndef f(x):\n"
        "    y = fluid.layers.roi_pool(x, *more)\n"
        "    return fluid.layers.fc(x, 1)\n",
    ],
)
def test_a_second_run_changes_nothing(text):
    once = migrated(text)
    assert once.changed
    assert once.left
    assert migrated(once.text).text == once.text


INSIDE = """\
import numpy as np
class Model(object):
    def run(self):
        {line}import paddle.fluid as fluid
        x = fluid.layers.data('x', [3])
        exe = fluid.Executor(fluid.CPUPlace())
        return exe.run(feed={{'x': np.ones((2, 3), 'float32')}}, fetch_list=[fluid.layers.reduce_sum(x)])
print('%.1f' % Model().run()[0][0])
"""


@pytest.mark.parametrize("line", ["", "import os; "])
def test_it_is_no_name_of_an_import_inside_of_a_function(line, run_both_ways):
    old, new = run_both_ways({"inside": {"main.py": INSIDE.format(line=line)}})
    assert old == new == {"inside": ["6.0"]}


TESTS = """\
import paddle.fluid as fluid
import unittest
class Test({}):
    def test_fc(self):
        with fluid.program_guard(fluid.Program()):
            y = fluid.layers.fc(fluid.layers.data('x', [3]), 2)
"""


@pytest.mark.parametrize(("base", "last", "is_on"), [
    ("unittest.TestCase", "", True), ("Given", "unittest.main()\n", True), ("Given", "", False),
])
def test_static_mode_is_turned_on_where_tests_build_programs(base, last, is_on):
    assert ("paddle.enable_static()" in migrate_source(TESTS.format(base) + last).text) == is_on


@pytest.mark.parametrize("made", [
    "KINDS = {'run': fluid.Executor}\nexe = KINDS['run'](fluid.CPUPlace())\n",
    "make, other = fluid.Executor, 3\nexe = make(fluid.CPUPlace())\n",
    "from functools import partial\nmake = partial(fluid.Executor, fluid.CPUPlace())\nexe = make()\n",
    "def make(kind=fluid.Executor):\n    return kind(fluid.CPUPlace())\nexe = make()\n",
])
def test_static_mode_is_turned_on_where_something_holds_what_runs_a_program(made):
    build = "def build():\n    return fluid.layers.data('x', [3])\nbuild()\n"
    assert "paddle.enable_static()" in migrate_source(f"import paddle.fluid as fluid\n{made}{build}").text


@pytest.mark.parametrize("asked", ["def is_one(x):\n    return isinstance(x, fluid.Executor)\n",
                                   "def run(exe: fluid.Executor):\n    return exe\n"])
def test_what_is_only_asked_for_its_class_does_not_turn_it_on(asked):
    build = "def build():\n    return fluid.layers.data('x', [3])\n"
    assert "enable_static" not in migrate_source(f"import paddle.fluid as fluid\n{asked}{build}").text


def test_a_class_that_got_another_name_is_no_import():
    text = ("import paddle.fluid as fluid\nfor name in names:\n    make = fluid.Program\n    main = make()\n"
            "    with fluid.program_guard(main):\n        x = fluid.data('x', [1])\nexe = fluid.Executor()\n")
    assert migrate_source(text).text.startswith("import paddle\n\npaddle.enable_static()\n")


BUILT = """\
import paddle.fluid as fluid


def net(size):
    x = fluid.data('x', [None, 2])
    return fluid.layers.fc(x, size)


class Builder(object):
    def __init__(self, size=3):
        self.main, self.size = fluid.Program(), size

    def build(self):
        with fluid.program_guard(self.main, fluid.Program()):
            return net(self.size)


def main(*sizes):
    for size in sizes:
        builder = Builder(size)  # Paddle 3 keeps no program alive for its variables
        print(list(builder.build().shape))


"""
WHOLE = {
    "at the top": "print(list(net(4).shape))",
    "in main": "if __name__ == '__main__':\n    main(3, 4)",
    "an object's": "b = Builder()\nprint(b.build().shape[1], len(b.main.global_block().all_parameters()))",
    "in a loop": "all = [Builder(2), Builder(size=5)]\nfor each in all:\n    print(list(each.build().shape))",
    "in a comprehension": "print([y.shape[1] for y in (net(i) for i in range(1, 3))])",
}


def test_what_a_file_builds_while_it_is_read_is_in_static_mode(run_both_ways):
    """No executor shows that it is a program of its own."""
    old, new = run_both_ways({name: {"main.py": BUILT + lines + "\n"} for name, lines in WHOLE.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


@pytest.mark.parametrize("lines", ["SIZES = list(range(3))", "NETS = {'net': net}", "def more():\n    return net(3)"])
def test_files_whose_programs_others_build_turn_nothing_on(lines):
    assert "enable_static" not in migrate_source(BUILT + lines + "\n").text
