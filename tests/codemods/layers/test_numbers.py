"""Programs of 1.8 as layers and a loop: the numbers that the old ones print under the compat layer."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers

RANDOM = np.random.RandomState(3)
X = RANDOM.uniform(-1, 1, [4, 3, 6, 6]).astype("float32")
Y = RANDOM.uniform(-1, 1, [4, 1]).astype("float32")


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


"""
LOOP = """

def main():
    x = fluid.data("x", [None, 3, 6, 6])
    y = fluid.data("y", [None, 1])
    out = {call}
    loss = layers.mean(layers.square_error_cost(out, y))
    sgd = fluid.optimizer.SGD(0.01)
    sgd.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={{"x": X, "y": Y}}, fetch_list=[loss])
        print("%.5f" % value[0])


main()
"""
NETS = {  # what builds the network, and the call of it
    "loop": ("""
        def conv_bn(input, num_filters, stride=1, act=None):
            conv = layers.conv2d(input, num_filters, 3, stride=stride, padding=1, param_attr=attr(0.1), bias_attr=False)
            return layers.batch_norm(conv, act=act)

        def net(input, depth=(2, 1)):
            conv = conv_bn(input, 4, act="relu")
            for block in range(len(depth)):
                for i in range(depth[block]):
                    conv = conv_bn(conv, 4 * (block + 1), stride=2 if i == 0 else 1, act="relu")
            pool = layers.pool2d(conv, pool_type="avg", global_pooling=True)
            return layers.fc(pool, 1, param_attr=attr(0.2))
        """, "net(x)"),
    "shortcut": ("""
        def shortcut(input, ch_out, stride):
            ch_in = input.shape[1]
            if ch_in != ch_out or stride != 1:
                return layers.conv2d(input, ch_out, 1, stride=stride, param_attr=attr(0.3), bias_attr=False)
            else:
                return input

        def block(input, num_filters, stride):
            conv = layers.conv2d(input, num_filters, 3, stride, 1, param_attr=attr(0.05))
            short = shortcut(input, num_filters, stride)
            return layers.elementwise_add(x=short, y=conv, act="relu")

        def net(input):
            for filters, stride in ((3, 1), (5, 2)):
                input = block(input, filters, stride)
            return layers.fc(layers.pool2d(input, global_pooling=True, pool_type="avg"), 1, param_attr=attr(-0.1))
        """, "net(x)"),
    "early return": ("""
        def part(x, size, deep):
            if not deep:
                return layers.fc(x, size, param_attr=attr(0.1))
            x = layers.fc(x, size + 2, act="tanh", param_attr=attr(0.2))
            x = layers.fc(x, size, param_attr=attr(0.3))
            return x

        def net(x):
            x = layers.reshape(x, [-1, 108])
            return part(part(x, 4, False), 1, True)
        """, "net(x)"),
    "list": ("""
        def net(x, sizes):
            fcs = [layers.reshape(x, [-1, 108])]
            for size in sizes:
                fcs.append(layers.fc(fcs[0], size, param_attr=attr(0.1)))
            out = layers.concat(fcs[1:], axis=1)
            return layers.reduce_sum(out, dim=1, keep_dim=True)
        """, "net(x, [2, 3])"),
    "dense": ("""
        def grow(x, growth):
            new = layers.conv2d(x, growth, 1, act="relu", param_attr=attr(0.1))
            return layers.concat([x, new], axis=1)

        def net(x):
            for i in range(3):
                x = grow(x, 2)
            pool = layers.pool2d(x, global_pooling=True, pool_type="max")
            return layers.fc(pool, 1, param_attr=attr(0.1))
        """, "net(x)"),
    "dense list": ("""
        def block(x, growth, n):
            feats = [x]
            for i in range(n):
                x = layers.concat(feats, axis=1)
                feats.append(layers.conv2d(x, growth, 1, act="relu", param_attr=attr(0.1)))
            return layers.concat(feats, axis=1)

        def net(x):
            for growth in (2, 3):
                x = block(x, growth, 2)
            pool = layers.pool2d(x, global_pooling=True, pool_type="max")
            return layers.fc(pool, 1, param_attr=attr(0.1))
        """, "net(x)"),
    "parameter": ("""
        def net(x, scale=2.0):
            x = layers.reshape(x, [-1, 108])
            weight = layers.create_parameter(
                [x.shape[1], 1], "float32", default_initializer=fluid.initializer.Constant(0.01))
            return layers.scale(layers.matmul(x, weight), scale=scale)
        """, "net(x)"),
    "class": ("""
        class Net(object):
            def __init__(self, layers=2, width=4):
                self.layers = layers
                self.width = width

            def depths(self, layers):
                return {1: [1], 2: [1, 2]}[layers]

            def net(self, input, class_dim=1):
                depth = self.depths(self.layers)
                for number in depth:
                    for i in range(number):
                        input = self.block(input, self.width * number, "b" + str(i))
                pool = layers.pool2d(input, global_pooling=True, pool_type="avg")
                return layers.fc(pool, class_dim, param_attr=attr(0.2))

            def block(self, input, filters, name):
                assert name.startswith("b")
                conv = layers.conv2d(input, filters, 3, padding=1, groups=1, param_attr=attr(0.03))
                return layers.relu(conv)
        """, "Net().net(x)"),
    "activation by itself": ("""
        def net(x, sizes=(5, 3)):
            x = layers.reshape(x, [-1, 108])
            for place, units in enumerate(sizes):
                x = layers.fc(x, units, param_attr=attr(0.01 + place * 0.1))
                x = layers.relu(x)
            return layers.fc(x, 1, param_attr=attr(0.2))
        """, "net(x)"),
    "normed by choice": ("""
        def net(x, sizes, use_bn):
            h = layers.reshape(x, [-1, 108])
            for units in sizes:
                h = layers.fc(h, units, param_attr=attr(0.1))
                if use_bn:
                    h = layers.batch_norm(h)
                h = layers.tanh(h)
            return layers.fc(h, 1, param_attr=attr(0.2))
        """, "net(x, [6, 4], True)"),
    "kept and changed": ("""
        def net(x):
            x = layers.reshape(x, [-1, 108])
            h = layers.fc(x, 4, param_attr=attr(0.02))
            g = h
            h = layers.fc(g, 6, param_attr=attr(0.03))
            h = layers.relu(h)
            g = layers.concat([g, h], axis=1)
            return layers.fc(g, 1, param_attr=attr(0.3))
        """, "net(x)"),
    "two inputs": ("""
        def mix(a, b, size):
            a = layers.fc(a, size, param_attr=attr(0.02), bias_attr=False)
            b = layers.fc(b, size, param_attr=attr(0.03))
            return layers.relu(layers.elementwise_add(a, b))

        def net(x):
            x = layers.reshape(x, [-1, 108])
            a = layers.fc(x, 3, param_attr=attr(0.01))
            for i in range(2):
                a = mix(a, x, 4 + i)
            return layers.fc(a, 1, param_attr=attr(0.3))
        """, "net(x)"),
    "several": ("""
        def gate(x, size):
            return layers.fc(x, size, act="sigmoid", param_attr=attr(0.1)), layers.fc(x, size, param_attr=attr(0.2))

        def net(x):
            x = layers.reshape(x, [-1, 108])
            a, b = gate(x, 4)
            c, d = gate(a * b, 2)
            return layers.fc(layers.concat([c, d], axis=1), 1, param_attr=attr(0.5))
        """, "net(x)"),
}
LAYERED = {name for name in NETS if name != "class"}  # whose loop is written, too


def script(name: str) -> str:
    net, call = NETS[name]
    return HEAD + textwrap.dedent(net).strip() + "\n" + LOOP.format(call=call)


@pytest.mark.parametrize("name", sorted(NETS))
def test_builders_are_classes(name):
    result = migrate_source(script(name), options=Options(dygraph=True))
    assert "(nn.Layer):" in result.text
    assert [f.message for f in result.findings if "stays a function" in f.message] == []
    assert ("enable_static" not in result.text) == (name in LAYERED)
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


@pytest.mark.parametrize("names", [LAYERED, set(NETS) - LAYERED], ids=["loops", "programs"])
def test_the_same_numbers(run_both_ways, names):
    files = {name.replace(" ", "_"): {"main.py": script(name)} for name in sorted(names)}
    old, new = run_both_ways(files, Options(dygraph=True))
    assert new == old
    assert all(len(lines) == 3 for lines in old.values())


MODE = """
def net(x, {name}):
    x = layers.reshape(x, [-1, 108])
    if {name}:
        x = layers.fc(x, 8, param_attr=attr(0.1))
    return layers.fc(x, 1, param_attr=attr(0.5))
"""


@pytest.mark.parametrize("name", ["training", "train"])
def test_a_parameter_that_is_called_as_what_every_layer_has(run_both_ways, name):
    """It is what the network was built with, in tests as well."""
    tested = '        print(exe.run(test, feed={{"x": X, "y": Y}}, fetch_list=[loss])[0].shape)\n'
    loop = LOOP.replace("    sgd = ", "    test = fluid.default_main_program().clone(for_test=True)\n    sgd = ")
    loop = loop.replace('        print("%', tested + '        print("%') + "\n"
    text = HEAD + MODE.format(name=name).strip() + "\n" + loop.format(call="net(x, True)")
    assert f"self.{name}_ = {name}\n" in migrate_source(text, options=Options(dygraph=True)).text
    old, new = run_both_ways({"main": {"main.py": text}}, Options(dygraph=True))
    assert new == old
