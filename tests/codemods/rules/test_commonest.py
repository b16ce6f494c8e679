"""The names that real scripts use most are rewritten, whatever becomes of their rules."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

DYGRAPH = [
    "dygraph.to_variable(x)", "layers.mean(x)", "layers.reshape(x, [1, -1])", "layers.concat([x, y], axis=1)",
    "layers.cross_entropy(x, y)", "layers.softmax_with_cross_entropy(x, y)", "layers.accuracy(x, y)",
    "layers.softmax(x)", "layers.relu(x)", "layers.reduce_mean(x)", "layers.reduce_sum(x, 1)",
    "layers.matmul(x, y)", "layers.transpose(x, [1, 0])", "layers.elementwise_add(x, y)", "layers.cast(x, 'float32')",
    "layers.fill_constant([1], 'float32', 0.0)", "layers.squeeze(x, [1])", "layers.unsqueeze(x, [1])",
    "layers.pool2d(x, 2, 'max', 2)", "layers.split(x, 2)", "layers.assign(x)", "layers.scale(x, 2.0)",
    "dygraph.Conv2D(1, 8, 3)", "dygraph.Linear(8, 10)", "dygraph.BatchNorm(8)", "dygraph.Embedding([10, 4])",
    "dygraph.Pool2D(2, 'max', 2)", "optimizer.Adam(1e-3, parameter_list=ps)",
    "optimizer.AdamOptimizer(learning_rate=1e-3, parameter_list=ps, regularization=None)",
    "optimizer.SGDOptimizer(0.1, parameter_list=ps)", "optimizer.MomentumOptimizer(0.1, 0.9, parameter_list=ps)",
    "ParamAttr(name='w')", "initializer.Constant(0.0)", "initializer.Normal(0.0, 0.1)", "regularizer.L2Decay(1e-4)",
    "CPUPlace()", "CUDAPlace(0)", "load_dygraph('m')",
]  # fmt: skip
PROGRAMS = [
    "layers.data(name='x', shape=[4], dtype='float32')", "data('x', [None, 4])", "layers.fc(x, 10, act='relu')",
    "layers.conv2d(x, 8, 3)", "layers.batch_norm(x)", "layers.embedding(x, [10, 4])", "default_main_program()",
    "default_startup_program()", "Executor(CPUPlace())", "Program()", "optimizer.Adam(learning_rate=1e-3)",
    "optimizer.SGD(learning_rate=0.1)",
]  # fmt: skip


@pytest.mark.parametrize("call", DYGRAPH)
def test_in_dygraph_mode(call):
    result = migrate_source(f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    a = fluid.{call}\n")
    assert result.left == []
    assert "fluid" not in result.text


@pytest.mark.parametrize("call", PROGRAMS)
def test_in_programs(call):
    call = call.replace("CPUPlace", "fluid.CPUPlace")
    head = "import paddle.fluid as fluid\nmain = fluid.Program()\nwith fluid.program_guard(main):\n"
    result = migrate_source(f"{head}    a = fluid.{call}\n", options=Options(programs=True))
    assert result.left == []
    assert "fluid" not in result.text
