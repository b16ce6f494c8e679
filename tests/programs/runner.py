"""Runs programs one after another in one process, each as ``python program.py`` would, and keeps what they leave.

Executed beside 1.8.5 too, so nothing here may need more than Python 3.7. As a script it takes one JSON argument: the
``way`` to run (below), the ``folder`` of the programs, their ``names``, options for them, and the file for the arrays.
"""

import contextlib
import io
import json
import os
import pickle
import re
import sys
import tempfile
import traceback

import numpy as np

LOSS = re.compile(r"\bloss (\S+)$", re.MULTILINE)
UNNAMED = "StructuredToParameterName@@"


def run_program(source, name, options=()):
    """Arrays by name: the ``loss`` of each step, every saved parameter, or the ``error`` that ended the program."""
    printed, before = io.StringIO(), os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        sys.argv = [name, "--save", os.path.join(folder, "saved"), *options]
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(source, name, "exec"), {"__name__": "__main__", "__file__": name})
        except BaseException:
            return {"error": np.array(printed.getvalue() + traceback.format_exc())}
        finally:
            os.chdir(before)
        return dict(saved(folder), loss=np.array([float(value) for value in LOSS.findall(printed.getvalue())]))


def saved(folder):
    """Every array in the parameter files of a folder."""
    arrays = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".pdparams"):
            with open(os.path.join(folder, name), "rb") as file:
                state = pickle.load(file)
            arrays.update({key: np.asarray(state[key]) for key in state if key != UNNAMED})
    return arrays


def fingerprints(arrays):
    """A few numbers for each array in place of all: [its largest value, three weighted sums], float64 [keys, 4]."""
    rows = []
    for key in sorted(set(arrays) - {"loss"}):
        flat = arrays[key].astype("float64").ravel()
        waves = [np.cos(np.arange(flat.size) * step) for step in (1.0, 2.0, 3.0)]
        rows.append([np.abs(flat).max(), *(np.dot(wave, flat) / flat.size**0.5 for wave in waves)])
    return np.array(rows)


def run_folder(folder, names, options, answers):
    """Run the programs; the arrays go to the file ``answers``, in which ``{rank}`` stands for this process's."""
    arrays = {}
    for name in names:
        path = os.path.join(folder, name + ".py")
        with open(path, encoding="utf-8") as file:
            source = file.read()
        for key, value in run_program(source, path, options).items():
            arrays[name + "|" + key] = value
    np.savez(answers.format(rank=os.environ.get("PADDLE_TRAINER_ID", "0")), **arrays)


def main(way, folder, names, options, answers):
    """``compat``, ``compat, today's Adam`` or ``migrated``; ``…, spawn`` starts two ranks of it."""
    if way.startswith("compat"):
        import paddle_compat

        paddle_compat.install()
        import paddle.fluid

        if "today's Adam" in way:
            del paddle.fluid.optimizer.AdamOptimizer._append_optimize_op
    if way.endswith("spawn"):
        import paddle.distributed

        paddle.distributed.spawn(run_folder, (folder, names, options, answers), nprocs=2, backend="gloo")
    else:
        run_folder(folder, names, options, answers)
    assert way.startswith("compat") or "paddle_compat.fluid" not in sys.modules


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
