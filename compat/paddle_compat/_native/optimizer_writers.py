"""How the steps of optimizers were written in 1.8.5's operators: one for each parameter, behind its own rate."""

from __future__ import annotations

from typing import Any

from .._static.variables import Variable
from .describing import Call, writer

# The places of an operator, by the optimizer's names of its accumulators.
_PLACES = {
    "momentum": {"velocity": "Velocity"},
    "larsmomentum": {"velocity": "Velocity"},
    "adagrad": {"moment": "Moment"},
    "decayedadagrad": {"moment": "Moment"},
    "adam": {"moment1": "Moment1", "moment2": "Moment2", "beta1_pow_acc": "Beta1Pow", "beta2_pow_acc": "Beta2Pow"},
    "lamb": {"moment1": "Moment1", "moment2": "Moment2", "beta1_pow_acc": "Beta1Pow", "beta2_pow_acc": "Beta2Pow"},
    "adamax": {"moment": "Moment", "inf_norm": "InfNorm", "beta1_pow_acc": "Beta1Pow"},
    "adadelta": {"_avg_squared_grad": "AvgSquaredGrad", "_avg_squared_update": "AvgSquaredUpdate"},
    "rmsprop": {"momentum": "Moment", "mean_square": "MeanSquare", "mean_grad": "MeanGrad"},
    "ftrl": {"squared": "SquaredAccumulator", "linear": "LinearAccumulator"},
}
_KINDS = {"larsmomentum": "lars_momentum", "decayedadagrad": "decayed_adagrad"}
_OUTPUTS = {"SquaredAccumulator": "SquaredAccumOut", "LinearAccumulator": "LinearAccumOut"}
# Attributes, by what the optimizer keeps them as.
_ATTRS: dict[str, dict[str, Any]] = {
    "momentum": {"mu": "_momentum", "use_nesterov": "_use_nesterov"},
    "larsmomentum": {"mu": "_momentum", "lars_coeff": "_lars_coeff",
                     "lars_weight_decay": "_lars_weight_decay"},
    "adagrad": {"epsilon": "_epsilon"},
    "decayedadagrad": {"epsilon": "_epsilon", "decay": "_decay"},
    "adam": {"beta1": "_beta1", "beta2": "_beta2", "epsilon": "_epsilon", "lazy_mode": "_lazy_mode"},
    "lamb": {"beta1": "_beta1", "beta2": "_beta2", "epsilon": "_epsilon", "weight_decay": "_lamb_weight_decay"},
    "adamax": {"beta1": "_beta1", "beta2": "_beta2", "epsilon": "_epsilon"},
    "adadelta": {"epsilon": "_epsilon", "rho": "_rho"},
    "rmsprop": {"epsilon": "_epsilon", "decay": "_rho", "momentum": "_momentum", "centered": "_centered"},
    "ftrl": {"l1": "_l1", "l2": "_l1", "lr_power": "_lr_power"},  # as 1.8.5 wrote, whatever l2 was given
}


@writer("sgd", *_PLACES)
def step(call: Call) -> None:
    """An operator for each parameter; a rate of its own is the optimizer's, scaled."""
    operator = call.operator
    (pairs, rate), kind = operator.args, operator.type
    if operator.kwargs["clip"] is not None or operator.rule._grad_clip is not None or _decays(operator.rule, pairs):
        raise call.refusal("it clips the gradients or decays the parameters first")
    found = operator.kwargs["accumulators"]
    attrs = {name: getattr(operator.rule, kept, None) for name, kept in _ATTRS.get(kind, {}).items()}
    for parameter, gradient in pairs:
        inputs = {"Param": parameter, "Grad": gradient, "LearningRate": _rate(call, rate, parameter)}
        outputs = {"ParamOut": parameter}
        for key, place in _PLACES.get(kind, {}).items():
            inputs[place] = _named(found, key)[parameter.name]
            outputs[_OUTPUTS.get(place, f"{place}Out")] = inputs[place]
        call.add(_KINDS.get(kind, kind), inputs, outputs, **attrs)
    if kind == "adamax":
        for parameter, _ in pairs:
            power = _named(found, "beta1_pow_acc")[parameter.name]
            call.add("scale", {"X": power}, {"Out": power}, scale=operator.rule._beta1)


def _decays(optimizer: Any, pairs: Any) -> bool:
    return optimizer.regularization is not None or any(parameter.regularizer is not None for parameter, _ in pairs)


def _named(found: dict[str, dict[str, Variable]], key: str) -> dict[str, Variable]:
    """An accumulator, which an optimizer's own name may stand before."""
    return next(by for name, by in found.items() if name.endswith(key))


def _rate(call: Call, rate: Variable, parameter: Any) -> Variable:
    own = parameter.optimize_attr["learning_rate"]
    if isinstance(own, Variable):
        return own
    if own == 1.0:
        return rate
    scaled = call.like(rate, f"{rate.name}.{parameter.name}", rate.shape)
    call.add("scale", {"X": rate}, {"Out": scaled}, scale=own)
    return scaled
