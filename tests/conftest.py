from __future__ import annotations

import curves


def pytest_report_header() -> list[str]:
    oracle = "live" if curves.oracle_python() else "recorded"
    return [f"Paddle: {curves.paddle_version()}", f"PaddlePaddle 1.8.5: {oracle}"]
