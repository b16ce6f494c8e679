"""Strategies that functions, objects and files hand around, until what compiles a program has them: plain objects."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data('x', [None, 2])
loss = fluid.layers.mean(fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(.5)))
fluid.optimizer.SGD(.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
main = fluid.default_main_program()
"""
RUN = """
for step in range(2):
    print('%.5f' % exe.run(program, feed={'x': np.ones([2, 2], 'float32')}, fetch_list=[loss])[0][0])
"""
MADE = """
def made(way, threads):
    build, execution = fluid.BuildStrategy(), fluid.ExecutionStrategy()
    if way == 0:
        scale = fluid.BuildStrategy.GradientScaleStrategy.CoeffNumDevice
    else:
        scale = fluid.BuildStrategy.GradientScaleStrategy.One
    build.gradient_scale_strategy = scale
    build.remove_unnecessary_lock = True
    if threads > execution.num_threads:
        execution.num_threads = threads
        print(execution.num_threads)
    return execution, build
"""
COMPILED = "fluid.CompiledProgram(main).with_data_parallel(loss.name, build_strategy={}, exec_strategy={})\n"
PROGRAMS = {
    "returned": MADE + "e, b = made(0, 1)\nprogram = " + COMPILED.format("b", "e"),
    "in_a_dictionary": MADE + "e, b = made(0, 1)\nkept = {'e': e, 'b': b}\nprogram = "
    + COMPILED.format("kept['b']", "kept['e']"),
    "of_an_object": MADE + "class Run(object):\n    def __init__(self):\n        self.e, self.b = made(0, 1)\n"
    "    def program(self):\n        return " + COMPILED.format("self.b", "self.e") + "program = Run().program()\n",
    "as_arguments": MADE + "def go(execution, build=None):\n    return " + COMPILED.format("build", "execution")
    + "program = go(*made(0, 1))\n",
    "in_another_file": "from making import made\ne, b = made(0, 1)\nprogram = " + COMPILED.format("b", "e"),
}


def test_they_run_as_they_did(run_both_ways, monkeypatch):
    monkeypatch.setenv("CPU_NUM", "1")
    making = f"import paddle.fluid as fluid\n{MADE}"
    programs = {name: {"main.py": HEAD + text + RUN} for name, text in PROGRAMS.items()}
    programs["in_another_file"]["making.py"] = making
    old, new = run_both_ways(programs)
    assert old == new
    assert all(lines == ["1", "1.00000", "0.85000"] for lines in old.values()), old


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "in_another_file"])
def test_nothing_is_left(name):
    result = migrate_source(HEAD + PROGRAMS[name], options=Options(programs=True))
    assert not result.left
    assert "types.SimpleNamespace(), types.SimpleNamespace(num_threads=0)" in result.text
    assert "'CoeffNumDevice'" in result.text
    assert result.text.count("import types\n") == 1


@pytest.mark.parametrize(("text", "left"), [
    ("e = fluid.ExecutionStrategy()\nprepare(e)\n", "e = fluid.ExecutionStrategy()"),
    ("e = fluid.ExecutionStrategy()\nprint(e.ExecutorType)\nc = " + COMPILED.format("None", "e"),
     "e = fluid.ExecutionStrategy()"),
    (MADE.replace(".One", ".Customized") + "e, b = made(0, 1)\nc = " + COMPILED.format("b", "e"),
     "scale = fluid.BuildStrategy.GradientScaleStrategy.Customized"),
    ("way = fluid.BuildStrategy.GradientScaleStrategy.One\nb.gradient_scale_strategy = way\n",
     "way = fluid.BuildStrategy.GradientScaleStrategy.One"),
    ("b = fluid.BuildStrategy()\nway = fluid.BuildStrategy.GradientScaleStrategy.One\nprint(way)\n"
     "b.gradient_scale_strategy = way\nc = " + COMPILED.format("b", "None"),
     "way = fluid.BuildStrategy.GradientScaleStrategy.One"),
    (MADE + "kept = {}\nkept['e'], kept['b'] = made(1, 1)\nc = " + COMPILED.format("kept['b']", "kept['e']"),
     "fluid.ExecutionStrategy()"),
])
def test_what_a_person_does(text, left):
    result = migrate_source(HEAD + text, options=Options(programs=True))
    assert left in result.text
    assert any(finding.level == "person" for finding in result.left)


def test_what_today_takes_stays_a_strategy():
    text = "b = fluid.BuildStrategy()\nprepare(b)\n"
    assert "b = paddle.static.BuildStrategy()\n" in migrate_source(HEAD + text, options=Options(programs=True)).text
