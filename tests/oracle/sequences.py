"""Runs expressions over LoD tensors as static programs of one fluid, 1.8.5's or ours. Python 3.7.

``answer`` gets ``"name|0"`` … for the results, ``"name|0 lod"`` for their offsets, ``"name|dx"`` for the gradient of a
weighted sum of the float results with respect to the input or parameter ``x``, and ``"name|error"`` when it raised.
In an expression ``P("w")`` is the attribute of a parameter that starts as the array ``w``, ``named(y, w="fc_0.w_0")``
is ``y`` after such a parameter got that array, and ``fixed(x)`` is ``x`` without a gradient.
"""

import json

import numpy as np


def run_static(fluid, cases, given, lods):
    answer = {}
    for name, expression in cases.items():
        try:
            found = _run(fluid, expression, given, lods)
        except Exception as error:
            found = {"error": np.array(type(error).__name__)}
        answer.update({name + "|" + key: value for key, value in found.items()})
    return answer


def fixed(variable):
    variable.stop_gradient = True
    return variable


def _run(fluid, expression, given, lods):
    program, startup, scope = fluid.Program(), fluid.Program(), fluid.Scope()
    with fluid.program_guard(program, startup), fluid.unique_name.guard(), fluid.scope_guard(scope):
        made = {}

        def parameter(name):
            made[name] = name
            return fluid.ParamAttr(name=name, initializer=fluid.initializer.NumpyArrayInitializer(given[name]))

        def named(results, **names):
            made.update(names)
            return results

        inputs = _Inputs(fluid, given, lods)
        words = {"fluid": fluid, "L": fluid.layers, "np": np, "P": parameter, "fixed": fixed, "named": named}
        results = eval(expression, words, inputs)
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        for name, real in made.items():
            scope.find_var(real).get_tensor().set(given[name], fluid.CPUPlace())
        feed = {key: _fed(fluid, given[key], lods.get(key)) for key in inputs.made}
        fetched = exe.run(program, feed=feed, fetch_list=results, return_numpy=False)
        found = {}
        for number, value in enumerate(fetched):
            found[str(number)] = np.array(value)
            found[f"{number} lod"] = np.array(json.dumps([list(level) for level in value.lod()]))
        found.update(_gradients(fluid, exe, program, feed, results, fetched, inputs.made, made))
        return found


def _gradients(fluid, exe, program, feed, results, fetched, inputs, made):
    total, feed = None, dict(feed)
    for number, result in enumerate(results):
        array = np.array(fetched[number])
        if array.dtype.kind != "f" or result.stop_gradient:
            continue
        weight = (np.cos(np.arange(array.size)) + 1.5).reshape(array.shape).astype(array.dtype)
        known = list(result.shape) if len(result.shape) == array.ndim else [-1] * array.ndim
        shape = [size if size == known[number] else None for number, size in enumerate(array.shape)]
        weights = fluid.data(f"weight_{number}", shape, str(array.dtype))
        feed[weights.name] = weight
        term = fluid.layers.reduce_sum(fluid.layers.elementwise_mul(result, weights))
        total = term if total is None else fluid.layers.elementwise_add(total, term)
    block = program.global_block()
    wanted = {name: block.var(real) for name, real in [*((name, name) for name in inputs), *made.items()]}
    wanted = {name: variable for name, variable in wanted.items() if not variable.stop_gradient}
    if total is None or not wanted:
        return {}
    found = fluid.gradients([total], list(wanted.values()))
    names = [name for number, name in enumerate(wanted) if found[number] is not None]
    values = exe.run(program, feed=feed, fetch_list=[value for value in found if value is not None], return_numpy=False)
    return {"d" + name: np.array(values[number]) for number, name in enumerate(names)}


class _Inputs(dict):
    """The given arrays as inputs of the program, each made when the expression first asks for it."""

    def __init__(self, fluid, given, lods):
        self.fluid, self.given, self.lods, self.made = fluid, given, lods, []

    def __missing__(self, name):
        value = self.given[name]
        variable = self.fluid.data(
            name, [None, *value.shape[1:]], str(value.dtype), lod_level=len(self.lods.get(name, ())))
        variable.stop_gradient = value.dtype.kind != "f"
        self.made.append(name)
        self[name] = variable
        return variable


def _fed(fluid, value, lod):
    tensor = fluid.LoDTensor()
    tensor.set(value, fluid.CPUPlace())
    if lod:
        tensor.set_lod(lod)
    return tensor


def run_eager(fluid, cases, given, lods, words):
    """The answers of rules that are called on tensors with offsets; ``words`` are what expressions may say.

    ``words`` has ``tensor``, ``with_lod`` and ``lod_of`` for their making, which no other fluid has.
    """
    answer = {}
    for name, expression in cases.items():
        inputs = {}
        for key, value in given.items():
            inputs[key] = words["with_lod"](words["tensor"](value.copy()), lods.get(key, []))
            inputs[key].stop_gradient = value.dtype.kind != "f"
        try:
            results = eval(expression, dict(inputs, fluid=fluid, L=fluid.layers, np=np, fixed=fixed, **words))
        except Exception as error:
            answer[name + "|error"] = np.array(repr(error))
            continue
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        total = None
        for number, result in enumerate(results):
            array = result.numpy()
            answer[f"{name}|{number}"] = array
            answer[f"{name}|{number} lod"] = np.array(json.dumps(words["lod_of"](result)))
            if array.size and array.dtype.kind == "f" and not result.stop_gradient:
                weight = (np.cos(np.arange(array.size)) + 1.5).reshape(array.shape).astype(array.dtype)
                term = (result * words["tensor"](weight)).sum()
                total = term if total is None else total + term
        if total is not None:
            total.backward()
            for key, value in inputs.items():
                if not value.stop_gradient and value.grad is not None:
                    answer[f"{name}|d{key}"] = value.grad.numpy()
    return answer
