"""Programs on two and three places learn with 1.8.5's numbers: parts of batches, sums of gradients, what each keeps."""

import numpy as np
import pytest

pytestmark = [
    pytest.mark.oracle,
    # Paddle 2.6's Adagrad says it of itself, in dynamic mode
    pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning"),
]


@pytest.fixture
def cpu_num(monkeypatch):
    """``CPU_NUM`` as it was, whatever a script does to it."""
    monkeypatch.setenv("CPU_NUM", "1")


@pytest.mark.usefixtures("cpu_num")
def test_programs_on_several_places(both):
    asked = both("places", 2e-6)
    assert len(asked.ours["two 0 loss"]) == 2


def test_equal_parts_are_as_the_whole_batch(fluid):
    """Where nothing is normalised over a part, two places with as many rows each do what one does."""
    fluid.default_startup_program().random_seed = 3
    x, y = fluid.data("x", [None, 3]), fluid.data("y", [None, 1])
    loss = fluid.layers.mean(fluid.layers.square_error_cost(fluid.layers.fc(x, 1), y))
    fluid.optimizer.Adam(0.1).minimize(loss)
    executor, found = fluid.Executor(fluid.CPUPlace()), []
    feed = {"x": np.arange(12, dtype="float32").reshape(4, 3) / 12, "y": np.ones([4, 1], "float32")}
    for count in (1, 2, 4):
        with fluid.scope_guard(fluid.Scope()):
            executor.run(fluid.default_startup_program())
            program = fluid.CompiledProgram(fluid.default_main_program()).with_data_parallel(
                loss.name, places=[fluid.CPUPlace()] * count)
            found.append([executor.run(program, feed=feed, fetch_list=[loss])[0].mean() for _ in range(5)])
    np.testing.assert_allclose(found[1:], found[:1] * 2, rtol=1e-6)


def test_what_is_refused_says_why(fluid):
    x = fluid.data("x", [None, 3])
    loss = fluid.layers.mean(fluid.layers.fc(x, 1))
    fluid.optimizer.SGD(0.1).minimize(loss)
    executor, main = fluid.Executor(fluid.CPUPlace()), fluid.default_main_program()
    executor.run(fluid.default_startup_program())
    two = {"loss_name": loss.name, "places": [fluid.CPUPlace()] * 2}
    compiled = fluid.CompiledProgram(main).with_data_parallel(**two)
    row = np.ones([1, 3], "float32")
    with pytest.raises(fluid.core.EnforceNotMet, match=r"number\(1\) of samples\[x\] of current .* the count\(2\)"):
        executor.run(compiled, feed={"x": row})
    with pytest.raises(ValueError, match="a list of 1, and there are 2 devices"):
        executor.run(compiled, feed=[{"x": row}])
    with pytest.raises(AssertionError, match="loss_name must say which"):
        fluid.CompiledProgram(main).with_data_parallel()
    with pytest.raises(ValueError, match="different scope"):
        executor.run(compiled, feed={"x": np.ones([2, 3], "float32")}, scope=fluid.Scope())
    for name, value in [("sync_batch_norm", True), ("gradient_scale_strategy", 2)]:
        strategy = fluid.BuildStrategy()
        setattr(strategy, name, value)
        program = fluid.CompiledProgram(main, build_strategy=strategy).with_data_parallel(**two)
        with pytest.raises(NotImplementedError, match=r"on one place|CoeffNumDevice"):
            executor.run(program, feed={"x": np.ones([2, 3], "float32")})


def test_a_test_on_fewer_batches_than_places(fluid):
    """The last batches of a reader that drops none run on as many places."""
    x = fluid.data("x", [None, 1])
    twice = x * 2.0
    loader = fluid.io.DataLoader.from_generator([x], capacity=4, drop_last=False)
    places = [fluid.CPUPlace()] * 2
    loader.set_batch_generator(lambda: ([np.full([1, 1], i, "float32")] for i in range(3)), places)
    program = fluid.CompiledProgram(fluid.default_main_program()).with_data_parallel(places=places)
    executor = fluid.Executor(fluid.CPUPlace())
    found = [executor.run(program, feed=feed, fetch_list=[twice])[0].ravel().tolist() for feed in loader()]
    assert found == [[0.0, 2.0], [4.0]]


def parts_of(fluid, feed, lasts=(), count=4):
    """How many rows each place had of what is fed, and what it made of it, in a program that learns nothing."""
    main = fluid.Program()
    with fluid.program_guard(main, fluid.Program()):
        twice = []
        for name, value in feed.items():
            each = fluid.data(name, [1] if name in lasts else [None, *np.shape(value)[1:]])
            each.persistable = name in lasts
            twice.append(each * 2.0)
    program = fluid.CompiledProgram(main).with_data_parallel(places=fluid.cpu_places(count))
    found = fluid.Executor(fluid.CPUPlace()).run(program, feed=feed, fetch_list=twice, return_merged=False)
    return [[part.ravel().tolist() for part in each] for each in found]


@pytest.mark.parametrize(("rows", "parts"), [
    (1, [1]), (3, [1, 1, 1]), (5, [2, 2, 1]), (7, [2, 2, 2, 1]), (9, [3, 3, 3]),
])
def test_a_test_on_fewer_rows_than_places_need(fluid, rows, parts):
    """What 1.8.5 parted: each place but the last has as many rows, and the others run nothing."""
    found, = parts_of(fluid, {"x": np.ones([rows, 1], "float32")})
    assert [len(part) for part in found] == parts


@pytest.mark.parametrize(("rows", "given", "found"), [
    (1, [1.0], [[2.0]]), (3, [1.0], [[2.0]] * 3), (8, [1.0], [[2.0]] * 4),
    (3, [1.0, 2.0, 3.0], [[2.0], [4.0], [6.0]]), (5, [1.0, 2.0, 3.0, 4.0], [[2.0], [4.0], [6.0]]),
])
def test_what_lasts_is_fed_once_or_for_each_place(fluid, rows, given, found):
    feed = {"x": np.ones([rows, 1], "float32"), "rate": np.array(given, "float32")}
    assert parts_of(fluid, feed, lasts=["rate"])[1] == found


@pytest.mark.parametrize(("feed", "lasts", "why"), [
    ({"x": np.ones([5, 1], "float32"), "y": np.ones([4, 1], "float32")}, [], "different non-persistable variables"),
    ({"x": np.ones([4, 1], "float32"), "rate": np.ones([2], "float32")}, ["rate"], "not be less than non-persistable"),
])
def test_what_fits_no_places(fluid, feed, lasts, why):
    with pytest.raises(fluid.core.EnforceNotMet, match=why):
        parts_of(fluid, feed, lasts)
