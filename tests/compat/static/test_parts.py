"""What 1.8.5's own unit tests of programs ask for, beside 1.8.5; and when a script's first call is recorded."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from paddle_compat._static import mode


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning")
def test_parts_of_programs(both):
    both("parts", 1e-6)


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning")
def test_what_stands_beside_programs(both):
    both("small_parts", 1e-6)


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
    with pytest.raises(ValueError, match="needs its type"):
        block.append_op()


def test_variables_and_programs_are_described(fluid, capsys):
    from paddle.fluid.transpiler.details import program_to_code
    from paddle.fluid.transpiler.distribute_transpiler import slice_variable

    x = fluid.data("x", [None, 8])
    fluid.layers.fc(x, 1020, param_attr="w")
    main = fluid.default_main_program()
    program_to_code(main)
    assert "var w : shape[8, 1020]" in capsys.readouterr().out
    assert len(main.to_string(True, with_details=True)) > len(main.to_string(True))
    weight = main.global_block().var("w")
    assert slice_variable([weight], 10, 1024) == [f"w:{number}:2040" for number in range(4)]
    weight.desc.set_shape([3, 4])
    assert weight.shape == (3, 4)
    assert weight.desc.type() == fluid.core.VarDesc.VarType.LOD_TENSOR
    assert [op.idx for op in main.global_block().ops] == [0, 1]


def test_scripts_fill_readers_by_themselves(fluid):
    reader = fluid.layers.py_reader(4, shapes=[(-1, 2)], dtypes=["float32"])
    queue, x = reader.queue, fluid.layers.read_file(reader)
    exe = fluid.Executor(fluid.CPUPlace())
    for number in range(2):
        pushed = fluid.LoDTensorArray()
        pushed.append(fluid.executor._as_lodtensor(np.full((3, 2), number, "float32"), None))
        assert queue.push(pushed)
    queue.close()
    assert [exe.run(fetch_list=[x])[0].tolist() for _ in range(2)] == [[[0.0] * 2] * 3, [[1.0] * 2] * 3]
    with pytest.raises(fluid.core.EOFException):
        exe.run(fetch_list=[x])


def test_flags_are_read_and_set_by_name(fluid):
    flags = fluid.core.globals()
    before = flags["FLAGS_check_nan_inf"]
    flags["FLAGS_check_nan_inf"] = not before
    assert flags["FLAGS_check_nan_inf"] is not before
    flags["FLAGS_check_nan_inf"] = before
    flags["FLAGS_enable_parallel_graph"] = True  # that 1.8.5 alone had
    assert flags["FLAGS_enable_parallel_graph"]
    assert "FLAGS_check_nan_inf" in flags


def test_files_are_loaded_for_several_places(fluid, tmp_path):
    paths = []
    for number in range(2):
        paths.append(str(tmp_path / f"{number}.txt"))
        (tmp_path / f"{number}.txt").write_text("".join(f"2 {number} {line} 1 {line}\n" for line in range(3)))
    x, y = fluid.layers.data("x", [2]), fluid.layers.data("y", [1], dtype="int64")
    dataset = fluid.DatasetFactory().create_dataset("QueueDataset")
    dataset.set_batch_size(2)
    dataset.set_use_var([x, y])
    dataset.set_filelist(paths)
    for drop_last, shapes in ((True, [[2, 2]] * 2), (False, [[2, 2]] * 2 + [[1, 2]] * 2)):
        loader = fluid.io.DataLoader.from_dataset(dataset, fluid.cpu_places(2), drop_last)
        feeds = [feed for feeds in loader for feed in feeds]
        assert [feed["x"].shape() for feed in feeds] == shapes
    with pytest.raises(AssertionError, match="place number 3"):
        fluid.io.DataLoader.from_dataset(dataset, fluid.cpu_places(3))


def test_open_sizes_meet_those_of_arrays(fluid):
    normal = fluid.layers.Normal(np.zeros((2, 3), "float32"), np.ones((2, 3), "float32"))
    assert normal.log_prob(fluid.layers.data("x", [3])).shape == (2, 3)


ASKING = """
import paddle.fluid as fluid
asked = [fluid.in_dygraph_mode(), fluid.dygraph.enabled()]
with fluid.{}:
    asked.append(fluid.in_dygraph_mode())
asked.append(fluid.in_dygraph_mode())
"""


@pytest.mark.parametrize(("block", "answers"), [
    ("dygraph.guard()", [False, False, True, False]),  # which 1.8.5 answered, in both
    ("program_guard(fluid.Program())", [False, False, False, False]),
    ("unique_name.guard()", [False, False, False, False]),
    ("scope_guard(fluid.Scope())", [True, True, True, True]),  # it names nothing of 1.8's modes
])
def test_before_a_guard_a_script_of_1_8_is_static(fluid, monkeypatch, tmp_path, block, answers):
    text, script, scope = ASKING.format(block), tmp_path / "asking.py", {"__name__": "script"}
    script.write_text(text)
    monkeypatch.setattr(mode.MODE, "unknown", True)
    with ThreadPoolExecutor(1) as alone:  # on a stack without this file, which names more
        alone.submit(exec, compile(text, str(script), "exec"), scope).result()
    assert scope["asked"] == answers
