"""Optimizers as 1.6 had them: without parameters, with regularization in their place, and clipping in minimize."""

import gc

import numpy as np
import pytest

pytestmark = pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning")

random = np.random.RandomState(3)
GIVEN = {
    "start": random.uniform(-1, 1, [3, 2]).astype("float32"),
    "batches": random.uniform(-1, 1, [4, 4, 3]).astype("float32"),
}
DECAY = "fluid.regularizer.L2Decay(0.1)"
CLIP = "grad_clip=fluid.clip.GradientClipByNorm(0.05)"
# The form of 1.6 and that of 1.8.
CASES = {
    "sgd": ("SGD(0.1)", "SGD(0.1, p)"),
    "sgd_decay": (f"SGD(0.1, {DECAY})", f"SGD(0.1, p, {DECAY})"),
    "momentum": (f"Momentum(0.1, 0.9, regularization={DECAY})", f"Momentum(0.1, 0.9, p, regularization={DECAY})"),
    "adagrad": ("Adagrad(0.1)", "Adagrad(0.1, parameter_list=p)"),
    "adam": ("Adam()", "Adam(parameter_list=p)"),
    "adam_decay": (f"Adam(0.1, 0.8, 0.9, 1e-3, {DECAY})", f"Adam(0.1, 0.8, 0.9, 1e-3, p, {DECAY})"),
    "adamax": ("Adamax(0.1)", "Adamax(0.1, parameter_list=p)"),
    "adadelta": ("Adadelta(0.1)", "Adadelta(0.1, parameter_list=p)"),
    "rmsprop": (f"RMSProp(0.1, {CLIP})", f"RMSProp(0.1, parameter_list=p, {CLIP})"),
    "lamb": ("LambOptimizer(0.1)", "LambOptimizer(0.1, parameter_list=p)"),
    "lars": ("LarsMomentum(0.1, 0.9)", "LarsMomentum(0.1, 0.9, parameter_list=p)"),
    "ftrl": ("Ftrl(0.1)", "Ftrl(0.1, parameter_list=p)"),
    "decayed": ("DecayedAdagrad(fluid.dygraph.NoamDecay(4, 3))",
                "DecayedAdagrad(fluid.dygraph.NoamDecay(4, 3), parameter_list=p)"),
}


@pytest.fixture(scope="module")
def answers(fluid, harness, steps):
    old, new = ({name: forms[form] for name, forms in CASES.items()} for form in (0, 1))
    question = f"{steps.source}\nanswer.update(run_steps(fluid, {new!r}, given))\n"
    return harness.ask("optimizer.base", question, GIVEN), steps.run_steps(fluid, old, GIVEN)


@pytest.mark.oracle
@pytest.mark.parametrize("name", CASES)
def test_same_as_185_with_its_parameters(answers, assert_close, name):
    theirs, ours = ({k: v for k, v in answer.items() if k.partition("|")[0] == name} for answer in answers)
    assert ours.keys() == theirs.keys() == {f"{name}|weights", f"{name}|state"}
    np.testing.assert_array_equal(ours[f"{name}|state"], theirs[f"{name}|state"])
    assert_close(ours[f"{name}|weights"], theirs[f"{name}|weights"], 1e-6)


@pytest.mark.parametrize(
    ("rate", "expected"),
    [(lambda d: 0.1, [0.1, 0.1, 0.1]), (lambda d: d.ExponentialDecay(0.1, 2, 0.5), [0.1, 0.1, 0.070711]),
     (lambda d: d.PiecewiseDecay([1, 2], [0.3, 0.2, 0.1], 0), [0.3, 0.3, 0.2])],
)
def test_adadelta_keeps_the_rate_that_it_does_not_use(fluid, rate, expected):
    """1.8.5's numbers."""
    with fluid.dygraph.guard():
        layer = fluid.dygraph.Linear(2, 2)
        optimizer = fluid.optimizer.Adadelta(rate(fluid.dygraph), parameter_list=layer.parameters())
        seen = [optimizer.current_step_lr()]
        for _ in range(2):
            loss = fluid.layers.reduce_mean(layer(fluid.dygraph.to_variable(np.ones((2, 2), "float32"))))
            loss.backward()
            optimizer.minimize(loss)
            seen.append(optimizer.current_step_lr())
        np.testing.assert_allclose(seen, expected, 1e-5)
        assert ("global_step" in optimizer.state_dict()) == (expected[-1] != 0.1)


def one_step(fluid, *layers, **minimize):
    x = fluid.dygraph.to_variable(GIVEN["batches"][0])
    loss = sum((fluid.layers.mean(layer(x)) for layer in layers), fluid.layers.zeros([1], "float32"))
    loss.backward()
    optimizer = fluid.optimizer.Momentum(0.1, 0.9)
    optimizer.minimize(loss, **minimize)
    return optimizer


@pytest.fixture
def guarded(fluid):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        yield fluid


def test_all_that_are_trained_in_the_order_of_their_making(guarded):
    layers = guarded.dygraph
    later, first, idle = layers.FC("a", 2), layers.Linear(3, 2), layers.Linear(3, 2)
    frozen = layers.Linear(3, 2, param_attr=guarded.ParamAttr(trainable=False))
    own = guarded.layers.create_parameter([4, 2], "float32")
    before = [idle.weight.numpy(), frozen.weight.numpy()]
    optimizer = one_step(guarded, first, later, frozen, lambda x: guarded.layers.elementwise_mul(first(x), own))
    moved = [key.partition("_velocity")[0] for key in optimizer.state_dict()]
    assert moved == [first.weight.name, first.bias.name, frozen.bias.name, own.name, later.weight.name, later.bias.name]
    np.testing.assert_array_equal(idle.weight.numpy(), before[0])
    np.testing.assert_array_equal(frozen.weight.numpy(), before[1])


def test_only_parameters_of_the_same_guard(guarded):
    outer = guarded.dygraph.Linear(3, 2)
    guarded.layers.mean(outer(guarded.layers.ones([1, 3], "float32"))).backward()
    before = outer.weight.numpy()
    with guarded.dygraph.guard(guarded.CPUPlace()):
        inner = guarded.dygraph.Linear(3, 2)
        assert len(one_step(guarded, inner).state_dict()) == 2
    np.testing.assert_array_equal(outer.weight.numpy(), before)
    assert len(one_step(guarded, outer).state_dict()) == 2


def test_what_is_gone_is_forgotten(guarded):
    layer = guarded.dygraph.Linear(3, 2)
    one_step(guarded, layer)
    del layer
    gc.collect()
    assert len(one_step(guarded, guarded.dygraph.Linear(3, 2)).state_dict()) == 2


def test_a_list_in_minimize_counts(guarded):
    layer = guarded.dygraph.Linear(3, 2)
    optimizer = one_step(guarded, layer, parameter_list=[layer.weight])
    assert [key.partition("_velocity")[0] for key in optimizer.state_dict()] == [layer.weight.name]


@pytest.mark.parametrize(
    ("clip", "same"),
    [("GradClipByValue(-0.01, 0.02)", "GradientClipByValue(0.02, -0.01)"),
     ("GradClipByValue(None, 0.02)", "GradientClipByValue(0.02)"),
     ("GradClipByNorm(0.05)", "GradientClipByNorm(0.05)"),
     ("GradClipByGlobalNorm(0.05, 'float32')", "GradientClipByGlobalNorm(0.05)"),
     ("GradClipByGlobalNorm(0.05, dtype='float64')", "GradientClipByGlobalNorm(0.05)")],
)
def test_grad_clip_in_minimize_is_that_of_the_optimizer(fluid, steps, clip, same):
    wanted = steps.run_steps(fluid, {"c": f"Momentum(0.1, 0.9, p, grad_clip=fluid.clip.{same})"}, GIVEN)["c|weights"]
    plain = steps.run_steps(fluid, {"c": "Momentum(0.1, 0.9, p)"}, GIVEN)["c|weights"]
    with fluid.dygraph.guard(fluid.CPUPlace()):
        start = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(GIVEN["start"]))
        layer = fluid.dygraph.FC("f", 2, param_attr=start, bias_attr=False)
        optimizer = fluid.optimizer.Momentum(0.1, 0.9)
        got = []
        for batch in GIVEN["batches"]:
            loss = fluid.layers.mean(fluid.layers.square(layer(fluid.dygraph.to_variable(batch))))
            loss.backward(fluid.dygraph.BackwardStrategy())
            optimizer.minimize(loss, grad_clip=eval(f"fluid.dygraph_grad_clip.{clip}", {"fluid": fluid}))
            layer.clear_gradients()
            got.append(layer.weight.numpy())
    np.testing.assert_array_equal(got, wanted)
    assert np.abs(got - plain).max() > 1e-3


def test_sorted_sums_are_spoken_of(guarded):
    strategy = guarded.dygraph.BackwardStrategy()
    assert strategy.sort_sum_gradient is False
    with pytest.warns(UserWarning, match="order of summation"):
        strategy.sort_sum_gradient = True
    assert strategy.sort_sum_gradient is True


@pytest.mark.parametrize("is_read", [False, True])
def test_reading_a_rate_by_today_s_name_does_not_go_on(fluid, is_read):
    """As a loop does that is migrated before the file which makes its optimizer."""
    with fluid.dygraph.guard():
        layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
        decay = fluid.dygraph.PiecewiseDecay([1, 2], [1.0, 0.5, 0.25], 0)
        sgd = fluid.optimizer.SGD(decay, parameter_list=layer.parameters())
        rates = [sgd.get_lr()] if is_read else []
        for _ in range(3):
            fluid.layers.reduce_sum(layer(fluid.dygraph.to_variable(np.ones([1, 1], "float32")))).backward()
            sgd.minimize(layer.weight)
            layer.clear_gradients()
            rates += [sgd.get_lr()] if is_read else []
        assert layer.weight.numpy().ravel().tolist() == [-1.75]
        assert rates == ([1.0, 1.0, 0.5, 0.25] if is_read else [])
        assert fluid.optimizer.SGD(0.5, parameter_list=layer.parameters()).get_lr() == 0.5


DOUBLE = """
def doubles(fluid, made):
    weights = {}
    for name, optimizer in made.items():
        with fluid.dygraph.guard():
            start = fluid.ParamAttr(initializer=fluid.initializer.Constant(1.0))
            layer = fluid.dygraph.Linear(2, 1, param_attr=start, bias_attr=False, dtype="float64")
            p = layer.parameters()
            optimizer = eval("fluid.optimizer." + optimizer)
            for batch in (np.array([[1.0, 3.0]]), np.array([[2.0, -1.0]])):
                loss = fluid.layers.reduce_mean(layer(fluid.dygraph.to_variable(batch)))
                loss.backward()
                optimizer.minimize(loss)
                layer.clear_gradients()
            weights[name] = layer.weight.numpy()
    return weights
"""
OF_DOUBLES = {"sgd": "SGD(1e-3, p)", "momentum": "Momentum(1e-3, 0.9, p)", "adagrad": "Adagrad(1e-3, parameter_list=p)"}


@pytest.mark.oracle
def test_the_rate_of_doubles_has_the_digits_of_a_float(fluid, harness, assert_close):
    theirs = harness.ask("optimizer.doubles", f"{DOUBLE}\nanswer.update(doubles(fluid, {OF_DOUBLES!r}))\n")
    scope = {"np": np}
    exec(DOUBLE, scope)
    for name, weights in scope["doubles"](fluid, OF_DOUBLES).items():
        assert_close(weights, theirs[name], 1e-13, name)


@pytest.mark.parametrize(("given", "trained"), [
    (lambda ps: (p for p in ps), [1, 0]), (lambda ps: filter(lambda p: p.trainable, ps), [1, 0]), (iter, [1, 0]),
    (list, [1, 1]), (tuple, [1, 1]), (set, [1, 1]),
])
def test_an_iterator_is_spent_in_the_first_step(guarded, given, trained):
    """As in 1.8.5, which asked it anew at each step."""
    linear = guarded.dygraph.Linear(2, 1)
    optimizer = guarded.optimizer.SGD(0.1, parameter_list=given(linear.parameters()))
    for is_trained in trained:
        before = linear.weight.numpy()
        guarded.layers.reduce_sum(linear(guarded.dygraph.to_variable(np.ones((1, 2), "float32")))).backward()
        optimizer.minimize(linear.weight)
        linear.clear_gradients()
        np.testing.assert_allclose(before - linear.weight.numpy(), 0.1 * is_trained, atol=1e-6)


def test_a_list_is_heeded_that_is_changed_later(guarded):
    one, other = guarded.dygraph.Linear(2, 1), guarded.dygraph.Linear(2, 1)
    parameters = one.parameters()
    optimizer = guarded.optimizer.SGD(0.1, parameter_list=parameters)
    parameters += other.parameters()
    parameters.pop(1)
    before = [each.numpy() for each in (one.weight, one.bias, other.weight)]
    x = guarded.dygraph.to_variable(np.ones((1, 2), "float32"))
    loss = guarded.layers.reduce_sum(one(x) + other(x))
    loss.backward()
    optimizer.minimize(loss)
    after = [each.numpy() for each in (one.weight, one.bias, other.weight)]
    assert [bool((a != b).any()) for a, b in zip(before, after, strict=True)] == [True, False, True]
