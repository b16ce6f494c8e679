"""A few outcomes to report on, made by hand: the reports know nothing of how they came about."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome

OLD = """\
import paddle.fluid as fluid

with fluid.dygraph.guard():
    # 中文注释
    y = fluid.layers.relu(x)
    z = fluid.layers.fc(y, 10)
"""
NEW = """\
import paddle.nn.functional as F
import paddle.fluid as fluid

# 中文注释
y = F.relu(x)
z = fluid.layers.fc(y, 10)
"""


@pytest.fixture
def outcomes() -> list[Outcome]:
    return [
        Outcome(
            "src/train.py",
            OLD,
            NEW,
            [
                Finding(3, "PM104", "fluid.dygraph.guard", "taken out"),
                Finding(5, "PM101", "fluid.layers.relu", "→ F.relu"),
                Finding(5, "PM202", "fluid.layers.relu", "the first steps differ"),
                Finding(6, "PM301", "fluid.layers.fc", "this tool does not know it yet"),
            ],
        ),
        Outcome(
            "src/done.py",
            "import paddle.fluid\n",
            "import paddle\n",
            [Finding(1, "PM101", "fluid.layers.relu", "→ F.relu")],
        ),
        Outcome("plain.py", "x = 1\n", "x = 1\n"),
        Outcome("数据/old two.py", "print 1\n", "print 1\n", [Finding(1, "PM902", "", "not Python 3: `print 1`")]),
    ]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out" / "report"
