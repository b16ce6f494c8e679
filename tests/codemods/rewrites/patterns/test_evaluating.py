"""Training after eval(), for which 1.8 recorded no gradients."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nmodel = fluid.dygraph.Linear(2, 3)\n"


def said(text):
    return [f.line for f in migrate_source(HEAD + text).findings if f.code == "PM342"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("model.eval()\nmodel(x).backward()\n", 3),
        ("def main():\n    model(x).backward()\n    model.eval()\nfor i in range(2):\n    main()\n", 5),
        ("def main():\n    model(x).backward()\n    model.eval()\nmain()\nmain()\n", 5),
        ("def main():\n    model(x).backward()\n    model.eval()\n", 5),  # who calls it is not seen
        ("def test():\n    model.eval()\nfor x in data:\n    model(x).backward()\n    test()\n", 4),
        ("def step():\n    model(x).backward()\nstep()\nmodel.eval()\nstep()\n", 6),
    ],
)
def test_what_may_train_behind_it(text, line):
    assert said(text) == [line]


def test_a_file_that_never_trains_again():
    assert said("for x in data:\n    model(x).backward()\n    model.eval()\n") == [5]


@pytest.mark.parametrize(
    "text",
    [
        "for x in data:\n    model.train()\n    model(x).backward()\n    model.eval()\n",
        "model.eval()\nmodel(x)\n",  # it only evaluates
        "model(x).backward()\nframe.eval('a + b')\n",
        "model(x).backward()\nwhatever.eval()\n",
        "for x in data:\n    model(x).backward()\nmodel.eval()\n",  # nothing trains behind it
        "def step(x):\n    model(x).backward()\ndef main():\n    for x in data:\n        step(x)\n    model.eval()\n"
        "    print(model(x))\nmain()\n",
        "def test():\n    model.eval()\n    print(model(x))\nfor x in data:\n    model(x).backward()\ntest()\n",
    ],
)
def test_nothing_is_said(text):
    assert not said(text)
