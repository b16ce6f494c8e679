"""``paddle.fluid.dygraph.dygraph_to_static.utils``: how 1.8.5 rewrote code; only the names are here."""

from ..._not_yet import not_yet

__all__: list[str] = []

__getattr__ = not_yet(__name__)
