"""Lengths of sequences that are asked of what a run has fetched, in several clothes; what is fed knows its own."""

from __future__ import annotations

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
    f"values = {RUN}\nfor each in values:\n    print(each.lod())\n",
    f"def offsets(tensor):\n    return tensor.lod()[0]\nprint(offsets({RUN}[0]))\n",
    f"class Runner:\n    def run(self):\n        self.got = {RUN}\n        return self.got[0].lod()\n",
    "def offsets(tensor):\n    return tensor.lod()[0]\n",
])
def test_of_a_run(text):
    assert asked(text) == ["LoDTensor.lod"]


def test_lengths_of_a_run():
    assert asked(f"print({RUN}[0].recursive_sequence_lengths())\n") == ["LoDTensor.recursive_sequence_lengths"]


@pytest.mark.parametrize("text", [
    "print(feed['words'].lod())\n",
    "def fed(ids):\n    made = fluid.LoDTensor()\n    made.set(ids, None)\n    return made\n"
    "print(fed(np.array([[1], [2]])).lod())\n",
    "class Own:\n    def lod(self):\n        return 1\nprint(Own().lod())\n",
    "print(tool.lod(rows))\n",
])
def test_of_what_is_fed(text):
    assert asked(text) == []


def test_a_second_time():
    once = migrate_source(f"{HEAD}print(feed['words'].lod())\n")
    assert not once.left
    assert migrate_source(once.text).text == once.text
