"""Layers made as 1.6 made them: the same results as 1.8.5's layer of the inferred size, and 1.6's own ways.

1.8.5 has no layers without sizes any more, so it is asked about the equal layer of its own.
"""

import copy
import warnings

import numpy as np
import paddle
import pytest
from paddle_compat.fluid.dygraph import nn, unsized

random = np.random.RandomState(11)
GIVEN = {
    "x": random.uniform(-1, 1, [2, 4]).astype("float32"),
    "cube": random.uniform(-1, 1, [2, 3, 4]).astype("float32"),
    "image": random.uniform(-1, 1, [2, 2, 5, 5]).astype("float32"),
    "ids": np.array([[1], [3], [0]]),
    "more_ids": np.array([[[1], [3]], [[0], [2]]]),
    "label": np.array([[1], [3]]),
    "volume": random.uniform(-1, 1, [1, 2, 3, 4, 4]).astype("float32"),
    "groups": random.uniform(-1, 1, [2, 4, 3, 3]).astype("float32"),
    "gates": random.uniform(-1, 1, [2, 6]).astype("float32"),
    "hidden": random.uniform(-1, 1, [2, 2]).astype("float32"),
    "matrix": random.uniform(-1, 1, [3, 2, 2]).astype("float32"),
    "wide": random.uniform(-1, 1, [2, 4]),
    "edges": np.array([[[1, 2], [1, 3]], [[1, 2], [2, 3]]], "int32"),
}
# A first call makes the parameters; then every one gets its numbers, and after the result they come themselves.
SET = (
    "(lambda layer: (layer({given}), [p.set_value(np.cos(np.arange(p.numpy().size) + 0.5).reshape(p.numpy().shape)"
    ".astype(p.numpy().dtype)) for p in layer.parameters()], (lambda out: list(out) if isinstance(out, tuple) else"
    " [out])(layer({given})) + list(layer.state_dict().values()))[2])(fluid.dygraph.{layer})"
)
FLAT = "L.reshape(image, [2, 50])"
# 1.6's form, 1.8's form, and what they are called with: once for both, or for each of them.
LAYERS = {
    "conv": ("Conv2D('c', 3, 3)", "Conv2D(2, 3, 3)", "image"),
    "conv_named": ("Conv2D(name_scope='c', num_filters=3, filter_size=3, act='relu')",
                   "Conv2D(2, 3, 3, act='relu')", "image"),
    "conv_all": ("Conv2D('c', 4, [3, 2], [2, 1], [1, 0], [1, 2], 2, None, False, False, 'tanh', 'float32')",
                 "Conv2D(2, 4, [3, 2], [2, 1], [1, 0], [1, 2], 2, None, False, act='tanh')", "image"),
    "conv3d": ("Conv3D('c', 3, 2, act='sigmoid')", "Conv3D(2, 3, 2, act='sigmoid')", "volume"),
    "conv3d_all": ("Conv3D('c', 4, [2, 3, 2], [1, 2, 1], 1, 2, 2, None, False, False, 'relu')",
                   "Conv3D(2, 4, [2, 3, 2], [1, 2, 1], 1, 2, 2, None, False, act='relu')", "volume"),
    "transpose": ("Conv2DTranspose('t', 3, filter_size=3)", "Conv2DTranspose(2, 3, 3)", "image"),
    "transpose_all": ("Conv2DTranspose('t', 4, None, 3, 1, 2, 1, 2, None, False, False, 'tanh')",
                      "Conv2DTranspose(2, 4, 3, None, 1, 2, 1, 2, None, False, act='tanh')", "image"),
    "transpose_size": ("Conv2DTranspose('t', 3, [10, 10], 3, stride=2, padding=1)",
                       "Conv2DTranspose(2, 3, 3, [10, 10], stride=2, padding=1)", "image"),
    "transpose_fitting": ("Conv2DTranspose('t', 3, [11, 10], stride=2)",
                          "Conv2DTranspose(2, 3, [3, 2], [11, 10], stride=2)", "image"),
    "transpose_fitting_all": ("Conv2DTranspose('t', 3, 13, stride=[2, 1], padding=1, dilation=2)",
                              "Conv2DTranspose(2, 3, [4, 6], [13, 13], stride=[2, 1], padding=1, dilation=2)", "image"),
    "transpose3d": ("Conv3DTranspose('t', 3, filter_size=2, bias_attr=fluid.ParamAttr())",
                    "Conv3DTranspose(2, 3, 2, bias_attr=fluid.ParamAttr())", "volume"),
    "transpose3d_no_bias": ("Conv3DTranspose('t', 2, None, 3, 1, 2, 1, 2, None, None, False, 'tanh', 'name')",
                            "Conv3DTranspose(2, 2, 3, 1, 2, 1, 2, None, False, act='tanh')", "volume"),
    "transpose3d_fitting": ("Conv3DTranspose('t', 3, [4, 5, 6])", "Conv3DTranspose(2, 3, [2, 2, 3], bias_attr=False)",
                            "volume"),
    "pool": ("Pool2D('p', 2)", "Pool2D(2)", "image"),
    "pool_all": ("Pool2D('p', 3, 'avg', 2, 1, False, False, True, False, 'float32')",
                 "Pool2D(3, 'avg', 2, 1, False, False, True, False)", "image"),
    "pool_global": ("Pool2D('p', pool_type='avg', global_pooling=True)", "Pool2D(pool_type='avg', global_pooling=True)",
                    "image"),
    "pool_unknown": ("Pool2D('p', 2, 'sum')", "Pool2D(2, 'sum')", "image"),
    "fc": ("FC('f', 3)", "Linear(4, 3)", "x"),
    "fc_flattens": ("FC('f', size=3, act='softmax')", "Linear(50, 3, act='softmax')", ("image", FLAT)),
    "fc_2": ("FC('f', 3, 2, None, False, 'relu', True, 'float32')", "Linear(25, 3, None, False, 'relu')",
             ("image", "L.reshape(image, [2, 2, 25])")),
    "fc_3": ("FC('f', 3, num_flatten_dims=3)", "Linear(5, 3)", "image"),
    "batch_norm": ("BatchNorm('b', 2)", "BatchNorm(2)", "image"),
    "batch_norm_all": ("BatchNorm('b', 2, 'relu', False, 0.5, 1e-3, None, None, 'float32', 'NCHW', False, 'm', 'v',"
                       " True, False, False, True)",
                       "BatchNorm(2, 'relu', False, 0.5, 1e-3, None, None, 'float32', 'NCHW', False, 'm', 'v', True,"
                       " False, True)", "image"),
    "embedding": ("Embedding('e', [5, 3])", "Embedding([5, 3])", ("ids", "L.squeeze(ids, [1])")),
    "embedding_all": ("Embedding('e', [5, 3], False, False, 2, None, 'float32')", "Embedding([5, 3], padding_idx=2)",
                      ("more_ids", "L.squeeze(more_ids, [2])")),
    "layer_norm": ("LayerNorm('l')", "LayerNorm([3, 4])", "cube"),
    "layer_norm_all": ("LayerNorm('l', True, False, 2, 1e-3, None, None, 'relu')",
                       "LayerNorm([4], True, False, 1e-3, None, None, 'relu')", "cube"),
    "layer_norm_bare": ("LayerNorm('l', scale=False, begin_norm_axis=2)", "LayerNorm([4], scale=False)", "cube"),
    "gru": ("GRUUnit('g', 6)", "GRUUnit(6)", "gates, hidden"),
    "gru_all": ("GRUUnit('g', 6, None, False, 'relu', 'tanh', False, 'float32')",
                "GRUUnit(6, None, False, 'relu', 'tanh')", "gates, hidden"),
    "nce": ("NCE('n', 5, seed=3, bias_attr=fluid.ParamAttr())", "NCE(5, 4, seed=3, bias_attr=fluid.ParamAttr())",
            "x, label"),
    "nce_all": ("NCE('n', 5, None, None, None, 4, 'custom_dist', [0.1, 0.2, 0.3, 0.2, 0.2], 7, False)",
                "NCE(5, 4, None, None, None, 4, 'custom_dist', [0.1, 0.2, 0.3, 0.2, 0.2], 7)", "x, label"),
    "prelu_all": ("PRelu('p', 'all')", "PRelu('all')", "image"),
    "prelu_channel": ("PRelu('p', mode='channel', param_attr=fluid.ParamAttr())",
                      "PRelu('channel', channel=2, param_attr=fluid.ParamAttr())", "image"),
    "prelu_element": ("PRelu('p', 'element')", "PRelu('element', input_shape=[2, 2, 5, 5])", "image"),
    "prelu_unknown": ("PRelu('p', 'some')", "PRelu('some')", "image"),
    "bilinear": ("BilinearTensorProduct('b', 3)", "BilinearTensorProduct(4, 2, 3)", "x, hidden"),
    "bilinear_all": ("BilinearTensorProduct('b', 3, 'n', 'tanh', None, False)",
                     "BilinearTensorProduct(4, 2, 3, 'n', 'tanh', None, False)", "x, hidden"),
    "group_norm": ("GroupNorm('g', 2)", "GroupNorm(4, 2)", "groups"),
    "group_norm_all": ("GroupNorm('g', 2, 1e-3, fluid.ParamAttr(), fluid.ParamAttr(), 'relu', 'NCHW')",
                       "GroupNorm(4, 2, 1e-3, fluid.ParamAttr(), fluid.ParamAttr(), 'relu')", "groups"),
    "spectral": ("SpectralNorm('s')", "SpectralNorm([3, 2, 2])", "matrix"),
    "spectral_all": ("SpectralNorm('s', 1, 3, 1e-3, 'n')", "SpectralNorm([3, 2, 2], 1, 3, 1e-3)", "matrix"),
    "tree": ("TreeConv('t', 2)", "TreeConv(4, 2)", "cube, edges"),
    "tree_all": ("TreeConv('t', 2, 1, 3, 'relu', None, fluid.ParamAttr(), 'n')",
                 "TreeConv(4, 2, 1, 3, 'relu', None, fluid.ParamAttr(), 'n')", "cube, edges"),
    # Where 1.6 took no dtype, a layer had that of its first input.
    "layer_norm_64": ("LayerNorm('l')", "LayerNorm([4], dtype='float64')", "wide"),
}


def expressions(form):
    found = {}
    for name, layer in LAYERS.items():
        given = layer[2] if isinstance(layer[2], str) else layer[2][form]
        found[name] = SET.format(layer=layer[form], given=given)
    return found


@pytest.fixture(scope="module")
def theirs(harness, cases):
    question = f"{cases.source}\nanswer.update(run_cases(fluid, {expressions(1)!r}, given))\n"
    return harness.ask("dygraph.unsized", question, GIVEN)


@pytest.fixture(scope="module")
def ours(fluid, cases):
    return cases.run_cases(fluid, expressions(0), GIVEN)


@pytest.mark.oracle
@pytest.mark.parametrize("name", LAYERS)
def test_same_as_the_sized_layer_of_185(theirs, ours, assert_close, name):
    wanted = {key: value for key, value in theirs.items() if key.partition("|")[0] == name}
    got = {key: value for key, value in ours.items() if key.partition("|")[0] == name}
    assert got.keys() == wanted.keys()
    for key, value in wanted.items():
        assert (got[key].dtype, got[key].shape) == (value.dtype, value.shape), key
        assert_close(got[key], value, 1e-6, key)


def test_every_layer_is_here():
    rules = {name for name, rule in vars(unsized).items() if hasattr(rule, "__dropped__")}
    assert {form.partition("(")[0] for form, _, _ in LAYERS.values()} == rules
    assert all(hasattr(nn, name) for name in rules)


@pytest.fixture
def guarded(fluid):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        yield fluid


@pytest.fixture
def net(guarded):
    class SmallNet(guarded.dygraph.Layer):
        def __init__(self, name_scope):
            super().__init__(name_scope)
            layers, scope = guarded.dygraph, self.full_name()
            self.conv = layers.Conv2D(scope, num_filters=2, filter_size=3, act="relu")
            self.pool = layers.Pool2D(scope, pool_size=2, pool_stride=2)
            self.norm = layers.BatchNorm(scope, 2)
            self.first = layers.FC(scope, size=4, param_attr=guarded.ParamAttr(name="own"))
            self.second = layers.FC(scope, size=3, act="softmax")

        def forward(self, x):
            return self.second(self.first(self.norm(self.pool(self.conv(x)))))

    return SmallNet


@pytest.fixture
def image(guarded):
    return guarded.dygraph.to_variable(np.cos(np.arange(128)).reshape([2, 1, 8, 8]).astype("float32"))


KEYS = [
    "conv.weight", "conv.bias", "norm.weight", "norm.bias", "norm._mean", "norm._variance", "first.weight",
    "first.bias", "second.weight", "second.bias",
]
NAMES_IN_1_6 = [
    "net/SmallNet_0/Conv2D_0.w_0", "net/SmallNet_0/Conv2D_0.b_0", "net/SmallNet_0/BatchNorm_0.w_0",
    "net/SmallNet_0/BatchNorm_0.b_0", "net/SmallNet_0/BatchNorm_0.w_1", "net/SmallNet_0/BatchNorm_0.w_2",
    "net/SmallNet_0/FC_0.own", "net/SmallNet_0/FC_0.b_0", "net/SmallNet_0/FC_1.w_0", "net/SmallNet_0/FC_1.b_0",
]


def test_the_first_call_makes_the_parameters(net, image):
    model = net("net")
    assert list(model.state_dict()) == [key for key in KEYS if key.startswith("norm")]
    model(image)
    assert list(model.state_dict()) == KEYS
    before = [id(parameter) for parameter in model.parameters()]
    model(image)
    assert [id(parameter) for parameter in model.parameters()] == before
    assert model.first.weight.shape == [18, 4]


def test_names_are_those_of_1_6(net, image):
    model = net("net")
    model(image)
    assert [value.name for value in model.state_dict().values()] == NAMES_IN_1_6
    again = net("net")
    again(image)
    assert next(iter(again.state_dict().values())).name == "net/SmallNet_1/Conv2D_0.w_0"


def test_before_and_after_it_is_the_layer(guarded, net, image):
    model = net("net")
    kinds = ["Conv2D", "Pool2D", "BatchNorm", "FC", "FC"]
    for _ in range(2):
        assert [type(layer).__name__ for layer in model.sublayers()] == kinds
        assert isinstance(model.conv, guarded.dygraph.Conv2D)
        assert isinstance(model.conv, paddle.nn.Conv2D)
        assert isinstance(model.first, guarded.dygraph.FC)
        assert isinstance(model.first, guarded.dygraph.Linear)
        model(image)
    assert type(model.conv) is guarded.dygraph.Conv2D


def test_a_class_of_ones_own_over_a_layer(guarded, image):
    class Twice(guarded.dygraph.Conv2D):
        def __init__(self, scope):
            super().__init__(scope, num_filters=2, filter_size=3)
            self.factor = 2.0

        def forward(self, input):
            return super().forward(input) * self.factor

    layer = Twice("t")
    out = layer(image)
    assert type(layer) is Twice
    assert layer.weight.name == "t/Twice_0.w_0"
    plain = guarded.dygraph.Conv2D(1, 2, 3)
    plain.set_dict(layer.state_dict())
    np.testing.assert_array_equal(out.numpy(), plain(image).numpy() * 2)


def test_hooks_set_before_run_after_the_activation_and_can_be_removed(guarded, image):
    layer = guarded.dygraph.Conv2D("c", 2, 3, act="relu")
    seen = []
    hook = layer.register_forward_post_hook(lambda layer, inputs, out: seen.append(float(out.numpy().min())))
    layer(image)
    assert len(seen) == 1
    assert seen[0] >= 0
    hook.remove()
    layer(image)
    assert len(seen) == 1


def test_modes_set_before_stay(net, image):
    model = net("net")
    model.eval()
    model(image)
    assert not any(layer.training for layer in model.sublayers())
    model.train()
    assert all(layer.training for layer in model.sublayers())


def test_a_copy_of_a_waiting_layer_is_one(guarded, image):
    layer = guarded.dygraph.Conv2D("c", 2, 3)
    other = copy.deepcopy(layer)
    layer(image)
    assert other.parameters() == []
    other(image)
    assert other.weight.shape == layer.weight.shape
    assert other.weight is not layer.weight


def test_the_form_of_1_8_is_told_apart(guarded, image):
    layers = guarded.dygraph
    assert len(layers.PRelu("all").parameters()) == 1
    assert len(layers.PRelu("channel", 1).parameters()) == 1
    assert layers.PRelu("p", mode="all").parameters() == []
    assert layers.PRelu(name_scope="p", mode="all").parameters() == []
    assert len(layers.Conv2D(1, 2, 3).parameters()) == 2
    for wrong in (lambda: layers.Conv2D("c", 2), lambda: layers.Conv2D("c", 1, num_filters=2, filter_size=3),
                  lambda: layers.FC(10), lambda: layers.FC(4, 10)):
        with pytest.raises(TypeError):
            wrong()


def test_refused_in_dygraph_mode_then_and_gone_now(guarded):
    for gone in (nn.SequenceConv, nn.RowConv):
        with pytest.raises(AttributeError, match=r"1\.6 had the class"):
            gone("s", 3)


def test_fc_of_several_tensors(guarded):
    layers = guarded.dygraph
    tensors = [layers.to_variable(GIVEN[name]) for name in ("cube", "x", "hidden")]
    layer = layers.FC("f", 3, bias_attr=guarded.ParamAttr(initializer=guarded.initializer.Constant(0.5)), act="relu")
    out = layer(tensors)
    assert [p.name for p in layer.parameters()] == ["f/FC_0.w_0", "f/FC_0.b_0", "f/FC_0.w_1", "f/FC_0.w_2"]
    weights = [layer.weight, layer._w1, layer._w2]
    assert [list(weight.shape) for weight in weights] == [[12, 3], [4, 3], [2, 3]]
    products = [GIVEN[name].reshape([2, -1]) @ weight.numpy()
                for name, weight in zip(("cube", "x", "hidden"), weights, strict=True)]
    np.testing.assert_allclose(out.numpy(), np.maximum(sum(products) + 0.5, 0), rtol=1e-5, atol=1e-6)
    bare = layers.FC("f", 3, bias_attr=False)
    bare([tensors[1], tensors[1]])
    assert [p.name for p in bare.parameters()] == ["f/FC_1.w_0", "f/FC_1.w_1"]


def test_sequential_behind_a_name_scope(guarded, image):
    layers = guarded.dygraph
    model = layers.Sequential("s", layers.Conv2D("c", 2, 3), layers.FC("f", 3))
    assert list(model(image).shape) == [2, 3]
    assert list(model.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]
    assert len(layers.Sequential()) == 0
    assert len(layers.Sequential(("a", layers.Linear(2, 3)))) == 1


def arrays(keys, model):
    return {key: value.numpy() + 1 for key, value in zip(keys, model.state_dict().values(), strict=True)}


@pytest.mark.parametrize("keys", [KEYS, NAMES_IN_1_6], ids=["keys", "names of 1.6"])
@pytest.mark.parametrize("called", [False, True], ids=["before", "after"])
def test_set_dict(fluid, net, image, keys, called):
    first = net("net")
    first(image)
    wanted = arrays(keys, first)
    with fluid.dygraph.guard(fluid.CPUPlace()):  # names are counted afresh
        model = net("net")
        model.eval()
        if called:
            model(image)
        model.set_dict(wanted)
        model(image)
        for value, array in zip(model.state_dict().values(), wanted.values(), strict=True):
            np.testing.assert_array_equal(value.numpy(), array)


def test_set_dict_before_the_first_call_finds_what_is_missing_then(net, image):
    model, other = net("net"), net("net")
    other(image)
    state = arrays(KEYS, other)
    del state["second.bias"]
    model.set_dict(state)
    with pytest.raises(RuntimeError, match=r"second\.bias"):
        model(image)


def test_set_dict_warns_of_what_is_left_over_only_when_it_can_know(net, image):
    model = net("net")
    other = net("net")
    other(image)
    state = {**arrays(KEYS, other), "extra": np.zeros([1], "float32")}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.set_dict(state)
    model(image)
    with pytest.warns(UserWarning, match="extra"):
        model.set_dict(state)


def test_build_once_is_called_once(guarded, image):
    class Own(guarded.dygraph.Layer):
        def __init__(self):
            super().__init__("own")
            self.times = 0

        def _build_once(self, input):
            self.times += 1
            self.weight = self.create_parameter(attr=None, shape=[input.shape[1]], dtype="float32")

        def forward(self, input):
            return input * self.weight

    layer = Own()
    layer(image)
    weight = layer.weight
    layer(image)
    assert layer.times == 1
    assert layer.weight is weight


def test_set_dict_before_the_first_call_reaches_what_build_once_makes(guarded, image):
    class Own(guarded.dygraph.Layer):
        def __init__(self):
            super().__init__("own")
            self.fc = guarded.dygraph.FC(self.full_name(), 2)

        def _build_once(self, input):
            self.scale = self.create_parameter(attr=None, shape=[input.shape[1]], dtype="float32")

        def forward(self, input):
            return self.fc(input * self.scale)

    first, second = Own(), Own()
    first(image)
    wanted = {key: value.numpy() for key, value in first.state_dict().items()}
    assert list(wanted) == ["scale", "fc.weight", "fc.bias"]
    second.set_dict(wanted)
    np.testing.assert_array_equal(second(image).numpy(), first(image).numpy())


def test_with_a_seed_they_start_as_sized_layers_do(guarded, image):
    guarded.default_main_program().random_seed = 5
    layers = guarded.dygraph
    pairs = [(layers.Conv2D("c", 2, 3), layers.Conv2D(1, 2, 3)), (layers.FC("f", 3), layers.Linear(64, 3))]
    for old, sized in pairs:
        old(image)
        np.testing.assert_array_equal(old.weight.numpy(), sized.weight.numpy())


def test_parameters_under_the_names_of_1_6(guarded, image):
    layers = guarded.dygraph
    conv, fc, norm = layers.Conv2D("c", 2, 3), layers.FC("f", 3), layers.LayerNorm("l")
    for layer in (conv, fc, norm):
        layer(image)
    assert conv._filter_param is conv.weight
    assert (fc._w is fc.weight, fc._b is fc.bias) == (True, True)
    assert (norm._scale_w is norm.weight, norm._bias_w is norm.bias) == (True, True)
    first, second = layers.Embedding("e", [5, 3]), layers.Embedding("e", [5, 3])
    ids = layers.to_variable(GIVEN["ids"])
    second._w = first._w
    assert second.weight is first.weight
    np.testing.assert_array_equal(second(ids).numpy(), first(ids).numpy())


def test_create_parameter_with_the_attribute_first(guarded):
    layer = guarded.dygraph.Layer("own")
    attr = guarded.ParamAttr(initializer=guarded.initializer.Constant(2.0))
    np.testing.assert_array_equal(layer.create_parameter(attr, [1, 2], "float32").numpy(), [[2.0, 2.0]])
    np.testing.assert_array_equal(layer.create_parameter(None, [2], "float32", True).numpy(), [0.0, 0.0])


def test_paddles_own_layers_are_left_alone(guarded):
    with pytest.raises((TypeError, ValueError, AssertionError)):
        paddle.nn.Conv2D("c", 2, 3)(paddle.ones([1, 1, 4, 4]))
