from __future__ import annotations

import curves
import pytest


def pytest_report_header() -> list[str]:
    oracle = "live" if curves.oracle_python() else "recorded"
    return [f"Paddle: {curves.paddle_version()}", f"PaddlePaddle 1.8.5: {oracle}"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end of every run how far the legacy names are."""
    from make_api import states

    words = ", ".join(f"{state} {count}" for state, count in states().items())
    terminalreporter.write_line(f"names of 1.8.5: {words}")
