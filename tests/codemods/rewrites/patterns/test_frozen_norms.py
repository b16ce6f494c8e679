"""A LayerNorm whose scale is not trained is told."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph import LayerNorm\nP = fluid.ParamAttr\n"


def said(text):
    return ["PM343" for each in migrate_source(HEAD + text).left if each.code == "PM343"]


@pytest.mark.parametrize("text", [
    "n = LayerNorm(4, param_attr=P(trainable=False))\n",
    "attr = fluid.ParamAttr(name='s', trainable=False)\nn = fluid.dygraph.LayerNorm([4], param_attr=attr)\n",
    "def norm(train):\n    return LayerNorm(4, param_attr=P(trainable=train))\nn = norm(False)\n",
    "class Net(fluid.dygraph.Layer):\n    def __init__(self, frozen=False):\n        super(Net, self).__init__()\n"
    "        self.attr = P(trainable=frozen)\n        self.n = LayerNorm(4, param_attr=self.attr)\nnet = Net()\n",
])  # fmt: skip
def test_a_scale_that_is_not_trained(text):
    assert said(text) == ["PM343"]


@pytest.mark.parametrize("text", [
    "n = LayerNorm(4)\n",
    "n = LayerNorm(4, param_attr=P(name='s'))\n",
    "n = LayerNorm(4, param_attr=P(trainable=True), bias_attr=P(trainable=False))\n",
    "n = fluid.dygraph.Linear(4, 4, param_attr=P(trainable=False))\n",
])  # fmt: skip
def test_others_are_not(text):
    assert said(text) == []
