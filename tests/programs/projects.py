"""Runs projects one after another in one process: folders of several files, each as ``python main.py`` runs there.

Executed beside 1.8.5 too, so nothing here may need more than Python 3.7. As a script it takes one JSON argument: the
``way`` to run (compat or migrated), the ``folder`` of the projects, their ``names``, which of them to run once more
with today's Adam (``again``), and the file for the arrays.
"""

import json
import os
import sys

import numpy as np
from runner import run_program


def run_project(folder, name):
    """Arrays by name: the ``loss`` of every line that tells one, or the ``error`` that ended the project."""
    there = os.path.join(folder, name)
    path = next(os.path.join(there, main) for main in ("main.py", "main.ipynb") if main in os.listdir(there))
    known = set(sys.modules)
    sys.path.insert(0, there)
    try:
        left = run_program(source(path), path)
    finally:
        sys.path.remove(there)
        for module in set(sys.modules) - known:
            if os.path.dirname(getattr(sys.modules[module], "__file__", None) or "") == there:
                del sys.modules[module]
    return {key: left[key] for key in ("loss", "error") if key in left}


def source(path):
    """What a script says, or the code cells of a notebook."""
    with open(path, "rb") as file:
        text = file.read().decode("utf-8")
    if path.endswith(".py"):
        return text
    return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")


def main(way, folder, names, again, answers):
    if way == "compat":
        import paddle_compat

        paddle_compat.install()
    arrays = {name + "|" + key: value for name in names for key, value in run_project(folder, name).items()}
    if again:
        import paddle.fluid

        del paddle.fluid.optimizer.AdamOptimizer._append_optimize_op
        for name in again:
            arrays.update({name + " again|" + key: value for key, value in run_project(folder, name).items()})
    np.savez(answers, **arrays)
    assert way == "compat" or "paddle_compat.fluid" not in sys.modules


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
