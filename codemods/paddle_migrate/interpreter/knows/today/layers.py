"""Today's layers: how they are made, the parameters that they hold, and what calling one gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import dtype_in
from paddle_migrate.interpreter.knows.arguments import shape_of, sizes
from paddle_migrate.interpreter.knows.today import FUNCTIONS
from paddle_migrate.interpreter.knows.today.base import BASE, method, parameter
from paddle_migrate.interpreter.values import UNKNOWN, Dim, Instance, Items, Native, Parameter, Symbol, tensor

_F = "paddle.nn.functional."


def _size(value: Any) -> Dim:
    return value if isinstance(value, (int, Symbol)) and not isinstance(value, bool) else Symbol()


def _part(value: Any, of: Any) -> Dim:
    return value // of if isinstance(value, int) and isinstance(of, int) and of > 0 else Symbol()


def _hold(layer: Instance, weight: tuple[Dim, ...], bias: tuple[Dim, ...], weight_attr: Any, bias_attr: Any) -> None:
    layer.attributes.update(weight=parameter(weight, weight_attr), bias=parameter(bias, bias_attr))


def _linear(machine: Any, layer: Instance, in_features: Any, out_features: Any, weight_attr: Any = None,
            bias_attr: Any = None, name: Any = None) -> None:
    out = _size(out_features)
    _hold(layer, (_size(in_features), out), (out,), weight_attr, bias_attr)


def _embedding(machine: Any, layer: Instance, num_embeddings: Any, embedding_dim: Any, padding_idx: Any = None,
               max_norm: Any = None, norm_type: Any = 2.0, sparse: Any = False, scale_grad_by_freq: Any = False,
               weight_attr: Any = None, name: Any = None) -> None:
    weight = parameter((_size(num_embeddings), _size(embedding_dim)), weight_attr)
    layer.attributes.update(weight=weight, _padding_idx=padding_idx, _sparse=sparse)


def _convolution(number: int, turned: bool) -> Callable[..., None]:
    def make(machine: Any, layer: Instance, in_channels: Any, out_channels: Any, kernel_size: Any, stride: Any = 1,
             padding: Any = 0, *rest: Any, dilation: Any = 1, groups: Any = 1, weight_attr: Any = None,
             bias_attr: Any = None, data_format: Any = None, **keywords: Any) -> None:
        if rest:
            dilation = groups = UNKNOWN
        first, second = (in_channels, out_channels) if turned else (out_channels, in_channels)
        kernel = tuple(map(_size, shapes.pair(kernel_size, number)))
        _hold(layer, (_size(first), _part(second, groups), *kernel), (_size(out_channels),), weight_attr, bias_attr)
        held = {"_stride": stride, "_padding": padding, "_dilation": dilation, "_groups": groups}
        layer.attributes.update(held, _data_format=data_format)

    return make


def _convolved(number: int, turned: bool) -> Callable[..., Any]:
    function = FUNCTIONS[f"{_F}conv{number}d{'_transpose' if turned else ''}"]

    def forward(machine: Any, layer: Instance, x: Any, output_size: Any = None) -> Any:
        names = ("stride", "padding", "dilation", "groups", "data_format")
        held = {name: layer.attributes.get(f"_{name}", UNKNOWN) for name in names}
        sized = {"output_size": output_size} if turned else {}
        return function(x, layer.attributes.get("weight"), **held, **sized)

    return forward


def _normalisation(machine: Any, layer: Instance, num_features: Any, *rest: Any, act: Any = None,
                   data_layout: Any = "NCHW", **keywords: Any) -> None:
    """Of each channel."""
    size = (_size(num_features),)
    layer.attributes.update({n: parameter(size, None) for n in ("weight", "bias", "_mean", "_variance")})
    layer.attributes.update(_act=act, _data_layout=data_layout)


def _old_normalisation(machine: Any, layer: Instance, num_channels: Any, act: Any = None, is_test: Any = False,
                       momentum: Any = 0.9, epsilon: Any = 1e-05, param_attr: Any = None, bias_attr: Any = None,
                       dtype: Any = "float32", data_layout: Any = "NCHW", **keywords: Any) -> None:
    _normalisation(machine, layer, num_channels, act=act, data_layout=data_layout)
    for held in layer.attributes.values():
        if isinstance(held, Parameter):
            held.dtype = dtype if isinstance(dtype, str) else ""


def _of_channels(machine: Any, layer: Instance, input: Any) -> Any:
    """In the shape of the input, whose channels are as many as the layer has."""
    shape, weight = shape_of(input), shape_of(layer.attributes.get("weight"))
    first = layer.attributes.get("_data_layout", "NCHW") == "NCHW"
    if shape is not None and len(shape) > 1 and isinstance(shape[1], Symbol) and weight and first:
        shape = (shape[0], weight[0], *shape[2:])
    return tensor(shape, dtype_in(input))


def _layer_norm(machine: Any, layer: Instance, normalized_shape: Any, epsilon: Any = 1e-05, weight_attr: Any = None,
                bias_attr: Any = None, name: Any = None) -> None:
    wanted = sizes(normalized_shape)
    size = (Symbol() if wanted is None else shapes.product(wanted),)
    _hold(layer, size, size, weight_attr, bias_attr)


def _group_norm(machine: Any, layer: Instance, num_groups: Any, num_channels: Any, epsilon: Any = 1e-05,
                weight_attr: Any = None, bias_attr: Any = None, data_format: Any = "NCHW", name: Any = None) -> None:
    _hold(layer, (_size(num_channels),), (_size(num_channels),), weight_attr, bias_attr)


def _instance_norm(machine: Any, layer: Instance, num_features: Any, epsilon: Any = 1e-05, momentum: Any = 0.9,
                   weight_attr: Any = None, bias_attr: Any = None, data_format: Any = "NCHW", name: Any = None) -> None:
    size = (_size(num_features),)
    layer.attributes.update(scale=parameter(size, weight_attr), bias=parameter(size, bias_attr))


def _spectral_norm(machine: Any, layer: Instance, weight_shape: Any, dim: Any = 0, power_iters: Any = 1,
                   eps: Any = 1e-12, dtype: Any = "float32") -> None:
    wanted = sizes(weight_shape)
    known = wanted is not None and isinstance(dim, int)
    rows = wanted[dim] if known and wanted else Symbol()
    rest = shapes.product([d for i, d in enumerate(wanted) if i != dim]) if known and wanted else Symbol()
    layer.attributes.update(weight_u=parameter((rows,), None, dtype), weight_v=parameter((rest,), None, dtype))


def _bilinear(machine: Any, layer: Instance, in1_features: Any, in2_features: Any, out_features: Any,
              weight_attr: Any = None, bias_attr: Any = None, name: Any = None) -> None:
    out = _size(out_features)
    _hold(layer, (out, _size(in1_features), _size(in2_features)), (1, out), weight_attr, bias_attr)


def _pool(machine: Any, layer: Instance, *args: Any, **keywords: Any) -> None:
    layer.attributes.update(args=args, keywords=keywords)


def _with_what_it_was_made(name: str) -> Callable[..., Any]:
    function = FUNCTIONS[f"{_F}{name}"]

    def forward(machine: Any, layer: Instance, x: Any) -> Any:
        return function(x, *layer.attributes["args"], **layer.attributes["keywords"])

    return forward


def _loss(machine: Any, layer: Instance, *args: Any, **keywords: Any) -> None:
    """Its arguments are those of the function behind the tensors."""
    layer.attributes.update(args=args, keywords=keywords)


def _lost(name: str) -> Callable[..., Any]:
    function = FUNCTIONS[f"{_F}{name}"]

    def forward(machine: Any, layer: Instance, input: Any, label: Any) -> Any:
        return function(input, label, *layer.attributes["args"], **layer.attributes["keywords"])

    return forward


def _with_weight(name: str) -> Callable[..., Any]:
    function = FUNCTIONS[f"{_F}{name}"]

    def forward(machine: Any, layer: Instance, *inputs: Any) -> Any:
        return function(*inputs, layer.attributes.get("weight"))

    return forward


def _kept(machine: Any, layer: Instance, x: Any) -> Any:
    return tensor(shape_of(x), dtype_in(x))


def _nothing(machine: Any, layer: Instance, *args: Any, **keywords: Any) -> None:
    return None


def _one_after_the_other(machine: Any, layer: Instance, *layers: Any) -> None:
    """The layers that a container is given: one by one, in pairs with names, or in a list."""
    given = list(layers[0]) if len(layers) == 1 and isinstance(layers[0], list) else list(layers)
    if len(layers) == 1 and isinstance(layers[0], Items):
        given = list(layers[0].values)
    layer.items = Items([one[1] if isinstance(one, tuple) and len(one) == 2 else one for one in given])
    layer.args["names"] = {one[0]: one[1] for one in given if isinstance(one, tuple) and len(one) == 2}


def _through_all(machine: Any, layer: Instance, value: Any) -> Any:
    for held in layer.items.values if layer.items is not None else []:
        value = machine.call(held, [value], {}, None)
    return value


def _layers(kinds: dict[str, tuple[Any, Any]]) -> dict[str, dict[str, Native]]:
    return {f"paddle.nn.{n}": {"__init__": method(i), "forward": method(f)} for n, (i, f) in kinds.items()}


CLASSES: dict[str, dict[str, Native]] = {
    "paddle.nn.Layer": BASE,
    **_layers({
        **{f"Conv{n}D{'Transpose' if t else ''}": (_convolution(n, t), _convolved(n, t))
           for n in (1, 2, 3) for t in (False, True)},
        **{f"{kind}Pool{n}D": (_pool, _with_what_it_was_made(f"{short}_pool{n}d"))
           for n in (2, 3) for kind, short in (("Max", "max"), ("Avg", "avg"), ("AdaptiveMax", "adaptive_max"),
                                               ("AdaptiveAvg", "adaptive_avg"))},
        **{f"BatchNorm{n}D": (_normalisation, _of_channels) for n in (1, 2, 3)},
        **dict.fromkeys(("Dropout", "Dropout2D", "ReLU", "ReLU6", "LeakyReLU", "GELU", "ELU", "Sigmoid", "Softmax",
                         "Tanh", "Hardswish", "Identity"), (_nothing, _kept)),
        "BatchNorm": (_old_normalisation, _of_channels),
        "Bilinear": (_bilinear, _with_weight("bilinear")),
        "BCELoss": (_loss, _lost("binary_cross_entropy")),
        "Embedding": (_embedding, _with_weight("embedding")),
        "GroupNorm": (_group_norm, _kept),
        "InstanceNorm2D": (_instance_norm, _kept),
        "L1Loss": (_loss, _lost("l1_loss")),
        "LayerList": (_one_after_the_other, _nothing),
        "LayerNorm": (_layer_norm, _kept),
        "Linear": (_linear, _with_weight("linear")),
        "MSELoss": (_loss, _lost("mse_loss")),
        "NLLLoss": (_loss, _lost("nll_loss")),
        "ParameterList": (_one_after_the_other, _nothing),
        "Sequential": (_one_after_the_other, _through_all),
        "SpectralNorm": (_spectral_norm, _kept),
    }),
}  # fmt: skip
