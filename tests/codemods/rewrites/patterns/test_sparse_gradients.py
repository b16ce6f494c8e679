"""Adam over sparse gradients is spoken of in programs."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None], 'int64')\n"
EMBEDDED = "e = fluid.embedding(x, [9, 4]{})\nloss = fluid.layers.mean(e)\n"
LAST = "fluid.optimizer.{}(0.1).minimize(loss)\n"


def said(sparse, optimizer):
    result = migrate_source(HEAD + EMBEDDED.format(sparse) + LAST.format(optimizer), options=Options(programs=True))
    assert {finding.code for finding in result.left} <= {"PM343"}
    return ["sparse" in finding.message for finding in result.findings if finding.code == "PM343"]


@pytest.mark.parametrize("optimizer", ["Adam", "AdamOptimizer"])
def test_of_sparse_ones(optimizer):
    assert any(said(", is_sparse=True", optimizer))


@pytest.mark.parametrize(
    ("sparse", "optimizer"), [("", "Adam"), (", is_sparse=False", "Adam"), (", is_sparse=True", "SGD")]
)
def test_of_others_nothing(sparse, optimizer):
    assert not any(said(sparse, optimizer))
