"""An argument that calls something and is needed twice gets a name before, where nothing is evaluated otherwise."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

OLD = """\
import paddle
import paddle.nn as nn
import paddle.fluid as fluid
def net(a, b):
    {}
    return h
"""
TWICE = "would be evaluated twice"


def old(text):
    return OLD.format(text.replace("\n", "\n    "))


def new(text):
    return old(text).replace("import paddle.fluid as fluid\n", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("h = fluid.layers.fc(fluid.layers.reshape(a, [2, 3, 4]), 8, 2)\n",
         "h = paddle.reshape(a, [2, 3, 4])\nh = nn.Linear(in_features=h.shape[2], out_features=8)(h)\n"),
        ("h = fluid.layers.fc(size=8, num_flatten_dims=2, input=fluid.layers.reshape(h, [2, 3, 4]))\n",
         "h = paddle.reshape(h, [2, 3, 4])\nh = nn.Linear(in_features=h.shape[2], out_features=8)(h)\n"),
        ("h = fluid.layers.fc(\n    fluid.layers.reshape(\n        a,  # both\n        [2, 3, 4]),\n    8, 2)\n",
         "h = paddle.reshape(\n    a,  # both\n    [2, 3, 4])\n"
         "h = nn.Linear(in_features=h.shape[2], out_features=8)(h)\n"),
        ("fc = fluid.layers.fc(fluid.layers.reshape(a, [2, 3, 4]), 8, 2)\nh = fc\n",
         "fc = paddle.reshape(a, [2, 3, 4])\nfc = nn.Linear(in_features=fc.shape[2], out_features=8)(fc)\nh = fc\n"),
        ("size = fluid.layers.fc(fluid.layers.reshape(a, [2, 3, 4]), num_flatten_dims=2, size=8)\nh = size\n",
         "size = paddle.reshape(a, [2, 3, 4])\nsize = nn.Linear(in_features=size.shape[2], out_features=8)(size)\n"
         "h = size\n"),
        ("b.h = fluid.layers.fc(fluid.layers.reshape(a, [2, 3, 4]), 8, 2)\nh = b.h\n",
         "inputs = paddle.reshape(a, [2, 3, 4])\n"
         "b.h = nn.Linear(in_features=inputs.shape[2], out_features=8)(inputs)\nh = b.h\n"),
        ("def trunk(x): return fluid.layers.relu(x) + 1.0\nb.h = fluid.layers.fc(trunk(a), 8, 2)\nh = b.h\n", None),
        ("h = fluid.layers.fc(fluid.layers.fc(a, 4), 8, 2)\n", None),
        ("if a: h = fluid.layers.fc(fluid.layers.relu(a), 8, 2)\n", None),
        ("h = 1; h = fluid.layers.fc(fluid.layers.relu(a), 8, 2); b = h\n", None),
        ("h = a\nreturn fluid.layers.fc(fluid.layers.relu(h), 8, 2)\n", None),
        ("def trunk(x): return fluid.layers.relu(x) + 1.0\nreturn fluid.layers.fc(trunk(a), 8, 2)\n", None),
        ("x = fluid.layers.relu(a)\nfor _ in b:\n    x = x + a\n"
         "h = fluid.layers.fc(fluid.layers.relu(x), 8, 2)\n", None),
        ("x = fluid.layers.relu(a)\nfor _ in b:\n    x = x + 1\nreturn fluid.layers.fc(x + 2, 8, 2)\n", None),
        ("trunk = lambda x: fluid.layers.relu(x)\nh = fluid.layers.fc(trunk(a), 8, 2)\n", None),
    ],
)
def test_named(before, after):
    found = migrate_source(old(before))
    assert found.left == []
    assert "fluid" not in found.text
    if after is not None:
        assert found.text.split("def net")[1] == new(after).split("def net")[1]


def test_a_return_gets_a_name_of_its_own():
    lines = "inputs = 1\nh = b\nreturn fluid.layers.fc(fluid.layers.reshape(a, [2, 3, 4]), 8, 2)\n"
    text = migrate_source(old(lines)).text
    assert "    given = paddle.reshape(a, [2, 3, 4])\n" in text
    assert "    return nn.Linear(in_features=given.shape[2], out_features=8)(given)\n" in text


@pytest.mark.parametrize(
    "text",
    [
        "h = b + fluid.layers.fc(b(a), 8, 2)\n",  # b is read first
        "self.h = fluid.layers.fc(b(a), 8, 2)\n",
        "h, other = fluid.layers.fc(b(a), 8, 2)\n",
        "h = other = fluid.layers.fc(b(a), 8, 2)\n",
        "h += fluid.layers.fc(b(a), 8, 2)\n",
        "h = [fluid.layers.fc(b(a), 8, 2) for a in h]\n",
        "h = lambda: fluid.layers.fc(b(a), 8, 2)\n",
        "h = fluid.layers.fc(b(a), h, 2)\n",  # what the name was is read behind
        "h = fluid.layers.fc(size=a.size, input=b(a), num_flatten_dims=2)\n",  # b() may change it
        "h = fluid.layers.fc(size=a(), input=b(a), num_flatten_dims=2)\n",
        "h = fluid.layers.fc(a and b(a), 8, 2)\n",
        "def f(x): return x.parts\nh = fluid.layers.fc(f(a), 8, 2)\n",
        "h = fluid.layers.fc(b(a), 8, 2)\n",  # nobody knows what it gives
    ],
)
def test_what_gets_no_name_calls_a_function(text):
    """The call stays as it is, of a function that the script is given."""
    result = migrate_source(old(text))
    assert result.left == []
    assert [line for line in text.splitlines() if line.replace("fluid.layers.", "") not in result.text] == []
    assert "def fc(input, size" in result.text
