"""Loops, branches and arrays of programs give 1.8.5's numbers and gradients, and refuse what it refused."""

import numpy as np
import pytest


@pytest.mark.oracle
@pytest.mark.parametrize("script", ["control_flow", "recurrent", "functions"])
def test_values_and_gradients(both, script):
    both(script)


@pytest.fixture
def given(fluid):
    """A condition bool [1], a number int64 [1] and rows float32 [-1, 3]."""
    layers, rows = fluid.layers, fluid.data("x", [None, 3])
    number = layers.fill_constant([1], "int64", 1)
    return layers.less_than(number, number), number, rows


def test_loops_that_are_none(fluid, given):
    layers, (condition, number, rows) = fluid.layers, given
    for wrong, words in ((True, "should be a variable"), (number, "should be a boolean variable"),
                         (layers.less_than(rows, rows), r"is one bool, not \[-1, 3\]")):
        with pytest.raises(TypeError, match=words):
            layers.While(wrong)
    loop = layers.while_loop
    with pytest.raises(TypeError, match="cond in while_loop should be callable"):
        loop(condition, lambda i: i, [number])
    with pytest.raises(TypeError, match="body in while_loop should be callable"):
        loop(lambda i: condition, 1, [number])
    with pytest.raises(TypeError, match="loop_vars is a list or a tuple"):
        loop(lambda i: condition, lambda i: i, number)
    with pytest.raises(ValueError, match="loop_vars in while_loop should not be empty"):
        loop(lambda i: condition, lambda i: i, [])
    with pytest.raises(TypeError, match="cond in while_loop should return a variable"):
        loop(lambda i: True, lambda i: i, [number])
    with pytest.raises(TypeError, match="should return a boolean variable"):
        loop(lambda i: i, lambda i: i, [number])
    with pytest.raises(TypeError, match="cond gives one bool"):
        loop(lambda i: layers.less_than(rows, rows), lambda i: i, [number])
    with pytest.raises(ValueError, match="what is like loop_vars"):
        loop(lambda i: condition, lambda i: [i, i], [number])
    assert fluid.default_main_program().current_block_idx == 0


def test_branches_that_are_none(fluid, given):
    layers, (condition, number, _) = fluid.layers, given
    with pytest.raises(TypeError, match=r"data type of 'pred' in fluid\.layers\.cond must be \['bool'\]"):
        layers.cond(number, lambda: number, lambda: number)
    with pytest.raises(TypeError, match="true_fn in cond must be callable, but received int"):
        layers.cond(condition, 1, lambda: number)
    with pytest.raises(TypeError, match="false_fn in cond must be callable, but received int"):
        layers.cond(condition, lambda: number, 1)
    with pytest.raises(ValueError, match="true_fn returns None while false_fn returns non-None"):
        layers.cond(condition, None, lambda: number)
    with pytest.raises(ValueError, match="true_fn returns non-None while false_fn returns None"):
        layers.cond(condition, lambda: number, lambda: None)
    with pytest.raises(ValueError, match="true_fn and false_fn must return alike"):
        layers.cond(condition, lambda: [number, number], lambda: [number])
    with pytest.raises(TypeError, match="elements' type of 'pred_fn_pairs' in case must be <class 'tuple'>"):
        layers.case([condition])
    with pytest.raises(TypeError, match="tuple's size of 'pred_fn_pairs' in case must be 2, but received: 1-tuple"):
        layers.case([(condition,)])
    with pytest.raises(TypeError, match="pred's type"):
        layers.case([(1, lambda: number)])
    with pytest.raises(TypeError, match="must be callable"):
        layers.case([(condition, 1)])
    with pytest.raises(TypeError, match="default in Op"):
        layers.case([(condition, lambda: number)], default=1)
    with pytest.raises(ValueError, match="the key 1 stands more than once"):
        layers.switch_case(number, [(1, lambda: number), (1, lambda: number)])
    with pytest.raises(TypeError, match="The key's type of 'branch_fns'"):
        layers.switch_case(number, [("1", lambda: number)])
    with pytest.raises(TypeError, match="tuple's size of 'branch_fns'"):
        layers.switch_case(number, [(1,)])
    with pytest.raises(TypeError, match="function for key 1 of 'branch_fns' in switch_case must be callable"):
        layers.switch_case(number, {1: 2})
    with pytest.raises(TypeError, match=r"must be \['uint8', 'int32', 'int64'\]"):
        layers.switch_case(condition, [lambda: number])
    with pytest.raises(ValueError, match="case should be called inside with"):
        layers.Switch().case(condition)
    with layers.Switch() as switch, pytest.raises(ValueError, match="at least one condition"):
        switch.default()


def test_arrays_that_are_none(fluid, given):
    layers, (_, number, rows) = fluid.layers, given
    with pytest.raises(TypeError, match="no LoDTensorArray variable"):
        layers.array_write(rows, number, array=rows)
    with pytest.raises(TypeError, match="no LoDTensorArray variable"):
        layers.array_read(rows, number)
    with pytest.raises(TypeError, match="no LoDTensorArray variable"):
        layers.array_length(rows)
    with pytest.raises(TypeError, match=r"data type of 'i' in array_read must be \['int64'\]"):
        layers.array_read(layers.create_array("float32"), rows)


def test_a_place_without_a_tensor_is_said_with_the_line(fluid, given):
    layers, (_, number, rows) = fluid.layers, given
    array = layers.array_write(rows, layers.fill_constant([1], "int64", 0))
    found = layers.array_read(array, number)
    executor = fluid.Executor(fluid.CPUPlace())
    with pytest.raises(IndexError, match=rf"(?s)nothing at place 1 of an array of 1.*array_read >, made at {__file__}"):
        executor.run(feed={"x": np.ones([2, 3], "float32")}, fetch_list=[found])


def test_an_error_in_a_block_is_said_with_its_own_line(fluid, given):
    layers, (_, number, rows) = fluid.layers, given
    two = layers.fill_constant([1], "int64", 2)
    going = layers.less_than(number, two)
    with layers.While(going).block():
        layers.reshape(rows, [2, -1])
        layers.increment(number)
        layers.less_than(number, two, cond=going)
    executor = fluid.Executor(fluid.CPUPlace())
    with pytest.raises(Exception, match=r"operator < reshape2? >, made at") as caught:
        executor.run(feed={"x": np.ones([3, 3], "float32")}, fetch_list=[number])
    assert str(caught.value).count("made at") == 1


def test_a_copy_of_a_program_runs_its_blocks(fluid, given):
    layers, (_, number, rows) = fluid.layers, given
    total, three = layers.scale(rows, 1.0), layers.fill_constant([1], "int64", 3)
    going = layers.less_than(number, three)
    with layers.While(going).block():
        layers.assign(layers.dropout(total * 2.0, 0.5), total)
        layers.increment(number)
        layers.less_than(number, three, cond=going)
    test = fluid.default_main_program().clone(for_test=True)
    assert test.num_blocks == 2
    (found,) = fluid.Executor(fluid.CPUPlace()).run(test, feed={"x": np.ones([2, 3], "float32")}, fetch_list=[total])
    assert found.tolist() == np.ones([2, 3]).tolist()  # twice doubled, and halved as dropout in a test does


def test_recurrent_blocks_that_are_none(fluid, given):
    layers, rows = fluid.layers, given[2]
    with pytest.raises(ValueError, match="You must invoke memory in rnn block"):
        layers.StaticRNN().memory(init=rows)
    with pytest.raises(ValueError, match="for its outputs behind its block"):
        layers.StaticRNN()()
    rnn = layers.StaticRNN()
    with rnn.step():
        rnn.step_input(fluid.data("steps", [4, 2]))
        with pytest.raises(ValueError, match="give init, or shape and batch_ref"):
            rnn.memory(shape=[-1, 2])
        with pytest.raises(ValueError, match="only take fix seq_len input"):
            rnn.step_input(fluid.data("more", [5, 2]))
    with pytest.raises(ValueError, match="RNN has no output"):
        rnn()
    rnn = layers.StaticRNN()
    with pytest.raises(AssertionError, match="x should be updated in every step"), rnn.step():
        rnn.memory(init=rows)
    rnn = layers.DynamicRNN()
    with pytest.raises(ValueError, match="step_input can only be invoked inside rnn block"):
        rnn.step_input(rows)
    with pytest.raises(ValueError, match="for its outputs behind its block"):
        rnn()
    with rnn.block():
        with pytest.raises(RuntimeError, match=r"static_input\(\) must be called after step_input"):
            rnn.static_input(rows)
        with pytest.raises(ValueError, match="step_input should be invoked before memory"):
            rnn.memory(shape=[2])
        with pytest.raises(ValueError, match="need_reorder=True follows"):
            rnn.memory(init=rows, need_reorder=True)
        rnn.step_input(fluid.data("words", [None, 1], lod_level=1))
        with pytest.raises(ValueError, match="Please invoke memory before update_memory"):
            rnn.update_memory(rows, rows)
        with pytest.raises(TypeError, match="`ex_mem` of update_memory"):
            rnn.update_memory(1, rows)
    with pytest.raises(ValueError, match="can only be invoke once"), rnn.block():
        pass


def test_sides_of_rows_that_are_none(fluid, given):
    layers, (condition, _, rows) = fluid.layers, given
    chosen = layers.IfElse(condition)
    with pytest.raises(ValueError, match="input must in true/false blocks"):
        chosen.input(rows)
    with pytest.raises(ValueError, match="output can only be invoked in the sub-block"):
        chosen.output(rows)
    with pytest.raises(ValueError, match="Must invoke true_block/false_block before"):
        chosen()
    with pytest.raises(ValueError, match="Must set output inside block"), chosen.true_block():
        chosen.input(rows)
    with pytest.raises(ValueError, match="cannot invoke IfElse"), chosen.false_block():
        pass
    with pytest.raises(TypeError, match=r"'cond' in fluid\.layers\.IfElse"):
        layers.IfElse(1)


def test_functions_of_arrays_that_are_none(fluid, given):
    layers, rows = fluid.layers, given[2]
    block = fluid.default_main_program().global_block()
    out = block.create_var(name="out", shape=[-1, 3], dtype="float32")
    with pytest.raises(TypeError, match="Input must be Variable"):
        layers.py_func(abs, 1, out)
    with pytest.raises(ValueError, match=r"give .* its shape"):
        layers.py_func(abs, rows, block.create_var(name="open", dtype="float32"))
    with pytest.raises(ValueError, match="Variable other is not found in forward inputs and outputs"):
        layers.py_func(abs, rows, out, abs, block.create_var(name="other", shape=[1]))
    layers.py_func(lambda rows: (rows, rows), rows, out)
    with pytest.raises(ValueError, match=r"(?s)gave 2 results, and out has 1.*py_func >, made at"):
        fluid.Executor(fluid.CPUPlace()).run(feed={"x": np.ones([2, 3], "float32")}, fetch_list=[out])


def test_what_is_printed(fluid, given, capsys):
    layers, (condition, number, rows) = fluid.layers, given
    rows.stop_gradient = False
    shown = layers.Print(rows, message="seen", summarize=2)
    layers.Print(number, print_tensor_name=False, print_tensor_type=False, print_tensor_shape=False)
    layers.Print(condition, first_n=1, print_phase="backward")
    words = layers.Print(fluid.data("words", [None, 1], "int64", lod_level=1), print_phase="forward", summarize=-1)
    with pytest.raises(TypeError, match=r"data type of 'input' in fluid\.layers\.Print"):
        layers.Print(layers.cast(rows, "int8"))
    three, going = layers.fill_constant([1], "int64", 3), layers.less_than(number, number + 1)
    with layers.While(going).block():
        layers.increment(number)
        layers.Print(number, first_n=1, message="once")
        layers.less_than(number, three, cond=going)
    fluid.backward.append_backward(layers.mean(shown))
    executor = fluid.Executor(fluid.CPUPlace())
    feed = {"x": np.full([2, 3], 1 / 3, "float32"),
            "words": fluid.create_lod_tensor(np.arange(3)[:, None], [[1, 2]], fluid.CPUPlace())}
    executor.run(feed=feed, fetch_list=[words, number], return_numpy=False)
    lines = [line.partition("\t")[2] if "place is" in line else line for line in capsys.readouterr().out.splitlines()]
    place, end = "\tThe place is:CPUPlace", "\tdtype: f\n\tdata: "
    assert "\n".join(lines) == (
        f"seen{place}\nTensor[x]\n\tshape: [2,3,]\n{end}0.333333,0.333333,\n{place}\n\tdata: 1,\n"
        f"{place}\nTensor[words]\n\tshape: [3,1,]\n\tdtype: l\n\tLoD: [[ 0,1,3, ]]\n\tdata: 0,1,2,\n"
        f"once{place}\nTensor[{number.name}]\n\tshape: [1,]\n\tdtype: l\n\tdata: 2,\n"
        f"seen{place}\nTensor[{shown.name}@GRAD]\n\tshape: [2,3,]\n{end}0.166667,0.166667,")


def test_what_is_printed_behind_the_way_back(fluid, given, capsys):
    layers, (_, _, rows) = fluid.layers, given
    rows.stop_gradient = False
    loss = layers.mean(rows * 2.0)
    fluid.backward.append_backward(loss)
    layers.Print(loss, message="loss")
    fluid.Executor(fluid.CPUPlace()).run(feed={"x": np.ones([2, 3], "float32")}, fetch_list=[loss])
    assert "loss\tThe place is:CPUPlace" in capsys.readouterr().out


def test_gradients_of_what_no_gradient_leads_to_and_of_open_sizes(fluid, given):
    layers, rows = fluid.layers, given[2]  # without a gradient of its own
    doubled = rows * 2.0
    weight = layers.create_global_var([-1, -1], "1", "float32", name="weight")
    loss = layers.reduce_sum(layers.cond(given[0], lambda: doubled * 5.0, lambda: doubled * doubled) * weight)
    fluid.backward.append_backward(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    feed = {"x": np.full([2, 3], 3, "float32"), "weight": np.full([2, 3], 0.5, "float32")}
    (found,) = executor.run(feed=feed, fetch_list=[doubled.grad_name])
    assert found.tolist() == np.full([2, 3], 6.0).tolist()
