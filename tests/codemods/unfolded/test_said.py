"""Where statements stand in a text: columns of Python's trees are bytes, and a form feed ends no line."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.unfolded.said import Said
from paddle_migrate.unfolded.unfold import unfolded

TEXT = """\
x = net("第一层", SIZE + 1)  # 网络
\f
if x and y: z = f("\\u2028 \u2028", lambda v: v * 2)
@marked("层")
def g(输入):
    return 输入[0], "输出", x.y
"""


def test_a_nodes_own_text():
    said = Said(TEXT)
    every = [node for node in ast.walk(ast.parse(TEXT)) if isinstance(node, ast.expr)]
    assert [said.of(node) for node in every] == [ast.get_source_segment(TEXT, node) for node in every]
    assert "SIZE + 1" in map(said.of, every)


def test_statements_with_what_belongs_to_them():
    said, body = Said(TEXT), ast.parse(TEXT).body
    assert said.whole(body[0]) == TEXT.partition("\n")[0]
    assert said.of(body[2]) == TEXT[TEXT.index("@marked") :].rstrip("\n")


@pytest.mark.parametrize("title", ["abc", "第一层网络"])
def test_what_stands_behind_in_a_line_of_a_script(title):
    script = (f'import paddle.fluid as fluid\nK = 3\ndef net(v):\n    return fluid.layers.relu(v)\n'
              f'x = fluid.data("x", [None, 4])\nout = net(fluid.layers.scale(x, name="{title}", scale=K * 2.5))\n'
              "loss = fluid.layers.mean(out)\nfluid.optimizer.SGD(0.1).minimize(loss)\n"
              "fluid.Executor(fluid.CPUPlace()).run(feed={}, fetch_list=[loss])\n")
    assert f'name="{title}", scale=K * 2.5)' in unfolded(script)
    assert "def net" not in unfolded(script)
