"""Programs in 1.8.5's operators and in its files: what each side writes, both sides read."""

import contextlib
import os
from pathlib import Path

import numpy as np
import paddle
import pytest

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning"),
]
SCRIPTS = Path(__file__).parent / "scripts"
SOURCE = (SCRIPTS / "models.py").read_text(encoding="utf-8")
BLOCKS = (SCRIPTS / "models_of_blocks.py").read_text(encoding="utf-8")


def test_calls_are_operators_of_1_8_5(both):
    """Kinds, places and attributes, and results before and after a program went through its message."""
    both("described", 1e-6, dict.fromkeys(("group_norm", "group_norm, read again"), 3e-06))


def test_block_ops_can_be_gone_through(fluid):
    main = fluid.default_main_program()
    hidden = fluid.layers.fc(fluid.data("x", [None, 4]), 3, act="relu")
    multiplied, added, activated = main.global_block().ops
    assert (multiplied.type, added.type, activated.type) == ("mul", "elementwise_add", "relu")
    assert (multiplied.input("X"), multiplied.input("Y"), multiplied.output("Out")) == (
        ["x"], ["fc_0.w_0"], ["fc_0.tmp_0"])
    assert (multiplied.attr("x_num_col_dims"), multiplied.has_attr("axis")) == (1, False)
    assert (added.input_arg_names, activated.output_arg_names) == (["fc_0.tmp_0", "fc_0.b_0"], [hidden.name])


@pytest.fixture(scope="module")
def theirs(harness):
    """What 1.8.5 writes and answers."""
    return harness.ask("static.models", SOURCE)


def run(fluid, given, source=SOURCE):
    answer: dict = {}
    scope = {"np": np, "paddle": paddle, "fluid": fluid, "given": given, "answer": answer}
    exec(compile(source, str(SCRIPTS / "models.py"), "exec"), scope)
    return answer


def files(answer):
    return {name: value for name, value in answer.items() if value.dtype == np.uint8}


@pytest.fixture
def ours(fluid):
    return run(fluid, {})


def compare(got, wanted, assert_close):
    assert sorted(got) == sorted(wanted)
    for key, value in wanted.items():
        if value.dtype.kind == "U":
            assert got[key].tolist() == value.tolist(), key
        elif value.dtype != np.uint8:
            assert (got[key].dtype, got[key].shape) == (value.dtype, value.shape), key
            assert_close(got[key], value, 2e-7, key)


def test_what_is_written_here_is_read_here(ours, theirs, assert_close):
    compare(ours, theirs, assert_close)
    for name, content in files(theirs).items():
        if "model" not in name and "states" not in name:
            assert ours[name].tobytes() == content.tobytes(), name


def test_what_1_8_5_writes_is_read_here(fluid, theirs, assert_close):
    read = run(fluid, files(theirs))
    for number in "01":
        for key in ("read ", "read whole "):
            assert_close(read[key + number], theirs[f"before{number}"], 2e-7, key)
    assert [key.removeprefix("read state ") for key in read if "state" in key] == theirs["keys"].tolist()


def test_what_is_written_here_is_read_by_1_8_5(ours, harness, assert_close):
    """The files are the same bytes on every Paddle: the record is known by them."""
    read = harness.ask("static.models_of_ours", SOURCE, files(ours))
    for number in "01":
        for key in ("read ", "read whole "):
            assert_close(read[key + number], ours[f"before{number}"], 2e-7, key)
    assert sorted(key.removeprefix("read state ") for key in read if "state" in key) == sorted(ours["keys"].tolist())


def test_models_with_blocks_are_read_by_both(fluid, harness, assert_close):
    """Loops, branches and recurrent networks: each side's files are run by the other."""
    theirs, ours = harness.ask("static.models_of_blocks", BLOCKS), run(fluid, {}, BLOCKS)
    read_here = run(fluid, files(theirs), BLOCKS)
    read_there = harness.ask("static.models_of_blocks_of_ours", BLOCKS, files(ours))
    names = [key.removesuffix(" __model__") for key in theirs if key.endswith(" __model__")]
    assert len(names) == 8
    for name in names:
        for number, read in enumerate((ours, read_here, read_there)):
            for key in (name, f"read {name}", f"read and run again {name}"):
                assert_close(read[key], theirs[name], 2e-7, f"{key}, {number}")


def test_schemas_are_those_of_1_8_5(harness):
    """``PADDLE_ORACLE_RECORD=1`` writes them."""
    from paddle_compat._native.schemas import PATH

    asked = harness.ask("static.schemas", (SCRIPTS / "schemas.py").read_text(encoding="utf-8"))
    if os.environ.get("PADDLE_ORACLE_RECORD") == "1":
        PATH.write_text(str(asked["schemas"]), encoding="utf-8")
    assert PATH.read_text(encoding="utf-8") == str(asked["schemas"]), "write schemas.json again: PADDLE_ORACLE_RECORD=1"


def test_operators_that_a_script_appends(both):
    both("appended", 2e-6)


def test_attributes_of_operators_that_a_script_appends(both):
    both("appended_attributes", 1e-6)


@pytest.mark.parametrize(
    ("kind", "attrs", "is_refused"),
    [("matmul", {"head_number": 3}, True), ("matmul", {"head_number": 1, "use_mkldnn": True}, False),
     ("one_hot", {"depth": 4, "dtype": 3}, True), ("one_hot", {"depth": 4, "dtype": 5}, False),
     ("relu", {"use_cudnn": True, "op_role": 0}, False), ("softmax", {"axis": -1, "is_test": True}, False),
     ("lod_reset", {"target_lod": [0, 2], "append": True}, True)],
)  # fmt: skip
def test_an_attribute_that_is_not_heeded_is_told(fluid, kind, attrs, is_refused):
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        block = fluid.default_main_program().global_block()
        x = fluid.data("x", [2, 1] if kind == "one_hot" else [2, 2], "int64" if kind == "one_hot" else "float32")
        inputs = {"X": [x], "Y": [x]} if kind == "matmul" else {"X": [x]}
        out = block.create_var(name="out", dtype="float32", shape=[1])
        refused = pytest.raises(NotImplementedError, match="does not heed") if is_refused else contextlib.nullcontext()
        with refused:
            block.append_op(type=kind, inputs=inputs, outputs={"Out": [out]}, attrs=attrs)


def test_operators_that_a_script_walks_over_to_take_channels_out(both):
    both("channels_taken_out")


def test_what_1_8_5_made_on_the_way_to_a_result_is_there(both):
    """Fetched, computed with, and given to another program's operators."""
    both("on_the_way")


def test_what_nothing_reads_on_the_way_is_not_computed(fluid):
    made = fluid.layers.fc(fluid.data("x", [None, 4]), 3, act="relu")
    block = fluid.default_main_program().global_block()
    assert block.has_var("fc_0.tmp_1")
    assert block.var("fc_0.tmp_1").shape == made.shape
    assert block.desc.op_size() == 3
    assert "fc_0.tmp_1" not in [each.name for each in fluid.default_main_program().list_vars()]
    assert len(block.operators) == 1
    assert not block.has_var("fc_0.tmp_9")
    with pytest.raises(ValueError, match=r"var fc_0\.tmp_9 not in this block"):
        block.var("fc_0.tmp_9")


def test_an_operator_that_is_not_known_is_refused(fluid):
    block = fluid.default_main_program().global_block()
    x = fluid.data("x", [2, 2])
    with pytest.raises(ValueError, match="farthest_point_sampling is no operator of"):
        block.append_op(type="farthest_point_sampling", inputs={"X": x}, outputs={"Output": block.create_var(name="y")})
    with pytest.raises(NotImplementedError, match="cannot run the operator pull_sparse"):
        block.append_op(type="pull_sparse", inputs={"Ids": x}, outputs={"Out": block.create_var(name="z")})


def test_a_variable_is_read_at_every_run(fluid, tmp_path):
    layers, executor = fluid.layers, fluid.Executor(fluid.CPUPlace())
    kept = layers.create_global_var([2], 1.5, "float32", persistable=True, name="kept")
    executor.run(fluid.default_startup_program())
    fluid.io.save_vars(executor, str(tmp_path), vars=[kept])
    read = layers.create_tensor("float32")
    fluid.layers.load(read, str(tmp_path / "kept"))
    (whole,) = executor.run(fetch_list=[layers.scale(read, 2.0)])
    (half,) = executor.run(fetch_list=[read])
    assert (whole.tolist(), half.tolist(), half.dtype) == ([3.0, 3.0], [1.5, 1.5], np.float32)


def test_a_block_is_drawn(fluid, tmp_path, capsys):
    from paddle.fluid import debugger

    fluid.layers.fc(fluid.data("x", [None, 4]), 3, act="relu")
    block = fluid.default_main_program().global_block()
    debugger.draw_block_graphviz(block, ["fc_0.w_.*"], str(tmp_path / "block.dot"))
    drawn = (tmp_path / "block.dot").read_text(encoding="utf-8")
    assert '"x" -> "mul 0";' in drawn
    assert '"fc_0.w_0" [shape=box, label="fc_0.w_0\\n[4, 3]", color="red"' in drawn
    debugger.pprint_program_codes(fluid.default_main_program())
    assert "= relu(" in capsys.readouterr().out


def test_an_operator_may_be_set_otherwise(fluid):
    """Its call is then run as the operators that it is written as."""
    x = np.ones([2, 4], "float32")
    scaled = fluid.layers.scale(fluid.data("x", [None, 4]), 2.0)
    main = fluid.default_main_program()
    main.global_block().ops[0]._set_attr("scale", 3.0)
    (got,) = fluid.Executor(fluid.CPUPlace()).run(feed={"x": x}, fetch_list=[scaled])
    assert got.tolist() == (3 * x).tolist()


def test_what_is_no_operator_of_1_8_5_is_said(fluid, tmp_path):
    executor = fluid.Executor(fluid.CPUPlace())
    dots = fluid.layers.eye(3)
    with pytest.raises(NotImplementedError, match=r"eye, made at .*test_models\.py:\d+, cannot be written"):
        fluid.io.save_inference_model(str(tmp_path), [], [dots], executor)
    assert fluid.default_main_program().global_block().ops[0].type == "eye"


def test_a_whole_program_is_written_without_what_learns(fluid, tmp_path):
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 4]), 3))
    fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    with pytest.warns(UserWarning, match="the program without its gradients and updates"):
        assert fluid.io.save_inference_model(str(tmp_path), [], [], executor, export_for_deployment=False) == []
    read = fluid.Program.parse_from_string((tmp_path / "__model__.main_program").read_bytes())
    assert [each.type for each in read.global_block().ops] == ["mul", "elementwise_add", "mean"]
    assert {"fc_0.w_0", "fc_0.w_0_velocity_0", "learning_rate_0"} <= {path.name for path in tmp_path.iterdir()}
