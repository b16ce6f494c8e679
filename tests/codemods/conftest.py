"""Two verbs: what a piece of code becomes, and what must not change."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import pytest
from paddle_migrate.api import Options, Result, migrate_source

Check = Callable[..., Result]


def _migrate(source: str, **options: Any) -> Result:
    return migrate_source(source, "script.py", Options(**options))


@pytest.fixture
def check_transformed() -> Check:
    """`before` becomes exactly `after`, which stays as it is in a second run; returns the first run's result."""

    def check(before: str, after: str, **options: Any) -> Result:
        before, after = textwrap.dedent(before), textwrap.dedent(after)
        result = _migrate(before, **options)
        assert result.text == after
        assert _migrate(after, **options).text == after
        return result

    return check


@pytest.fixture
def check_noop() -> Check:
    """The code stays as it is, to the byte."""

    def check(source: str, **options: Any) -> Result:
        source = textwrap.dedent(source)
        result = _migrate(source, **options)
        assert result.text == source
        assert not result.changed
        return result

    return check
