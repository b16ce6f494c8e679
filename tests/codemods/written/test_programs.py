from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.written.programs import (
    DataFeeder,
    FeedLoader,
    ProgramExecutor,
    clone,
    clone_for_test,
    clone_trained_for_test,
    in_program,
    on_one_device,
    parameters_of,
    share_parameters,
    step_schedule,
    variable,
    variables,
    with_lengths_fed,
)

# Paddle's own words at its own calls
pytestmark = pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")


@pytest.fixture
def main():
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            yield main
    finally:
        paddle.disable_static()


@pytest.mark.parametrize("kind", ["SGD", "Adagrad"])
def test_layers_share_a_parameter(main, kind):
    """The first step is that of one parameter by NumPy: w -= rate of the sum of both gradients."""
    x = paddle.static.data("x", [None, 2])
    once = paddle.nn.Linear(2, 2, paddle.ParamAttr("w"), False)(x)
    loss = paddle.add(once, paddle.nn.Linear(2, 2, paddle.ParamAttr("w"), False)(once)).sum()
    share_parameters(loss)
    getattr(paddle.optimizer, kind)(0.1).minimize(loss)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    tensor, fed = paddle.static.global_scope().find_var("w").get_tensor(), np.array([[1.0, 2.0]], "float32")
    w = np.array([[0.1, 0.2], [0.3, 0.4]], "float32")
    tensor.set(w, paddle.CPUPlace())
    executor.run(main, {"x": fed}, [loss])
    ones = np.ones((1, 2), "float32")
    gradient = fed.T @ (ones + ones @ w.T) + (fed @ w).T @ ones
    step = gradient if kind == "SGD" else gradient / (np.abs(gradient) + 1e-6)
    np.testing.assert_allclose(np.array(tensor), w - 0.1 * step, rtol=1e-6)


def test_lengths_that_nothing_is_computed_of_are_not_fed(main):
    """A model that is saved has no place for them."""
    used, unused = (paddle.static.data(name, [None, 1], "int64") for name in ("used", "unused"))
    lengths, _ = (paddle.static.data(f"{name}_lengths", [None], "int64") for name in ("used", "unused"))
    assert [each.name for each in with_lengths_fed([used, unused])] == ["used", "unused"]
    lengths.sum()
    assert [each.name for each in with_lengths_fed([used, unused])] == ["used", "unused", "used_lengths"]


def test_parameters_by_themselves_and_by_names(main):
    first = paddle.nn.Linear(2, 2, paddle.ParamAttr("v"), False)(paddle.static.data("x", [None, 2]))
    loss = paddle.nn.Linear(2, 1, paddle.ParamAttr("w"), False)(first).sum()
    found = parameters_of(loss, ["w"])
    assert [each.name for each in found] == ["w"]
    assert [each.name for each in parameters_of(loss, found)] == ["w"]
    paddle.optimizer.SGD(0.1).minimize(loss, parameters=found)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    fetched = [variable(main, name) for name in ("v", "w")]
    before, after = (executor.run(main, {"x": np.ones((1, 2), "float32")}, fetched) for _ in range(2))
    assert [bool((a != b).any()) for a, b in zip(before, after, strict=True)] == [False, True]


def samples():
    for i in range(5):
        yield np.full(2, i, "float64"), i


def batches():
    yield np.zeros((2, 2), "float32"), np.zeros((2, 1), "int64")
    raise KeyError("lost")


def test_a_feeder_joins_samples(main):
    fed = paddle.static.data("x", [None, 2]), paddle.static.data("y", [None, 1], "int64")
    arrays = DataFeeder(variables([fed[0], "y"])).feed(list(samples())[:3])
    assert {name: (a.dtype.name, a.shape) for name, a in arrays.items()} == {
        "x": ("float32", (3, 2)), "y": ("int64", (3, 1))}
    with pytest.raises(ValueError, match="inhomogeneous"):
        DataFeeder(fed).feed([([1.0], 1), ([1.0, 2.0], 1)])


def test_a_loader_begins_anew_and_goes_step_by_step(main):
    fed = [paddle.static.data("x", [None, 2]), paddle.static.data("y", [None, 1], "int64")]
    loader = FeedLoader(fed).set_sample_generator(samples, 2)
    assert [batch[0]["y"].ravel().tolist() for batch in loader()] == [[0, 1], [2, 3]]
    assert len(list(loader()())) == 2
    for _ in loader:
        break
    assert next(iter(loader))[0]["y"].ravel().tolist() == [0, 1]
    assert next(loader)[0]["y"].ravel().tolist() == [2, 3]
    loader.start()
    assert next(loader)[0]["x"].shape == (2, 2)
    loader.reset()
    with pytest.raises(StopIteration):
        next(loader)
    lists = FeedLoader(fed, return_list=True)
    lists.decorate_batch_generator(batches)
    lists.start()
    assert [array.shape for array in next(lists)] == [(2, 2), (2, 1)]
    with pytest.raises(KeyError, match="lost"):
        next(lists)


@pytest.mark.parametrize("copied", [clone, clone_trained_for_test])
def test_copies_behind_the_backward(main, copied):
    """One trains as the program does, the other one not at all."""
    fed = {"x": np.ones((4, 2), "float32")}
    x = paddle.static.data("x", [None, 2])
    normal = paddle.nn.BatchNorm(2)(x)
    out = paddle.nn.Linear(2, 3)(normal).sum()
    clip = paddle.nn.ClipGradByGlobalNorm(1.0)
    paddle.optimizer.Adam(0.1, grad_clip=clip, weight_decay=paddle.regularizer.L2Decay(0.1)).minimize(out)
    shares = paddle.nn.functional.softmax(out)
    copy = copied(main)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    runs = [executor.run(copy, fed, in_program(copy, [out, shares])) for _ in range(3)]
    assert (len({float(out) for out, _ in runs}) == 1) == (copied is clone_trained_for_test)
    assert [float(share) for _, share in runs] == [1, 1, 1]
    executor.run(main, fed, [out])
    assert float(executor.run(copy, fed, in_program(copy, out))[0]) != float(runs[-1][0])


def test_a_copy_tests_and_has_its_own_variables(main):
    x = paddle.static.data("x", [None, 2])
    out = paddle.nn.functional.dropout(paddle.nn.Linear(2, 3)(x), 0.5).sum()
    copy = clone_for_test(main)
    schedule = paddle.optimizer.lr.NaturalExpDecay(0.1, 0.5)
    paddle.optimizer.SGD(schedule).minimize(out)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    runs = [executor.run(copy, {"x": np.ones((4, 2), "float32")}, in_program(copy, [out]))[0] for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    assert in_program(main, [out]) == [out]
    without = {"sizes": [1, 2], "made": {}}
    assert in_program(copy, without) is without
    assert in_program(copy, {"out": (out,)})["out"][0] is not out
    assert variable(main, "x").name == "x"
    step_schedule(copy)
    assert schedule.last_epoch == 0
    runner = ProgramExecutor(False, main)
    assert runner.run([out], feed={"x": np.ones((4, 2), "float32")})[0].shape == ()
    assert schedule.last_epoch == 1


@pytest.mark.parametrize(("cores", "use_cuda", "places", "counted"), [
    (None, None, None, 0), ("1", None, None, 0), ("2", None, None, 2), ("2", True, None, 0), ("2", False, None, 2),
    ("2", None, ["one"], 0), ("2", None, "one", 0), ("1", None, ["one", "another", "third"], 3),
])  # fmt: skip
def test_on_one_device(monkeypatch, cores, use_cuda, places, counted):
    monkeypatch.delenv("CPU_NUM", raising=False)
    if cores is not None:
        monkeypatch.setenv("CPU_NUM", cores)
    runs = object()
    if not counted:
        assert on_one_device(runs, use_cuda, places=places) is runs
    else:
        with pytest.raises(RuntimeError, match=f"ran this on {counted} devices"):
            on_one_device(runs, use_cuda, places=places)
