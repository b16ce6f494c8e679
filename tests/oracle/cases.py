"""Runs many small expressions under one fluid, 1.8.5's or ours; the same source is executed beside either.

Nothing here may need more than Python 3.7. ``answer`` gets ``"name|0"`` … for the results of an expression,
``"name|dx"`` for the gradient of a weighted sum of them with respect to the float input ``x``, ``"name|error"`` when
it raised and ``"name|no gradient"`` when only its gradient did.
"""

import warnings

import numpy as np


def run_cases(fluid, cases, given):
    answer = {}
    for name, expression in cases.items():
        with fluid.dygraph.guard(fluid.CPUPlace()):
            inputs = {key: fluid.dygraph.to_variable(value.copy()) for key, value in given.items()}
            for key, value in given.items():
                inputs[key].stop_gradient = value.dtype.kind != "f"
            try:
                results = eval(expression, dict(inputs, fluid=fluid, L=fluid.layers, np=np))
            except Exception:
                answer[name + "|error"] = np.array([1])
                continue
            results = list(results) if isinstance(results, (list, tuple)) else [results]
            for number, result in enumerate(results):
                answer[f"{name}|{number}"] = result.numpy()
            try:
                for key, gradient in gradients(fluid, results, inputs).items():
                    answer[f"{name}|d{key}"] = gradient
            except Exception:
                answer[name + "|no gradient"] = np.array([1])
    return answer


def gradients(fluid, results, inputs):
    total = None
    for result in results:
        array = result.numpy()
        if array.dtype.kind != "f" or result.stop_gradient:
            continue
        weight = np.cos(np.arange(array.size) + 1.0).reshape(array.shape).astype(array.dtype)
        term = fluid.layers.reduce_sum(fluid.layers.elementwise_mul(result, fluid.dygraph.to_variable(weight)))
        total = term if total is None else fluid.layers.elementwise_add(total, term)
    if total is None:
        return {}
    total.backward()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Paddle 3 would rather have .grad, which 1.8.5 does not have
        found = {key: value.gradient() for key, value in inputs.items() if not value.stop_gradient}
    return {key: gradient for key, gradient in found.items() if gradient is not None}
