"""Every module of the fluid in 2.0.2 and 2.4.2, and every name that 50 libraries want beyond 1.8's public ones.

``modules.txt`` was listed by these two Paddles, ``names.txt`` read off the libraries; ``absent.txt`` has what is in
neither Paddle of today.
"""

import importlib
from pathlib import Path

import paddle
import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "libraries.md").read_text(encoding="utf-8")
MODULES = (HERE / "modules.txt").read_text(encoding="utf-8").split()
NAMES = (HERE / "names.txt").read_text(encoding="utf-8").split()
PADDLE_3 = paddle.__version__.startswith("3.")

LINES = (HERE / "absent.txt").read_text(encoding="utf-8").splitlines()
ABSENT = [line.split() for line in LINES if PADDLE_3 or "from Paddle 3" not in line]


def is_module(name):
    try:
        importlib.import_module(f"paddle.{name}")
    except ModuleNotFoundError:
        return False
    return True


def is_there(name):
    thing, address = paddle, "paddle"
    for part in name.split("."):
        address = f"{address}.{part}"
        if not hasattr(thing, part) and not is_module(address.partition(".")[2]):
            return False
        thing = getattr(thing, part) if hasattr(thing, part) else importlib.import_module(address)
    return True


def test_every_module_is_there_but_these(fluid):
    assert {name for name in MODULES if not is_module(name)} == {name for kind, name, *_ in ABSENT if kind == "module"}
    assert len(MODULES) > 240


def test_every_name_is_there_but_these(fluid):
    assert {name for name in NAMES if not is_there(name)} == {name for kind, name, *_ in ABSENT if kind == "name"}


def test_nobody_else_is_absent():
    assert set(MODULES) | set(NAMES) >= {line.split()[1] for line in LINES}


@pytest.mark.parametrize("name", [line.split()[1] for line in LINES])
def test_the_page_names_what_is_absent(name):
    assert f"`{name}`" in PAGE
