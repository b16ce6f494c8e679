"""Lists of what a program gives, counted; names of what it is fed, written out."""

from __future__ import annotations

import pytest
from paddle_migrate.dynamic.listed import with_counted, with_fed_names

HEAD = "import paddle\n"
OUTS = "def f():\n    outs = [loss, acc]\n    exe.run(fetch_list=outs)\n"


@pytest.mark.parametrize(("old", "new"), [
    ("    n = len(outs)\n", "    n = 2\n"), ("    for each in range(len(outs)):\n        go()\n",
                                            "    for each in range(2):\n        go()\n"),
    ("    def g():\n        return [0] * len(outs)\n", "    def g():\n        return [0] * 2\n"),
])  # fmt: skip
def test_how_many_there_are(old, new):
    assert with_counted(HEAD + OUTS + old) == HEAD + OUTS + new


@pytest.mark.parametrize("text", [
    OUTS + "    outs.append(lr)\n    n = len(outs)\n", OUTS + "    outs[0] = lr\n    n = len(outs)\n",
    OUTS + "    outs += [lr]\n    n = len(outs)\n", OUTS + "    n = len(others)\n",
    OUTS.replace("[loss, acc]", "[*more, acc]") + "    n = len(outs)\n",
    OUTS.replace("[loss, acc]", "made()") + "    n = len(outs)\n",
    "def len(x):\n    return 7\n" + OUTS + "    n = len(outs)\n",
])  # fmt: skip
def test_what_may_be_another_number_stays(text):
    assert with_counted(HEAD + text) == HEAD + text


DATA = "x = paddle.static.data('pixels', [None, 4])\n"


@pytest.mark.parametrize(("old", "new"), [
    ("print(x.name)\n", "print('pixels')\n"), ("names = [each for each in (x.name, 'y')]\n",
                                               "names = [each for each in ('pixels', 'y')]\n"),
    ("def f():\n    return {x.name: 1}\n", "def f():\n    return {'pixels': 1}\n"),
])  # fmt: skip
def test_names_of_what_is_fed(old, new):
    assert with_fed_names(HEAD + DATA + old) == HEAD + DATA + new


@pytest.mark.parametrize("text", [
    "y = made()\nprint(y.name)\n", DATA + "x = made()\nprint(x.name)\n",
    DATA.replace("'pixels'", "key") + "print(x.name)\n",
    DATA + "x.name = 'other'\n", DATA + "print(x.shape)\n",
])  # fmt: skip
def test_other_names_stay(text):
    assert with_fed_names(HEAD + text) == HEAD + text
