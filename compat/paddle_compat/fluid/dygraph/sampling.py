"""``paddle.fluid.dygraph.nn``: a loss over sampled classes."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F
from paddle.autograd import PyLayer

from ..._language import dropped
from ..._runtime.random import mersenne
from ..._runtime.random.replay import turned_on
from .layers import Layer

__all__ = ["NCE"]

_SAMPLERS = ("uniform", "log_uniform", "custom_dist")


@dropped(sample_weight="1.8.5's constructor ignored it; forward() takes one")
class NCE(Layer):
    """Noise-contrastive estimation: input [N, dim], label int64 [N, true classes], cost [N, 1].

    ``weight`` [num_total_classes, dim]; ``bias`` [num_total_classes, 1] only if ``bias_attr`` is given, as in 1.8.5.
    With a ``seed`` the negative classes are 1.8.5's, the same ones at every call and on every device; with seed 0, or
    ``PADDLE_COMPAT_RNG=native``, they follow ``paddle.seed``.

    Raises ``ValueError`` for another ``sampler`` than "uniform", "log_uniform" and "custom_dist" and for a
    ``custom_dist`` that is not one chance for each class, ``AssertionError`` when "custom_dist" lacks it.
    """

    def __init__(self, num_total_classes: int, dim: int, sample_weight: Any = None, param_attr: Any = None,
                 bias_attr: Any = None, num_neg_samples: int | None = None, sampler: str = "uniform",
                 custom_dist: Any = None, seed: int = 0, is_sparse: bool = False, dtype: str = "float32") -> None:
        super().__init__()
        if sampler not in _SAMPLERS:
            raise ValueError(f"NCE: sampler is one of {', '.join(_SAMPLERS)}, not {sampler!r}")
        self._classes, self._sampler, self._seed, self._is_sparse = int(num_total_classes), sampler, seed, is_sparse
        self._num_neg_samples = 10 if num_neg_samples is None else int(num_neg_samples)
        if sampler == "custom_dist":
            assert custom_dist is not None, "NCE: sampler 'custom_dist' needs custom_dist"
            if len(custom_dist) != num_total_classes:
                raise ValueError(f"NCE: custom_dist has {len(custom_dist)} chances for {num_total_classes} classes")
            self._chances = np.array(custom_dist, dtype=np.float32)
            self._kept, self._alias = alias_table(custom_dist)
            for _ in range(3):  # 1.8.5 kept the tables in parameters, whose names come before the weight's
                paddle.utils.unique_name.generate(self.full_name() + ".w")
        self.weight = self.create_parameter(attr=param_attr, shape=[num_total_classes, dim], dtype=dtype)
        self.bias = None
        if bias_attr:
            self.bias = self.create_parameter(attr=bias_attr, shape=[num_total_classes, 1], dtype=dtype, is_bias=True)

    def forward(self, input: Any, label: Any, sample_weight: Any = None) -> Any:
        """The cost of each sample, over the number of negatives and 1; times ``sample_weight`` [N, 1] if given.

        Raises ``ValueError`` unless ``label`` has two dimensions: of others 1.8.5 made noise.
        """
        if len(label.shape) != 2:
            raise ValueError(f"NCE: label has the shape [N, true classes], not {list(label.shape)}")
        negatives = self._draw(label.shape[0] * self._num_neg_samples).reshape(label.shape[0], self._num_neg_samples)
        classes = paddle.concat([label, paddle.to_tensor(negatives, dtype=label.dtype, place=label.place)], axis=1)
        rows = F.embedding(classes, self.weight, sparse=self._is_sparse)
        score = paddle.matmul(rows, input.unsqueeze(-1)).squeeze(-1)
        if self.bias is not None:
            score = score + F.embedding(classes, self.bias).squeeze(-1)
        noise = self._chance(classes.numpy()).astype(np.float32) * np.float32(self._num_neg_samples)
        cost = _Contrast.apply(score, paddle.to_tensor(noise, dtype=score.dtype, place=score.place), label.shape[1])
        if sample_weight is not None:
            cost = cost * sample_weight.detach().reshape([-1, 1])
        share = float(np.float32(1.0 / (self._num_neg_samples + 1)))  # 1.8.5 multiplies by a float32 whatever the dtype
        return paddle.scale(cost.sum(axis=1, keepdim=True), share)

    def _draw(self, count: int) -> Any:
        """``count`` classes."""
        seeded = self._seed and turned_on()
        seed = self._seed % 2**32 if seeded else paddle.randint(1, 2**31 - 1, [1]).item()
        if self._sampler == "uniform":
            return mersenne.uniform(seed, count, self._classes)
        if self._sampler == "log_uniform":
            return mersenne.log_uniform(seed, count, self._classes)
        return mersenne.by_alias(seed, count, self._kept, self._alias)

    def _chance(self, classes: Any) -> Any:
        """How probable it is that one draw gives each of ``classes``."""
        if self._sampler == "uniform":
            return np.full(classes.shape, 1.0 / self._classes)
        if self._sampler == "log_uniform":
            return np.log((classes + 2.0) / (classes + 1.0)) / np.float64(np.float32(np.log(self._classes)))
        return self._chances[classes]


class _Contrast(PyLayer):
    """The cost of each of the classes: the first ``true`` of a sample are to be told from noise, the others are noise.

    Its gradient is written out as in 1.8.5: that of the quotients loses digits where noise is rare.
    """

    @staticmethod
    def forward(ctx: Any, score: Any, noise: Any, true: int) -> Any:
        data = F.sigmoid(score.astype("float64")).astype(score.dtype)
        ctx.true = true
        ctx.save_for_backward(data, noise)
        share = paddle.concat([data[:, :true], noise[:, true:]], axis=1) / (data + noise)
        return -paddle.log(share.astype("float64")).astype(score.dtype)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        data, noise = ctx.saved_tensor()
        true, total = ctx.true, data + noise
        of_true = noise[:, :true] / total[:, :true] * (data[:, :true] - 1)
        of_noise = data[:, true:] * (1 - data[:, true:]) / total[:, true:]
        return gradient * paddle.concat([of_true, of_noise], axis=1)


def alias_table(chances: Any) -> tuple[Any, Any]:
    """For each class the chance to keep it once it is drawn, float32, and the class to take otherwise, -1 for none.

    Where rounding leaves several classes over, all but the first of them become class 0, as in 1.8.5.
    """
    count = len(chances)
    kept, alias = [0.0] * count, [0] * count
    rich: deque[tuple[int, Any]] = deque()
    poor: deque[tuple[int, Any]] = deque()

    def sort(place: int, share: Any) -> None:
        if share - 1.0 > 0:
            rich.append((place, share))
        elif 1.0 - share > 0:
            poor.append((place, share))
        else:
            kept[place], alias[place] = share, -1

    for place, chance in enumerate(chances):
        sort(place, chance * count)
    while rich and poor:
        (giver, wealth), (taker, share) = rich.popleft(), poor.popleft()
        kept[taker], alias[taker] = share, giver
        sort(giver, wealth + share - 1)
    for left in (rich, poor):
        if left:
            kept[left[0][0]], alias[left[0][0]] = 1.0, -1
    return np.array(kept, dtype=np.float32), np.array(alias, dtype=np.int64)
