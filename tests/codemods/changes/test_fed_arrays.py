"""What a feeder makes of batches is written as arrays: inline where it is asked once, else as one function."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle
import paddle.fluid as fluid
x = fluid.data("x", [None, 4])
y = fluid.data("y", [None, 1], "int64")
loss = fluid.layers.mean(x)
exe = fluid.Executor(fluid.CPUPlace())
train, test = paddle.batch(samples, 2), paddle.batch(others, 2)
"""
RUN = "for batch in {}():\n    exe.run(feed=feeder.feed(batch), fetch_list=[loss])\n"
FEEDER = "feeder = fluid.DataFeeder([x, y], fluid.CPUPlace())\n"
ARRAYS = """\
{
        'x': np.array([row[0] for row in batch], 'float32').reshape([-1, 4]),
        'y': np.array([row[1] for row in batch], 'int64').reshape([-1, 1])
    }"""


def migrated(text: str, **options: bool) -> str:
    return migrate_source(HEAD + text, options=Options(programs=True, **options)).text


def test_one_use() -> None:
    text = migrated(FEEDER + RUN.format("train"))
    assert f"    exe.run(feed={ARRAYS}, fetch_list=[loss])\n" in text
    assert "feeder" not in text


@pytest.mark.parametrize(("between", "above"), [
    ("", "\n"), ("\n", "\n"), ("# fed\n", "# fed\n"), ("\n\n# fed\n", "# fed\n"),
])
def test_several_uses(between: str, above: str) -> None:
    """A function stands in the feeder's place, with a line to itself on both sides; what it says stays above it."""
    text = migrated(between + FEEDER + RUN.format("train") + RUN.format("test"))
    assert f"{above}def feeder(batch):\n    return {ARRAYS}\n\nfor batch in train():\n" in text
    assert text.count("    exe.run(feed=feeder(batch), fetch_list=[loss])\n") == 2
    assert "fluid" not in text


def test_inside_of_a_function() -> None:
    runs = "".join("    " + line for part in ("train", "test") for line in RUN.format(part).splitlines(keepends=True))
    text = migrated(f"def run():\n    {FEEDER}{runs}run()\n")
    assert "def run():\n    def feeder(batch):\n        return {\n            'x': np.array(" in text
    assert "        }\n\n    for batch in train():\n        exe.run(feed=feeder(batch), " in text


def test_one_that_is_handed_on() -> None:
    """All that ask it by any name call the function; it is handed on as it was."""
    run = "exe.run(feed=feed.feed(batch), fetch_list=[loss])\n"
    go = f"def go(reader, feed):\n    for batch in reader():\n        {run}"
    text = migrated(f"{go}{FEEDER}go(train, feeder)\ngo(reader=test, feed=feeder)\n")
    assert "exe.run(feed=feed(batch), fetch_list=[loss])\n\ndef feeder(batch):\n" in text
    assert text.endswith("go(train, feeder)\ngo(reader=test, feed=feeder)\n")
    held = f"{FEEDER}feed = feeder\nfor batch in train():\n    {run}"
    assert "\nfeed = feeder\nfor batch in train():\n    exe.run(feed=feed(batch), " in migrated(held)


def test_many_arrays_of_many_uses() -> None:
    """A function has them once, however often it is called."""
    text = migrated(FEEDER + RUN.format("train") * 5)
    assert text.count("feed=feeder(batch)") == 5
    assert text.count("np.array(") == 2


@pytest.mark.parametrize("text", [
    "feeder = other = fluid.DataFeeder([x, y], fluid.CPUPlace())\n" + RUN.format("train") * 5,  # more than eight arrays
    "feeder = fluid.DataFeeder([x, y], fluid.CPUPlace()); n = 1\n" + RUN.format("train") * 5,
    FEEDER + RUN.format("train") * 2 + "print(feeder)\n",
    f"def go(feeder):\n    for batch in train():\n        exe.run(feed=feeder.feed(batch), fetch_list=[loss])\n{FEEDER}"
    "go(feeder)\ngo(another)\n",
    f"def go(feeder):\n    for batch in train():\n        exe.run(feed=feeder.feed(batch), fetch_list=[loss])\n{FEEDER}"
    "go(feeder)\nother = fluid.DataFeeder([y, x], p)\ngo(other)\n",
    FEEDER + RUN.format("train") * 2 + "go(feeder.feed)\n",
    FEEDER + RUN.format("train") + "exe.run(feed=feeder.feed(sample() for i in range(2)), fetch_list=[loss])\n",
    "if a:\n    feeder = fluid.DataFeeder([x, y], p)\nelse:\n    feeder = fluid.DataFeeder([y, x], p)\n"
    + RUN.format("train") * 2,
])
def test_what_stays_a_feeder(text: str) -> None:
    result = migrated(text)
    assert "class DataFeeder" in result
    assert "feeder.feed(batch)" in result
