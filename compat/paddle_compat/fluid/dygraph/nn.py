"""``paddle.fluid.dygraph.nn``: the layers."""

from __future__ import annotations

import copy
from math import prod
from typing import Any

import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from ..._language import (
    differs_if_given,
    dropped,
    gone,
    helper,
    known,
    vector_result,
    with_activation,
    with_dtype,
)
from ..._runtime.random.operations import replayed_dropout
from ..layers.network import whole_averages
from . import cells, convolutions, normalizations, sampling, trees
from .cells import *  # noqa: F403
from .convolutions import *  # noqa: F403
from .layers import Inner, Layer
from .normalizations import *  # noqa: F403
from .sampling import *  # noqa: F403
from .trees import *  # noqa: F403

__all__ = [
    *cells.__all__, *convolutions.__all__, *normalizations.__all__, *sampling.__all__, *trees.__all__, "BCELoss",
    "BilinearTensorProduct", "Dropout", "Embedding", "FC", "L1Loss", "Linear", "MSELoss", "NLLLoss", "Pool2D",
]


@dropped(use_cudnn="the device decides since 2.0")
class Pool2D(Inner):
    """Pooling of [N, C, H, W] over windows of ``pool_size``, or over all of it with ``global_pooling``.

    Raises ``ValueError`` for another ``pool_type`` than ``"max"`` or ``"avg"``, and for a missing ``pool_size``.
    """

    def __init__(self, pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1, pool_padding: Any = 0,
                 global_pooling: bool = False, use_cudnn: bool = True, ceil_mode: bool = False,
                 exclusive: bool = True) -> None:
        if known(pool_type not in ("max", "avg")):
            raise ValueError(f"Pool2D: pool_type is 'max' or 'avg', not {pool_type!r}")
        if known(not global_pooling and pool_size == -1):
            raise ValueError("Pool2D: pool_size is needed unless global_pooling is True")
        super().__init__()
        if known(global_pooling and pool_type == "max"):
            self.inner = nn.AdaptiveMaxPool2D(output_size=1)
        elif known(global_pooling and pool_type == "avg"):
            self.inner = nn.AdaptiveAvgPool2D(output_size=1)
        elif known(not global_pooling and pool_type == "max"):
            self.inner = nn.MaxPool2D(kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                                      ceil_mode=ceil_mode)
        elif known(ceil_mode and not exclusive and not global_pooling and pool_type == "avg"):
            self.inner = whole_averages(kernel_size=pool_size, stride=pool_stride, padding=pool_padding)
        elif known(not global_pooling and pool_type == "avg" and (exclusive or not ceil_mode)):
            self.inner = nn.AvgPool2D(kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                                      ceil_mode=ceil_mode, exclusive=exclusive)
        else:
            self.inner = pool_2d(pool_size=pool_size, pool_type=pool_type, pool_stride=pool_stride,
                                 pool_padding=pool_padding, global_pooling=global_pooling, ceil_mode=ceil_mode,
                                 exclusive=exclusive)
        self._l_type = "pool2d"


@helper
def pool_2d(pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1, pool_padding: Any = 0,
            global_pooling: bool = False, ceil_mode: bool = False, exclusive: bool = True) -> Any:
    """The layer for a ``pool_type`` ("max" or "avg") that is known only when it is made."""
    if pool_type not in ("max", "avg"):
        raise ValueError(f"pool_type is 'max' or 'avg', not {pool_type!r}")
    if global_pooling:
        return nn.AdaptiveMaxPool2D(1) if pool_type == "max" else nn.AdaptiveAvgPool2D(1)
    if pool_type == "max":
        return nn.MaxPool2D(pool_size, pool_stride, pool_padding, ceil_mode=ceil_mode)
    if ceil_mode and not exclusive:
        return whole_averages(pool_size, pool_stride, pool_padding)
    return nn.AvgPool2D(pool_size, pool_stride, pool_padding, ceil_mode=ceil_mode, exclusive=exclusive)


class Linear(nn.Linear, Layer):
    """Input [..., input_dim], output [..., output_dim]; parameters ``weight`` [input_dim, output_dim] and ``bias``."""

    def __init__(self, input_dim: int, output_dim: int, param_attr: Any = None, bias_attr: Any = None,
                 act: str | None = None, dtype: str = "float32") -> None:
        super().__init__(in_features=input_dim, out_features=output_dim, weight_attr=param_attr, bias_attr=bias_attr)
        with_dtype(self, dtype)
        with_activation(self, act)


class FC(Linear):
    """1.6's fully connected layer, made as ``unsized.FC`` says: output [..., size]; ``weight`` and ``bias``.

    Called with a list of tensors it adds up their products, each with a weight of its own: ``weight``, ``_w1`` …
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError(f"FC takes a string first, name_scope, and not {[*args, *kwargs.values()][:1]}")

    def for_inputs(self, tensors: Any, dtype: str = "float32", param_attr: Any = None, **others: Any) -> None:
        """Make the weights of the second and every further tensor of the first call."""
        for number, tensor in enumerate(tensors[1:] if isinstance(tensors, (list, tuple)) else [], start=1):
            shape = [prod(tensor.shape[others.get("num_flatten_dims", 1) :]), self.weight.shape[1]]
            weight = self.create_parameter(shape=shape, attr=copy.copy(param_attr), dtype=dtype)
            self.add_parameter(f"_w{number}", weight)

    def forward(self, input: Any) -> Any:
        """``input``, or each tensor of it, times its weight, and the bias."""
        if not isinstance(input, (list, tuple)):
            return super().forward(input)
        weights = [self.weight, *(getattr(self, f"_w{number}") for number in range(1, len(input)))]
        products = [paddle.matmul(tensor, weight) for tensor, weight in zip(input, weights)]
        return paddle.add_n(products) if self.bias is None else paddle.add_n(products) + self.bias


@replayed_dropout
@dropped(is_test="train() and eval() decide, as they did in 1.8.5's dygraph mode",
         seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
class Dropout(nn.Dropout, Layer):
    """Drops with probability ``p`` while training. ``"downgrade_in_infer"`` scales by ``1 - p`` in evaluation."""

    def __init__(self, p: float = 0.5, seed: int | None = None, dropout_implementation: str = "downgrade_in_infer",
                 is_test: bool = False) -> None:
        super().__init__(p=p, mode="downscale_in_infer" if dropout_implementation == "downgrade_in_infer"
                         else dropout_implementation)


@dropped(is_distributed="it was for parameter servers and had no effect in dygraph mode")
class Embedding(nn.Embedding, Layer):
    """Input int64 [...], output [..., size[1]], 0 for ``padding_idx``; parameter ``weight`` of shape ``size``."""

    def __init__(self, size: Any, is_sparse: bool = False, is_distributed: bool = False,
                 padding_idx: int | None = None, param_attr: Any = None, dtype: str = "float32") -> None:
        super().__init__(num_embeddings=size[0], embedding_dim=size[1], padding_idx=padding_idx, sparse=is_sparse,
                         weight_attr=param_attr)
        with_dtype(self, dtype)
        differs_if_given("the weight's row padding_idx starts at 0 today, in 1.8 like the others: another number where "
                         "the weight is used for more than looking up", padding_idx=padding_idx)
        self._keep_first_row()
        self._padding_idx = -1 if padding_idx is None else padding_idx % size[0]

    def forward(self, x: Any) -> Any:
        """The rows."""
        padding_idx = None if self._padding_idx == -1 else self._padding_idx
        return F.embedding(x, self.weight, padding_idx=padding_idx, sparse=self._sparse)

    def _keep_first_row(self) -> None:
        if "_drawn" in vars(self):
            self.weight.set_value(self._drawn)
            del self._drawn

    def create_parameter(self, *args: Any, **kwargs: Any) -> Any:
        """The weight, remembered as it is drawn."""
        weight = super().create_parameter(*args, **kwargs)
        if self._padding_idx is not None and not hasattr(weight, "of_program"):
            object.__setattr__(self, "_drawn", weight.numpy())  # today's constructor sets a row of it to 0
        return weight


def with_idle_row(table: Any, padding_idx: int | None) -> Any:
    """The ``table``, whose rows are not there yet, with a row that is taken for zeros."""
    table._padding_idx = -1 if padding_idx is None else padding_idx % table.weight.shape[0]
    return table


@helper
def row_kept(table: Any, padding_idx: Any) -> Any:
    """The table, of whose rows ``padding_idx`` is zeros where it is looked up, and starts like the others."""
    table._padding_idx = padding_idx
    return table


@dropped(is_distributed="it was for parameter servers and had no effect in dygraph mode",
         dtype="float32 is today's default")
def embedding_of_all_rows(size: Any, is_sparse: bool = False, is_distributed: bool = False,
                          padding_idx: int | None = None, param_attr: Any = None, dtype: str = "float32") -> Any:
    """A table whose row ``padding_idx`` is zeros where it is looked up, and starts like the others."""
    return row_kept(nn.Embedding(num_embeddings=size[0], embedding_dim=size[1], sparse=is_sparse,
                                 weight_attr=param_attr), padding_idx)


@dropped(name="results are named by Paddle since 2.0")
class BilinearTensorProduct(nn.Bilinear, Layer):
    """``x @ weight[i] @ y`` [N, output_dim] of ``x`` [N, input1_dim] and ``y`` [N, input2_dim], plus ``bias``."""

    def __init__(self, input1_dim: int, input2_dim: int, output_dim: int, name: str | None = None,
                 act: str | None = None, param_attr: Any = None, bias_attr: Any = None, dtype: str = "float32") -> None:
        super().__init__(in1_features=input1_dim, in2_features=input2_dim, out_features=output_dim,
                         weight_attr=param_attr, bias_attr=bias_attr)
        with_dtype(self, dtype)
        with_activation(self, act)


@vector_result
class MSELoss(nn.MSELoss, Layer):
    """The squared difference: its mean or sum, shape [1], or with ``reduction="none"`` itself."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)


@vector_result
class L1Loss(nn.L1Loss, Layer):
    """The absolute difference: its mean or sum, shape [1], or with ``reduction="none"`` itself."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)


@vector_result
class BCELoss(nn.BCELoss, Layer):
    """Binary cross entropy of probabilities: its mean or sum, shape [1], or with ``reduction="none"`` itself."""

    def __init__(self, weight: Any = None, reduction: str = "mean") -> None:
        super().__init__(weight=weight, reduction=reduction)


@vector_result
class NLLLoss(nn.NLLLoss, Layer):
    """Minus the log-probability of int64 labels: its mean or sum, shape [1], or with ``reduction="none"`` itself."""

    def __init__(self, weight: Any = None, reduction: str = "mean", ignore_index: int = -100) -> None:
        super().__init__(weight=weight, ignore_index=ignore_index, reduction=reduction)


SequenceConv = gone("fluid.dygraph.nn.SequenceConv", why="1.6 had the class, and refused it in dygraph mode",
                    do="Use paddle.nn.Conv1D on padded sequences.")
RowConv = gone("fluid.dygraph.nn.RowConv", why="1.6 had the class, and refused it in dygraph mode",
               do="Use paddle.nn.Conv1D with groups=channels, padded behind the sequence.")
