"""Arrays of tensors without a dimension, and where variables are named."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.array_uses import arrays, settled_arrays
from paddle_migrate.facts.mentions import mentions_of

HEAD = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    loss = fluid.layers.mean(x)\n"


@pytest.mark.parametrize(
    ("text", "count", "settled"),
    [
        ("    a = loss.numpy()\n    total = a + 1\n    print(total[0])\n", 1, 1),
        ("    a = loss.numpy()\n    print(a)\n", 1, 0),
        ("    print(loss.numpy())\n", 1, 0),
        ("    print(loss.numpy()[0])\n", 0, 0),
        ("    print(x.numpy())\n", 0, 0),
        ("    print(loss.numpy(1))\n", 0, 0),
    ],
)
def test_arrays(read, text, count, settled):
    facts = read(HEAD + text).facts
    assert (len(arrays(facts)), len(settled_arrays(facts))) == (count, settled)


@pytest.mark.parametrize(
    ("name", "count"), [("loader", 3), ("self.loader", 1), ("other", 0), ("other.loader", 0), ("self.load", 0)]
)
def test_mentions(read, name, count):
    """An attribute of that name counts, too: it may be the same thing."""
    facts = read("loader = make(loader)\nself.loader = 'loader'  # loader\n").facts
    assert len(mentions_of(facts, name, facts.source.module)) == count
