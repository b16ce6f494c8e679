"""1.8.5's own decorators: as there, and as they are written into scripts."""

from __future__ import annotations

import inspect

import pytest
from paddle_compat.fluid.wrapped_decorator import wrap_decorator
from paddle_migrate.api import migrate_source

DECORATOR = '''\
def shouting(func):
    made.append(func.__name__)
    return lambda *args, **kwargs: func(*args, **kwargs).upper()


@wrap_decorator(shouting)
def join(first, second="b"):
    """Both."""
    return first + second
'''
SCRIPT = f"import paddle.fluid as fluid\nfrom paddle.fluid.wrapped_decorator import wrap_decorator\n{DECORATOR}"


@pytest.mark.parametrize("way", ["compat", "migrated"])
def test_each_call_is_decorated_and_the_signature_stays(way):
    names = {"made": [], "wrap_decorator": wrap_decorator}
    text = DECORATOR if way == "compat" else migrate_source(SCRIPT).text
    assert "fluid" not in text
    exec(text, names)
    join = names["join"]
    assert names["made"] == []
    assert [join("a"), join("a", second="c")] == ["AB", "AC"]
    assert names["made"] == ["join", "join"]
    assert (join.__name__, join.__doc__, str(inspect.signature(join))) == ("join", "Both.", "(first, second='b')")


def test_a_decorator_of_that_name_from_elsewhere_stays():
    text = "from mine import wrap_decorator\n" + DECORATOR
    assert migrate_source("import paddle.fluid as fluid\n" + text + "fluid.CPUPlace()\n").text.count(text) == 1
