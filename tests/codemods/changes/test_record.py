"""What rewrites say to one another."""

from __future__ import annotations

import re
from pathlib import Path

import paddle_migrate
import pytest
from paddle_migrate.changes.changes import Record

FILES = [path for path in Path(paddle_migrate.__file__).parent.rglob("*.py") if path.name != "record.py"]
TEXTS = [path.read_text(encoding="utf-8") for path in FILES]


@pytest.mark.parametrize("name", list(vars(Record())))
def test_what_is_said_is_asked(name):
    assert sum(len(re.findall(rf"\brecord\.{name}\b", text)) for text in TEXTS) > 1


def test_each_script_has_a_record_of_its_own():
    one, other = Record(), Record()
    assert vars(one) == vars(other)
    one.told["opt"] = "model"
    assert not other.told
