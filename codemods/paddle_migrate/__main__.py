"""`python -m paddle_migrate`."""

import os
import sys


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder is gone
        return ""


if __name__ == "__main__":
    # Python puts the current folder first; nothing may be imported from a repository that is looked at. This module was
    # asked for by name, so the folder has had that one chance, which `python -I -m paddle_migrate` does not give it.
    if sys.path[:1] in ([""], [_here()]):
        del sys.path[0]
    from paddle_migrate.cli import main

    main(prog_name="paddle-migrate")
