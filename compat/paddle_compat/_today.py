"""What stands for names of ``paddle.fluid`` in today's own programs, where dynamic mode's form does not.

The codemods read it for static graphs: a name here comes before the rule of the same name. Nothing here is run.
"""

from __future__ import annotations

import math
import os
from typing import Any

import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from . import _today_blocks, _today_cells, _today_decoding
from ._language import (
    activate,
    differs,
    dropped,
    gone,
    helper,
    known,
    layered,
    left_out,
    sized,
    vector_result,
    with_arguments,
)
from ._today_blocks import *  # noqa: F403
from ._today_cells import *  # noqa: F403
from ._today_decoding import *  # noqa: F403
from .fluid.dygraph import nn as layer_classes
from .fluid.dygraph.normalizations import AS_ONCE
from .fluid.layers import parametric

__all__ = [
    *_today_cells.__all__, *_today_decoding.__all__, *_today_blocks.__all__,
    "ClipByValue", "GradientClipByValue", "PaddleCloudRoleMaker", "Print", "Scope",
    "UserDefinedCollectiveRoleMaker", "UserDefinedRoleMaker", "WeightNormParamAttr", "accuracy", "affine_grid",
    "append_backward", "auc",
    "batch_norm", "calc_gradient", "conv2d_transpose", "create_global_var", "create_parameter", "ctr_metric_bundle",
    "cuda_places", "fc",
    "fill_constant_batch_size_like", "gaussian_random_batch_size_like", "get_program_parameter",
    "get_program_persistable_vars", "gradients", "hsigmoid", "img_conv_group", "is_parameter", "is_persistable",
    "kldiv_loss", "linear_lr_warmup", "prelu", "py_func", "save_params", "save_persistables", "scale", "sequence_mask",
    "size", "tdm_child", "uniform_random_batch_size_like", "unstack",
]

PaddleCloudRoleMaker = paddle.distributed.fleet.PaddleCloudRoleMaker
Scope = paddle.static.Scope
unstack = paddle.unstack
append_backward = paddle.static.append_backward
gradients = paddle.static.gradients
calc_gradient = paddle.static.gradients
py_func = paddle.static.py_func
cuda_places = paddle.static.cuda_places
WeightNormParamAttr = gone(
    "fluid.WeightNormParamAttr", why="programs of today's Paddle do not build what it asks for", do=(
        "make two parameters with paddle.static.create_parameter, a direction and a length, and multiply by "
        "length * direction / paddle.norm(direction); layers take paddle.nn.utils.weight_norm"))
Print = paddle.static.Print
@helper
def clip_by_value(max: float, min: float | None = None) -> Any:
    """A clip to what lies between ``min`` (by default ``-max``) and ``max``, in programs of Paddle 3, too."""
    clip = nn.ClipGradByValue(max, min)

    def clipped(pairs: Any) -> Any:
        clips = [gradient is not None and getattr(each, "need_clip", True) for each, gradient in pairs]
        return [
            (each, paddle.clip(gradient, clip.min, clip.max) if clips[number] else gradient)
            for number, (each, gradient) in enumerate(pairs)
        ]

    clip._pir_clip = clipped  # Paddle 3's own has none
    return clip


def GradientClipByValue(max: float, min: float | None = None, need_clip: Any = None) -> Any:
    """Every element between ``min`` (by default ``-max``) and ``max``."""
    if need_clip is not None:
        raise NotImplementedError("today a clip takes those whose need_clip of paddle.ParamAttr is true")
    return clip_by_value(max=max, min=min)


ClipByValue = GradientClipByValue


def activated_by_name(x: Any, act: str | None) -> Any:
    """``x`` under the activation of that name; ``x`` itself without one."""
    if known(act in AS_ONCE):
        return activated(x, act)
    return activated_by_old_name(x, act)


@helper
def activated(x: Any, act: str | None) -> Any:
    """``x`` under the activation of that name; ``x`` itself without one."""
    return x if act is None else getattr(F, act)(x)


@helper
def activated_by_old_name(x: Any, act: str | None) -> Any:
    """``x`` under the activation of that name, as Paddle 1 had it; ``x`` itself without one."""
    return activation(act)(x)


def activation_by_name(act: str | None) -> Any:
    """The activation of that name; the identity without one."""
    if known(act in AS_ONCE):
        return getattr(F, act) if act else nn.Identity()
    return activation(act)


@helper
def activation(act: Any) -> Any:
    """The activation of that name, as Paddle 1 had it; the identity without one."""
    others = {
        "brelu": lambda x: F.hardtanh(x, 0.0, 24.0), "soft_relu": lambda x: F.softplus(paddle.clip(x, -40.0, 40.0)),
        "hard_sigmoid": lambda x: F.hardsigmoid(x, slope=0.2, offset=0.5), "hard_swish": F.hardswish,
        "hard_shrink": lambda x: x * paddle.cast(paddle.abs(x) > 0.5, x.dtype), "logsigmoid": F.log_sigmoid,
        "leaky_relu": lambda x: paddle.where(x > 0, x, 0.02 * x),  # F.leaky_relu has the slope 1 at 0
        "tanh_shrink": F.tanhshrink, "pow": nn.Identity(), "": nn.Identity(),
    }
    return others.get(act or "") or getattr(F, act, None) or getattr(paddle, act)


@helper
def activation_named(name: str) -> Any:
    """The function of Paddle 1's `fluid.layers` that has the name of an activation."""
    known = (
        "abs acos asin atan brelu ceil cos elu erf exp floor gelu hard_shrink hard_sigmoid hard_swish leaky_relu log "
        "logsigmoid reciprocal relu relu6 rsqrt selu sigmoid sin soft_relu softmax softplus softshrink softsign sqrt "
        "square stanh swish tanh tanh_shrink thresholded_relu")
    if name not in known.split():
        raise ValueError(f"{name} is no activation: choose among functions of today's Paddle here")
    return activation(name)


@helper
def hard_shrink(x: Any, threshold: float = 0.5) -> Any:
    """``x``, and 0 within ``threshold`` of 0, at its edges, too, where Paddle 3's own function keeps it."""
    return x * paddle.cast(paddle.abs(x) > threshold, x.dtype)


@helper
def leaky_relu(x: Any, alpha: float = 0.02) -> Any:
    """``x`` above 0, else ``alpha * x``: at 0 with the slope ``alpha``, as in Paddle 1; `F.leaky_relu` has 1 there."""
    above = paddle.cast(x > 0, x.dtype)
    return x * (above + alpha * (1.0 - above))


@helper
class Adam(paddle.optimizer.Adam):
    """Adam that adds epsilon to the root as it is, as Paddle 1 did; today's scales it with the step first."""

    def _append_optimize_op(self: Any, block: Any, param_and_grad: Any) -> Any:
        epsilon, power = self._epsilon, self._get_accumulator_master(self._beta2_pow_acc_str, param_and_grad[0])
        self._epsilon = epsilon / (1.0 - (power.item() if paddle.in_dynamic_mode() else power)) ** 0.5
        done = super()._append_optimize_op(block, param_and_grad)
        self._epsilon = epsilon
        return done


@helper
def optimizer_named(name: str) -> Any:
    """What makes the optimizer that Paddle 1 had under a name, of the arguments that it took."""
    same = ("Adagrad", "Adamax", "Momentum", "RMSProp", "SGD")
    kinds = {"Adam": Adam, **{each: getattr(paddle.optimizer, each) for each in same}}
    kind = kinds[name[:-9] if name.endswith("Optimizer") else name]

    def make(*given: Any, **named: Any) -> Any:
        today = {"parameter_list": "parameters", "regularization": "weight_decay"}
        return kind(*given, **{today.get(each, each): value for each, value in named.items()})

    return make


@helper
def regularizer_named(name: str) -> Any:
    """What makes the weight decay that Paddle 1 had under a name."""
    kind = {"L1": paddle.regularizer.L1Decay, "L2": paddle.regularizer.L2Decay}[name[:2]]
    return lambda regularization_coeff=0.0: kind(regularization_coeff)


@helper
class LayerHelper:
    """What Paddle 1's helper did for a layer of the script's own: its parameters, its bias and its activation."""

    def __init__(self, layer_type: str, **kwargs: Any) -> None:
        self.kwargs = kwargs
        self.name = kwargs.get("name") or paddle.utils.unique_name.generate(layer_type)
        self.param_attr, self.bias_attr = kwargs.get("param_attr"), kwargs.get("bias_attr")

    def multiple_input(self, input_param_name: str = "input") -> list[Any]:
        """The argument of that name as a list."""
        given = self.kwargs.get(input_param_name, [])
        return list(given) if isinstance(given, (list, tuple)) else [given]

    def input(self, input_param_name: str = "input") -> Any:
        """The argument of that name."""
        return self.multiple_input(input_param_name)[0]

    def input_dtype(self, input_param_name: str = "input") -> Any:
        """The dtype of the inputs."""
        return self.input(input_param_name).dtype

    def create_parameter(self, attr: Any, shape: Any, dtype: Any = "float32", is_bias: bool = False,
                         default_initializer: Any = None) -> Any:
        """A parameter that is called after the layer; None where the attribute is False."""
        if attr is False:
            return None
        if isinstance(attr, str):
            attr = paddle.ParamAttr(name=attr)
        elif not isinstance(attr, paddle.ParamAttr):
            attr = paddle.ParamAttr(initializer=None if attr is True else attr)
        return paddle.create_parameter(shape, dtype, self.name, attr, is_bias, default_initializer)

    def append_bias_op(self, input_var: Any, dim_start: int = 1, dim_end: int | None = None) -> Any:
        """``input_var`` and a bias of its dimensions from ``dim_start`` to ``dim_end``, if it has one."""
        bias = self.create_parameter(self.bias_attr, input_var.shape[dim_start:dim_end], input_var.dtype, True)
        if bias is None:
            return input_var
        behind = list(range(len(bias.shape), len(input_var.shape) - dim_start))
        return paddle.add(input_var, paddle.unsqueeze(bias, behind) if behind else bias)

    def append_activation(self, input_var: Any) -> Any:
        """``input_var`` under the activation ``act``."""
        return activated_by_old_name(input_var, self.kwargs.get("act"))


def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows whose label is among the ``k`` greatest."""
    if left_out(correct, total):
        return paddle.static.accuracy(input=input, label=label, k=k)
    return counted_accuracy(input=input, label=label, k=k, correct=correct, total=total)


@dropped(correct="nobody reads the count", total="nobody reads the count")
def accuracy_alone(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """``accuracy`` whose counts nobody reads."""
    return paddle.static.accuracy(input=input, label=label, k=k)


@helper
def counted_accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows whose label is among the ``k`` greatest; the counts are written into the two variables."""
    share = paddle.static.accuracy(input, label, k)
    rows = paddle.shape(input)[0:1]
    if correct is not None:
        right = paddle.round(paddle.reshape(share, [1]) * paddle.cast(rows, share.dtype))
        paddle.assign(paddle.cast(right, correct.dtype), correct)
    if total is not None:
        paddle.assign(paddle.cast(rows, total.dtype), total)
    return share


@dropped(curve="1.8.5 took ROC, whatever it was given", topk="1.8.5 did not use it")
def auc(input: Any, label: Any, curve: str = "ROC", num_thresholds: int = 4095, topk: int = 1,
        slide_steps: int = 1) -> Any:
    """The area under the ROC curve of all runs, that of the last ones, and the counts of both."""
    return running_auc(input=input, label=label, num_thresholds=num_thresholds, slide_steps=slide_steps)


@helper
def running_auc(input: Any, label: Any, num_thresholds: int = 4095, slide_steps: int = 1) -> Any:
    """The area under the ROC curve of all runs, that of the last ``slide_steps``, 0 for all, and the counts of both."""
    places = [paddle.reshape(label, [-1, 1]) == 0, input[:, -1:] * num_thresholds]
    places = paddle.concat([paddle.cast(each, "int64") for each in places], axis=1)
    counts = paddle.zeros([2, num_thresholds + 1], "int64")
    counts = paddle.scatter_nd_add(counts, places, paddle.ones_like(places[:, 0]))
    lately = [(1 + slide_steps) * (num_thresholds + 1) + 1] if slide_steps else [1, num_thresholds + 1]
    states = [global_variable(shape, 0, "int64", generated_name()) for shape in (lately, lately)]
    totals = [added_up(state, new, slide_steps) for state, new in zip(states, counts)]
    states += [global_variable([1, num_thresholds + 1], 0, "int64", generated_name()) for _ in range(2)]
    totals += [added_up(state, new, 0) for state, new in zip(states[2:], counts)]
    return area_under(*totals[2:]), area_under(*totals[:2]), states


@helper
def ctr_metric_bundle(input: Any, label: Any) -> tuple[Any, ...]:
    """Sums over all runs: of the squared and the absolute error, of ``input``, its sigmoid and ``label``, and the rows.
    """
    error, counted = input - label, paddle.ones([paddle.shape(label)[0], 1])
    new = [paddle.abs(error), error * error, input, F.sigmoid(input), label, counted]
    sums = [global_variable([1], 0, "float32", generated_name()) for _ in new]
    absolute, square, *rest = (assigned(each + paddle.sum(part), each) for each, part in zip(sums, new))
    return square, absolute, *rest


@helper
def tdm_child(x: Any, node_nums: int, child_nums: int, param_attr: Any = None, dtype: str = "int32") -> tuple[Any, Any]:
    """The children of the nodes ``x`` of a tree, 0 for none, and 1 where they are leaves. The tree is a parameter: of
    each node its item, its layer, its parent and its children."""
    attr = paddle.ParamAttr(name=param_attr) if isinstance(param_attr, str) else param_attr
    name = f"{paddle.utils.unique_name.generate('tdm_child')}.w_0"
    tree = paddle.static.create_parameter(
        [node_nums, 3 + child_nums], dtype, name, attr, False, nn.initializer.Constant(0))
    children = paddle.gather_nd(tree, paddle.unsqueeze(x, -1))[..., 3:]
    is_parent = paddle.logical_and(paddle.unsqueeze(x, -1) != 0, children[..., :1] != 0)
    found = children * paddle.cast(is_parent, dtype)
    items = paddle.gather_nd(tree[:, 0], paddle.unsqueeze(found, -1))
    return found, paddle.cast(paddle.logical_and(found != 0, items != 0), dtype)


@helper
def added_up(state: Any, new: Any, steps: int) -> Any:
    """The counts of the last ``steps`` runs, 0 for all. ``state`` has those of each run, their sum, and how many runs
    there were, as in Paddle 1's files; or the counts of all runs."""
    if not steps:
        return paddle.reshape(paddle.assign(state + new, state), [-1])
    each = paddle.reshape(state[:-1], [steps + 1, -1])[:-1]
    is_next = paddle.unsqueeze(paddle.arange(steps, dtype="int64") == state[-1:] % steps, 1)
    each = paddle.where(is_next, paddle.unsqueeze(new, 0) + paddle.zeros_like(each), each)
    total = paddle.sum(each, 0)
    paddle.assign(paddle.concat([paddle.reshape(each, [-1]), total, state[-1:] + 1]), state)
    return total


@helper
def area_under(trues: Any, falses: Any) -> Any:
    """The area under the curve of counts by their scores."""
    trues, falses = (paddle.cast(each, "float64") for each in (trues, falses))
    area = paddle.sum((paddle.sum(trues) - paddle.cumsum(trues) + trues / 2) * falses)
    return area / paddle.clip(paddle.sum(trues) * paddle.sum(falses), min=1.0)


@dropped(persistable="parameters last", force_cpu="the device is chosen by the executor's place")
def create_global_var(shape: Any, value: Any, dtype: Any, persistable: bool = False, force_cpu: bool = False,
                      name: Any = None) -> Any:
    """A variable of the program full of ``value``, which lasts from run to run."""
    if known(name is not None):
        return global_variable(shape=shape, value=value, dtype=dtype, name=name)
    return global_variable(shape=shape, value=value, dtype=dtype, name=name or generated_name())


@helper
def global_variable(shape: Any, value: Any, dtype: Any, name: str) -> Any:
    """A variable of the program full of ``value``, which lasts from run to run and is not trained."""
    made = paddle.static.create_parameter(
        shape, dtype, None, paddle.ParamAttr(name, trainable=False), False, nn.initializer.Constant(value))
    made.stop_gradient, made.is_parameter = True, False
    startup = paddle.static.default_startup_program()
    startup.untrained = {*getattr(startup, "untrained", ()), name}
    return made


@helper
def kept_variable(name: str, persistable: bool = True, *, shape: Any, dtype: Any) -> tuple[Any, bool]:
    """The program's lasting variable of that name, which is full of zeros at first, and whether it is a new one."""
    block = paddle.static.default_main_program().global_block()
    known = {each.name: each for each in block.all_parameters()}
    return (known[name], False) if name in known else (global_variable(shape, 0, dtype, name), True)


@helper
def assigned(input: Any, output: Any) -> Any:
    """``output``, which gets the numbers of ``input``; Paddle 3 would train it where gradients go through these."""
    stop = output.stop_gradient
    paddle.assign(input, output)
    output.stop_gradient = stop
    return output


def assign_to_global(input: Any, output: Any = None) -> Any:
    """``assign`` into what lasts and is not trained."""
    return assigned(input, output)


@helper
def generated_name() -> str:
    """The name of the next variable that is given none, as Paddle 1 counted them."""
    program, generate = paddle.static.default_main_program(), paddle.utils.unique_name.generate
    program._name_generator = paddle.base.unique_name.generator  # before Paddle 3 each has its own, and names meet
    taken = getattr(program.global_block(), "vars", ())
    return next(each for each in iter(lambda: generate("_generated_var"), "") if each not in taken)


def create_parameter(shape: Any, dtype: Any, name: str | None = None, attr: Any = None, is_bias: bool = False,
                     default_initializer: Any = None) -> Any:
    """A parameter of the program."""
    return paddle.static.create_parameter(shape=shape, dtype=dtype, name=name, attr=attr, is_bias=is_bias,
                                          default_initializer=default_initializer)


@helper
def with_batch(shape: Any) -> list[Any]:
    """The shape of what is fed: that of a sample behind the number of samples, unless one of its sizes is open."""
    return list(shape) if any(size is None or size < 0 for size in shape) else [-1, *shape]


@dropped(type="a variable that is fed holds a tensor")
def data_of_any_shape(name: str, shape: Any, append_batch_size: bool = True, dtype: Any = "float32", lod_level: int = 0,
                      type: Any = None, stop_gradient: bool = True) -> Any:
    """``fluid.layers.data`` whose sizes are known only when it runs: one of them may be open."""
    if not stop_gradient:
        raise NotImplementedError("stop_gradient=False: set it on what paddle.static.data returns")
    if not append_batch_size:
        return paddle.static.data(name=name, shape=shape, dtype=dtype, lod_level=lod_level)
    return paddle.static.data(name=name, shape=with_batch(shape), dtype=dtype, lod_level=lod_level)


@dropped(force_cpu="the device is chosen by the executor's place")
def fill_constant_batch_size_like(input: Any, shape: Any, dtype: Any, value: Any, input_dim_idx: int = 0,
                                  output_dim_idx: int = 0, force_cpu: bool = False) -> Any:
    """A tensor of ``shape`` full of ``value``, one of whose sizes is ``input``'s."""
    return full_like_batch(input=input, shape=shape, dtype=dtype, value=value, input_dim_idx=input_dim_idx,
                           output_dim_idx=output_dim_idx)


@helper
def full_like_batch(input: Any, shape: Any, dtype: Any, value: Any, input_dim_idx: int = 0,
                    output_dim_idx: int = 0) -> Any:
    """A tensor of ``shape`` full of ``value``, one of whose sizes is ``input``'s when the program runs."""
    sizes = list(shape)
    sizes[output_dim_idx] = paddle.shape(input)[input_dim_idx]
    return paddle.full(sizes, value, dtype)


@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def uniform_random_batch_size_like(input: Any, shape: Any, dtype: Any = "float32", input_dim_idx: int = 0,
                                   output_dim_idx: int = 0, min: float = -1.0, max: float = 1.0,
                                   seed: int = 0) -> Any:
    """Random numbers in ``shape``, one of whose sizes is ``input``'s."""
    return uniform_like_batch(input=input, shape=shape, dtype=dtype, input_dim_idx=input_dim_idx,
                              output_dim_idx=output_dim_idx, min=min, max=max)


@helper
def uniform_like_batch(input: Any, shape: Any, dtype: Any = "float32", input_dim_idx: int = 0,
                       output_dim_idx: int = 0, min: float = -1.0, max: float = 1.0) -> Any:
    """Random numbers in ``shape``, one of whose sizes is ``input``'s when the program runs."""
    sizes = list(shape)
    sizes[output_dim_idx] = paddle.shape(input)[input_dim_idx]
    return paddle.uniform(sizes, dtype, min, max)


@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def gaussian_random_batch_size_like(input: Any, shape: Any, input_dim_idx: int = 0, output_dim_idx: int = 0,
                                    mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: Any = "float32") -> Any:
    """Normally distributed numbers in ``shape``, one of whose sizes is ``input``'s."""
    return normal_like_batch(input=input, shape=shape, input_dim_idx=input_dim_idx, output_dim_idx=output_dim_idx,
                             mean=mean, std=std, dtype=dtype)


@helper
def normal_like_batch(input: Any, shape: Any, input_dim_idx: int = 0, output_dim_idx: int = 0, mean: float = 0.0,
                      std: float = 1.0, dtype: Any = "float32") -> Any:
    """Normally distributed numbers in ``shape``, one of whose sizes is ``input``'s when the program runs."""
    sizes = list(shape)
    sizes[output_dim_idx] = paddle.shape(input)[input_dim_idx]
    return paddle.standard_normal(sizes, dtype) * std + mean


@dropped(name="results are named by Paddle since 2.0")
def sequence_mask(x: Any, maxlen: Any = None, dtype: Any = "int64", name: str | None = None) -> Any:
    """1 before the lengths ``x`` and 0 after, [..., maxlen]; by default the greatest length."""
    return F.sequence_mask(x=x, maxlen=maxlen, dtype=dtype)


def own_fc(input: Any, size: int, num_flatten_dims: int = 1, param_attr: Any = None, bias_attr: Any = None,
           act: str | None = None, name: str | None = None) -> Any:
    """:func:`fc` that keeps one dimension: today's own flattens, sums and names as 1.8.5 did. In Paddle 3 it takes few
    activations, and could not keep two dimensions that only a run tells."""
    if known(act in AS_ONCE):
        return paddle.static.nn.fc(x=input, size=size, weight_attr=param_attr, bias_attr=bias_attr, activation=act,
                                   name=name)
    return activate(paddle.static.nn.fc(x=input, size=size, weight_attr=param_attr, bias_attr=bias_attr, name=name),
                    act)


def fc(input: Any, size: int, num_flatten_dims: int = 1, param_attr: Any = None, bias_attr: Any = None,
       act: str | None = None, name: str | None = None) -> Any:
    """A linear layer of ``input``; of a list, the sum of one for each, and one bias."""
    if known(isinstance(input, (list, tuple))):
        return activate(sum_of_linears(inputs=input, size=size, num_flatten_dims=num_flatten_dims,
                                       weight_attr=param_attr, bias_attr=bias_attr), act)
    return parametric.fc(input=input, size=size, num_flatten_dims=num_flatten_dims, param_attr=param_attr,
                         bias_attr=bias_attr, act=act, name=name)


def shape_of_sizes(input: Any) -> Any:
    """``shape`` where only sizes are taken of it, which may be int32 or int64."""
    return paddle.shape(input=input)


@dropped(inplace="today's reshape shares the data where it can", name="results are named by Paddle since 2.0")
def reshape_to_variable(x: Any, shape: Any, actual_shape: Any = None, act: str | None = None, inplace: bool = False,
                        name: str | None = None) -> Any:
    """``reshape`` where ``actual_shape`` is given: a variable, whose numbers count when the program runs, or None."""
    return activate(paddle.reshape(x=x, shape=shape if actual_shape is None else actual_shape), act)


def fc_of_matrix(input: Any, size: int, num_flatten_dims: int = 1, param_attr: Any = None, bias_attr: Any = None,
                 act: str | None = None, name: str | None = None) -> Any:
    """:func:`fc` of one dimension besides those that it keeps, so that nothing need be made flat."""
    return layered("fc", lambda: layer_classes.Linear(input.shape[num_flatten_dims], size, param_attr, bias_attr, act),
                   (input,), (*input.shape[:num_flatten_dims], size), name)


def fc_of_one(input: Any, size: int, num_flatten_dims: int = 1, param_attr: Any = None, bias_attr: Any = None,
              act: str | None = None, name: str | None = None) -> Any:
    """:func:`fc` of a list of one."""
    return parametric.fc(input=input[0], size=size, num_flatten_dims=num_flatten_dims, param_attr=param_attr,
                         bias_attr=bias_attr, act=act, name=name)


def fc_of_one_of_matrix(input: Any, size: int, num_flatten_dims: int = 1, param_attr: Any = None,
                        bias_attr: Any = None, act: str | None = None, name: str | None = None) -> Any:
    """:func:`fc_of_matrix` of a list of one."""
    return fc_of_matrix(input=input[0], size=size, num_flatten_dims=num_flatten_dims, param_attr=param_attr,
                        bias_attr=bias_attr, act=act, name=name)


@helper
def sum_of_linears(inputs: Any, size: int, num_flatten_dims: int = 1, weight_attr: Any = None,
                   bias_attr: Any = None) -> Any:
    """The sum of a linear layer for each input, its dimensions from ``num_flatten_dims`` on made one; one bias."""
    inputs = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    attributes = weight_attr if isinstance(weight_attr, (list, tuple)) else [weight_attr] * len(inputs)
    total = None
    for number, each in enumerate(inputs):
        flat = paddle.flatten(each, start_axis=num_flatten_dims)
        bias = bias_attr if number + 1 == len(inputs) else False
        out = nn.Linear(math.prod(each.shape[num_flatten_dims:]), size, attributes[number], bias)(flat)
        total = out if total is None else total + out
    return total


def batch_norm(input: Any, act: str | None = None, is_test: bool = False, momentum: Any = 0.9, epsilon: float = 1e-05,
               param_attr: Any = None, bias_attr: Any = None, data_layout: str = "NCHW", in_place: bool = False,
               name: str | None = None, moving_mean_name: str | None = None, moving_variance_name: str | None = None,
               do_model_average_for_mean_and_var: bool = True, use_global_stats: bool = False) -> Any:
    """Batch normalisation; Paddle 3's layer takes few activations in a program."""
    if known(act in AS_ONCE):
        return parametric.batch_norm(input, act, is_test, momentum, epsilon, param_attr, bias_attr, data_layout,
                                     in_place, name, moving_mean_name, moving_variance_name,
                                     do_model_average_for_mean_and_var, use_global_stats)
    return activate(parametric.batch_norm(
        input, None, is_test, momentum, epsilon, param_attr, bias_attr, data_layout, in_place, name, moving_mean_name,
        moving_variance_name, do_model_average_for_mean_and_var, use_global_stats), act)


def prelu(x: Any, mode: str, param_attr: Any = None, name: str | None = None) -> Any:
    """``max(0, x) + slope * min(0, x)`` with one new slope, 0.25, for ``"all"`` or for each ``"channel"``."""
    if known(mode == "element"):
        raise NotImplementedError("today's layer has no slope for each element")
    if known(mode == "channel"):
        return layered("prelu", lambda: nn.PReLU(num_parameters=x.shape[1], init=0.25, weight_attr=param_attr), (x,),
                       x.shape, name)
    if known(mode == "all"):
        return layered("prelu", lambda: nn.PReLU(num_parameters=1, init=0.25, weight_attr=param_attr), (x,), x.shape,
                       name)
    return layered("prelu", lambda: nn.PReLU(num_parameters={"all": 1, "channel": x.shape[1]}[mode], init=0.25,
                                             weight_attr=param_attr), (x,), x.shape, name)


@dropped(is_sparse="the gradient has all rows, with the same numbers")
def hsigmoid(input: Any, label: Any, num_classes: int, param_attr: Any = None, bias_attr: Any = None,
             name: str | None = None, path_table: Any = None, path_code: Any = None, is_custom: bool = False,
             is_sparse: bool = False) -> Any:
    """The cost [N, 1] of ``label`` int64 [N, 1] in a binary tree of classes, for ``input`` [N, D]."""
    return layered("hierarchical_sigmoid",
                   lambda: nn.HSigmoidLoss(feature_size=input.shape[1], num_classes=num_classes,
                                           weight_attr=param_attr, bias_attr=bias_attr, is_custom=is_custom),
                   (input, label, path_table, path_code), (input.shape[0], 1), name)


def conv2d_transpose(input: Any, num_filters: int, output_size: Any = None, filter_size: Any = None, padding: Any = 0,
                     stride: Any = 1, dilation: Any = 1, groups: int | None = None, param_attr: Any = None,
                     bias_attr: Any = None, use_cudnn: bool = True, act: str | None = None, name: str | None = None,
                     data_format: str = "NCHW") -> Any:
    """A transposed convolution; today's layer takes ``output_size`` where it is called."""
    if left_out(output_size) or left_out(filter_size):
        return parametric.conv2d_transpose(input=input, num_filters=num_filters, output_size=output_size,
                                           filter_size=filter_size, padding=padding, stride=stride, dilation=dilation,
                                           groups=groups, param_attr=param_attr, bias_attr=bias_attr,
                                           use_cudnn=use_cudnn, act=act, name=name, data_format=data_format)
    return layered("conv2d_transpose",
                   lambda: with_arguments(layer_classes.Conv2DTranspose(
                       sized(input, data_format).shape[1], num_filters, filter_size, None, 0, stride, dilation, groups,
                       param_attr, bias_attr, use_cudnn, act), padding=padding, data_format=data_format),
                   (input, output_size), input.shape, name)


@dropped(use_cudnn="the device decides since 2.0")
def img_conv_group(input: Any, conv_num_filter: Any, pool_size: Any, conv_padding: Any = 1, conv_filter_size: Any = 3,
                   conv_act: str | None = None, param_attr: Any = None, conv_with_batchnorm: Any = False,
                   conv_batchnorm_drop_rate: Any = 0.0, pool_stride: Any = 1, pool_type: str = "max",
                   use_cudnn: bool = True) -> Any:
    """Convolutions, each with a batch normalisation and dropout if wanted, and a pooling."""
    if conv_act not in AS_ONCE:
        raise NotImplementedError("today's function of that name is not the activation that conv_act= named")
    return conv_group(input=input, conv_num_filter=conv_num_filter, pool_size=pool_size, conv_padding=conv_padding,
                      conv_filter_size=conv_filter_size, conv_act=conv_act, param_attr=param_attr,
                      conv_with_batchnorm=conv_with_batchnorm, conv_batchnorm_drop_rate=conv_batchnorm_drop_rate,
                      pool_stride=pool_stride, pool_type=pool_type)


@helper
def conv_group(input: Any, conv_num_filter: Any, pool_size: Any, conv_padding: Any = 1, conv_filter_size: Any = 3,
               conv_act: str | None = None, param_attr: Any = None, conv_with_batchnorm: Any = False,
               conv_batchnorm_drop_rate: Any = 0.0, pool_stride: Any = 1, pool_type: str = "max") -> Any:
    """Convolutions, each with a batch normalisation and dropout if wanted, and a pooling.

    What is no list is the same for each of ``conv_num_filter``.
    """
    given = conv_padding, conv_filter_size, param_attr, conv_with_batchnorm, conv_batchnorm_drop_rate
    of_each = [each if isinstance(each, (list, tuple)) else [each] * len(conv_num_filter) for each in given]
    for number, filters in enumerate(conv_num_filter):
        padding, size, attr, normed, rate = (each[number] for each in of_each)
        input = nn.Conv2D(input.shape[1], filters, size, padding=padding, weight_attr=attr)(input)
        if normed:
            input = nn.BatchNorm(filters)(input)
        if conv_act is not None:
            input = getattr(F, conv_act)(input)
        if normed and rate > 0:
            input = F.dropout(input, rate, mode="downscale_in_infer")
    pool = F.max_pool2d if pool_type == "max" else F.avg_pool2d
    return pool(input, pool_size, pool_stride)


def size(input: Any) -> Any:
    """The number of elements, int64 [1]."""
    return paddle.reshape(x=paddle.numel(x=input), shape=[1])


@dropped(name="results are named by Paddle since 2.0")
def scale(x: Any, scale: Any = 1.0, bias: float = 0.0, bias_after_scale: bool = True, act: str | None = None,
          name: str | None = None) -> Any:
    """``scale * x + bias``, or ``scale * (x + bias)`` if not ``bias_after_scale``; then the activation."""
    return activate(paddle.scale(x=x, scale=scale, bias=bias, bias_after_scale=bias_after_scale), act)


@helper
@dropped(name="results are named by Paddle since 2.0")
def affine_grid(theta: Any, out_shape: Any, name: str | None = None) -> Any:
    """The points [N, H, W, 2] that the maps ``theta`` [N, 2, 3] send the pixels of ``out_shape`` [N, C, H, W] to.

    Today's function tells programs other sizes.
    """
    if isinstance(out_shape, (list, tuple)):
        return paddle.reshape(F.affine_grid(theta, out_shape), [-1, *out_shape[2:], 2])
    sizes = paddle.concat([out_shape[:1], out_shape[2:], paddle.full([1], 2, out_shape.dtype)])
    return paddle.reshape(F.affine_grid(theta, out_shape), sizes)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def kldiv_loss(x: Any, target: Any, reduction: str = "mean", name: str | None = None) -> Any:
    """The divergence of log-probabilities ``x`` from ``target``: "mean", "sum" or "batchmean", or "none"."""
    if known(reduction != "batchmean"):
        return F.kl_div(input=x, label=target, reduction=reduction)
    return divergence(x=x, target=target, reduction=reduction)


@helper
def divergence(x: Any, target: Any, reduction: str) -> Any:
    """The divergence of log-probabilities ``x`` from ``target``; Paddle 3 takes a batch of any size for one of -1."""
    if reduction != "batchmean":
        return F.kl_div(x, target, reduction)
    return F.kl_div(x, target, "sum") / paddle.cast(paddle.shape(x)[0], x.dtype)


def get_program_parameter(program: Any) -> list[Any]:
    """The parameters of a program."""
    return program.global_block().all_parameters()


def get_program_persistable_vars(program: Any) -> list[Any]:
    """What lasts of a program."""
    return [each for each in program.list_vars() if each.persistable]


def is_parameter(var: Any) -> bool:
    """Whether a variable of a program is a parameter."""
    return var.is_parameter


def linear_lr_warmup(learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float) -> Any:
    """Rising for ``warmup_steps`` from ``start_lr`` to ``end_lr``, then ``learning_rate``, a number."""
    return paddle.optimizer.lr.LinearWarmup(
        learning_rate=learning_rate, warmup_steps=warmup_steps, start_lr=start_lr, end_lr=end_lr
    )


def UserDefinedRoleMaker(current_id: Any = 0, role: Any = 1, worker_num: Any = 0, server_endpoints: Any = None) -> Any:
    """Who the script says: one of the workers, or of the servers."""
    return paddle.distributed.fleet.UserDefinedRoleMaker(
        current_id=current_id, role=role, worker_num=worker_num, server_endpoints=server_endpoints
    )


@helper
def collective_role(current_id: Any, worker_endpoints: Any) -> Any:
    """One of the workers at ``worker_endpoints``, which today's role does not know to be one."""
    role = paddle.distributed.fleet.UserDefinedRoleMaker(
        is_collective=True, current_id=current_id, worker_endpoints=worker_endpoints
    )
    role._role = paddle.distributed.fleet.Role.WORKER
    return role


def UserDefinedCollectiveRoleMaker(current_id: Any = 0, worker_endpoints: Any = None) -> Any:
    """Who the script says: one of the workers at ``worker_endpoints``."""
    return collective_role(current_id, worker_endpoints)


def is_persistable(var: Any) -> bool:
    """Whether a variable of a program lasts from run to run."""
    return var.persistable


@differs("today's files in that folder, .pdparams and .pdopt behind filename= or model")
@dropped(executor="what is saved is in the scope")
def save_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> Any:
    """Save the variables of a program."""
    if left_out(main_program):
        return paddle.static.save(program=paddle.static.default_main_program(),
                                  model_path=os.path.join(dirname, filename or "model"))
    return paddle.static.save(program=main_program, model_path=os.path.join(dirname, filename or "model"))


save_params = save_persistables
