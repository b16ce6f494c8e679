"""Runs programs one after another in one process and answers what each has printed. Executed beside 1.8.5, too.

A line of JSON comes in, ``{"main.py": text, ...}``, and one goes out: ``{"printed": ..., "error": ...}``. The argument
is the way: ``1.8.5``, ``compat`` or ``migrated``. Nothing here needs more than Python 3.7.
"""

import contextlib
import inspect
import io
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
import warnings

import numpy as np
from drawn import same_draws
from races import races, watched

inspect.stack = lambda context=1: [  # Paddle 2.6 asks at each operator, and looks through all modules for each caller
    (each, each.f_code.co_filename, each.f_lineno, each.f_code.co_name, None, None)
    for each in (sys._getframe(1), sys._getframe(2))
]
SECONDS = 120  # of a clock that others' work slows, too


def run_program(files):
    """What ``python main.py`` prints in a folder that holds the files, and the error that it ends with."""
    printed, error, before, known = io.StringIO(), "", os.getcwd(), set(sys.modules)
    folder = tempfile.mkdtemp()
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    os.chdir(folder)
    sys.path.insert(0, folder)
    sys.argv = ["main.py"]
    random.seed(0)
    np.random.seed(0)
    signal.alarm(SECONDS)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            scope = {"__name__": "__main__", "__file__": "main.py"}
            exec(compile(files["main.py"], "main.py", "exec"), scope)
    except BaseException:
        error = traceback.format_exc()
    finally:
        signal.alarm(0)
        sys.path.remove(folder)
        os.chdir(before)
        shutil.rmtree(folder)
        for name in set(sys.modules) - known:
            if name.replace(".", "/") + ".py" in files or name + "/__init__.py" in files:
                del sys.modules[name]
    return {"printed": printed.getvalue(), "error": error}


def without_races(files):
    """The same of a migrated program; what chance decides is an error."""
    import paddle

    with watched(paddle) as programs:
        answer = run_program(files)
        found = [race for program in programs for race in races(program)]
    return {**answer, "error": "\n".join(each for each in [answer["error"], *found] if each)}


@contextlib.contextmanager
def fresh(way):
    """Nothing of one program is left for the next: the mode, the device, recording, programs, parameters and names."""
    import paddle

    if way == "migrated":
        static, names = paddle.static, paddle.utils.unique_name
    else:
        import paddle.fluid as static

        names = static.unique_name
    turn_off(way)
    with contextlib.ExitStack() as stack:
        stack.enter_context(names.guard())
        if way != "1.8.5":
            stack.enter_context(paddle.utils.unique_name.guard())
            stack.enter_context(paddle.set_grad_enabled(True))
            program = paddle.base.framework.default_main_program()  # Paddle 3 counts layers of its own functions there
            program._name_generator = paddle.base.unique_name.UniqueNameGenerator()
        stack.enter_context(static.scope_guard(static.Scope()))
        stack.enter_context(static.program_guard(static.Program(), static.Program()))
        stack.enter_context(same_draws(static, way))
        yield
    turn_off(way)


def turn_off(way):
    """Programs are off, or dygraph where 1.8.5 begins without."""
    import paddle

    if way == "1.8.5":
        paddle.fluid.disable_dygraph()
        return
    if way == "compat":
        from paddle_compat._static import mode

        paddle.fluid.disable_dygraph()
        mode.turn_off()
    paddle.disable_static()
    paddle.set_device("cpu")


def main(way):
    warnings.simplefilter("ignore")
    if way == "compat":
        import paddle_compat

        paddle_compat.install()
    elif way == "migrated":
        sys.modules["paddle_compat"] = sys.modules["paddle_migrate"] = None

    def too_long(*_):
        raise TimeoutError("the program did not end")

    signal.signal(signal.SIGALRM, too_long)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what Paddle itself writes must not come between the answers
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        with fresh(way):
            answer = run_program(json.loads(line)) if way != "migrated" else without_races(json.loads(line))
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
