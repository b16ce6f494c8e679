"""Sizes in terms of what is known only when a script runs, as several runs with other numbers tell them."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.dynamic.stand_ins import said, stand_ins, terms

HEAD = "import paddle\nimport paddle.nn as nn\nimport data\n"


def _known(text, home="train"):
    reading = Reading(HEAD + text)
    function = next(each for each in reading.source.all(cst.FunctionDef) if each.name.value == home)
    makers = [call for call in reading.calls if reading.called(call).startswith("paddle.nn.")]
    numbers = stand_ins(reading, function, makers)
    return reading, makers, numbers


TRAIN = """\
def train(args, depth):
    size = args.size
    words, reader = data.load()
    h = nn.Linear(4, MADE)(x)
"""


@pytest.mark.parametrize(("made", "names"), [
    ("size", ["size"]), ("size * 2 + words", ["size", "words"]), ("args.size", ["args.size"]),
    ("[args.size, 3]", ["args.size"]), ("depth // 2", ["depth"]),
])  # fmt: skip
def test_what_layers_are_made_with(made, names):
    _, _, numbers = _known(TRAIN.replace("MADE", made))
    assert [sorted(each) for each in numbers] == [names] * 3


@pytest.mark.parametrize("more", [
    "    if size > 4:\n        go()\n", "    for each in range(size):\n        go()\n", "    y = x[size]\n",
    "    y = own(size)\n", "    y = 1 if size else 2\n", "    size += 1\n", "    assert size\n", "    y = not size\n",
    "    y = [each for each in range(size)]\n", "    print(f'{size}')\n",
])  # fmt: skip
def test_what_something_else_hangs_on_is_not_stood_in_for(more):
    _, _, numbers = _known("def own(n):\n    return n\n\n\n" + TRAIN.replace("MADE", "size") + more)
    assert numbers == [{}, {}, {}]


@pytest.mark.parametrize(("size", "text"), [
    (lambda size, words: size, "size"), (lambda size, words: size * 3, "size * 3"),
    (lambda size, words: size * 2 + 1, "size * 2 + 1"), (lambda size, words: size - 5, "size - 5"),
    (lambda size, words: size + words, "size + words"), (lambda size, words: size * words, "size * words"),
    (lambda size, words: size // 4, "size // 4"), (lambda size, words: size // 2, "size // 2"),
    (lambda size, words: size // 2 + size, "size + size // 2"), (lambda size, words: 7, ""),
    (lambda size, words: size * size * words, ""),
])  # fmt: skip
def test_how_a_size_is_said(size, text):
    reading, makers, numbers = _known(TRAIN.replace("MADE", "size") + "    h = nn.Embedding(words, size // 2)(x)\n")
    sizes = [size(each["size"], each["words"]) for each in numbers]
    assert said(sizes, terms(reading, makers, numbers)) == text
