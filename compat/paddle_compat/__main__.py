"""``python -m paddle_compat old_train.py …`` runs a fluid script without relying on the start-up hook."""

import os
import runpy
import sys

from ._finder import install


def main() -> int:
    """Run ``sys.argv[1]`` as ``__main__`` with the rest as its arguments; 2 when no script was given."""
    if len(sys.argv) < 2:
        print("usage: python -m paddle_compat script.py [arguments]", file=sys.stderr)
        return 2
    del sys.argv[0]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    install()
    runpy.run_path(sys.argv[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
