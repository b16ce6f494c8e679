"""``paddle.fluid.dygraph.dygraph_to_static.loop_transformer``: how 1.8.5 rewrote loops; only the name is here."""

from ...._language import gone

__all__: list[str] = []

NameVisitor = gone("fluid.dygraph.dygraph_to_static.loop_transformer.NameVisitor",
                   why="it read loops for 1.8.5's own translation", do="paddle.jit.to_static translates them today.")
