"""The attributes of every class of 2.4.2's fluid that stands at its home of today: libraries read them when they are
imported.

``attributes.txt`` was read off the sources of 2.4.2, class by class; ``attributes_absent.txt`` has what today's class
lacks: all of it methods inside of Paddle (programs of a traced layer, passes for int8, an executor's steps), no data.
"""

import importlib
import inspect
from pathlib import Path

import paddle
import pytest

HERE = Path(__file__).parent
CLASSES = [line.split() for line in (HERE / "attributes.txt").read_text(encoding="utf-8").splitlines()]
PADDLE_3 = paddle.__version__.startswith("3.")
LINES = (HERE / "attributes_absent.txt").read_text(encoding="utf-8").splitlines()
ABSENT = {line.split()[0] for line in LINES if PADDLE_3 or "from Paddle 3" not in line}


@pytest.mark.parametrize("name", [each[0] for each in CLASSES])
def test_it_has_what_it_had(name):
    module, _, last = name.rpartition(".")
    found = getattr(importlib.import_module(f"paddle.{module}"), last)
    assert inspect.isclass(found)
    names = next(each[1:] for each in CLASSES if each[0] == name)
    lacking = {f"{name}.{each}" for each in names if not hasattr(found, each)}
    assert lacking == {each for each in ABSENT if each.rpartition(".")[0] == name}
