"""``paddle.fluid.contrib.slim``: smaller models."""

from ..._language import gone

__all__ = ["Compressor"]

Compressor = gone("fluid.contrib.slim.Compressor", why="compression is a package of its own since 1.8: PaddleSlim",
                  do="Use PaddleSlim's pruning and distillation, and paddle.quantization for quantization.")
