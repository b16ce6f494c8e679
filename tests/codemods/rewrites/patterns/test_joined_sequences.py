"""Sequences that are put together, of which some have no gradient."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
L = fluid.layers
words = fluid.data('words', [None, 1], 'int64', lod_level=1)
given = fluid.data('given', [None, 3], lod_level=1)
rows, more = L.embedding(words, [9, 3]), L.fc(given, 3)
"""
TRAINS = "fluid.optimizer.SGD(.1).minimize(L.mean(both))\n"
MIXED = {
    "data": "both = L.sequence_concat([rows, given])\n",
    "held": "inputs = [rows]\ninputs.append(given)\nboth = L.sequence_concat(input=inputs)\n",
    "function": "def join(*each):\n    return L.sequence_concat(list(each))\nboth = join(given, rows)\n",
    "stopped": "more.stop_gradient = True\nboth = L.sequence_concat([rows, more])\n",
    "unseen": "both = L.sequence_concat(load())\n",
    "partly unseen": "def join(one):\n    return L.sequence_concat([one, rows])\nboth = join(*load())\n",
}


def _told(text):
    return [f.code for f in migrate_source(text, options=Options()).findings if f.name.endswith("sequence_concat")]


@pytest.mark.parametrize("lines", MIXED.values(), ids=MIXED)
def test_a_gradient_of_foreign_rows(lines):
    assert "PM343" in _told(HEAD + lines + TRAINS)
    assert "PM343" not in _told(HEAD + lines)


@pytest.mark.parametrize("lines", [
    "both = L.sequence_concat([rows, more])\n", "both = L.sequence_concat([given, given])\n",
    "both = L.sequence_concat([rows, L.sequence_reverse(given)])\n",
    "given.stop_gradient = False\nboth = L.sequence_concat([rows, given])\n",
    "both = concat([rows, given])\n",
])  # fmt: skip
def test_gradients_of_their_own(lines):
    assert "PM343" not in _told(HEAD + lines + TRAINS)
