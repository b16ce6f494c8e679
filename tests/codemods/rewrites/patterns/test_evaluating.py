"""Training after eval(), for which 1.8 recorded no gradients."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nmodel = fluid.dygraph.Linear(2, 3)\n"


def said(text):
    return [f.line for f in migrate_source(HEAD + text).findings if f.code == "PM342"]


def test_a_file_that_never_trains_again():
    assert said("for x in data:\n    model(x).backward()\n    model.eval()\n") == [5]


@pytest.mark.parametrize(
    "text",
    [
        "for x in data:\n    model.train()\n    model(x).backward()\n    model.eval()\n",
        "model.eval()\nmodel(x)\n",  # it only evaluates
        "model(x).backward()\nframe.eval('a + b')\n",
        "model(x).backward()\nwhatever.eval()\n",
    ],
)
def test_nothing_is_said(text):
    assert not said(text)
