"""Whether layers may share a parameter by its name."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.shared_names import may_share
from paddle_migrate.project.project import Project
from paddle_migrate.text.source import Source


def shares(text):
    return may_share(Facts.find(Source(f"{text}\n")))


@pytest.mark.parametrize(
    "text",
    [
        "a = fc(x, 1, param_attr='w')\nb = fc(y, 1, param_attr=fluid.ParamAttr(name='w'))",
        "a = embedding(x, [2, 3], param_attr=ParamAttr('w'))\nb = embedding(y, [2, 3], param_attr=ParamAttr('w'))",
        "w = fluid.ParamAttr(name='w')\na, b = fc(x, 1, param_attr=w), fc(y, 1, param_attr=w)",
        "def net(x):\n    return fc(x, 1, bias_attr='b')\na, b = net(x), net(y)",
        "found = [fc(x, 1, param_attr='w') for x in xs]",
        "def net(x):\n    return fc(x, 1, param_attr='w')\nfor x in xs:\n    net(x)",
        "class Net:\n    def net(self, x):\n        return fc(x, 1, param_attr=self.name + '.w')",
        "def at(n):\n    return ParamAttr(name='w%d' % n)\n"
        "a, b = fc(x, 1, param_attr=at(1)), fc(y, 1, param_attr=at(1))",
        "def conv(x, name='a'):\n    return fc(x, 1, param_attr='{}_w'.format(name))\nconv(conv(x))",
        "N = 'w'\na, b = fc(x, 1, param_attr=N), fc(y, 1, param_attr=ParamAttr(name='w'))",
        "AT = {'w': ParamAttr(name='w')}\na, b = fc(x, 1, param_attr=AT['w']), fc(y, 1, param_attr=AT['w'])",
        "for i in range(2):\n    w = fluid.layers.create_parameter([2], 'float32', name='w' + str(1))",
        "import paddle.fluid as fluid\na, b = fluid.layers.fc(x, 1, 1, 'w'), fluid.layers.fc(y, 1, 1, None, 'w')",
        "def conv(x, big):\n    if big:\n        return fc(x, 9, param_attr='w')\n    else:\n"
        "        return fc(x, 9, param_attr='w')\nconv(conv(x, 0), 1)",
    ],
)
def test_what_may(text):
    assert shares(text)


@pytest.mark.parametrize(
    "text",
    [
        "a = fc(x, 1, param_attr='v')\nb = fc(y, 1, param_attr='w')",
        "def conv(x, name):\n    return conv2d(x, param_attr=ParamAttr(name=name + '_w'))\nconv(x, 'a')\nconv(x, 'b')",
        "if big:\n    a = fc(x, 9, param_attr='w')\nelse:\n    a = fc(x, 1, param_attr='w')",
        "a = chain(x, y, param_attr=ParamAttr(name='w'))\nb = crf_decoding(x, param_attr=ParamAttr(name='w'))",
        "fc(x, 1, param_attr=fluid.initializer.Constant(0.0))\nfc(x, 1, param_attr=False)",
        "print('w', 'w')",
        "def conv(x, name):\n    return fc(x, 1, param_attr=name + '_w', bias_attr=f'{name}_b')\n"
        "def block(x, name):\n    return conv(conv(x, name + '1'), '%s2' % name)\nblock(block(x, 'a'), 'b')",
        "n = input()\na, b = fc(x, 1, param_attr=n + '_w'), fc(y, 1, param_attr=n + '_v')",
        "def conv(x, bias_attr=False):\n    return fc(x, 1, bias_attr=bias_attr)\n"
        "for i in range(3):\n    x = conv(x, None)",
        "def conv(x, name=None):\n    return fc(x, 1, param_attr=ParamAttr(name=name))\n"
        "for i in range(3):\n    x = conv(x)",
    ],
)
def test_what_does_not(text):
    assert not shares(text)


def test_of_two_files(tmp_path):
    net = "def net(x, y):\n    return f(x, param_attr='w') + f(y, param_attr='w')\n"
    (tmp_path / "net.py").write_text(f"import paddle\n{net}")
    main = tmp_path / "main.py"
    main.write_text("import paddle\nfrom net import net\n")
    bases = dict.fromkeys(tmp_path.glob("*.py"), tmp_path)
    facts = Facts.find(Source(main.read_text()), Project(bases, bases.values()), main)
    assert may_share(facts)
