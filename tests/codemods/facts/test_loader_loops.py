"""Loaders that nothing is done with but whole loops."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.loader_loops import is_only_looped


def _is_looped(read, text, leaving=False):
    script = read("loader = make()\n" + text)
    return is_only_looped(script.facts, script.node("loader", 0), set(), leaving)


@pytest.mark.parametrize("text", [
    "for x in loader: pass\n",
    "for x in loader():\n    print(x)\nfor i, x in enumerate(loader()):\n    continue\n",
    "for x in loader:\n    while x:\n        break\n",
    "for x in loader:\n    def f():\n        return x\n",
    "def run(a, data):\n    for x in data(): pass\nrun(1, loader)\n",
    "def run(data):\n    test(data)\ndef test(data):\n    for x in data(): pass\nrun(data=loader)\n",
])  # fmt: skip
def test_whole_loops(read, text):
    assert _is_looped(read, text)


@pytest.mark.parametrize("text", [
    "",
    "for x in loader: break\n",
    "for x in loader:\n    for y in x: pass\n    else: break\n",
    "def f():\n    for x in loader:\n        if x: return\n",
    "def f():\n    for x in loader:\n        yield x\n",
    "for x in loader: pass\nprint(loader)\n",
    "for x in loader: pass\nloader = other()\n",
    "for x in enumerate(1, loader): pass\n",
    "for x in zip(loader): pass\n",
    "for x in loader(1): pass\n",
    "def run(data):\n    data = 1\n    for x in data: pass\nrun(loader)\n",
    "def run(data):\n    run(data)\nrun(loader)\n",
    "def run(*data):\n    for x in data: pass\nrun(loader)\n",
    "@wrap\ndef run(data):\n    for x in data: pass\nrun(loader)\n",
])  # fmt: skip
def test_others(read, text):
    assert not _is_looped(read, text)


def test_a_loop_that_may_be_left(read):
    assert _is_looped(read, "for x in loader: break\n", leaving=True)
    assert not _is_looped(read, "print(loader)\n", leaving=True)
