"""What is told, where a program stays one, for nothing else shows that its layers would not be right."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = """\
import numpy as np
import paddle.fluid as fluid
def network(input, sizes):
    for size in sizes:
        {}
        input = fluid.layers.batch_norm(input)
    return input
x = fluid.data('x', [None, 3])
h = network(x, [5, 4])
loss = fluid.layers.mean(h)
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(2):
    print(exe.run(feed={{'x': np.ones([2, 3], 'float32')}}, fetch_list=[loss]))
"""
CALL = "input{} = fluid.layers.fc(input, size)"
NETWORK = """\
import paddle.fluid as fluid
def network(h):
    return fluid.layers.fc(h, 3)
"""
MAIN = """\
import os
import numpy as np
import paddle.fluid as fluid
from net import network
opt = {}
x = fluid.data('x', [None, 3])
hidden = fluid.layers.fc(x, 5, act=opt)
loss = fluid.layers.mean(network(hidden))
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(2):
    print(exe.run(feed={{'x': np.ones([2, 3], 'float32')}}, fetch_list=[loss]))
"""


@pytest.mark.parametrize(("annotation", "codes"), [("", []), (": object", ["PM340"])])
def test_an_assignment_with_an_annotation(annotation, codes):
    old = HEAD.format(CALL.format(annotation))
    result = migrate_source(old, options=Options(dygraph=True))
    unfolded = "nn.Layer" in result.text
    assert unfolded or [each.code for each in result.left] == codes
    assert "input: object" not in result.text or not unfolded


def test_functions_with_an_annotation_stay_functions():
    text = HEAD.format(CALL.format(": object")).partition("x = fluid.data")[0]
    result = migrate_source(text + "y = network(given, [5])\n", options=Options(dygraph=True))
    assert "nn.Layer" not in result.text
    assert "input: object = " in result.text


@pytest.mark.parametrize(("act", "codes"), [("'tanh'", []), ("os.environ.get('ACT', 'tanh')", ["PM340"])])
def test_a_size_that_is_known_in_the_network_only(act, codes, tmp_path):
    texts = {tmp_path / "net.py": NETWORK, tmp_path / "main.py": MAIN.format(act)}
    for path, text in texts.items():
        path.write_text(text)
    project, options = Project(list(texts), [tmp_path]), Options(dygraph=True)
    found = {path.name: migrate_module(text, path, options, project) for path, text in texts.items()}
    assert "class Network(nn.Layer)" in found["net.py"].text
    assert [each.code for each in found["main.py"].left] == codes
    assert ("(nn.Layer)" in found["main.py"].text) == (not codes)
