"""Attributes that are asked for by a text."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.text.plain_attributes import with_plain_attributes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x = getattr(net, 'act')  # 好\n", "x = net.act  # 好\n"),
        ("s = '你'; y = getattr(f, 'b')(getattr(nets.vgg, 'c'))\n", "s = '你'; y = f.b(nets.vgg.c)\n"),
        ("x = getattr(getattr(self, 'a'), 'b')\n", "x = self.a.b\n"),
        ("setattr(self, 'x', fc(\n    a, b))\n", "self.x = fc(\n    a, b)\n"),
        ("setattr(main(), 'seed', 3)\n", "main().seed = 3\n"),
        ("if on: setattr(a, 'b', getattr(a, 'c').clone())\n", "if on: a.b = a.c.clone()\n"),
        ("\tsetattr(a, 'b', 1)\r\n".join(["if on:\r\n", ""]), "if on:\r\n\ta.b = 1\r\n"),
    ],
)
def test_with_plain_attributes(old, new):
    assert with_plain_attributes(old) == new


@pytest.mark.parametrize(
    "text",
    [
        "x = getattr(net, name)\n",
        "x = getattr(net, 'act', None)\n",
        "x = getattr(*both, 'act')\n",
        "x = getattr(net, 'if')\n",
        "x = getattr(net, 'no name')\n",
        "class A(object):\n    x = getattr(net, '__own')\n",
        "x = getattr(a + b, 'c')\n",
        "x = getattr(modules[0], 'c')\n",
        "[setattr(a, 'b', 1) for a in c]\n",
        "setattr(a, 'b',\n        1)\n",
        "def getattr(net, name):\n    return 1\nx = getattr(net, 'act')\n",
        "def f(getattr):\n    return getattr(net, 'act')\n",
        "print 'no', getattr(net, 'act')\n",
    ],
)
def test_what_stays(text):
    assert with_plain_attributes(text) == text


def test_alone_it_is_no_change():
    text = "import paddle\nx = getattr(paddle.nn, 'Linear')\n"
    assert migrate_source(text).text == text
