"""One small program, pieces of which the tests replace; what it becomes, or why it stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from paddle_migrate.api import Options, Result, migrate_source

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.ones([2, 4], "float32")


def net(x):
    # two layers
    hidden = fluid.layers.fc(x, 8, act="relu")
    out = fluid.layers.fc(hidden, 1)
    return out


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    predict = net(x)
    loss = fluid.layers.mean(fluid.layers.square_error_cost(predict, y))
    test = fluid.default_main_program().clone(for_test=True)
    sgd = fluid.optimizer.SGD(0.1)
    sgd.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])
        print(value)


main()
"""
Change = tuple[str, str]


def changed(*changes: Change) -> str:
    text = OLD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture
def old() -> str:
    """The program itself."""
    return OLD


@pytest.fixture
def layers() -> Callable[..., str]:
    """What the program, with pieces replaced, becomes; a second run must not change it."""

    def ask(*changes: Change) -> str:
        result = migrate_source(changed(*changes), options=Options(dygraph=True))
        assert [f for f in result.findings if f.code == "PM340"] == []
        assert [f.code for f in result.findings].count("PM236") == 1
        assert "fluid" not in result.text
        assert "paddle.enable_static" not in result.text
        assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text
        return result.text

    return ask


@pytest.fixture
def stays() -> Callable[..., str]:
    """The one reason why the program, with pieces replaced, stays one; what builds its networks may be layers."""

    def ask(*changes: Change) -> str:
        text = changed(*changes)
        result: Result = migrate_source(text, options=Options(dygraph=True))
        assert "enable_static()" in result.text
        (found,) = [f for f in result.findings if f.code == "PM340" and " stays a function: " not in f.message]
        return found.message

    return ask


@pytest.fixture(autouse=True)
def is_not_unfolded(monkeypatch: pytest.MonkeyPatch) -> None:
    """These rooms judge a program as it is written; what comes of it when it is unfolded, others test."""
    monkeypatch.setattr("paddle_migrate.rewriting._unfolded", lambda *_: None)
