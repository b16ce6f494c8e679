"""Runs scripts, each in a fork of this process, which has imported Paddle and done nothing else.

A line of JSON comes in: what ``sys.argv`` of the script is to be, its ``folder``, the file that takes what it prints
and the one for its errors, its ``seconds``, and its ``code`` where it is no file. When it has ended a line goes out:
its status, as ``waitpid`` has it.
"""

import gc
import json
import os
import signal
import sys
import types
import zlib  # noqa: F401  (2.6.2 ends a process that loads it behind Paddle, Paddle#70538; scripts load it before)


def become(argv, folder, printed, errors, seconds, code):
    """What a process is that Python starts for a script: its streams, its folder, its path, its ``__main__``."""
    signal.alarm(seconds)
    for own, file, how in ((0, os.devnull, os.O_RDONLY), (1, printed, os.O_WRONLY), (2, errors, os.O_WRONLY)):
        opened = os.open(file, how | os.O_CREAT | os.O_APPEND)
        os.dup2(opened, own)
        os.close(opened)
    os.chdir(folder)
    sys.argv = argv
    sys.path[0] = "" if code is not None else os.path.dirname(os.path.abspath(argv[0]))
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    if code is not None:
        return compile(code, "<string>", "exec"), vars(main)
    main.__file__ = argv[0]
    with open(argv[0], "rb") as file:
        return compile(file.read(), argv[0], "exec"), vars(main)


def run(*given):
    """To the end that Python would bring it to; its traceback begins with the script's own line."""
    try:
        code, scope = become(*given)
        exec(code, scope)
    except Exception as error:
        sys.excepthook(type(error), error.with_traceback(error.__traceback__.tb_next), error.__traceback__)
        sys.exit(1)


def serve():
    """What a fork of this process is to run."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what Paddle itself writes must not come between the answers
    import paddle  # noqa: F401

    gc.collect()
    gc.freeze()  # at its end a fork would go through it all, and copy it
    for line in sys.stdin:
        child = os.fork()
        if not child:
            answers.close()
            return json.loads(line)
        answers.write(f"{os.waitpid(child, 0)[1]}\n")
        answers.flush()
    sys.exit()


if __name__ == "__main__":
    run(*serve())
