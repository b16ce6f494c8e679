"""NCE: 1.8.5's negatives for a seed, and its costs and gradients."""

import numpy as np
import paddle
import pytest

# Arguments of NCE for 9 classes and inputs of 6 numbers, and what it is called with after ``x``.
CASES = {
    "uniform": ("seed=3", "label"),
    "bias": ("bias_attr=fluid.ParamAttr(), seed=3, num_neg_samples=4", "label"),
    "bias false": ("param_attr=fluid.ParamAttr(name='w'), bias_attr=False, seed=3", "label"),
    "negative seed": ("seed=-3, sampler='uniform'", "label"),
    "log_uniform": ("bias_attr='b', sampler='log_uniform', seed=5", "label"),
    "custom_dist": ("bias_attr=True, sampler='custom_dist', custom_dist=[0.3, 0.2, 0.1, 0.1] + [0.06] * 5, seed=7",
                    "label"),
    "custom_dist even": ("sampler='custom_dist', custom_dist=[1.0 / 9] * 9, seed=7", "label"),
    "custom_dist beyond one": ("sampler='custom_dist', custom_dist=[0.9, 0.8] + [0.0001] * 7, seed=7", "label"),
    "several labels": ("seed=9, num_neg_samples=6, bias_attr=True", "labels"),
    "weighted": ("seed=9, sampler='log_uniform'", "label, weight"),
    "weighted flat": ("seed=9", "label, L.reshape(weight, [-1])"),
    "weight of the constructor": ("sample_weight=[5.0], seed=9", "label"),
    "no negatives": ("seed=9, num_neg_samples=0", "label"),
    "half a negative": ("seed=9, num_neg_samples=2.5", "label"),
    "sparse": ("seed=9, is_sparse=True, bias_attr=True", "labels"),
    "float64": ("seed=9, dtype='float64', bias_attr=True, sampler='log_uniform'", "label"),
    "many": ("seed=9, num_neg_samples=400", "label"),
    "unknown sampler": ("sampler='normal'", "label"),
    "no distribution": ("sampler='custom_dist'", "label"),
}

# Executed beside 1.8.5 and beside ours.
RUN = '''
import numpy as np

def dense(gradient, shape):
    """A gradient; 1.8.5 gives one that touches some rows as those rows and their numbers."""
    if not isinstance(gradient, tuple):
        return np.array(gradient)
    whole = np.zeros(shape, gradient[0].dtype)
    np.add.at(whole, gradient[1], gradient[0])
    return whole

def run_nce(fluid, cases, given):
    answer, L = {}, fluid.layers
    for name, (arguments, call) in cases.items():
        with fluid.dygraph.guard(fluid.CPUPlace()):
            dtype = "float64" if name == "float64" else "float32"
            inputs = {key: fluid.dygraph.to_variable(value.astype(dtype) if value.dtype.kind == "f" else value)
                      for key, value in given.items()}
            x = inputs["x"]
            x.stop_gradient = False
            try:
                layer = eval("fluid.dygraph.NCE(9, 6, %s)" % arguments, {"fluid": fluid})
            except Exception:
                answer[name + "|error"] = np.array([1])
                continue
            for number, parameter in enumerate(layer.parameters()):
                start = np.cos(np.arange(np.prod(parameter.shape)) * 1.7 + number).reshape(parameter.shape)
                parameter.set_value(start.astype(dtype))
            cost = eval("layer(x, %s)" % call, dict(inputs, layer=layer, L=L))
            weights = np.cos(np.arange(len(given["x"])) + 1.0).reshape([-1, 1]).astype(dtype)
            L.reduce_sum(cost * fluid.dygraph.to_variable(weights)).backward()
            answer[name + "|cost"] = cost.numpy()
            answer[name + "|dx"] = x.gradient()
            for key, parameter in layer.state_dict().items():
                answer["%s|%s" % (name, key)] = np.array(parameter.name)
                answer["%s|d%s" % (name, key)] = dense(parameter.gradient(), parameter.shape)
    return answer
'''

# Which classes are drawn: the bias of every other one has no gradient.
MANY = '''
import hashlib
import numpy as np

def negatives(fluid, given):
    answer = {}
    with fluid.dygraph.guard(fluid.CPUPlace()):
        for sampler in ["uniform", "log_uniform", "custom_dist"]:
            for classes in [2, 1000, 50000, 1000000]:
                chances = np.random.RandomState(classes).dirichlet(np.ones(classes)).tolist()
                if classes == 1000000:  # of which the engine's numbers are no multiple: some are refused
                    chances = [1e-6] * classes
                layer = fluid.dygraph.NCE(classes, 1, num_neg_samples=500, sampler=sampler, seed=classes + 11,
                                          custom_dist=chances, bias_attr=True)
                layer.weight.set_value(np.zeros([classes, 1], "float32"))
                layer.bias.set_value(np.zeros([classes, 1], "float32"))
                x = fluid.dygraph.to_variable(np.ones([40, 1], "float32"))
                label = fluid.dygraph.to_variable(np.zeros([40, 1], "int64"))
                cost = layer(x, label)
                fluid.layers.reduce_sum(cost).backward()
                gradient = layer.bias.gradient()
                key = "%s %d" % (sampler, classes)
                answer[key + "|drawn"] = np.array(hashlib.sha256((gradient != 0).tobytes()).hexdigest())
                answer[key + "|some"] = np.flatnonzero(gradient)[:40]
                answer[key + "|cost"] = cost.numpy()
                answer[key + "|of the first"] = gradient[:20]
    return answer
'''

RANDOM = np.random.RandomState(8)
GIVEN = {
    "x": RANDOM.uniform(-1, 1, [5, 6]).astype("float32"),
    "label": np.array([[1], [8], [0], [3], [3]]),
    "labels": np.array([[1, 2], [8, 8], [0, 4], [3, 5], [3, 6]]),
    "weight": np.array([[1.0], [0.5], [0.0], [2.0], [3.0]], "float32"),
}
SCOPE: dict = {}
exec(RUN + MANY, SCOPE)
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def theirs(harness):
    return harness.ask("dygraph.nce", f"{RUN}\nanswer.update(run_nce(fluid, {CASES!r}, given))\n", GIVEN)


@pytest.fixture(scope="module")
def ours(fluid):
    return SCOPE["run_nce"](fluid, CASES, GIVEN)


@pytest.mark.oracle
@pytest.mark.parametrize("name", CASES)
def test_costs_gradients_and_names_are_185s(theirs, ours, name):
    keys = {key for key in theirs if key.startswith(name + "|")}
    assert keys == {key for key in ours if key.startswith(name + "|")}
    for key in sorted(keys):
        assert (ours[key].dtype.kind, ours[key].shape) == (theirs[key].dtype.kind, theirs[key].shape), key
        if theirs[key].dtype.kind == "f":
            assert ours[key].dtype == theirs[key].dtype
            fine = 1e-12 if theirs[key].dtype == np.float64 else 1e-6
            np.testing.assert_allclose(ours[key], theirs[key], rtol=fine, atol=fine / 5, err_msg=key)
        else:
            assert ours[key].tolist() == theirs[key].tolist(), key


@pytest.mark.oracle
def test_twenty_thousand_negatives_of_each_are_185s(fluid, harness):
    theirs = harness.ask("dygraph.nce.negatives", f"{MANY}\nanswer.update(negatives(fluid, given))\n")
    ours = SCOPE["negatives"](fluid, {})
    assert ours.keys() == theirs.keys()
    for key, wanted in theirs.items():
        if wanted.dtype.kind == "f":
            np.testing.assert_allclose(ours[key], wanted, rtol=1e-5, err_msg=key)
        else:
            assert ours[key].tolist() == wanted.tolist(), key


def negatives(fluid, seed, sampler="uniform"):
    """The classes that two calls of a layer drew."""
    with fluid.dygraph.guard(fluid.CPUPlace()):
        layer = fluid.dygraph.nn.NCE(100000, 1, num_neg_samples=20, seed=seed, sampler=sampler, bias_attr=True,
                                     custom_dist=[1e-5] * 100000)
        found = []
        for _ in range(2):
            cost = layer(fluid.dygraph.to_variable(np.ones([1, 1], "float32")),
                         fluid.dygraph.to_variable(np.zeros([1, 1], "int64")))
            cost.backward()
            found.append(np.flatnonzero(layer.bias.gradient()).tolist())
            layer.clear_gradients()
    return found


SAMPLERS = pytest.mark.parametrize("sampler", ["uniform", "log_uniform", "custom_dist"])


@SAMPLERS
def test_a_seed_gives_the_same_negatives_at_every_call(fluid, sampler):
    first, second = negatives(fluid, 3, sampler)
    assert first == second
    assert len(first) > 10


@SAMPLERS
def test_without_a_seed_they_follow_paddles(fluid, sampler):
    first, second = negatives(fluid, 0, sampler)
    assert first != second
    paddle.seed(4)
    once = negatives(fluid, 0, sampler)
    paddle.seed(4)
    assert negatives(fluid, 0, sampler) == once


def test_replay_can_be_turned_off(fluid, monkeypatch):
    monkeypatch.setenv("PADDLE_COMPAT_RNG", "native")
    first, second = negatives(fluid, 3)
    assert first != second


def test_the_engine_is_the_standards():
    from paddle_compat._runtime.random.mersenne import engine

    assert int(engine(5489, 10000)[-1]) == 9981545732273789042  # C++11, 26.5.5


def test_what_185_read_beyond_the_label_for_is_refused(fluid):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        layer = fluid.dygraph.NCE(9, 6, seed=1)
        with pytest.raises(ValueError, match=r"\[N, true classes\], not \[2\]"):
            layer(fluid.dygraph.to_variable(np.ones([2, 6], "float32")), fluid.dygraph.to_variable(np.array([1, 2])))


def test_a_chance_is_needed_for_each_class(fluid):
    with fluid.dygraph.guard(fluid.CPUPlace()), pytest.raises(ValueError, match="2 chances for 9 classes"):
        fluid.dygraph.NCE(9, 6, sampler="custom_dist", custom_dist=[0.5, 0.5])
