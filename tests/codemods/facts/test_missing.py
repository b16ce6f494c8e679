"""Names that are None only where Paddle is missing."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.missing import guarded, stand_ins
from paddle_migrate.facts.scopes import Scopes
from paddle_migrate.text.source import Source

TRY = "try:\n    import paddle.fluid as fluid\nexcept {}:\n    fluid = {}\n"


def found(text):
    source = Source(text)
    scopes = Scopes(source)
    return list(guarded(scopes.module, stand_ins(source, scopes)))


@pytest.mark.parametrize(
    "text",
    [
        TRY.format("ImportError", "None"),
        TRY.format("(ImportError, OSError)", "None"),
        TRY.format("Exception as e", "None"),
        TRY.replace("except {}", "except").format("None"),
    ],
)
def test_stand_ins(text):
    assert found(text) == ["fluid"]


@pytest.mark.parametrize(
    "text",
    [
        TRY.format("ImportError", "other"),
        TRY.format("ValueError", "None"),
        TRY.replace("paddle.fluid", "torch").format("ImportError", "None"),
        "import paddle\n" + TRY.format("ImportError", "None"),  # tells an old Paddle from a new one
        "fluid = None\nimport paddle.fluid as fluid\n",
        TRY.format("ImportError", "None") + "fluid = 1\n",
    ],
)
def test_others_are_none(text):
    assert found(text) == []
