"""Layers: outputs and gradients from equal weights, arguments, parameter names and shapes, errors."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(11)
GIVEN = {
    "x": random.uniform(-1, 1, [2, 4]).astype("float32"),
    "cube": random.uniform(-1, 1, [2, 3, 4]).astype("float32"),
    "image": random.uniform(-1, 1, [2, 2, 5, 5]).astype("float32"),
    "ids": np.array([[1], [3], [0]]),
    "flat": np.array([1, 3, 0]),
    "p": random.uniform(0.1, 0.9, [2, 4]).astype("float32"),
    "label": np.array([1, 3]),
    "y": random.uniform(0, 1, [2, 4]).astype("float32"),
    "weight": random.uniform(0.5, 1.5, [4]).astype("float32"),
    "volume": random.uniform(-1, 1, [1, 2, 3, 4, 4]).astype("float32"),
    "groups": random.uniform(-1, 1, [2, 4, 3, 3]).astype("float32"),
    "gates": random.uniform(-1, 1, [2, 6]).astype("float32"),
    "hidden": random.uniform(-1, 1, [2, 2]).astype("float32"),
    "double": random.uniform(-1, 1, [2, 4]),
    "double_image": random.uniform(-1, 1, [2, 2, 5, 5]),
    "double_gates": random.uniform(-1, 1, [2, 6]),
    "double_hidden": random.uniform(-1, 1, [2, 2]),
    "matrix": random.uniform(-1, 1, [3, 2, 2]).astype("float32"),
}
# Every layer's parameters are set to the same numbers; then it is called, and its parameters come after the result.
SET = (
    "(lambda layer: ([p.set_value(np.cos(np.arange(p.numpy().size) + 0.5).reshape(p.numpy().shape)"
    ".astype(p.numpy().dtype)) for p in layer.parameters()],"
    " (lambda out: list(out) if isinstance(out, tuple) else [out])({call})"
    " + list(layer.state_dict().values()))[1])({layer})"
)
D = "fluid.dygraph."
LAYERS = {
    "conv": ("Conv2D(2, 3, 3)", "image"),
    "conv_act": ("Conv2D(num_channels=2, num_filters=4, filter_size=3, padding=1, act='relu')", "image"),
    "conv_more": ("Conv2D(2, 4, [3, 2], stride=[2, 1], padding=[1, 0], dilation=[1, 2], groups=2)", "image"),
    "conv_no_bias": ("Conv2D(2, 3, 3, bias_attr=False, act='sigmoid')", "image"),
    "conv_cudnn": ("Conv2D(2, 3, 3, use_cudnn=False)", "image"),
    "conv_wrong_groups": ("Conv2D(3, 4, 3, groups=2)", "image"),
    "transpose": ("Conv2DTranspose(2, 3, 3)", "image"),
    "transpose_more": ("Conv2DTranspose(2, 2, 3, padding=1, stride=2, groups=2, act='tanh')", "image"),
    "transpose_size": ("Conv2DTranspose(2, 3, 3, output_size=[10, 10], stride=2, padding=1)", "image"),
    "linear": ("Linear(4, 3)", "x"),
    "linear_act": ("Linear(input_dim=4, output_dim=3, act='softmax')", "x"),
    "linear_3d": ("Linear(4, 3, bias_attr=False)", "cube"),
    "batch_norm": ("BatchNorm(2)", "image"),
    "batch_norm_act": ("BatchNorm(num_channels=2, act='relu', momentum=0.5, epsilon=1e-3)", "image"),
    "batch_norm_2d": ("BatchNorm(4)", "x"),
    "batch_norm_global": ("BatchNorm(2, use_global_stats=True, param_attr=fluid.ParamAttr())", "image"),
    "embedding": ("Embedding([5, 3])", "ids"),
    "embedding_flat": ("Embedding(size=(5, 3), is_sparse=False, is_distributed=False)", "flat"),
    "layer_norm": ("LayerNorm([4])", "cube"),
    "layer_norm_more": ("LayerNorm([3, 4], epsilon=1e-3, act='relu')", "cube"),
    "layer_norm_bare": ("LayerNorm(4, scale=False, shift=False)", "cube"),
    "max": ("Pool2D(2)", "image"),
    "max_stride": ("Pool2D(pool_size=2, pool_stride=2, pool_type='max')", "image"),
    "avg": ("Pool2D(pool_size=3, pool_type='avg', pool_stride=2, pool_padding=1)", "image"),
    "avg_overhanging": ("Pool2D(2, 'avg', 2, exclusive=False, ceil_mode=True)", "image"),
    "avg_inclusive": ("Pool2D(3, 'avg', 2, 1, exclusive=False, ceil_mode=True)", "image"),
    "global_max": ("Pool2D(global_pooling=True)", "image"),
    "global_avg": ("Pool2D(pool_type='avg', global_pooling=True, use_cudnn=False)", "image"),
    "pool_no_size": ("Pool2D()", "image"),
    "pool_unknown": ("Pool2D(2, 'sum')", "image"),
    "dropout_none": ("Dropout(p=0.0)", "x"),
    "conv3d": ("Conv3D(2, 3, 2)", "volume"),
    "conv3d_more": ("Conv3D(2, 4, [2, 3, 2], stride=[1, 2, 1], padding=1, dilation=2, groups=2, act='relu')", "volume"),
    "conv3d_no_bias": ("Conv3D(2, 3, 2, bias_attr=False, use_cudnn=False)", "volume"),
    "transpose3d": ("Conv3DTranspose(2, 3, 2)", "volume"),
    "transpose3d_more": ("Conv3DTranspose(2, 2, 3, padding=1, stride=2, dilation=1, groups=2, act='tanh')", "volume"),
    "transpose3d_bias": ("Conv3DTranspose(2, 3, 2, bias_attr=fluid.ParamAttr(), use_cudnn=False)", "volume"),
    "transpose3d_no_bias": ("Conv3DTranspose(2, 3, 2, bias_attr=False)", "volume"),
    "group_norm": ("GroupNorm(4, 2)", "groups"),
    "group_norm_more": (
        "GroupNorm(channels=4, groups=2, epsilon=1e-3, param_attr=fluid.ParamAttr(), bias_attr=fluid.ParamAttr(),"
        " act='relu')", "groups"),
    "group_norm_layout": ("GroupNorm(4, 2, data_layout='NHWC')", "groups"),
    "instance_norm": ("InstanceNorm(4)", "groups"),
    "instance_norm_more": ("InstanceNorm(num_channels=2, epsilon=1e-3, param_attr=fluid.ParamAttr())", "volume"),
    "instance_norm_3d": ("InstanceNorm(3)", "cube"),
    "instance_norm_no_bias": ("InstanceNorm(4, bias_attr=False)", "groups"),
    "spectral": ("SpectralNorm([3, 2, 2])", "matrix"),
    "spectral_more": ("SpectralNorm(weight_shape=[3, 2, 2], dim=1, power_iters=3, eps=1e-3)", "matrix"),
    "bilinear": ("BilinearTensorProduct(4, 2, 3)", "x, hidden"),
    "bilinear_more": ("BilinearTensorProduct(4, 2, 3, name='b', act='tanh', bias_attr=False)", "x, hidden"),
    "gru": ("GRUUnit(6)", "gates, hidden"),
    "gru_more": ("GRUUnit(size=6, activation='relu', gate_activation='tanh', origin_mode=True)", "gates, hidden"),
    "gru_identity": ("GRUUnit(6, bias_attr=False, activation='identity')", "gates, hidden"),
    "gru_unknown": ("GRUUnit(6, activation='softmax')", "gates, hidden"),
    "prelu": ("PRelu('all')", "image"),
    "prelu_channel": ("PRelu(mode='channel', channel=2)", "image"),
    "prelu_channel_of_three": ("PRelu('channel', 3)", "cube"),
    "prelu_channel_of_two": ("PRelu('channel', 4)", "x"),
    "prelu_element": ("PRelu('element', input_shape=[2, 2, 5, 5], param_attr=fluid.ParamAttr())", "image"),
    "prelu_unknown": ("PRelu('some')", "image"),
    "prelu_lacks": ("PRelu('channel')", "image"),
    "linear_double": ("Linear(4, 3, param_attr=fluid.ParamAttr(), dtype='float64')", "double"),
    "conv_double": ("Conv2D(2, 3, 3, param_attr=fluid.ParamAttr(name='w'), dtype='float64')", "double_image"),
    "transpose_double": ("Conv2DTranspose(2, 3, 3, dilation=2, param_attr=fluid.ParamAttr(), use_cudnn=False,"
                         " dtype='float64')", "double_image"),
    "embedding_padding": ("Embedding([5, 3], padding_idx=3, param_attr=fluid.ParamAttr())", "flat"),
    "embedding_padding_end": ("Embedding([5, 3], padding_idx=-2)", "flat"),
    "embedding_distributed": ("Embedding([5, 3], False, True)", "flat"),
    "embedding_double": ("Embedding([5, 3], dtype='float64')", "flat"),
    "batch_norm_last": ("BatchNorm(5, data_layout='NHWC', bias_attr=fluid.ParamAttr())", "image"),
    "batch_norm_names": ("BatchNorm(2, in_place=True, moving_mean_name='m', moving_variance_name='v',"
                         " do_model_average_for_mean_and_var=False)", "image"),
    "batch_norm_fixed": ("BatchNorm(2, bias_attr=fluid.ParamAttr(trainable=False))", "image"),
    "batch_norm_test": ("BatchNorm(2, is_test=True)", "image"),
    "batch_norm_trainable": ("BatchNorm(2, trainable_statistics=True)", "image"),
    "batch_norm_double": ("BatchNorm(2, dtype='float64')", "double_image"),
    "layer_norm_attr": ("LayerNorm([4], param_attr=fluid.ParamAttr(name='s'), bias_attr=fluid.ParamAttr(name='b'))",
                        "cube"),
    "layer_norm_double": ("LayerNorm([4], dtype='float64')", "double"),
    "gru_attr": ("GRUUnit(6, param_attr=fluid.ParamAttr(name='g'))", "gates, hidden"),
    "gru_double": ("GRUUnit(6, dtype='float64')", "double_gates, double_hidden"),
    "pool_floor": ("Pool2D(pool_size=[2, 3], pool_type='avg', pool_stride=[1, 2], pool_padding=[1, 0],"
                   " use_cudnn=False)", "image"),
    "pool_chosen_avg": ("Pool2D(3, str('avg'), 2, 1, ceil_mode=True, exclusive=False)", "image"),
    "pool_chosen_max": ("Pool2D(2, str('max'), pool_stride=2, global_pooling=bool(0))", "image"),
    "pool_chosen_all": ("Pool2D(pool_type=str('avg'), global_pooling=bool(1))", "image"),
    "pool_chosen_all_max": ("Pool2D(global_pooling=bool(1))", "image"),
    "unknown_act": ("Linear(4, 3, act='nonsense')", "x"),
    **{
        f"act_{act}": (f"Linear(4, 3, act='{act}')", "x")
        for act in ["relu", "sigmoid", "tanh", "softmax", "leaky_relu", "relu6", "elu", "swish", "hard_swish",
                    "hard_sigmoid", "softplus", "softsign", "square", "sqrt", "abs", "exp", "gelu", "selu",
                    "logsigmoid", "stanh", "brelu", "thresholded_relu", "hard_shrink", "softshrink", "tanh_shrink"]
    },
}
# The row of padding_idx is never looked up, but here the weight serves twice.
TIED = (
    "(lambda layer: [layer.weight, layer(flat), L.matmul(layer(flat), layer.weight, transpose_y=True)])"
    f"({D}Embedding([5, 3], padding_idx=3, param_attr=fluid.initializer.Constant(0.5)))"
)
SEQUENTIAL = f"{D}Sequential({D}Linear(4, 3, act='relu'), {D}Linear(3, 2))"
NAMED = f"{D}Sequential(('a', {D}Linear(4, 3)), ('b', {D}Linear(3, 2)))"
CASES = {
    **{name: SET.format(layer=D + made, call=f"layer({given})") for name, (made, given) in LAYERS.items()},
    "batch_norm_eval": SET.format(layer=D + "BatchNorm(2)", call="layer.eval() or layer(image)"),
    "batch_norm_eval_trainable": SET.format(
        layer=D + "BatchNorm(2, trainable_statistics=True)", call="layer.eval() or layer(image)"
    ),
    "dropout_eval": SET.format(layer=D + "Dropout(0.3)", call="layer.eval() or layer(x)"),
    "dropout_eval_up": SET.format(
        layer=D + "Dropout(0.3, dropout_implementation='upscale_in_train')", call="layer.eval() or layer(x)"
    ),
    "sequential": SET.format(layer=SEQUENTIAL, call="layer(x)"),
    "sequential_named": SET.format(layer=NAMED, call="layer['a'](x)"),
    "embedding_tied": TIED,
    "mse": f"{D}MSELoss()(p, y)",
    "mse_none": f"{D}MSELoss(reduction='none')(p, y)",
    "mse_sum": f"{D}MSELoss('sum')(p, y)",
    "l1": f"{D}L1Loss()(p, y)",
    "bce": f"{D}BCELoss()(p, y)",
    "bce_weight": f"{D}BCELoss(weight=weight, reduction='sum')(p, y)",
    "nll": f"{D}NLLLoss()(L.log(p), label)",
    "nll_weight": f"{D}NLLLoss(weight=weight, ignore_index=3)(L.log(p), label)",
}
# How a script has them: a layer of the user's own makes them and calls them.
MIGRATED = """class Case_{name}(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.layer = {made}

    def forward(self, {inputs}):
        return self.{call}


def case_{name}({inputs}):
    layer = Case_{name}()
    for p in layer.parameters():
        p.set_value(np.cos(np.arange(p.numpy().size) + 0.5).reshape(p.numpy().shape).astype(p.numpy().dtype))
    layer.{mode}()
    out = layer({inputs})
    return (list(out) if isinstance(out, tuple) else [out]) + list(layer.state_dict().values())
"""
EVAL = {"batch_norm_eval_trainable": ("BatchNorm(2, trainable_statistics=True)", "image"),
        "batch_norm_eval": ("BatchNorm(2)", "image"), "dropout_eval": ("Dropout(0.3)", "x"),
        "dropout_eval_up": ("Dropout(0.3, dropout_implementation='upscale_in_train')", "x")}
FUNCTIONS = {
    name: MIGRATED.format(name=name, made=D + made, inputs=inputs, call=f"layer({inputs})",
                          mode="eval" if name in EVAL else "train")
    for name, (made, inputs) in {**LAYERS, **EVAL}.items()
}
FUNCTIONS.update({
    name: MIGRATED.format(name=name, made=made, inputs="x", call=call, mode="train")
    for name, made, call in [("sequential", SEQUENTIAL, "layer(x)"), ("sequential_named", NAMED, "layer['a'](x)")]
})
# 1.8.5's has no parameters to set; those that Paddle 2.6 has instead are constants.
FUNCTIONS["group_norm"] = FUNCTIONS["group_norm"].replace("in layer.parameters()", "in []")
# What the codemod leaves to a person: in words of its finding, why.
LEFT = {
    "transpose_size": "output_size= has no equivalent",
    "pool_no_size": "pool_size is needed",
    "pool_unknown": "pool_type is",
    "group_norm_layout": "data_layout is",
    "unknown_act": "is no activation",
}
# What the codemod's form does otherwise: words of its finding, and the answers that these are about.
DIFFERS = {
    "transpose3d": ("a bias that it never added", ["2"]),
    "transpose3d_more": ("a bias that it never added", ["2"]),
    # Without a weight, 1.8.5 and Paddle 3 have a wrong gradient, and Paddle 2.6 with its constant the right one.
    "group_norm": ("a constant weight", ["1", "2", "dgroups"]),
    "instance_norm_3d": ("it takes [N, C, H, W] only", ["error", "0", "1", "2", "dcube"]),
    "instance_norm_more": ("it takes [N, C, H, W] only", ["error", "0", "1", "2", "dvolume"]),
}


@pytest.fixture(scope="module")
def answers(both):
    return both("dygraph.nn", CASES, GIVEN, left=LEFT, functions=FUNCTIONS, differs=DIFFERS)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name, gradients="eval" not in name)  # behind eval() 1.8.5 recorded none, which is said
