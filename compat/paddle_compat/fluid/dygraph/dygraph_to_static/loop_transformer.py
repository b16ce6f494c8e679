"""``paddle.fluid.dygraph.dygraph_to_static.loop_transformer``: how 1.8.5 rewrote loops; only the name is here."""

from ..._not_yet import not_yet

__all__: list[str] = []

__getattr__ = not_yet(__name__)
