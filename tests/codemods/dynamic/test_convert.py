"""A program as layers and a loop: the whole of it, and what is no program."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.convert import convert
from paddle_migrate.reasons import reasons

NEW = '''\
import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


ARRAY = np.ones([2, 4], "float32")


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.linear1 = nn.Linear(4, 8)
        self.linear2 = nn.Linear(8, 1)

    def forward(self, x):
        # two layers
        hidden = F.relu(self.linear1(x))
        out = self.linear2(hidden)
        return out


class Network(nn.Layer):
    def __init__(self):
        super().__init__()
        self.net = Net()

    def forward(self, x, y):
        predict = self.net(x)
        loss = paddle.mean(F.square_error_cost(predict, y))
        return loss


def main():
    paddle.set_device("cpu")
    network = Network()
    sgd = paddle.optimizer.SGD(0.1, parameters=network.parameters())
    for step in range(3):
        loss = network(x=paddle.to_tensor(ARRAY), y=paddle.to_tensor(ARRAY[:, :1]))
        loss.backward()
        sgd.step()
        sgd.clear_grad()
        value = loss.numpy()
        print(value)


main()
'''


def test_the_whole(old):
    result = migrate_source(old, options=Options(dygraph=True))
    assert result.text == NEW
    assert result.left == []


@pytest.mark.parametrize("options", [{}, {"programs": True}, {"programs": False}])
def test_only_where_it_is_asked_for(old, options):
    text = migrate_source(old, options=Options(**options)).text
    assert "nn.Layer" not in text
    assert "Executor" in text


def test_dygraph_stays_as_it_is_written_without():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    x = fluid.layers.relu(y)\n"
    plain, asked = (migrate_source(text, options=Options(dygraph=wanted)) for wanted in (False, True))
    assert (plain.text, plain.findings) == (asked.text, asked.findings)


def test_a_file_of_networks_becomes_classes(old):
    text = old.partition("def main")[0]
    result = migrate_source(text, options=Options(dygraph=True))
    assert "class Net(nn.Layer):\n    def __init__(self, in_features):\n" in result.text
    assert "def net(x):\n    return Net(in_features=math.prod(x.shape[1:]))(x)\n" in result.text
    assert [f.code for f in result.findings if f.level == "person"] == []


def test_the_result_of_a_conversion_is_none_again():
    found = convert(NEW)
    assert (found.text, found.why) == (NEW, "the file trains no network: give a file that holds both the network and "
                                            "its loop")


def test_every_changed_line_has_its_reason(old):
    result = migrate_source(old, "script.py", Options(dygraph=True, why=True))
    found = reasons(old, result.text, result.origins)
    assert all(each.by for each in found)
    assert {by.rewrite for each in found for by in each.by} >= {"dynamic", "imports"}


def test_names_that_are_taken(layers):
    text = layers(("ARRAY = ", "Network = net_ = 1\nARRAY = "))
    assert "class NetworkNet(nn.Layer):" in text


def test_lines_end_as_they_did(old):
    text = migrate_source(old.replace("\n", "\r\n"), options=Options(dygraph=True)).text
    assert text.replace("\r\n", "\n") == NEW
    assert text.count("\n") == text.count("\r\n")
