"""The room of classes judges functions as they are written."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def is_not_unfolded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddle_migrate.rewriting._unfolded", lambda *_: None)
