"""What 1.8.5's layers kept of their arguments, as scripts print it: ``conv._num_filters``, ``pool._pool_type``."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from typing import Any

# By layer and attribute: the parameter whose argument it is; with ":2", a list of two whatever was given.
# The codemod reads this table.
ATTRIBUTES = {
    "BatchNorm": {
        "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_act": "act", "_in_place": "in_place",
        "_data_layout": "data_layout", "_momentum": "momentum", "_epsilon": "epsilon", "_is_test": "is_test",
        "_use_global_stats": "use_global_stats", "_trainable_statistics": "trainable_statistics",
    },
    "BilinearTensorProduct": {
        "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_act": "act", "_name": "name",
        "_input1_dim": "input1_dim", "_input2_dim": "input2_dim", "_output_dim": "output_dim", "_dtype": "dtype",
    },
    "Conv2D": {
        "_num_channels": "num_channels", "_groups": "groups", "_stride": "stride:2", "_padding": "padding:2",
        "_dilation": "dilation:2", "_act": "act", "_use_cudnn": "use_cudnn", "_filter_size": "filter_size",
        "_num_filters": "num_filters", "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_dtype": "dtype",
    },
    "Conv2DTranspose": {
        "_num_channels": "num_channels", "_stride": "stride:2", "_padding": "padding:2", "_dilation": "dilation:2",
        "_act": "act", "_use_cudnn": "use_cudnn", "_filter_size": "filter_size:2", "_num_filters": "num_filters",
        "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_dtype": "dtype",
    },
    "Conv3D": {
        "_num_channels": "num_channels", "_groups": "groups", "_stride": "stride:3", "_padding": "padding:3",
        "_dilation": "dilation:3", "_act": "act", "_use_cudnn": "use_cudnn", "_filter_size": "filter_size",
        "_num_filters": "num_filters", "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_dtype": "dtype",
    },
    "Conv3DTranspose": {
        "_num_channels": "num_channels", "_stride": "stride:3", "_padding": "padding:3", "_dilation": "dilation:3",
        "_act": "act", "_use_cudnn": "use_cudnn", "_filter_size": "filter_size:3", "_num_filters": "num_filters",
        "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_dtype": "dtype",
    },
    "Dropout": {
        "_dropout_prob": "p", "_dropout_implementation": "dropout_implementation", "_is_test": "is_test",
    },
    "Embedding": {
        "_size": "size", "_is_sparse": "is_sparse", "_is_distributed": "is_distributed", "_param_attr": "param_attr",
        "_padding_idx": "padding_idx", "_dtype": "dtype",
    },
    "GRUUnit": {"_bias_attr": "bias_attr", "_dtype": "dtype"},
    "GroupNorm": {
        "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_epsilon": "epsilon", "_channels": "channels",
        "_groups": "groups", "_act": "act", "_dtype": "dtype",
    },
    "InstanceNorm": {
        "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_epsilon": "epsilon", "_dtype": "dtype",
    },
    "LayerNorm": {
        "_scale": "scale", "_shift": "shift", "_epsilon": "epsilon", "_param_attr": "param_attr",
        "_bias_attr": "bias_attr", "_act": "act", "_dtype": "dtype",
    },
    "Linear": {"_act": "act", "_dtype": "dtype"},
    "NCE": {
        "_param_attr": "param_attr", "_bias_attr": "bias_attr", "_num_total_classes": "num_total_classes",
        "_dtype": "dtype",
    },
    "NLLLoss": {"weight": "weight", "reduction": "reduction", "ignore_index": "ignore_index"},
    "PRelu": {"_mode": "mode", "_param_attr": "param_attr", "_dtype": "dtype"},
    "Pool2D": {
        "_pool_type": "pool_type", "_pool_size": "pool_size:2", "_pool_padding": "pool_padding:2",
        "_pool_stride": "pool_stride:2", "_global_pooling": "global_pooling", "_use_cudnn": "use_cudnn",
        "_ceil_mode": "ceil_mode", "_exclusive": "exclusive",
    },
    "SpectralNorm": {"_power_iters": "power_iters", "_eps": "eps", "_dim": "dim", "_dtype": "dtype"},
    "TreeConv": {
        "_name": "name", "_feature_size": "feature_size", "_output_size": "output_size", "_act": "act",
        "_max_depth": "max_depth", "_num_filters": "num_filters", "_bias_attr": "bias_attr",
        "_param_attr": "param_attr", "_dtype": "dtype",
    },
}  # fmt: skip

# Those that today's layer looks at under another name, whenever a script sets them; the codemod reads this table, too.
LOOKED_AT = {"Dropout": {"_dropout_prob": "p"}}

_GRU_CODES = ("identity", "sigmoid", "tanh", "relu")
# The same, where it takes more than an argument.
COMPUTED: dict[str, dict[str, Callable[[dict[str, Any]], Any]]] = {
    "Conv2D": {
        "_l_type": lambda given: ("depthwise_" if _is_depthwise(given) else "") + "conv2d",
    },
    "Conv2DTranspose": {
        "_op_type": lambda given: ("depthwise_" if _is_depthwise(given, times=1) else "") + "conv2d_transpose",
    },
    "Embedding": {
        "_padding_idx": lambda given: -1 if given["padding_idx"] is None else given["padding_idx"] % given["size"][0],
        "_remote_prefetch": lambda given: given["is_sparse"] and not given["is_distributed"],
    },
    "GRUUnit": {
        "_bias_size": lambda given: [1, given["size"] // 3 * 3],
        "activation": lambda given: _GRU_CODES.index(given["activation"]),
        "gate_activation": lambda given: _GRU_CODES.index(given["gate_activation"]),
    },
    "PRelu": {
        "_alpha_shape": lambda given: {"all": [1], "channel": [1, given["channel"], 1, 1]}.get(given["mode"])
        or [1, *given["input_shape"][1:]],
    },
}


def _is_depthwise(given: dict[str, Any], times: int | None = None) -> bool:
    channels, filters = given["num_channels"], given["num_filters"]
    whole = filters % channels == 0 if times is None else filters == times * channels
    return given["groups"] == channels and whole and not given["use_cudnn"]


def keep(kind: Any) -> None:
    """Let objects of a layer class have the attributes that 1.8.5's had."""
    make, signature = kind.__init__, inspect.signature(kind.__init__)
    table, computed = ATTRIBUTES[kind.__name__], COMPUTED.get(kind.__name__, {})

    @functools.wraps(make)
    def made(self: Any, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        given = signature.bind(self, *args, **kwargs)
        given.apply_defaults()
        for attribute, parameter in table.items():
            name, _, length = parameter.partition(":")
            value = given.arguments[name]
            vars(self)[attribute] = spread(value, int(length)) if length else value
        vars(self).update({attribute: value(given.arguments) for attribute, value in computed.items()})

    kind.__init__ = made
    for attribute, own in LOOKED_AT.get(kind.__name__, {}).items():
        setattr(kind, attribute, _other_name(attribute, own))


def _other_name(attribute: str, own: str) -> property:
    def put(layer: Any, value: Any) -> None:
        vars(layer)[attribute] = value
        setattr(layer, own, value)

    return property(operator.attrgetter(own), put)


def spread(value: Any, length: int) -> list[Any]:
    """A list of so many numbers, from one or from as many."""
    return [value] * length if isinstance(value, int) else list(value)
