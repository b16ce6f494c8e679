"""What stands around optimizers and parameters: averages, clips, attributes, and 1.8.5's numbers with each."""

import warnings

import pytest

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:(RecomputeOptimizer|mixed_precision):UserWarning"),
    pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning"),
]


def test_averages_and_what_wraps_an_optimizer(both):
    both("averages", 2e-6)


def test_clips_attributes_and_scaled_losses(both):
    both("clips", 2e-6)


def test_a_joint_norm_is_summed_as_it_was(both):
    both("clip_of_many")


def test_gradients_are_left_behind_with_the_decay(both):
    both("decayed_gradients", 2e-6)


def test_rates_are_no_part_of_a_test_and_zeros_have_their_gradient(both):
    both("rates")


def test_operators_of_variables(both):
    both("operators")


def test_a_pipeline_runs_as_if_plain(fluid):
    """What 1.8.5 ran in threads, and on GPUs alone."""
    x = fluid.data("x", [None, 2])
    loss = fluid.layers.mean(fluid.layers.fc(x, 1))
    with pytest.warns(UserWarning, match="one after the other"):
        fluid.optimizer.PipelineOptimizer(fluid.optimizer.SGD(0.1), cut_list=[], place_list=[]).minimize(loss)
    assert [operator.type for operator in fluid.default_main_program().global_block().operators][-1] == "sgd"
    with fluid.dygraph.guard(), pytest.raises(Exception, match="In dygraph, don't support PipelineOptimizer"):
        fluid.optimizer.PipelineOptimizer(None)


def test_no_clip_for_dygraph_mode(fluid):
    with fluid.dygraph.guard(), pytest.raises(AssertionError, match="give grad_clip= to the optimizer"):
        fluid.clip.set_gradient_clip(fluid.clip.GradientClipByNorm(1.0))


def test_a_clip_that_comes_too_late_says_so(fluid):
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 2]), 1))
    fluid.optimizer.SGD(0.1).minimize(loss)
    with pytest.warns(UserWarning, match="after minimize changes nothing"):
        fluid.clip.set_gradient_clip(fluid.clip.GradientClipByNorm(1.0))


def test_what_is_set_of_a_parameter_after_it_was_made(both):
    both("set_later")


def test_what_else_runs_and_optimizers_are_asked_for(both):
    both("run_arguments")


def test_what_no_gradient_comes_back_through(both):
    both("stopped")


@pytest.mark.parametrize(("handed", "said"), [("h * 2.0", True), ("constant", False), ("h", True)])
def test_loops_that_lost_gradients_are_said(fluid, handed, said):
    from paddle_compat._runtime import warn

    warn._warned.clear()
    layers = fluid.layers
    h, constant = layers.fc(fluid.data("x", [2, 3]), 3), layers.zeros([2, 3], "float32")
    i, n = layers.zeros([1], "int64"), layers.fill_constant([1], "int64", 3)
    given = eval(handed, {"h": h, "constant": constant})
    last = layers.while_loop(lambda i, y: layers.less_than(i, n), lambda i, y: [i + 1, y + h], [i, given])[1]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fluid.optimizer.SGD(0.1).minimize(layers.mean(last + h))
    assert any("lost those" in str(each.message) for each in caught) == said


@pytest.mark.parametrize(("body", "said"), [
    ("out = w * 1.0\nfor i in range(2):\n    L.assign(out * w, out)\nloss = out", True),
    ("out = w * 1.0\none = out * out\nL.assign(w * 2.0, out)\nloss = out + one", True),
    ("out = w * 1.0\none = out * out\nL.sums([w, w], out)\nloss = out + one", True),
    ("with fluid.unique_name.guard():\n    a = w * 2.0\nwith fluid.unique_name.guard():\n    loss = w * 3.0 + a", True),
    ("out = w * 1.0\nfor i in range(2):\n    L.sums([out, w], out)\nloss = out", False),
    ("out = w * 1.0\nL.increment(out)\nloss = out * out", False),
    ("out = L.fill_constant([1], 'float32', 0.0)\none = out * out\nL.assign(w, out)\nloss = w + one + out", False),
    ("out = L.create_tensor('float32')\nL.assign(w, out)\nloss = out * out", False),
    ("out = w * 1.0\none = L.reshape(out, [1, 1], inplace=True) * 2.0\nloss = one * out", False),
    ("with fluid.unique_name.guard():\n    a = L.fc(w, 1)\nloss = L.fc(a, 1)", True),
    ("with fluid.unique_name.guard('a_'):\n    a = L.fc(w, 1)\nloss = L.fc(a, 1)", False),
    ("loss = w * 2.0\nwith fluid.unique_name.guard('a_'):\n    loss = w * loss", False),
])  # fmt: skip
def test_what_is_set_again_behind_its_use_is_said(fluid, monkeypatch, body, said):
    from paddle_compat._runtime import warn

    monkeypatch.setattr(warn, "_warned", set())
    fluid.data("x", [1])
    w = fluid.layers.create_parameter([1], "float32", default_initializer=fluid.initializer.Constant(0.5))
    names = {"fluid": fluid, "L": fluid.layers, "w": w}
    exec(body, names)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fluid.optimizer.SGD(0.1).minimize(fluid.layers.reduce_mean(names["loss"]))
    assert any("set again" in str(each.message) for each in caught) == said
