"""Batches for several devices are fed to the one as one batch, where a run is given them there; what loaders give is
arrays, whose shape is no method."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid
x = fluid.data("x", [None, 4])
exe = fluid.Executor(fluid.CPUPlace())
feeder = fluid.DataFeeder([x], fluid.CPUPlace())
"""


@pytest.mark.parametrize("fed", ["list(feeder.feed_parallel(batches, 2))", "feeder.feed_parallel(iterable=batches)"])
def test_in_a_run(fed):
    result = migrate_source(f"{HEAD}exe.run(feed={fed}, fetch_list=[x])\n")
    assert "exe.run(feed=feeder.feed([each for batch in batches for each in batch]), fetch_list=[x])" in result.text
    assert not result.left


@pytest.mark.parametrize("line", [
    "feed = list(feeder.feed_parallel(batches, 2))\nfeed[0]['h'] = 1",
    "exe.run(feed=sorted(feeder.feed_parallel(batches)), fetch_list=[x])",
])
def test_elsewhere_it_stays(line):
    result = migrate_source(f"{HEAD}{line}\n")
    assert "feeder.feed_parallel(batches" in result.text
    assert [each.name for each in result.left] == ["DataFeeder.feed_parallel"]


def test_anothers(check_noop):
    check_noop("import paddle\nrun(feed=list(mine.feed_parallel(batches)))\n")


LOADED = HEAD + """\
loader = fluid.io.DataLoader.from_generator(feed_list=[x])
for batch in loader()():
"""


@pytest.mark.parametrize(("lines", "new"), [
    ("n = batch[0]['x'].shape()[0]", "n = np.asarray(batch[0]['x']).shape[0]"),
    ("print(batch[0]['x'].shape() == [2, 4])", "print(list(np.asarray(batch[0]['x']).shape) == [2, 4])"),
    ("fed = batch[0]; each = fed['x']; count(each.shape())", "count(list(np.asarray(each).shape))"),
    ("def f(name, batch):\n        return batch[0]['x'].shape()[-1]", "return np.asarray(batch[0]['x']).shape[-1]"),
])
def test_what_a_loader_gives(lines, new):
    result = migrate_source(f"{LOADED}    {lines}\n")
    assert new in result.text
    assert "fluid" not in result.text


@pytest.mark.parametrize("line", [
    "table['x'].shape()", "rows[0].shape()", "table[0][1].shape()", "batch[0]['x'].shape", "batch[0]['x'].shape(1)",
])
def test_other_shapes(line):
    assert line in migrate_source(f"{LOADED}    {line}\n").text


@pytest.mark.parametrize("text", [
    "data = fluid.DatasetFactory().create_dataset('InMemoryDataset')\ndata.set_merge_by_sid(True)\n",
    "def made(kind):\n    return fluid.DatasetFactory().create_dataset(kind)\nmade('').set_parse_logkey(True)\n",
    "class Data(object):\n    def __init__(self):\n        self.set = fluid.DatasetFactory().create_dataset()\n"
    "    def begin(self):\n        self.set.begin_pass()\n",
    "sets = [fluid.DatasetFactory().create_dataset('InMemoryDataset') for _ in range(2)]\nfor each in sets:\n"
    "    each.set_merge_by_lineid(2)\n",
])
def test_of_data_sets_that_servers_share(text):
    result = migrate_source(HEAD + text)
    assert [each.code for each in result.left] == ["PM333"]
    assert result.left[0].name.startswith("DatasetBase.")


@pytest.mark.parametrize("text", [
    "class Own(object):\n    def begin_pass(self):\n        pass\nOwn().begin_pass()\n",
    "data = fluid.DatasetFactory().create_dataset('InMemoryDataset')\ndata.set_batch_size(8)\n",
])
def test_other_methods_of_data_sets(text):
    assert not migrate_source(HEAD + text).left
