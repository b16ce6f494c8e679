"""Runs a script on shapes, and shows what its names are then."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.values import TEXT, UNKNOWN, Array, Items, Stream, Symbol, Table

HEAD = """\
import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid import layers as L
from paddle.fluid.dygraph import to_variable
who = str(input())
n = int(who)
"""


@pytest.fixture(scope="session")
def run():
    """The machine behind the script; `who` is a text and `n` a number that nobody knows."""

    def run(text, **options):
        machine = Interpreter(Stars([]), **options)
        machine.run(ast.parse(HEAD + dedent(text)))
        return machine

    return run


@pytest.fixture(scope="session")
def result(run):
    """What the script's name `result` shows: `?` is a number, `...` any number of things like those before."""

    def result(text, **options):
        return shown(run(text, **options).module.names.get("result", UNKNOWN))

    return result


def shown(value):
    if isinstance(value, Array):
        shape = "unknown" if value.shape is None else "[" + ", ".join(map(shown, value.shape)) + "]"
        return f"{shape} {value.dtype}".strip()
    if isinstance(value, Symbol):
        return "?"
    if isinstance(value, (Items, tuple)):
        parts = [shown(v) for v in (value.values if isinstance(value, Items) else value)]
        end = "..." if isinstance(value, Items) and not value.exact else ""
        return ("[{}{}]" if isinstance(value, Items) else "({}{})").format(", ".join(parts), end)
    if isinstance(value, Table):
        return "{" + ", ".join(f"{k}: {shown(v)}" for k, v in value.values.items()) + "}" + "..." * (not value.exact)
    if isinstance(value, Stream):
        return f"stream of {shown(value.element)}"
    return "text" if value is TEXT else "unknown" if value is UNKNOWN else repr(value)
