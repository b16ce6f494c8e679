"""Layers as a whole: states, modes, names, containers."""

import warnings

import numpy as np
import paddle
import pytest


@pytest.fixture
def net(fluid):
    class SmallNet(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            self.conv = fluid.dygraph.Conv2D(1, 2, 3, act="relu")
            self.bn = fluid.dygraph.BatchNorm(2)
            self.pool = fluid.dygraph.Pool2D(2)
            self.fc = fluid.dygraph.Linear(2, 3, act="softmax")

        def forward(self, x):
            return self.fc(x)

    with fluid.dygraph.guard():
        yield SmallNet()


def arrays(net):
    return {key: value.numpy() + 1 for key, value in net.state_dict().items()}


def test_keys_and_names(net):
    assert list(net.state_dict()) == [
        "conv.weight", "conv.bias", "bn.weight", "bn.bias", "bn._mean", "bn._variance", "fc.weight", "fc.bias",
    ]
    assert [value.name for value in net.state_dict().values()] == [
        "conv2d_0.w_0", "conv2d_0.b_0", "batch_norm_0.w_0", "batch_norm_0.b_0", "batch_norm_0.w_1",
        "batch_norm_0.w_2", "linear_0.w_0", "linear_0.b_0",
    ]
    assert net.full_name() == "small_net_0"


def test_pool_has_no_sublayer(net):
    assert [type(layer).__name__ for layer in net.sublayers()] == ["Conv2D", "BatchNorm", "Pool2D", "Linear"]


def test_everything_is_a_layer(fluid, net):
    assert all(isinstance(layer, fluid.dygraph.Layer) for layer in [net, *net.sublayers()])
    assert isinstance(net.conv, fluid.dygraph.Conv2D)
    assert isinstance(net.conv, paddle.nn.Conv2D)


@pytest.mark.parametrize("method", ["set_dict", "load_dict"])
def test_set_dict_sets_everything(net, method):
    wanted = arrays(net)
    getattr(net, method)(wanted)
    for key, value in net.state_dict().items():
        np.testing.assert_array_equal(value.numpy(), wanted[key])


def test_set_dict_takes_tensors_and_parameter_names(net):
    by_name = {value.name: value * 2 for value in net.state_dict().values()}
    wanted = {name: value.numpy() for name, value in by_name.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no parameter's name is among the structured ones, and 1.8.5 says so too
        net.set_dict(by_name, use_structured_name=False)
    for value in net.state_dict().values():
        np.testing.assert_array_equal(value.numpy(), wanted[value.name])


def test_set_dict_refuses_what_is_missing(net):
    state = arrays(net)
    del state["fc.bias"]
    with pytest.raises(RuntimeError, match=r"fc\.bias"):
        net.set_dict(state)


def test_set_dict_refuses_another_shape_or_dtype(net):
    with pytest.raises(AssertionError, match="hape"):
        net.set_dict({**arrays(net), "fc.bias": np.zeros([4], "float32")})
    with pytest.raises(AssertionError, match="dtype"):
        net.set_dict({**arrays(net), "fc.bias": np.zeros([3], "float64")})


def test_set_dict_warns_of_what_is_left_over(net):
    with pytest.warns(UserWarning, match="extra"):
        net.set_dict({**arrays(net), "extra": np.zeros([1], "float32")})


def test_eval_reaches_functions_and_train_ends_it(fluid, net):
    x = fluid.layers.ones([10, 100], "float32")
    net.eval()
    assert (net.training, net.bn.training) == (False, False)
    assert fluid.layers.dropout(x, 0.5).numpy().min() == 0.5
    net.train()
    assert (net.training, net.bn.training) == (True, True)
    assert 0 < (fluid.layers.dropout(x, 0.5).numpy() == 0).sum() < 1000


def test_clear_gradients(fluid, net):
    fluid.layers.mean(net(fluid.layers.ones([1, 2], "float32"))).backward()
    assert net.fc.weight.grad is not None
    net.clear_gradients()
    assert not np.any(net.fc.weight.grad.numpy())


def test_a_parameter_of_ones_own(fluid):
    class Scale(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__("scale")
            attr = fluid.ParamAttr(name="s", initializer=fluid.initializer.Constant(2.0))
            self.s = self.create_parameter(shape=[1], attr=attr, dtype="float32")
            self.add_parameter("t", self.create_parameter([2], is_bias=True))

        def forward(self, x):
            return x * self.s

    with fluid.dygraph.guard():
        scale = Scale()
        assert scale(fluid.layers.ones([1], "float32")).numpy().tolist() == [2.0]
        assert [(key, value.name) for key, value in scale.state_dict().items()] == [("s", "s"), ("t", "scale_0.b_0")]


def test_float64_layers(fluid):
    with fluid.dygraph.guard():
        layer = fluid.dygraph.Linear(2, 2, dtype="float64")
        x = fluid.dygraph.to_variable(np.ones([1, 2]))
        assert layer(x).numpy().dtype == np.dtype("float64")


def test_layer_list(fluid):
    with fluid.dygraph.guard():
        layers = fluid.dygraph.LayerList([fluid.dygraph.Linear(1, 1) for _ in range(3)])
        layers.append(fluid.dygraph.Linear(1, 2))
        layers.insert(0, fluid.dygraph.Linear(1, 3))
        layers.extend([fluid.dygraph.Linear(1, 4)])
        assert [layer.weight.shape[1] for layer in layers] == [3, 1, 1, 1, 2, 4]
        assert list(layers.state_dict())[:2] == ["0.weight", "0.bias"]


def test_initializers_fill_as_they_say(fluid):
    I, P = fluid.initializer, fluid.ParamAttr  # noqa: E741
    made = {
        "constant": I.Constant(0.5),
        "uniform": I.Uniform(low=-0.1, high=0.1),
        "normal": I.NormalInitializer(loc=1.0, scale=0.1),
        "truncated": I.TruncatedNormal(scale=0.1),
        "xavier": I.Xavier(),
        "msra": I.MSRA(uniform=True),
        "array": I.NumpyArrayInitializer(np.arange(20000, dtype="float32").reshape([100, 200])),
    }
    with fluid.dygraph.guard():
        got = {k: fluid.dygraph.Linear(100, 200, param_attr=P(initializer=v)).weight.numpy() for k, v in made.items()}
    assert set(got["constant"].ravel()) == {0.5}
    assert 0.09 < np.abs(got["uniform"]).max() <= 0.1
    assert abs(got["normal"].mean() - 1) < 0.01
    assert abs(got["normal"].std() - 0.1) < 0.01
    assert np.abs(got["truncated"]).max() <= 0.2
    assert 0.9 < np.abs(got["xavier"]).max() / (6 / 300) ** 0.5 <= 1.001
    assert 0.9 < np.abs(got["msra"]).max() / (6 / 100) ** 0.5 <= 1.001
    assert got["array"][1, 0] == 200.0


@pytest.mark.parametrize(("rate", "everywhere", "trained"), [(0.0, True, 0), (0.0, False, 2), (1.0, True, 2)])
def test_a_weight_of_rate_zero_freezes_a_batch_norm_of_global_statistics(fluid, rate, everywhere, trained):
    """As 1.8.5: with its bias, so that neither counts where gradients are clipped together."""
    with fluid.dygraph.guard():
        norm = fluid.dygraph.BatchNorm(2, param_attr=fluid.ParamAttr(learning_rate=rate), use_global_stats=everywhere)
        fluid.layers.reduce_sum(norm(fluid.dygraph.to_variable(np.ones([1, 2, 3, 3], "float32")))).backward()
        assert len([each for each in (norm.weight, norm.bias) if each.gradient() is not None]) == trained


def test_tensors_are_attributes_like_others(fluid):
    """Today they are buffers: what the class has of that name hides them, and nothing else may take their place."""
    class Sums(fluid.dygraph.Layer):
        total = None

        def forward(self, x):
            self.total = x if self.total is None else self.total + x
            self.last = x
            return self.total

    with fluid.dygraph.guard():
        sums, x = Sums(), fluid.dygraph.to_variable(np.ones(2, "float32"))
        assert [float(sums(x).numpy()[0]) for _ in range(3)] == [1, 2, 3]
        assert vars(sums)["last"] is x
        sums.total, sums.last = 0, "none"
        assert (sums.total, sums.last, sums.state_dict()) == (0, "none", {})
        assert sums(x).numpy().tolist() == [1, 1]
        del sums.last
        assert not hasattr(sums, "last")


def test_a_tensor_that_a_layer_keeps_is_in_its_trace(fluid):
    class Scaled(fluid.dygraph.Layer):
        scale = None

        def forward(self, x):
            return x * self.scale

    with fluid.dygraph.guard():
        scaled, x = Scaled(), fluid.dygraph.to_variable(np.ones((1, 2), "float32"))
        scaled.scale = fluid.dygraph.to_variable(np.array([3.0], "float32"))
        _, traced = fluid.dygraph.TracedLayer.trace(scaled, inputs=[x])
        assert np.array(traced([x])[0]).tolist() == [[3, 3]]
        assert scaled(x).numpy().tolist() == [[3, 3]]


def test_what_a_layer_has_is_not_hidden_by_methods_that_came_later(fluid):
    class Net(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            self.modules = fluid.dygraph.LayerList([fluid.dygraph.Linear(2, 2)])
            self.add_sublayer("children", fluid.dygraph.Linear(2, 3))
            self.to = self.create_parameter([3])
            self.add_parameter("full", self.create_parameter([3]))
            self.buffers = [1]

        def forward(self, x):
            for each in self.modules:
                x = each(x)
            return self.children(x) * self.to + self.full

    with fluid.dygraph.guard():
        net = Net()
        assert net(fluid.dygraph.to_variable(np.ones((1, 2), "float32"))).shape == [1, 3]
        assert list(net.state_dict()) == [
            "to", "full", "modules.0.weight", "modules.0.bias", "children.weight", "children.bias"]
        net.set_dict({key: value.numpy() * 0 + 2 for key, value in net.state_dict().items()})
        assert net.full.numpy().tolist() == [2, 2, 2]
        net.children = None
        assert net.children is None
        del net.to
        assert "to" not in net.state_dict()
        assert net.buffers == [1]


def test_variables_of_no_size_yet_are_filled_by_assign(fluid):
    class Counting(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            self.count = self.create_variable(name="count", persistable=True)
            fluid.layers.assign(np.zeros([2], "float32"), self.count)

    with fluid.dygraph.guard():
        net = Counting()
        net.count.set_value(net.count.numpy() + 1)
        assert net.count.numpy().tolist() == [1, 1]
        assert net.count.shape == [2]
