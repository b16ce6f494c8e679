"""Helpers have what the programs ask for that they are written into, and no more."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.batch.finding import Walk
from paddle_migrate.options import Options
from paddle_migrate.run import Run

TRAIN = """\
import paddle.fluid as fluid
import reading


x = fluid.data("x", [None, 4])
loss = fluid.layers.mean(fluid.layers.fc(x, 3))
loader = fluid.io.DataLoader.from_generator([x], capacity=4)
reading.begin(loader)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for batch in loader():
    exe.run(feed=batch, fetch_list=[loss])
"""
READING = "import paddle\n\n\ndef begin(loader):\n    loader.{}(lambda: [[0.0]])\n"


def migrated(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    run = Run(Options(), write=True)
    run.all(Walk([folder]))
    return (folder / "train.py").read_text()


@pytest.mark.parametrize("method", ["set_batch_generator", "set_sample_list_generator"])
def test_what_another_file_asks_for_is_there(tmp_path, method):
    text = migrated(tmp_path, train=TRAIN, reading=READING.format(method))
    assert f"def {method}(" in text
    assert text.count("_generator(") == 1
    assert "start = " not in text
    assert "def read(" in text  # which a thread runs
    assert "def __iter__(" in text
    assert migrated(tmp_path) == text


def test_a_comment_asks_for_nothing(tmp_path):
    other = READING.format("set_batch_generator") + "    # loader.set_sample_generator(read)\n"
    text = migrated(tmp_path, train=TRAIN + "    #loader.set_sample_list_generator(read)\n", reading=other)
    assert re.findall(r"def (set_\w+)", text) == ["set_batch_generator"]


def test_what_only_another_method_used_goes_with_it(tmp_path):
    train = TRAIN.replace("[None, 4])", "[None, 4], lod_level=1)")
    train = train.replace("fc(x, 3)", 'fc(fluid.layers.sequence_pool(x, "sum"), 3)')
    text = migrated(tmp_path, train=train, reading=READING.format("set_sample_list_generator"))
    assert "class SequenceLoader(" in text
    assert "split_feed" not in text
    assert "decorate_" not in text


def test_windows_line_ends(tmp_path):
    (tmp_path / "train.py").write_bytes(TRAIN.replace("\n", "\r\n").encode())
    migrated(tmp_path, reading=READING.format("set_batch_generator"))
    text = (tmp_path / "train.py").read_bytes()
    assert text.count(b"\r\n") == text.count(b"\n")
    assert b"def start(" not in text


def test_a_file_of_which_nothing_else_is_known_keeps_all():
    from paddle_migrate.api import migrate_source

    assert "    start = __iter__\n" in migrate_source(TRAIN).text


def test_a_page_is_a_program_of_its_own(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"Train:\n\n```python\n{TRAIN}```\n\nThen:\n\n```python\nloader.start()\n```\n")
    Run(Options(), write=True).all(Walk([tmp_path]))
    text = page.read_text()
    assert "    start = __iter__\n" in text
    assert "def set_batch_generator(" not in text
