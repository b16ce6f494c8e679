"""The processes that run programs, started once."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # its modules import each other by their names

from ways import Way  # noqa: E402


@pytest.fixture(scope="session")
def compat(environment: Callable[..., dict[str, str]]) -> Iterator[Way]:
    yield from running("compat", environment(True))


@pytest.fixture(scope="session")
def bare(environment: Callable[..., dict[str, str]]) -> Iterator[Way]:
    yield from running("migrated", environment(False))


@pytest.fixture(scope="session")
def oracle(environment: Callable[..., dict[str, str]]) -> Iterator[Way]:
    spec = importlib.util.spec_from_file_location("harness", HERE.parent / "oracle" / "harness.py")
    assert spec is not None
    assert spec.loader is not None
    harness = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(harness)
    if harness.python() is None:
        pytest.skip("there is no PaddlePaddle 1.8.5 here")
    yield from running("1.8.5", environment(False), harness.python())


def running(way: str, environment: dict[str, str], python: str = sys.executable) -> Iterator[Way]:
    process = Way(way, environment, python)
    yield process
    process.close()
