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


FED = HEAD + """\
def filled(feeds):
    loader = fluid.io.DataLoader.from_generator(feed_list=feeds, capacity=2)
    loader.set_batch_generator(read)
    return loader
class Reads(object):
    def __init__(self):
        self.loaders = {'train': fluid.io.PyReader(feed_list=[x], capacity=2)}
    def batches(self):
        for batch in self.loaders['train']():
            yield batch
"""
GIVING = [
    "for _, batch in enumerate(filled([x])()):\n    for key, item in enumerate(batch):\n        each = item['x']\n",
    "fed = next(filled([x])())\nfor one in fed:\n    if one:\n        each = one[x.name]\n",
    "for batch in Reads().batches():\n    if batch:\n        name = 'x'\n        each = batch[0][name]\n",
    "made = iter(filled([x]))\nwhile True:\n    batch = made.next()\n    if batch:\n        each = batch[0]['x']\n",
]


@pytest.mark.parametrize("giving", GIVING)
def test_what_a_loader_gives_in_other_clothes(giving):
    result = migrate_source(f"{FED}{giving}        print(each.shape())\n")
    assert "print(list(np.asarray(each).shape))" in result.text
    assert not result.left


@pytest.mark.parametrize("giving", GIVING)
@pytest.mark.parametrize("method", ["lod()", "_place()", "set(array, place)"])
def test_what_arrays_have_not(giving, method):
    (finding,) = migrate_source(f"{FED}{giving}        print(each.{method})\n").left
    assert (finding.code, finding.name) == ("PM333", f"LoDTensor.{method.partition('(')[0]}")


@pytest.mark.parametrize("line", ["found = exe.run(fetch_list=[x], return_numpy=False)[0]", "found = table.get('x')"])
def test_what_no_loader_gives(line):
    assert not migrate_source(f"{FED}{line}\nprint(found._place(), found.lod())\n").left


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
