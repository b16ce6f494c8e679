"""Answers questions under PaddlePaddle 1.8.5, each in a fork of this process, for its import takes longer than most.

A line comes in: a folder with ``question.py`` and ``given.npz``. When ``answer.npz`` and what was printed,
``printed.txt``, lie beside them a line goes out: the status of the process that answered. Runs on Python 3.7.
"""

import os
import signal
import sys
import tempfile
import traceback
import warnings

SECONDS = 600


def answer_in(folder):
    import numpy as np
    import paddle
    import paddle.fluid as fluid

    os.environ["TMPDIR"], tempfile.tempdir = folder, None
    answer = {}
    with np.load(folder + "/given.npz") as given, open(folder + "/question.py", encoding="utf-8") as question:
        scope = {"np": np, "paddle": paddle, "fluid": fluid, "given": dict(given), "answer": answer}
        exec(compile(question.read(), "question.py", "exec"), scope)
    np.savez(folder + "/answer.npz", **answer)


def in_child(folder):
    """The status of a process of its own, which begins as this one is: nothing of the question is left here."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    status = 1
    try:
        signal.alarm(SECONDS)
        printed = os.open(folder + "/printed.txt", os.O_WRONLY | os.O_CREAT)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for own, other in ((0, nothing), (1, printed), (2, printed)):
            os.dup2(other, own)
        answer_in(folder)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    import paddle.fluid

    assert paddle.__version__ == "1.8.5", paddle.__version__
    for line in sys.stdin:
        print(in_child(line.rstrip("\n")), flush=True)
