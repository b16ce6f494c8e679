"""Runs the expressions of ``cases.py`` as static programs, under 1.8.5's fluid or ours; the same source for both.

Nothing here may need more than Python 3.7. ``answer`` is named as in ``cases.py``.
"""

import numpy as np


def run_doors(fluid, doors, given):
    answer = {}
    for door, cases in doors.items():
        inputs = {key.partition(" ")[2]: value for key, value in given.items() if key.partition(" ")[0] == door}
        found = run_static_cases(fluid, cases, inputs)
        answer.update({door + "|" + key: value for key, value in found.items()})
    return answer


def run_static_cases(fluid, cases, given):
    answer = {}
    for name, expression in cases.items():
        try:
            values = run_program(fluid, expression, given, None)[0]
        except Exception as error:
            answer[name + "|error"] = np.array(type(error).__name__)
            continue
        for number, value in enumerate(values):
            answer[f"{name}|{number}"] = np.array(value)
        try:
            for key, gradient in run_program(fluid, expression, given, values)[1].items():
                answer[f"{name}|d{key}"] = np.array(gradient)
        except Exception:
            answer[name + "|no gradient"] = np.array([1])
    return answer


def run_program(fluid, expression, given, values):
    """The results, or where their ``values`` are given the gradients of a weighted sum of them."""
    main, startup, feed = fluid.Program(), fluid.Program(), dict(given)
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        inputs = {key: fluid.data(key, list(value.shape), str(value.dtype))
                  for key, value in given.items()}
        for key, value in given.items():
            inputs[key].stop_gradient = value.dtype.kind != "f"
        results = eval(expression, dict(inputs, fluid=fluid, L=fluid.layers, np=np))
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        executor = fluid.Executor(fluid.CPUPlace())
        if values is None:
            executor.run(startup)
            fetched = executor.run(main, feed=feed, fetch_list=results, return_numpy=False)
            return [np.array(each) for each in fetched], {}
        total = weighted_sum(fluid, results, values, feed)
        if total is None:
            return [], {}
        asked = [key for key, value in given.items() if value.dtype.kind == "f"]
        found = fluid.gradients([total], [inputs[key] for key in asked])
        found = {key: gradient for key, gradient in zip(asked, found) if gradient is not None}
        executor.run(startup)
        return [], dict(zip(found, executor.run(main, feed=feed, fetch_list=list(found.values()))))


def weighted_sum(fluid, results, values, feed):
    total = None
    for number, (result, value) in enumerate(zip(results, values)):
        value = np.array(value)
        if value.dtype.kind != "f" or result.stop_gradient:
            continue
        key = f"weight_{number}"
        feed[key] = np.cos(np.arange(value.size) + 1.0).reshape(value.shape).astype(value.dtype)
        weight = fluid.data(key, list(value.shape), str(value.dtype))
        term = fluid.layers.reduce_sum(fluid.layers.elementwise_mul(result, weight))
        total = term if total is None else fluid.layers.elementwise_add(total, term)
    return total
