"""`py_func` and the variables that it is told to give."""

from __future__ import annotations

import subprocess
import sys

import pytest
from paddle_migrate.api import Options, migrate_source

SCRIPT = """\
import numpy as np
import paddle.fluid as fluid
class Net:
    def __init__(self, prog):
        self.prog = prog
        self.made = {}
    def tmp(self, name, dtype, shape):
        return fluid.default_main_program().current_block().create_var(name=name, dtype=dtype, shape=shape)
    def build(self, x):
        h = fluid.layers.fc(x, 4, param_attr=fluid.initializer.Constant(0.5))
        out = self.prog.current_block().create_var(name='out', shape=[-1, h.shape[1]], dtype='float32')
        fluid.layers.py_func(lambda a: np.array(a) * 2, h, out)
        a, b = self.tmp('a', 'float32', [-1, 4]), self.tmp('b', 'float32', [-1, 4])
        fluid.layers.py_func(func=both, x=[h, out], out=[a, b])
        self.made['sum'] = a + b
        return fluid.layers.reduce_mean(out[:, :2]) + fluid.layers.reduce_mean(self.made['sum'])
def both(x, y):
    return np.array(x) + np.array(y), np.array(x) - 1
x = fluid.data('x', [None, 4], 'float32')
loss = Net(fluid.default_main_program()).build(x)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
print('%.5f' % exe.run(feed={'x': np.arange(8).reshape(2, 4).astype('float32')}, fetch_list=[loss])[0])
"""
TWO = """\
import numpy as np
import paddle.fluid as fluid
def built(function):
    program = fluid.Program()
    with fluid.program_guard(program, fluid.Program()), fluid.unique_name.guard():
        x = fluid.data('x', [None, 4], 'float32')
        out = program.current_block().create_var(name='out', shape=[-1, 4], dtype='float32')
        fluid.layers.py_func(function, x, out)
        return program, fluid.layers.reduce_sum(out)
exe = fluid.Executor(fluid.CPUPlace())
for program, total in [built(lambda a: np.array(a) * 2), built(lambda a: np.array(a) * 3)]:
    print('%.1f' % exe.run(program, feed={'x': np.ones([2, 4], 'float32')}, fetch_list=[total])[0])
"""
HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4], 'float32')\nblock = fluid.default_main_program()"
HEAD += ".global_block()\nout = block.create_var(name='o', shape=[-1, 4], dtype='float32'{more})\n"


@pytest.mark.parametrize(("script", "call", "printed"), [  # as 1.8.5 printed
    (SCRIPT, "[a, b] = py_func(func=both, x=[h, out], out=[a, b])", ["41.00000"]),
    (TWO, "out = py_func(function, x, out)", ["16.0", "24.0"]),  # of two programs, whose names begin anew
    (TWO.replace("x, out)", "x, out, backward_func=None, skip_vars_in_backward_input=None)"),
     "out = py_func(function, x, out)", ["16.0", "24.0"]),
    (TWO.replace("x, out)", "x,\n            backward_func=None, out=out, skip_vars_in_backward_input=None)"),
     "out = py_func(function, x,\n            out=out)", ["16.0", "24.0"]),
])  # fmt: skip
def test_a_program(environment, tmp_path, script, call, printed):
    result = migrate_source(script, "old.py", Options())
    assert not [f for f in result.findings if f.level in ("person", "error")]
    assert call in result.text
    (tmp_path / "new.py").write_text(result.text, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-W", "ignore", "new.py"], cwd=tmp_path, env=environment(compat=False),
                         capture_output=True, text=True, timeout=200, check=False)  # fmt: skip
    assert ran.stdout.splitlines()[-len(printed):] == printed, ran.stderr[-3000:]


@pytest.mark.parametrize(("text", "names"), [
    (HEAD.format(more="") + "fluid.layers.py_func(f, x, out, backward_func=g)\n", {"fluid.layers.py_func"}),
    (HEAD.format(more="") + "fluid.layers.py_func(f, x, None)\n", {"fluid.layers.py_func", "Block.create_var"}),
    (HEAD.format(more="") + "fluid.layers.py_func(f, x, out, *rest)\n", {"fluid.layers.py_func"}),
    (HEAD.format(more=", persistable=keep") + "y = out + x\n", {"Block.create_var"}),
    (HEAD.format(more=", lod_level=1") + "fluid.layers.py_func(f, x, out)\n", {"Block.create_var"}),
])  # fmt: skip
def test_what_a_person_writes(text, names):
    result = migrate_source(text, "old.py", Options())
    assert {f.name for f in result.findings if f.level == "person"} == names


@pytest.mark.parametrize("text", ["import mine\nmine.py_func(f, x, out)\n", "block.create_var(name='a', shape=[1])\n"])
def test_what_stays(check_noop, text):
    check_noop(text)
