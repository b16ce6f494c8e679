"""``layers.lstm``: 1.8.5 has it for GPUs alone, so its weights are asked of 1.8.5, its numbers of NumPy in float64."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

STEPS, N, D, H = 5, 3, 4, 6
SHAPES = {(layers, both): (1 + both) * layers for layers in (1, 2) for both in (False, True)}
QUESTION = """
for layers in (1, 2):
    for both in (False, True):
        main, start = fluid.Program(), fluid.Program()
        with fluid.program_guard(main, start), fluid.unique_name.guard():
            x = fluid.data("x", [5, None, 4])
            states = [fluid.layers.fill_constant([layers * (1 + both), 3, 6], "float32", 0.0) for _ in range(2)]
            results = fluid.layers.lstm(x, *states, 5, 6, layers, is_bidirec=both)
        parameter, = main.all_parameters()
        answer["%d %s" % (layers, both)] = np.array([parameter.name, str(list(parameter.shape))])
        answer["%d %s shapes" % (layers, both)] = np.array([str(list(each.shape)) for each in results])
"""


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def by_hand(x, h, c, weight, layers, both):
    """The outputs and last states, gate by gate as cuDNN lays the weights out."""
    def take(*shape):
        nonlocal weight
        size = int(np.prod(shape))
        part, weight = weight[:size].reshape(shape), weight[size:]
        return part

    ways = 1 + both
    matrices = [[take(4, H, below) for below in (ways * H if layer else x.shape[-1], H)]
                for layer in range(layers) for _ in range(ways)]
    biases = [take(4, H) + take(4, H) for _ in matrices]
    last_h, last_c = [], []
    for layer in range(layers):
        outputs = []
        for way in range(ways):
            place = layer * ways + way
            (w, r), b, hidden, cell, out = matrices[place], biases[place], h[place], c[place], []
            for step in (x[::-1] if way else x):
                i, f, g, o = (step @ w[gate].T + hidden @ r[gate].T + b[gate] for gate in range(4))
                cell = sigmoid(f) * cell + sigmoid(i) * np.tanh(g)
                hidden = sigmoid(o) * np.tanh(cell)
                out.append(hidden)
            outputs.append(np.stack(out[::-1] if way else out))
            last_h.append(hidden), last_c.append(cell)
        x = np.concatenate(outputs, axis=-1)
    return x, np.stack(last_h), np.stack(last_c)


def program_of(fluid, layers, both, count, **more):
    main, start = fluid.Program(), fluid.Program()
    start.random_seed = 3
    with fluid.program_guard(main, start), fluid.unique_name.guard():
        x, *states = fluid.data("x", [STEPS, None, D]), *(fluid.data(name, [count, None, H]) for name in "hc")
        for each in (x, *states):
            each.stop_gradient = False
        results = fluid.layers.lstm(x, *states, STEPS, H, layers, is_bidirec=both,
                                    default_initializer=fluid.initializer.Uniform(-0.4, 0.4), **more)
    return main, start, (x, *states), results


@pytest.mark.parametrize(("layers", "both"), SHAPES)
def test_results_and_gradients(fluid, harness, layers, both):
    answers, count, r = harness.ask("layers.lstm", QUESTION), SHAPES[layers, both], np.random.RandomState(layers)
    main, start, inputs, results = program_of(fluid, layers, both, count)
    with fluid.program_guard(main, start), fluid.unique_name.guard():
        total = fluid.layers.sums([fluid.layers.reduce_sum(fluid.layers.square(each)) for each in results])
        weight, = main.all_parameters()
        gradients = fluid.gradients([total], [*inputs, weight])
    assert [weight.name, str(list(weight.shape))] == answers[f"{layers} {both}"].tolist()
    assert [each.shape[0] for each in results] == [STEPS, count, count]
    feed = {"x": r.randn(STEPS, N, D), "h": r.randn(count, N, H), "c": r.randn(count, N, H)}
    feed = {name: value.astype("float32") for name, value in feed.items()}
    exe, scope = fluid.Executor(fluid.CPUPlace()), fluid.Scope()
    with fluid.scope_guard(scope):
        exe.run(start)
        blob = np.array(scope.find_var(weight.name).get_tensor()).astype("float64")
        found = exe.run(main, feed=feed, fetch_list=[*results, *gradients])
    exact = [*(feed[name].astype("float64") for name in ("x", "h", "c")), blob]
    for ours, theirs in zip(found, by_hand(*exact, layers, both), strict=False):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-6)
    for place, gradient in enumerate(found[3:]):
        assert gradient.shape == exact[place].shape
        direction = r.randn(*gradient.shape)
        sides = []
        for nudge in (1e-4, -1e-4):
            moved = [value + nudge * direction if at == place else value for at, value in enumerate(exact)]
            sides.append(sum((each**2).sum() for each in by_hand(*moved, layers, both)))
        np.testing.assert_allclose((gradient * direction).sum(), (sides[0] - sides[1]) / 2e-4, rtol=2e-5)


def test_dropout_is_between_layers_in_training(fluid):
    main, start, _, (out, *_) = program_of(fluid, 2, False, 2, dropout_prob=0.5, name="two", seed=3)
    plain, begin, _, (other, *_) = program_of(fluid, 2, False, 2, dropout_prob=0.5, is_test=True, name="two")
    feed = {"x": np.ones([STEPS, N, D], "float32"), **{n: np.zeros([2, N, H], "float32") for n in "hc"}}
    exe = fluid.Executor(fluid.CPUPlace())
    with fluid.scope_guard(fluid.Scope()):
        exe.run(start), exe.run(begin)
        once, again = (exe.run(main, feed=feed, fetch_list=[out])[0] for _ in range(2))
        test, = exe.run(main.clone(for_test=True), feed=feed, fetch_list=[out])
        same, = exe.run(plain, feed=feed, fetch_list=[other])
    assert (once != again).any()
    np.testing.assert_array_equal(test, same)


def test_program_on_disk(fluid, tmp_path):
    main, start, _, results = program_of(fluid, 1, True, 2)
    r, exe = np.random.RandomState(4), fluid.Executor(fluid.CPUPlace())
    feed = {"x": r.randn(STEPS, N, D), "h": r.randn(2, N, H), "c": r.randn(2, N, H)}
    feed = {name: value.astype("float32") for name, value in feed.items()}
    with fluid.scope_guard(fluid.Scope()):
        exe.run(start)
        wanted = exe.run(main, feed=feed, fetch_list=list(results))
        fluid.io.save_inference_model(str(tmp_path), list(feed), list(results), exe, main)
        read, names, fetched = fluid.io.load_inference_model(str(tmp_path), exe)
        found = exe.run(read, feed=feed, fetch_list=fetched)
    assert names == list(feed)
    assert "cudnn_lstm" in [each.type for each in read.global_block().ops]
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(ours, theirs)
