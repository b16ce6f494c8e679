"""What 1.8.5's own unit tests of programs ask for, beside 1.8.5; and when a script's first call is recorded."""

import subprocess
import sys

import pytest


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning")
def test_parts_of_programs(both):
    both("parts", 1e-6)


PROGRAM = """
import paddle.fluid as fluid
number = fluid.layers.fill_constant([1], "float32", 2.0)
{}
print(type(number).__name__)
"""


@pytest.mark.parametrize(("line", "kind"), [
    ("fluid.Executor(fluid.CPUPlace())", "Variable"),
    ("'# Executor'", "Tensor"),
    ("import paddle; paddle.disable_static(); fluid.Executor", "Tensor"),
])
def test_first_calls_are_recorded_where_the_script_runs_programs(tmp_path, line, kind):
    script = tmp_path / "script.py"
    script.write_text(PROGRAM.format(line))
    done = subprocess.run([sys.executable, "-W", "ignore", script], capture_output=True, text=True)
    assert done.stdout.strip() == kind, done.stderr


def test_more_than_a_program_has_room_for_is_refused(fluid):
    block = fluid.default_main_program().global_block()
    for shape in ([], [-1, 2], None):
        with pytest.raises(ValueError, match="shape"):
            block.create_parameter(name="w", shape=shape, dtype="float32")
    with pytest.raises(ValueError, match="`type`"):
        block.append_op()
