"""Loaders and feeders of programs become classes that are written into the script."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'


def migrated(line):
    return migrate_source(HEAD + line, options=Options(programs=True))


@pytest.mark.parametrize(
    ("line", "new"),
    [
        (
            "loader = fluid.io.DataLoader.from_generator(feed_list=[x], capacity=8, iterable=False)\n",
            "loader = FeedLoader([x], capacity=8)\n",
        ),
        (
            "loader = fluid.io.PyReader([x], capacity=n, use_double_buffer=fluid.is_compiled_with_cuda())\n",
            "loader = FeedLoader([x], capacity=n)\n",
        ),
        (
            "loader = fluid.io.DataLoader.from_generator([x], 2, return_list=True)\n",
            "loader = FeedLoader([x], capacity=2, return_list=True)\n",
        ),
        ("feeder = fluid.DataFeeder(['x'], place)\n", "feeder = DataFeeder(['x'], place)\n"),
        ("feeder = fluid.DataFeeder(place=p, feed_list=[x])\n", "feeder = DataFeeder(place=p, feed_list=[x])\n"),
    ],
)
def test_what_feeds(line, new):
    result = migrated(line)
    assert result.text.endswith(new)
    assert "fluid" not in result.text
    assert not result.left


@pytest.mark.parametrize(
    "line",
    ["loader = fluid.io.DataLoader.from_generator(capacity=4)\n", "loader = fluid.io.PyReader(*given)\n"],
)
def test_what_stays(line):
    result = migrated(line)
    assert result.text.endswith(line)
    assert result.left


def test_todays_loader_stays(check_noop):
    check_noop("import paddle\nloader = paddle.io.DataLoader(data, feed_list=[x])\n", programs=True)
