"""A program of its own for each test that asks for it."""

from __future__ import annotations

import paddle
import pytest


@pytest.fixture
def main():
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            yield main
    finally:
        paddle.disable_static()
