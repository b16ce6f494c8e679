"""Comments inside what is written anew or taken out go above the statement."""

from __future__ import annotations

import ast
import io
import random
import tokenize
from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_source

PROGRAMS = sorted(
    path for folder in ("programs/legacy", "codemods/unsized/models")
    for path in (Path(__file__).parents[2] / folder).glob("*.py")
)
HEAD = "import paddle.fluid as fluid\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "with fluid.dygraph.guard():\n    if 1:\n        y = fluid.layers.elementwise_sub(\n"
            "            a,  # one\n            b,  # other\n            act='relu'\n        )\n",
            "if 1:\n    # one\n    # other\n    y = F.relu(paddle.subtract(a, b))\n",
        ),
        (
            "fluid.save_dygraph(fluid.dygraph.Linear(1, 1).state_dict(),  # the weights\n                   'm')\n",
            "# the weights\npaddle.save(nn.Linear(1, 1).state_dict(), 'm.pdparams')\n",
        ),
        ("if fluid.layers.elementwise_sub(  # why\n    a, b, act='relu'): pass\n",
         "# why\nif F.relu(paddle.subtract(a, b)): pass\n"),
    ],
)
def test_above(before, after):
    result = migrate_source(HEAD + before)
    assert result.text.endswith(after)
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize(
    "line",
    [
        "y = fluid.layers.relu(  # why\n    x)",
        "y = fluid.layers.relu(x)  # why",
        "fluid.layers.concat([  # why\n    a, b])",
        "import numpy as np  # why",
    ],
)
def test_what_is_not_lost_stays_in_its_place(line):
    text = migrate_source(f"{HEAD}x = fluid.layers.ones([1], 'float32')\n{line}\n").text
    assert text.count("# why") == 1
    assert not [each for each in text.splitlines() if each.strip() == "# why"]


def test_one_like_it_elsewhere_does_not_stand_for_it():
    old = "a = 1  # why\nb = fluid.layers.elementwise_sub(x,  # why\n    y, act='relu')  # why\n"
    new = "a = 1  # why\n# why\nb = F.relu(paddle.subtract(x, y))  # why\n"
    assert migrate_source(HEAD + old).text == "import paddle\nimport paddle.nn.functional as F\n" + new


def test_nothing_to_do(check_noop):
    check_noop("y = f(a,  # fluid\n    b)\n")


def places(text):
    """Where a comment can stand: behind any token in brackets, and at the end of a line."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    depth, found = 0, []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        depth += (token.string in "([{") - (token.string in ")]}") if token.type == tokenize.OP else 0
        if depth and token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING):
            found.append((starts[token.end[0] - 1] + token.end[1], "  # HERE\n        "))
        elif token.type == tokenize.NEWLINE and token.string:
            found.append((starts[token.start[0] - 1] + token.start[1], "  # HERE"))
    return found


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_comment_anywhere(path):
    """It is in the result, which is Python and stays as it is, and nothing else is left than without it."""
    text = path.read_text(encoding="utf-8")
    plain = migrate_source(text, "script.py", Options())
    for place, comment in random.Random(path.stem).sample(places(text), 8):
        source = text[:place] + comment + text[place:]
        result = migrate_source(source, "script.py", Options())
        assert result.text.count("# HERE") == 1, source[max(place - 80, 0) : place + 80]
        assert len(result.left) == len(plain.left), source[max(place - 80, 0) : place + 80]
        ast.parse(result.text)
        assert migrate_source(result.text, "script.py", Options()).text == result.text
