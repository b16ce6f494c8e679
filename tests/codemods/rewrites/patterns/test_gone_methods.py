"""Batches for several devices are fed to the one as one batch, where a run is given them there."""

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
