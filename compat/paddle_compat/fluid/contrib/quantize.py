"""``paddle.fluid.contrib.quantize``: training for whole-number arithmetic."""

from ..._language import gone

__all__ = ["QuantizeTranspiler"]

QuantizeTranspiler = gone("fluid.contrib.quantize.QuantizeTranspiler", why="Paddle dropped it in 2.0", do=(
    "Use paddle.quantization.QAT, or PaddleSlim."))
