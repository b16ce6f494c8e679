"""What goes wrong in a static program is said with the script's own line."""

import re

import numpy as np
import paddle
import pytest


@pytest.fixture
def line(fluid):
    """A program that doubles ``x`` [-1, 3]: the executor, and the variables."""
    x = fluid.data("x", [None, 3])
    doubled = fluid.layers.fc(x, 2)
    executor = fluid.Executor(fluid.CPUPlace())
    return executor, x, doubled


def test_a_feed_that_does_not_fit(fluid, line):
    executor, _, out = line
    executor.run(fluid.default_startup_program())
    with pytest.raises(ValueError, match=r"fed Variable 'x' should have dimensions = 2, shape = \(-1, 3\).*\[2, 4\]"):
        executor.run(feed={"x": np.ones([2, 4], "float32")}, fetch_list=[out])
    with pytest.raises(ValueError, match=r"data type of fed Variable 'x' must be 'float32', but received 'float64'"):
        executor.run(feed={"x": np.ones([2, 3])}, fetch_list=[out])
    with pytest.raises(TypeError, match="feed is a dict"):
        executor.run(feed=np.ones([2, 3]), fetch_list=[out])
    with pytest.raises(RuntimeError, match=r"hold LoD information.*create_lod_tensor"):
        executor.run(feed={"x": [[1.0], [2.0, 3.0]]}, fetch_list=[out])
    with pytest.raises(ValueError, match="could not convert string to float"):
        executor.run(feed={"x": ["a"]}, fetch_list=[out])


@pytest.mark.oracle
def test_what_is_fed_may_lack_its_last_dimensions(fluid, harness):
    """1.8.5 compared the dimensions that are there: labels [N] were fed to [-1, 1], and [N] to [-1, 2]."""
    case = """
for number, (shape, fed) in enumerate(CASES):
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        out = fluid.layers.scale(fluid.data("x", shape), 2.0)
        try:
            found = fluid.Executor(fluid.CPUPlace()).run(feed={"x": np.ones(fed, "float32")}, fetch_list=[out])[0]
        except ValueError:
            found = np.zeros([0], "float32")
        answer[str(number)] = found
"""
    cases = [([3, 1], (3,)), ([3, 1], (1, 3)), ([3, 1], (2,)), ([3, 1, 1], (3, 1)), ([-1, 2], (5,)), ([1, 4], (4,)),
             ([-1], (4, 1)), ([-1, 3, 1], (4, 3)), ([-1, 1, 2], (4, 2)), ([3], (3, 1)), ([1, 1], (1,))]
    text = case.replace("CASES", repr(cases))
    theirs, ours = harness.ask("static.fed_shapes", text), {}
    exec(text, {"fluid": fluid, "np": np, "answer": ours})
    assert {key: value.tolist() for key, value in ours.items()} == {k: v.tolist() for k, v in theirs.items()}
    assert {len(value) > 0 for value in theirs.values()} == {True, False}


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("fed", [dict, lambda feed: [feed]])
def test_a_compiled_program_takes_no_feed_that_it_has_not(fluid, line, parallel, fed):
    """As in 1.8.5, where the program itself passed over it."""
    executor, _, out = line
    executor.run(fluid.default_startup_program())
    compiled = fluid.CompiledProgram(fluid.default_main_program())
    compiled = compiled.with_data_parallel(places=fluid.cpu_places(1)) if parallel else compiled
    given = {"x": np.ones([2, 3], "float32")}
    assert len(executor.run(compiled, feed=fed(given), fetch_list=[out])) == 1
    with pytest.raises(ValueError, match="var other not in this block"):
        executor.run(compiled, feed=fed({**given, "other": given["x"]}), fetch_list=[out])
    empty = fluid.CompiledProgram(fluid.Program())
    with pytest.raises(fluid.core.EnforceNotMet, match="no operators"):
        executor.run(empty.with_data_parallel() if parallel else empty)


def test_what_was_never_set_is_named_with_the_line(fluid, line):
    executor, _, out = line
    here = re.escape(__file__)
    told = rf"(?s)fc_0\.w_0 is not initialized: run the startup program.*operator < fc >, made at {here}:\d+"
    with pytest.raises(RuntimeError, match=told):
        executor.run(feed={"x": np.ones([2, 3], "float32")}, fetch_list=[out])
    executor.run(fluid.default_startup_program())
    with pytest.raises(RuntimeError, match=r"(?s)variable x is not initialized: .* not in the feed.*made at"):
        executor.run(fetch_list=[out])


@pytest.mark.parametrize("layer", ["sequence_pool", "sequence_softmax", "sequence_reverse", "sequence_last_step"])
def test_sequences_that_are_none_are_said_with_the_line(fluid, layer):
    """1.8.5 named the operator and, among its own, the script's line."""
    given = ("sum",) if layer == "sequence_pool" else ()
    out = getattr(fluid.layers, layer)(fluid.data("x", [None, 1], lod_level=1), *given)
    executor, rows = fluid.Executor(fluid.CPUPlace()), np.ones([3, 1], "float32")
    told = rf"(?s)has no LoD.*lod_level=1.*operator < sequence_\w+ >, made at {re.escape(__file__)}:\d+"
    with pytest.raises(ValueError, match=told):
        executor.run(feed={"x": rows}, fetch_list=[out])
    fed = fluid.create_lod_tensor(rows, [[1, 2]], fluid.CPUPlace())
    assert executor.run(feed={"x": fed}, fetch_list=[out], return_numpy=False)[0].shape()[1:] == [1]


def test_sequences_of_two_levels_take_one_away(fluid):
    """As in 1.8.5: the levels that come with the data count, not those of the variable."""
    pooled = fluid.layers.sequence_pool(fluid.data("x", [None, 1], lod_level=1), "sum")
    fed = fluid.create_lod_tensor(np.ones([3, 1], "float32"), [[2], [1, 2]], fluid.CPUPlace())
    (found,) = fluid.Executor(fluid.CPUPlace()).run(feed={"x": fed}, fetch_list=[pooled], return_numpy=False)
    assert (np.array(found).tolist(), found.lod()) == ([[1.0], [2.0]], [[0, 2]])


def test_a_fetch_of_an_unknown_name(fluid, line):
    with pytest.raises(ValueError, match="there is no variable 'nothing' in the program"):
        line[0].run(fetch_list=["nothing"])


def test_lists_in_the_fetched_list_are_fetched(fluid):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start):
        x = fluid.data("x", [None, 1])
        y, loss = x * 2.0, fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(3.0)))
        made = fluid.optimizer.SGD(0.1).minimize(loss)
    exe, feed = fluid.Executor(fluid.CPUPlace()), {"x": np.ones([2, 1], "float32")}
    exe.run(start)
    found = exe.run(main, feed=feed, fetch_list=[[x, y.name], made, loss, [*made[0], y]])
    assert [each.ravel()[0] for each in found] == [1.0, 2.0, 3.0, 2.0]


def test_an_empty_program_warns(fluid):
    executor = fluid.Executor(fluid.CPUPlace())
    with pytest.warns(UserWarning, match="without operators"):
        assert executor.run(fluid.Program()) == []


def test_shapes_that_do_not_fit_are_refused_where_they_are_written(fluid, line):
    with pytest.raises(Exception, match=r"(?i)mismatch|invalid"):
        fluid.layers.matmul(line[1], fluid.data("y", [5, 2]))


def test_variables_have_no_values_before_they_are_run(fluid, line):
    with pytest.raises(AssertionError, match="has no value before it is run"):
        line[2].numpy()
    assert line[2]  # as in 1.8.5, where scripts ask so whether there is a variable


def test_static_mode_ends_where_a_guard_begins(fluid, line):
    assert not fluid.in_dygraph_mode()
    with fluid.dygraph.guard():
        assert fluid.in_dygraph_mode()
        assert float(fluid.layers.reduce_sum(fluid.layers.ones([2], "float32")).numpy()[0]) == 2.0
    assert paddle.in_dynamic_mode()
    assert float(paddle.ones([2]).sum()) == 2.0  # today's own code goes on as ever
    assert fluid.layers.relu(paddle.ones([2])).numpy().tolist() == [1.0, 1.0]


@pytest.mark.parametrize("given", [{"parameter_list": "fc_0.w_0"}, {"no_grad_set": "x"}, {"no_grad_set": [1]},
                                   {"parameter_list": {2}}])
def test_what_names_variables_is_a_list_of_them(fluid, line, given):
    loss = fluid.layers.mean(line[2])
    with pytest.raises(TypeError, match=next(iter(given))):
        fluid.backward.append_backward(loss, **given)


def test_a_loss_without_parameters_has_nothing_to_update(fluid):
    loss = fluid.layers.mean(fluid.data("x", [None, 3]))
    updates, pairs = fluid.optimizer.Adam(0.1).minimize(loss)
    assert (updates, pairs) == ([], [])
    (found,) = fluid.Executor(fluid.CPUPlace()).run(feed={"x": np.ones([2, 3], "float32")}, fetch_list=[loss])
    assert found.tolist() == [1.0]
