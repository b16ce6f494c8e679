"""Runs small pieces of source under one fluid, 1.8.5's or ours; each leaves its results in ``out``. Python 3.7."""

import numpy as np


def run_doings(fluid, cases):
    answer = {}
    for name, source in cases.items():
        out = []
        with fluid.dygraph.guard(fluid.CPUPlace()):
            try:
                exec(source, {"fluid": fluid, "np": np, "out": out, "M": fluid.metrics, "io": fluid.io})
            except Exception as error:
                answer[name + "|error"] = np.array(type(error).__name__)
        for number, value in enumerate(out):
            answer[f"{name}|{number}"] = value.numpy() if hasattr(value, "numpy") else np.array(value)
    return answer
