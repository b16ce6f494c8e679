from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import curves


def pytest_report_header() -> list[str]:
    return [f"Paddle: {paddle_version()}", f"PaddlePaddle 1.8.5: {'live' if curves.oracle_python() else 'recorded'}"]


def paddle_version() -> str:
    for name in ("paddlepaddle", "paddlepaddle-gpu"):
        try:
            return f"{name} {version(name)}"
        except PackageNotFoundError:
            continue
    return "none"
