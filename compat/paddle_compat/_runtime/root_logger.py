"""The root logger as scripts found it behind 1.8.5's import: without handlers, so that `logging.basicConfig` works."""

import logging

_FORMAT = "[%(asctime)-15s] [%(levelname)8s] %(filename)s:%(lineno)s - %(message)s"  # of paddle.distributed's handler


def give_back() -> None:
    """Take out the handler that today's import of Paddle puts there where there is none, with the level it sets."""
    root = logging.getLogger()
    if len(root.handlers) == 1 and _is_paddles(root.handlers[0]):
        root.removeHandler(root.handlers[0])
        root.setLevel(logging.WARNING)
        root.propagate = True


def _is_paddles(handler: logging.Handler) -> bool:
    form = getattr(handler.formatter, "_fmt", "")
    return type(handler) is logging.StreamHandler and form == _FORMAT
