"""``paddle.fluid.evaluator``: metrics inside static programs, which 1.8.5 itself advised against."""

from .._language import gone

__all__ = ["ChunkEvaluator", "DetectionMAP", "EditDistance"]

_WHY = "its counts lived in variables of a static program; fluid.metrics had replaced it before 1.8"

ChunkEvaluator = gone("fluid.evaluator.ChunkEvaluator", why=_WHY,
                      do="Count the chunks of each batch in NumPy and give the counts to fluid.metrics.ChunkEvaluator.")
DetectionMAP = gone("fluid.evaluator.DetectionMAP", why="Paddle dropped its operator in 2.0",
                    do="Count the matches in NumPy, or take pycocotools or PaddleDetection's DetectionMAP.")
EditDistance = gone("fluid.evaluator.EditDistance", why=_WHY,
                    do="Give the distances of each batch, counted in NumPy, to fluid.metrics.EditDistance.")
