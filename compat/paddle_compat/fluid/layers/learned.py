"""``paddle.fluid.layers``: functions used less often that make parameters, for static programs."""

from __future__ import annotations

from typing import Any

from ..._language import dropped, of_sequences
from ..._runtime.layer_arguments import activate
from ..._static.layered import layered
from ..._static.making import Made
from ..._static.parameters import filled
from ..._static.variables import Variable
from ..dygraph.sampling import NCE
from . import _normalizing, classes

__all__ = ["center_loss", "data_norm", "hsigmoid", "inplace_abn", "nce"]


@of_sequences
def nce(input: Any, label: Any, num_total_classes: int, sample_weight: Any = None, param_attr: Any = None,
        bias_attr: Any = None, num_neg_samples: int | None = None, name: str | None = None, sampler: str = "uniform",
        custom_dist: Any = None, seed: int = 0, is_sparse: bool = False) -> Any:
    """Noise-contrastive estimation: the cost [N, 1] of the classes ``label`` int64 [N, true] of ``input`` [N, D].

    ``sampler`` draws ``num_neg_samples`` (10) other classes for each row: "uniform", "log_uniform" or "custom_dist",
    with the chances ``custom_dist``. Those of a ``seed`` are 1.8.5's.
    """
    bias = bias_attr if bias_attr is not None else True

    def make() -> Any:
        return NCE(num_total_classes, input.shape[1], None, param_attr, bias, num_neg_samples, sampler, custom_dist,
                   seed, is_sparse, "float32")

    given = (input, label) if sample_weight is None else (input, label, sample_weight)
    return layered("nce", make, given, (input.shape[0], 1), name)


@of_sequences
@dropped(is_sparse="the gradient has all rows, with the same numbers")
def hsigmoid(input: Any, label: Any, num_classes: int, param_attr: Any = None, bias_attr: Any = None,
             name: str | None = None, path_table: Any = None, path_code: Any = None, is_custom: bool = False,
             is_sparse: bool = False) -> Any:
    """The cost [N, 1] of ``label`` int64 [N, 1] in a binary tree of classes, for ``input`` [N, D].

    With ``is_custom`` the tree is ``path_table`` and ``path_code`` int64 [N, L]: the inner nodes on the way to the
    label, and the turns taken, filled up with -1. The gradient has all rows, ``is_sparse`` or not.
    Raises ``ValueError`` where the arguments do not fit together.
    """
    if not is_custom and (num_classes is None or num_classes < 2):
        raise ValueError("hsigmoid: the default tree needs num_classes of at least 2")
    if not is_custom and (path_table is not None or path_code is not None):
        raise ValueError("only num_classes should be passed without custom tree")
    for argument, value in (("path_code", path_code), ("path_table", path_table), ("num_classes", num_classes)):
        if is_custom and value is None:
            raise ValueError(f"{argument} should not be None with custom tree")
    made = Made("hierarchical_sigmoid", input, name)
    nodes = num_classes if is_custom else num_classes - 1
    weight = made.parameter(param_attr, [nodes, input.shape[1]])
    bias = made.parameter(bias_attr, [nodes, 1], is_bias=True)
    return made.result(classes._hsigmoid, input, label, weight, bias, num_classes, path_table, path_code)


@of_sequences
def center_loss(input: Any, label: Any, num_classes: int, alpha: Any, param_attr: Any,
                update_center: bool = True) -> Any:
    """Half the squared distance [N, 1] of ``input`` [N, D] from the centre of its class ``label`` int64 [N, 1].

    Unless ``update_center`` is false, every run moves the centres by ``alpha``, a float or a variable, times the mean
    distance.
    """
    made = Made("center_loss", input)
    centers = made.parameter(param_attr, [num_classes, input.shape[1]])
    assert centers is not None, "center_loss: param_attr cannot be False"
    centers.stop_gradient = True
    if not isinstance(alpha, Variable):
        assert isinstance(alpha, float), "center_loss: alpha is a float or a variable"
        alpha = filled("centerloss_alpha", [1], "float32", alpha)
    return made.changing(classes._center_loss, (input, label, centers, alpha, update_center), [centers], before=1)


@of_sequences
@dropped(in_place="the result is a variable of its own", moving_mean_name="1.8.5 did not use it",
         moving_variance_name="1.8.5 did not use it", do_model_average_for_mean_and_var="1.8.5 did not use it",
         sync_stats="it was for several GPUs", summary_decay_rate="it was for GPUs")
def data_norm(input: Any, act: str | None = None, epsilon: float = 1e-05, param_attr: Any = None,
              data_layout: str = "NCHW", in_place: bool = False, name: str | None = None,
              moving_mean_name: str | None = None, moving_variance_name: str | None = None,
              do_model_average_for_mean_and_var: bool = True, slot_dim: int = -1, sync_stats: bool = False,
              summary_decay_rate: float = 0.9999999, enable_scale_and_shift: bool = False) -> Any:
    """``input`` [N, C] normalised by sums over all rows so far, which are parameters.

    ``param_attr`` may be a dictionary of what they start with: batch_size, batch_sum, batch_square, scale_w, bias.
    """
    made = Made("data_norm", input, name)
    channels = input.shape[1] if data_layout == "NCHW" else input.shape[-1]
    prefix = "dn" if name is None else name
    words = ["scale_w", "bias"] if enable_scale_and_shift else []
    parameters = {word: made.parameter(_normalizing.started(prefix, word, param_attr), [channels])
                  for word in (*words, "batch_size", "batch_sum", "batch_square_sum")}
    out = made.result(_normalizing.data_norm, input, parameters, epsilon, slot_dim)
    return activate(out, act)


@of_sequences
def inplace_abn(input: Any, act: str | None = None, is_test: bool = False, momentum: Any = 0.9,
                epsilon: float = 1e-05, param_attr: Any = None, bias_attr: Any = None, data_layout: str = "NCHW",
                name: str | None = None, moving_mean_name: str | None = None, moving_variance_name: str | None = None,
                do_model_average_for_mean_and_var: bool = True, use_global_stats: bool = False,
                act_alpha: float = 1.0) -> Any:
    """Batch normalisation, and "leaky_relu" or "elu" of ``act_alpha``, or nothing ("identity"), in one."""
    assert act in (None, "identity", "leaky_relu", "elu"), (
        f"inplace_abn: act is None, 'identity', 'leaky_relu' or 'elu', not {act!r}")
    assert bias_attr is not False, "bias_attr should not be False in inplace_abn."

    def make() -> Any:
        return _normalizing.Abn(input, act, act_alpha, is_test, momentum, epsilon, param_attr, bias_attr, data_layout,
                                moving_mean_name, moving_variance_name, do_model_average_for_mean_and_var,
                                use_global_stats)

    return layered("inplace_abn", make, (input,), input.shape, name, 1, is_test=is_test)
