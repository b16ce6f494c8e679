"""Rows of sequences that are fed: made by a class of the script's own, and split where a program runs."""

from __future__ import annotations

import numpy as np
import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.written.programs import LoDTensor, create_lod_tensor, split_feed

HEAD = "import paddle.fluid as fluid\nexe = fluid.Executor(fluid.CPUPlace())\n"
ROWS = "t = fluid.LoDTensor()\n"


def migrated(text):
    return migrate_source(text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("exe.run(p, feed={'x': t}, fetch_list=[y])", "exe.run(p, feed=split_feed({'x': t}), fetch_list=[y])"),
        ("exe.run(program, feed=made(t))", "exe.run(program, feed=split_feed(made(t)))"),
        ("r = fluid.create_lod_tensor([[1], [2, 3]], [[1, 2]], place)",
         "r = create_lod_tensor([[1], [2, 3]], [[1, 2]], place)"),
        ("r = fluid.core.LoDTensor()", "r = LoDTensor()"),
        ("r = isinstance(x, fluid.LoDTensor)", "r = isinstance(x, LoDTensor)"),
    ],
)  # fmt: skip
def test_rows(old, new):
    result = migrated(f"{HEAD}{ROWS}{old}\n")
    assert result.text.endswith(f"\nt = LoDTensor()\n{new}\n")
    assert not result.left
    assert migrated(result.text).text == result.text


@pytest.mark.parametrize(
    "line", ["exe.run(program, feed=feeder.feed(data))", "exe.run(program)", "exe.run(program, feed=next(loader))",
             "thread.run(program, feed={'x': t})", "exe.run(program, feed=None)"],
)  # fmt: skip
def test_what_has_no_rows_to_split(line):
    assert migrated(f"{HEAD}{ROWS}{line}\n").text.endswith(f"\nt = LoDTensor()\n{line}\n")


def test_without_rows_nothing_is_split():
    assert migrated(f"{HEAD}exe.run(program, feed={{'x': x}})\n").text.endswith("exe.run(program, feed={'x': x})\n")


@pytest.mark.parametrize("sequences", [True, False])
def test_the_feeder_of_a_program_with_sequences(sequences):
    taken = "fluid.layers.sequence_pool(x, 'sum')" if sequences else "fluid.layers.relu(x)"
    text = f"{HEAD}x = fluid.data('x', [None, 1], lod_level=1)\ny = {taken}\nf = fluid.DataFeeder([x], place)\n"
    name = "SequenceFeeder" if sequences else "DataFeeder"
    assert migrated(text).text.endswith(f"\nf = {name}([x], place)\n")


def test_rows_are_split():
    made = create_lod_tensor([[1], [2, 3]], [[1, 2]])
    assert (made.lod(), made.recursive_sequence_lengths(), made.shape()) == ([[0, 1, 3]], [[1, 2]], [3, 1])
    plain = LoDTensor()
    plain.set(np.zeros([2, 2], "float32"))
    found = split_feed({"x": made, "y": plain, "z": 1})
    assert list(found) == ["x", "x_lengths", "y", "z"]
    np.testing.assert_array_equal(found["x_lengths"], [1, 2])
    np.testing.assert_array_equal(np.array(made)[:, 0], [1, 2, 3])
    made.set_lod([[0, 2, 3]])
    assert made.recursive_sequence_lengths() == [[2, 1]]
    with pytest.raises(ValueError, match="sequences of sequences"):
        made.set_lod([[0, 1], [0, 3]])
