"""Lengths of sequences that are asked of what a run has fetched, in several clothes; what is fed knows its own."""

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
words = fluid.data("words", [None, 1], "int64", lod_level=1)
rows = fluid.layers.embedding(words, [9, 2])
exe = fluid.Executor(fluid.CPUPlace())
feed = {"words": fluid.create_lod_tensor(np.array([[1], [2]]), [[2]], fluid.CPUPlace())}
"""
RUN = "exe.run(feed=feed, fetch_list=[rows], return_numpy=False)"


def asked(text):
    return [each.name for each in migrate_source(HEAD + text).left if each.code == "PM333"]


@pytest.mark.parametrize("text", [
    f"print({RUN}[0].lod())\n",
    f"got, = {RUN}\nprint(got.lod()[0])\n",
    f"got = {RUN}\nprint({{k: v.recursive_sequence_lengths() for k, v in zip(['rows'], got)}})\n",
    f"values = {RUN}\nfor each in values:\n    print(each.lod())\n",
    f"def offsets(tensor):\n    return tensor.lod()[0]\nprint(offsets({RUN}[0]))\n",
    f"class Runner:\n    def run(self):\n        self.got = {RUN}\n        return self.got[0].lod()\n",
])
def test_of_a_run(text):
    assert "run_rows(exe.run, feed=split_feed(feed), fetch_list=[rows], return_numpy=False)" in migrate_source(
        HEAD + text).text
    assert not asked(text)


@pytest.mark.parametrize("text", [
    "def offsets(tensor):\n    return tensor.lod()[0]\n",  # of whatever it is given
    f"got = {RUN.replace('False', 'numpy')}\nprint(got[0].lod())\n",  # arrays, perhaps
    f"got = {RUN.replace('[rows]', '[rows], **more')}\nprint(got[0].lod())\n",
    "program, names, found = fluid.io.load_inference_model('saved', exe)\n"  # a file knows no lengths
    "got = exe.run(program, feed=feed, fetch_list=found, return_numpy=False)\nprint(got[0].lod())\n",
])
def test_of_what_is_not_seen(text):
    assert asked(text)[-1] == "LoDTensor.lod"
    assert "run_rows" not in migrate_source(HEAD + text).text


def test_rows_that_are_fed_as_arrays():
    text = HEAD.replace(", lod_level=1", "") + f"print({RUN}[0].lod())\n"
    result = migrate_source(text)
    assert [each.name for each in result.left] == ["LoDTensor.lod"]
    assert "run_rows" not in result.text


def test_lengths_that_nobody_asks_for():
    assert "run_rows" not in migrate_source(f"{HEAD}print(np.array({RUN}[0]))\n").text


def test_where_nothing_has_lengths():
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [1])\nexe = fluid.Executor()\n"
    text += "print(exe.run(feed=feed, fetch_list=[x], return_numpy=False)[0].lod(), other.lod())\n"
    result = migrate_source(text)
    assert not result.left
    assert "run_rows" not in result.text


def test_boxes_of_what_has_no_lengths():
    text = "import paddle.fluid as fluid\nb = fluid.data('b', [1, 8, 4])\ns = fluid.data('s', [1, 3, 8])\n" \
           "exe = fluid.Executor()\nfound = fluid.layers.multiclass_nms(b, s, 0.01, 10, 5)\n" \
           "print(exe.run(feed=feed, fetch_list=[found], return_numpy=False)[0].lod())\n"
    assert "run_rows(exe.run, feed=feed" in migrate_source(text).text


@pytest.mark.parametrize("text", [
    "print(feed['words'].lod())\n",
    "def fed(ids):\n    made = fluid.LoDTensor()\n    made.set(ids, None)\n    return made\n"
    "print(fed(np.array([[1], [2]])).lod())\n",
    "class Own:\n    def lod(self):\n        return 1\nprint(Own().lod())\n",
    "print(tool.lod(rows))\n",
])
def test_of_what_is_fed(text):
    assert asked(text) == []


@pytest.mark.parametrize("text", ["print(feed['words'].lod())\n", f"print({RUN}[0].lod())\n"])
def test_a_second_time(text):
    once = migrate_source(HEAD + text)
    assert not once.left
    assert migrate_source(once.text).text == once.text


PROGRAM = """\
import numpy as np
import paddle.fluid as fluid
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    words = fluid.data("words", [None, 1], "int64", lod_level=1)
    weight = fluid.ParamAttr("w", initializer=fluid.initializer.Constant(0.5))
    shares = fluid.layers.sequence_softmax(fluid.layers.fc(fluid.layers.embedding(words, [9, 4], param_attr=weight), 1))
    boxes, scores = fluid.data("boxes", [None, 2, 4]), fluid.data("scores", [None, 1, 2])
    kept = fluid.layers.multiclass_nms(boxes, scores, 0.1, 9, 9, background_label=-1)
    values = [shares, kept, fluid.layers.mean(shares)]
test = main.clone(for_test=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)
feed = {"boxes": np.float32([[[0, 0, 1, 1], [5, 5, 9, 9]]] * 2), "scores": np.float32([[[0.9, 0.8]], [[0.0, 0.7]]])}
def told(program, values, words):
    feed["words"] = words
    found = exe.run(program, feed=feed, fetch_list=values, return_numpy=False)
    return {name: (np.array(each).shape, each.lod(), each.recursive_sequence_lengths())
            for name, each in zip(["shares", "kept"], found)}
words = fluid.create_lod_tensor(np.arange(5).reshape(5, 1), [[2, 3]], fluid.CPUPlace())
for program in (main, test, fluid.CompiledProgram(test), test.clone(for_test=True)):
    print(told(program, values, words))
"""
TOLD = "{'shares': ((5, 1), [[0, 2, 5]], [[2, 3]]), 'kept': ((3, 6), [[0, 2, 3]], [[2, 1]])}\n"  # by 1.8.5, too


@pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")  # Paddle's own words at its own calls
@pytest.mark.filterwarnings("ignore:(?s).*unified with:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:(?s).*sequence_mask. is deprecated")
def test_what_is_told(capsys):
    result = migrate_source(PROGRAM)
    assert not result.left
    try:
        exec(result.text, {})
    finally:
        paddle.disable_static()
    assert capsys.readouterr().out == 4 * TOLD


NOTHING = """\
import numpy as np
import paddle.fluid as fluid
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    chances = fluid.data("chances", [None, 3], "float32", lod_level=1)
    found = fluid.layers.ctc_greedy_decoder(chances, blank=2)
    counts = fluid.layers.mean(chances)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)
for rows in (np.eye(3)[[2, 2, 2, 2]], np.eye(3)[[2, 0, 2, 2]]):
    fed = fluid.create_lod_tensor(rows.astype("float32"), [[3, 1]], fluid.CPUPlace())
    got, mean = exe.run(main, feed={"chances": fed}, fetch_list=[found, counts], return_numpy=False)
    print(np.array(got).tolist(), got.lod(), mean.lod())
"""


@pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")
@pytest.mark.filterwarnings("ignore:(?s).*unified with:DeprecationWarning")
def test_sequences_of_nothing_have_a_row_all_the_same(capsys):
    try:
        exec(migrate_source(NOTHING).text, {})
    finally:
        paddle.disable_static()
    assert capsys.readouterr().out == "[[-1]] [[0, 0, 0]] []\n[[0]] [[0, 1, 1]] []\n"  # by 1.8.5, too
