"""``paddle.fluid.executor``: running static programs; not there yet."""

from ._not_yet import not_yet

__all__: list[str] = []

__getattr__ = not_yet(__name__)
